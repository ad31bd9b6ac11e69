"""Every engine agrees with the rules in every game.

A hundred thousand games: `python -m tests.arrays.differential --games 100000 --jobs 2`.
JAX compiles a function for each number of seats; here it plays with 4, there with all.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from hashi.rules import Goal, Sheet
from tests.arrays.differential import compare, replay
from tests.arrays.engines import compiled, replay_in_kernel
from tests.arrays.traces import Trace, traces
from tests.support.uncompiled import load_uncompiled

pytestmark = pytest.mark.no_cover  # many whole games in three engines

GAMES = 60
AT_ONCE = 8
"""The number of games that the JAX engine replays at once; a difference is found in one."""
NOT_COMPILED = "not compiled here: no C compiler was at hand when the package was installed"
FIRST = 4_000_000
"""The number of the first game: beyond those that the long command plays."""


@pytest.mark.slow
def test_the_kernel_agrees_with_the_rules_and_a_difference_is_found() -> None:
    """Compiled and as plain Python in one test: playing by the rules takes longest."""
    engines = ("plain",) if compiled() is None else ("compiled", "plain")
    check(engines, (1, 2, 3, 4))
    if compiled() is None:
        pytest.skip(NOT_COMPILED)


@pytest.mark.jax
def test_xla_agrees_with_the_rules_and_a_difference_is_found() -> None:
    """Both in one test, since both need what JAX has compiled."""
    check(("xla",), (4,))


def check(engines: tuple[str, ...], seats: tuple[int, ...]) -> None:
    compared = compare(FIRST, FIRST + GAMES, engines, seats, AT_ONCE)
    assert compared["games"] >= GAMES * len(seats) // 5
    assert all(compared[f"{count} seats"] > GAMES // 10 for count in seats), compared
    told = next(traces(count(), (4,)))
    for engine in engines:
        replay(engine, [told], AT_ONCE)
        for way in ("mask", "sheet", "points", "goal"):
            with pytest.raises(AssertionError):
                replay(engine, [spoilt(told, way)], AT_ONCE)


def spoilt(told: Trace, way: str) -> Trace:
    """Return the trace with one thing changed."""
    marks, rounds = list(told.marks), list(told.rounds)
    at = len(marks) // 2
    seat, allowed, action, sheet = marks[at]
    if way == "mask":
        marks[at] = (seat, allowed ^ {0}, action, sheet)
    elif way == "sheet":
        marks[at] = (seat, allowed, action, Sheet.blank(sheet.board))
    elif way == "points":
        rounds[9] = replace(rounds[9], ledgers=rounds[-1].ledgers[::-1])
    else:
        rounds[9] = replace(rounds[9], gone=rounds[9].gone ^ {Goal.SIX})
    return Trace(told.board, told.seats, told.cards, marks, rounds)


def test_the_source_runs_as_plain_python_with_and_without_cython() -> None:
    told = list(traces(range(3)))
    for with_cython in (False, True):
        module = load_uncompiled("hashi.arrays.kernel", with_cython=with_cython)
        assert not module.is_compiled
        for trace in told:
            replay_in_kernel(module, trace)
