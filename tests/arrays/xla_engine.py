"""Replays batches of traces in the JAX engine, with one compiled function per number of seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

import jax
import numpy as np
from jax import Array
from numpy.typing import NDArray

from hashi.arrays import chart as charts
from hashi.arrays import constants, xla
from hashi.rules import Goal
from tests.arrays.traces import Trace

ISLANDS, LINES = charts.MOST_ISLANDS, charts.MOST_LINES
SKIP = ISLANDS + LINES
"""Charts are padded to the largest board, so that all boards share one compiled function."""
MOST_MARKS = 1 + 17 * 4
"""The most marks of a seat in a game: a start, then a number and three bridges for each card."""
OPTIONS = {"xla_backend_optimization_level": 1}
"""Some optimization, though other tests do without: here running takes longer than compiling."""


def replay_in_xla(traces: Sequence[Trace], size: int) -> None:
    """Play the traces in batches, seat after seat, and compare every mark with them."""
    for seats in range(1, 5):
        told = [trace for trace in traces if trace.seats == seats]
        for first in range(0, len(told), size):
            _check(told[first : first + size], seats, size)


@cache
def _replayer(seats: int) -> Any:
    return jax.jit(
        jax.vmap(partial(_replay, seats=seats)),
        compiler_options=OPTIONS,
    )


def _replay(chart: xla.Chart, cards: Array, actions: Array, *, seats: int) -> Any:
    """Return the engine's masks before every mark and its state after it."""

    def step(game: xla.XlaGame, action: Array) -> tuple[xla.XlaGame, Any]:
        seat = xla.seat_to_act(game)
        mask = xla.legal(chart, game, seat)
        after = xla.mark(chart, game, seat, action)
        totals = jax.vmap(xla.total)(after.sheets)
        seen = (seat, mask, after.sheets, after.shown, totals, after.gone, after.round, after.over)
        return after, seen

    return jax.lax.scan(step, xla.begin(chart, cards, seats), actions)[1]


def _check(told: Sequence[Trace], seats: int, size: int) -> None:
    padded = [*told, *[told[0]] * (size - len(told))]
    chart: xla.Chart = jax.tree.map(lambda *leaves: np.stack(leaves), *map(_chart, padded))
    cards = np.array(
        [[charts.card_byte(card) for card in trace.cards] for trace in padded], np.uint8
    )
    actions = np.full((size, seats * MOST_MARKS), SKIP, np.int32)
    for row, trace in zip(actions, padded, strict=True):
        row[: len(trace.marks)] = [_padded(trace, action) for _, _, action, _ in trace.marks]
    seen = jax.tree.map(np.asarray, _replayer(seats)(chart, cards, actions))
    for game, trace in enumerate(told):
        one = jax.tree.map(lambda leaf, game=game: leaf[game], seen)
        _check_game(trace, *one)


def _check_game(
    told: Trace,
    acting: NDArray[Any],
    masks: NDArray[Any],
    sheets: xla.XlaSheet,
    shown: xla.XlaSheet,
    totals: NDArray[Any],
    gone: NDArray[Any],
    rounds: NDArray[Any],
    over: NDArray[Any],
) -> None:
    count = len(told.marks)
    seats = np.array([seat for seat, _, _, _ in told.marks])
    assert (acting[:count] == seats).all(), told.name
    expected = np.zeros((count, masks.shape[1]), np.bool_)
    for row, (_, allowed, _, _) in zip(expected, told.marks, strict=True):
        row[[_padded(told, action) for action in allowed]] = True
    assert (masks[:count] == expected).all(), told.name
    assert (masks[count:].sum(axis=1) == 1).all(), told.name
    assert masks[count:, SKIP].all(), told.name
    assert over[count - 1 :].all(), told.name
    assert not over[: count - 1].any(), told.name
    words = np.array(told.words, np.uint64)[told.seats :]
    found = _words(sheets, np.arange(told.seats, count), seats[told.seats :])
    assert (found[:, : constants.PAID] == words).all(), told.name
    for round, game in enumerate(told.rounds):
        last = int(np.argmax(rounds > round)) if round < len(told.rounds) - 1 else count - 1
        assert tuple(totals[last]) == game.totals, (told.name, round)
        goals = sum(1 << bit for bit, goal in enumerate(Goal) if goal in game.gone)
        assert gone[last] == goals, (told.name, round)
        closed = [
            charts.sheet_words(sheet, ledger).tolist()
            for sheet, ledger in zip(game.sheets, game.ledgers, strict=True)
        ]
        for stack in (sheets, shown):
            at = np.full(told.seats, last)
            assert (_words(stack, at, np.arange(told.seats)) == closed).all(), (told.name, round)


def _words(sheets: xla.XlaSheet, marks: NDArray[Any], seats: NDArray[Any]) -> NDArray[np.uint64]:
    """Return the sheets of these seats after these marks as the kernel's words."""
    return np.stack(list(_columns(sheets, marks, seats)), axis=1)


def _columns(
    sheets: xla.XlaSheet, marks: NDArray[Any], seats: NDArray[Any]
) -> Iterator[NDArray[np.uint64]]:
    for leaf in (sheets.one, sheets.two, sheets.lit, sheets.shut):
        halves = np.asarray(leaf)[marks, seats].astype(np.uint64)
        yield halves[:, 0] | halves[:, 1] << np.uint64(32)
    for leaf in (sheets.left, sheets.digit):
        digits = np.asarray(leaf)[marks, seats].astype(np.uint64)
        yield from digits.T
    for leaf in (sheets.finished, sheets.paid):
        yield np.asarray(leaf)[marks, seats].astype(np.uint64)


def _chart(trace: Trace) -> xla.Chart:
    return xla.chart(trace.board, islands=ISLANDS, lines=LINES)


def _padded(trace: Trace, action: int) -> int:
    """Return an action of the trace's board as one of the padded board."""
    islands, skip = len(trace.board.islands), len(trace.board.islands) + len(trace.board.lines)
    if action >= skip:
        return SKIP + action - skip
    return action if action < islands else ISLANDS + action - islands
