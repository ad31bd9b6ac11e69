"""The course of a game as a picture: lines and ends are where the points are."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from hashi.drawing import course_svg
from hashi.drawing.vector.course import APART, FOOT, HEAD, HIGH, LEFT, WIDTH

LINE = re.compile(r'<path class="seat-(\d)"[^>]* d="M([^"]*)"')
SIGN = re.compile(r'<use class="seat-(\d)"[^>]* y="([\d.-]+)"')
SUM = re.compile(r'<text class="sum"[^>]* y="([\d.-]+)">(\d+)<')


def a_course(seed: int) -> list[list[int]]:
    """Return the points of some players after some rounds."""
    rng = Random(seed)
    players, closed = rng.randint(2, 4), rng.randint(1, 16)
    courses = []
    for _ in range(players):
        points = [0]
        for _ in range(closed):
            points.append(points[-1] + rng.choice((0, 0, 2, 2, 4, 13)))
        courses.append(points)
    return courses


@pytest.mark.parametrize("seed", range(30))
def test_lines_follow_the_points_and_ends_name_them(seed: int) -> None:
    course = a_course(seed)
    drawn = course_svg(course, 17)
    lines = {int(seat): path.split("L") for seat, path in LINE.findall(drawn)}
    most = max(10, *(points for player in course for points in player))
    for seat, player in enumerate(course):
        at = [tuple(map(float, point.split())) for point in lines[seat]]
        assert len(at) == len(player)
        for (_, y), points in zip(at, player, strict=True):
            assert y == pytest.approx(HEAD + HIGH - points * HIGH / most, abs=0.06)
        steps = {round(after[0] - before[0]) for before, after in pairwise(at)}
        assert at[0][0] == LEFT
        assert max(steps) - min(steps) <= 1
    last = [player[-1] for player in course]
    sums = [(float(y), int(points)) for y, points in SUM.findall(drawn)]
    assert [points for _, points in sums] == sorted(set(last), reverse=True)
    assert all(below - above >= APART - 0.2 for (above, _), (below, _) in pairwise(sums))
    signs = {int(seat): float(y) for seat, y in SIGN.findall(drawn)}
    assert set(signs) == set(range(len(course)))
    for seat, points in enumerate(last):  # each sign stands beside its player's points
        (beside,) = [y for y, told in sums if told == points]
        assert abs(signs[seat] + 9 - (beside - 5.5)) < 0.2
    assert all(0 <= y <= HEAD + HIGH + FOOT for y, _ in sums)


def test_rounds_that_are_closed_are_told_apart_from_those_to_come() -> None:
    drawn = course_svg([[0, 2, 2], [0, 0, 4]], 17)
    named = re.findall(r'class="round" x="([\d.]+)"[^>]*>(\d+)<', drawn)
    assert [int(name) for _, name in named] == [1, 2, 5, 10, 15, 17]
    assert all(float(x) <= WIDTH for x, _ in named)
    dashes = re.findall(r'stroke-dasharray="([^"]*)"', course_svg([[0, 1]] * 4, 3))
    assert len(set(dashes)) == 4  # told apart without colours
