"""An observation contains exactly what the seat may know."""

from __future__ import annotations

from array import array
from functools import partial
from itertools import count, islice
from typing import Any

import numpy as np
import pytest

from hashi.arrays import (
    Batch,
    constants,
    fields,
    kernel,
    observation_bytes,
    skip_of,
)
from hashi.arrays import chart as charts
from hashi.arrays.observation import kind_of
from hashi.boards import board, standard_deck
from hashi.rules import Board, Card
from tests.arrays import seen
from tests.arrays.traces import Trace, traces
from tests.support.uncompiled import load_uncompiled

A = board("A")


def some(seats: int, games: int) -> list[Trace]:
    return list(islice(traces(count(), (seats,)), games))


# --- against the rules


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("way", ["compiled", "plain"])
def test_the_kernel_shows_what_a_seat_may_know_by_the_rules(way: str, seats: int) -> None:
    if way == "compiled" and not kernel.is_compiled:
        pytest.skip("not compiled here")
    is_plain = way == "plain"
    loops = load_uncompiled("hashi.arrays.kernel") if is_plain else kernel
    views = load_uncompiled("hashi.arrays.observation_bytes") if is_plain else observation_bytes
    for told in some(seats, 3):
        check(loops, views, told)


def check(loops: Any, views: Any, told: Trace) -> None:
    """Play the trace, all seats at once; a seat that is done sees no change until all are."""
    size = views.observation_size(len(told.board.islands), len(told.board.lines), told.seats)
    expected = [list(seen.observations(told, seat)) for seat in range(told.seats)]
    actions = [
        [action for s, _, action, _ in told.marks if s == seat] for seat in range(told.seats)
    ]
    chart = charts.chart(told.board)
    games = array("Q", bytes(8 * loops.game_words(told.seats)))
    cards = array("B", bytes(map(charts.card_byte, told.cards)))
    chosen, rewards = array("i", [0] * told.seats), array("f", [0] * told.seats)
    over, out = array("B", [0]), array("B", bytes(size * told.seats))
    loops.begin_games(chart, games, cards, 18, told.seats, 0, 1, False)
    while True:
        views.write_observations(chart, games, cards, 18, told.seats, 0, 1, out)
        for seat in range(told.seats):
            at = constants.HEAD_WORDS + seat * constants.SEAT_WORDS
            stage = games[at + constants.STAGE]
            while expected[seat][0][0] == seen.DONE != stage:
                expected[seat].pop(0)
            if over[0]:
                expected[seat] = expected[seat][-1:]
            assert (stage, out[seat * size : (seat + 1) * size].tolist()) == expected[seat][0]
            if stage == seen.DONE:
                chosen[seat] = skip_of(told.board)
            else:
                expected[seat].pop(0)
                chosen[seat] = actions[seat].pop(0)
        if over[0]:
            break
        loops.step_games(chart, games, cards, 18, told.seats, 0, 1, chosen, rewards, over, False)
    assert [len(left) for left in expected] == [1] * told.seats


@pytest.mark.jax
@pytest.mark.no_cover
def test_jax_shows_the_same() -> None:
    """With three seats; tests/envs/test_jax_env.py compares the observations of one."""
    import jax  # here, since most tests need no JAX

    from hashi.arrays import xla
    from hashi.arrays.xla_observation import observe

    seats = 3
    rows, columns = charts.MOST_ISLANDS, charts.MOST_LINES
    see = jax.jit(lambda chart, game: observe(chart, game, xla.seat_to_act(game)))
    step = jax.jit(lambda chart, game, a: xla.mark(chart, game, xla.seat_to_act(game), a))
    begin = jax.jit(partial(xla.begin, seats=seats))
    for told in some(seats, 3):
        padding = Padding(told.board, seats)
        chart = xla.chart(told.board, islands=rows, lines=columns)
        game = begin(chart, np.array([charts.card_byte(card) for card in told.cards], np.uint8))
        expected = [
            [told for stage, told in seen.observations(told, seat) if stage != seen.DONE]
            for seat in range(seats)
        ]
        for seat, _, action, _ in told.marks:
            found = np.asarray(see(chart, game))
            assert found[padding.kept].tolist() == expected[seat].pop(0)
            assert not found[~padding.kept].any()
            game = step(chart, game, padding.action(action))
        assert bool(game.over)


class Padding:
    """Where actions and observations of a board are on the largest chart."""

    def __init__(self, board: Board, seats: int) -> None:
        self._islands, self._waive = len(board.islands), skip_of(board)
        islands = np.arange(charts.MOST_ISLANDS) < len(board.islands)
        lines = np.arange(charts.MOST_LINES) < len(board.lines)
        sheet = [islands, islands, islands, lines, lines, np.ones(3, np.bool_)]
        beside = [islands, np.ones(5 + 18 + 3, np.bool_)]
        self.kept = np.concatenate([*sheet, *beside, *sheet * (seats - 1)])

    def action(self, action: int) -> int:
        if action >= self._waive:
            return action - self._waive + charts.MOST_ISLANDS + charts.MOST_LINES
        return action if action < self._islands else action - self._islands + charts.MOST_ISLANDS


# --- nothing hidden


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_observations_do_not_depend_on_hidden_cards_or_open_marks_of_others(seats: int) -> None:
    """Compare two games that differ only in unseen cards and the others' open turns."""
    rng = np.random.default_rng(seats)
    deck, others, differed = standard_deck(), np.arange(seats) > 0, 0
    for round in range(18):
        order = [deck[place] for place in rng.permutation(18)]
        hidden = [order[round + place] for place in rng.permutation(18 - round)]
        batch = Batch(A, games=2, seats=seats, seed=round)
        batch.begin([order, [*order[:round], *hidden]])
        while not batch.over.any() and len(batch.turned(0)) == len(batch.turned(1)) <= round:
            seen = batch.observe()
            assert (seen[0, 0] == seen[1, 0]).all()
            assert (batch.masks[0, 0] == batch.masks[1, 0]).all()
            differed += [batch.sheet(0, s) for s in range(seats)] != [
                batch.sheet(1, s) for s in range(seats)
            ]
            actions = batch.any_actions()
            is_open = len(batch.turned(0)) == round
            actions[1] = np.where(others & is_open, actions[1], actions[0])
            batch.step(actions)
    assert (differed > 10) == (seats > 1)


# --- what the bytes mean


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("side", ["A", "B"])
def test_the_fields_are_contiguous_and_cover_all_bytes(side: str, seats: int) -> None:
    batch = Batch(board(side), games=200, seats=seats, seed=1)
    layout = fields(board(side), seats)
    assert len({field.name for field in layout}) == len(layout)
    edges = [0, *(field.at.stop for field in layout)]
    assert [field.at.start for field in layout] == edges[:-1]
    assert edges[-1] == batch.observation_size
    most = np.zeros(batch.observation_size, np.uint8)
    while not batch.over.all():
        most = np.maximum(most, batch.observe().max(axis=(0, 1)))
        batch.step(batch.any_actions())
    for field in layout:
        assert most[field.at].max() <= field.most, field
        if not field.name.endswith("goals"):
            assert most[field.at].max() == field.most, field


def test_equal_cards_are_counted_together() -> None:
    batch = Batch(A, games=1, deck=[Card(1, 1)] * 5 + [Card(6, 3)] * 9)
    unseen = next(field for field in fields(A, 1, batch.deck) if field.name == "unseen")
    counts = batch.observe()[0, 0, unseen.at]
    assert counts[kind_of(Card(1, 1))] == 5
    assert counts[kind_of(Card(6, 3))] == unseen.most == 9
    assert counts.sum() == 14
