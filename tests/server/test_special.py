"""What the end of a game alone calls special, derived a second time from the results."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hashi.rules import rank
from hashi.server.pages.parts.special import MOST, special
from hashi.table import Result
from hashi.words import Words

ME = "me"
TIMES = st.integers(0, 40)


@st.composite
def histories(draw: st.DrawFn) -> list[Result]:
    """Return results of one player in any order, with and without aids, alone and not."""
    count = draw(st.integers(1, 9))
    times = draw(st.lists(TIMES, min_size=count, max_size=count, unique=True))
    return [_result(draw, at) for at in times]


def _result(draw: st.DrawFn, at: int) -> Result:
    is_alone = draw(st.integers(0, 4)) > 0
    totals = draw(st.tuples(*[st.integers(36, 60)] * (1 if is_alone else 2)))
    return Result(
        f"t{at}",
        at,
        draw(st.sampled_from("AAB")),
        ("Zoë", "Ada")[: len(totals)],
        (ME, "ada")[: len(totals)],
        totals,
        is_practised=draw(st.integers(0, 6)) == 0,
        is_repeated=draw(st.integers(0, 6)) == 0,
        hints=draw(st.sampled_from([(), (), (), (2,)])),
        daily=draw(st.sampled_from(["", "", "2026-11-01"])) if is_alone else "",
    )


def _counts(one: Result, all_of_them: list[Result]) -> bool:
    """Return whether a result may be compared, said again in other words."""
    first = min((each for each in all_of_them if each.daily == one.daily), key=lambda r: r.at)
    is_aided = one.is_practised or one.is_repeated or any(one.hints[:1])
    return not is_aided and (not one.daily or first is one)


@pytest.mark.hypothesis
@given(histories())
@settings(max_examples=400)
def test_every_line_follows_from_the_results(history: list[Result]) -> None:
    for here in history:
        if not here.is_alone:
            continue
        lines = special(Words("en"), here, history, ME)
        before = [r for r in history if r.at < here.at and r.is_alone]
        fair = [r for r in before if _counts(r, history)]
        alike = [r for r in fair if r.board == here.board]
        points = here.totals[0]
        assert len(lines) <= MOST
        if not _counts(here, history):
            assert lines == []  # a game with an aid is nobody's best
            continue
        is_best = bool(fair) and all(points > r.totals[0] for r in fair)
        is_best_here = bool(alike) and all(points > r.totals[0] for r in alike)
        assert ("Your best so far" in lines) == is_best
        assert ("Your best on this board so far" in lines) == (is_best_here and not is_best)
        last = max(before, key=lambda r: r.at, default=None)
        gains = [int(line.split()[0]) for line in lines if re.match(r"\d", line)]
        is_gain = last in alike and last is not None and points > last.totals[0]
        assert gains == ([points - last.totals[0]] if is_gain and last else [])
        is_new = all(rank(r.totals[0]) < rank(points) for r in fair) and rank(points) > 0
        rest = is_best + (is_best_here and not is_best) + is_gain
        assert ("A new rank" in lines) == (is_new and rest < MOST)
