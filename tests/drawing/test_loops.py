"""The loops around the islands of a hint: around them, and through no island of any board."""

from __future__ import annotations

from itertools import chain, combinations, pairwise, permutations
from math import dist
from random import Random

import pytest

from hashi.boards import board as side
from hashi.drawing.vector.islands import RING
from hashi.drawing.vector.loops import AROUND, outlines
from hashi.drawing.vector.sea import BOTTOM, RIGHT
from hashi.drawing.vector.strokes import Point
from hashi.rules import Board, Island

CLEAR = RING + 0.04
"""A finished island's ring reaches as far, and a loop keeps away from it."""


def random_board(number: int) -> Board:
    rng = Random(f"loops {number}")
    width, height = rng.randint(4, 9), rng.randint(4, 9)
    while True:
        rows = ["".join(rng.choice("o..rb.") for _ in range(width)) for _ in range(height)]
        if 6 <= sum(cell != "." for cell in "".join(rows)) <= 32:
            return Board(tuple(rows))


def check(islands: tuple[Island, ...], board: Board) -> int:
    """Check the loops around islands; return how many islands share theirs."""
    found = outlines(islands, board)
    for island in board.islands:
        centre = (float(island.column), float(island.row))
        inside = sum(encloses(outline, centre) for outline in found)
        assert inside == (island in islands), (island, islands)
        sides = chain.from_iterable(pairwise([*outline, outline[0]]) for outline in found)
        assert min(distance(centre, *each) for each in sides) > CLEAR, (island, islands)
    for outline in found:
        for one, two in combinations(list(pairwise([*outline, outline[0]]))[::3], 2):
            assert not crosses(*one, *two), islands
    for outer, inner in permutations(found, 2):
        assert not any(encloses(outer, point) for point in inner[::2]), islands
    for x, y in chain.from_iterable(found):
        assert -AROUND - 0.01 <= x < board.width - 1 + RIGHT
        assert -AROUND - 0.01 <= y < board.height - 1 + BOTTOM
    return len(islands) - len(found)


def encloses(outline: list[Point], point: Point) -> bool:
    """Return whether a point lies inside, by the sides to the right of it."""
    x, y = point
    return (
        sum(
            (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in pairwise([*outline, outline[0]])
        )
        % 2
        == 1
    )


def distance(point: Point, a: Point, b: Point) -> float:
    length = dist(a, b)
    if length < 1e-9:
        return dist(point, a)
    part = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length**2
    part = min(1.0, max(0.0, part))
    return dist(point, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < -1e-12 and turn(c, d, a) * turn(c, d, b) < -1e-12


@pytest.mark.parametrize("name", ["A", "B"])
def test_a_loop_of_two_or_three_islands_runs_through_none(name: str) -> None:
    board = side(name)
    pairs = list(combinations(board.islands, 2))
    triples = Random(name).sample(list(combinations(board.islands, 3)), 80)
    assert sum(check(islands, board) for islands in [*pairs, *triples]) > 50


def test_loops_on_boards_of_any_form() -> None:
    shared = 0
    for number in range(30):
        board, rng = random_board(number), Random(number)
        for _ in range(6):
            islands = tuple(rng.sample(board.islands, min(4, len(board.islands))))
            shared += check(islands, board)
    assert shared > 50


def test_islands_in_a_row_share_a_loop_and_far_ones_do_not() -> None:
    board = side("A")
    a, b, far = (board.island(name) for name in ("b3", "b5", "f1"))
    assert len(outlines((a, b), board)) == 1
    assert len(outlines((a, far), board)) == 2
    near = board.island("e4"), board.island("d5")  # no line joins them
    assert len(outlines(near, board)) == 2


def test_loops_that_would_cross_are_rings() -> None:
    board = Board(("ooo", "o.o", "ooo"))
    islands = tuple(board.island(name) for name in ("b1", "a2", "c2", "b3"))
    assert check(islands, board) == 1
