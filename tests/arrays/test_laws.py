"""Properties that hold for all boards, sheets and batches."""

from __future__ import annotations

from itertools import count
from random import Random

import numpy as np
import pytest
from benchmarks.random_play import random_board
from hypothesis import given
from hypothesis import strategies as st

from hashi.arrays import Batch, constants
from hashi.arrays.chart import chart, fits, sheet_of, sheet_words
from hashi.rules import Board, Flag, Sheet, allowed_lines
from tests.arrays.traces import small_board, traces
from tests.support.examples import examples
from tests.support.generate import sheets

small_boards: st.SearchStrategy[Board] = st.integers(0, 2**32 - 1).map(
    lambda seed: small_board(Random(seed))
)
seeds = st.integers(-(2**70), 2**70)
few = examples(25)


@given(sheets(largest=6).filter(lambda sheet: fits(sheet.board)))
def test_any_sheet_is_converted_to_words_and_back(sheet: Sheet) -> None:
    words = sheet_words(sheet)
    assert sheet_of(sheet.board, words) == sheet
    is_open = words[constants.LIT] & ~words[constants.SHUT]
    assert [line.index for line in allowed_lines(sheet)] == [
        line.index for line in sheet.board.lines if is_open >> line.index & 1
    ]


@few
@given(small_boards, seeds, st.integers(1, 4))
def test_r13_after_a_legal_mark_the_turn_can_be_completed(
    board: Board, seed: int, seats: int
) -> None:
    """Random legal marks are made; a seat that is not done always has a legal action."""
    batch = Batch(board, games=8, seats=seats, seed=seed)
    earned = np.zeros((8, seats))
    while not batch.over.all():
        assert batch.masks.any(axis=-1).all()
        actions = batch.any_actions()
        assert np.take_along_axis(batch.masks, actions[..., None], axis=-1).all()
        batch.step(actions)
        earned += batch.rewards
    assert (earned == batch.totals).all()


@few
@given(st.integers(0, 10**6), st.data())
def test_the_order_of_the_seats_does_not_matter(number: int, data: st.DataObject) -> None:
    """The same boards, starts and turns at other seats give the same sheets and points."""
    told = next(traces(count(number), (2, 3, 4)))
    seats = told.seats
    place = data.draw(st.permutations(range(seats)))
    ways = [[action for s, _, action, _ in told.marks if s == seat] for seat in range(seats)]
    moved: list[list[int]] = [[] for _ in range(seats)]
    for seat in range(seats):
        moved[place[seat]] += ways[seat][1:]
    for seat in range(seats):  # the start comes from the right neighbour (R5)
        moved[place[seat] - 1].insert(0, ways[seat - 1][0])
    batch = Batch(told.board, games=1, seats=seats)
    batch.begin(told.cards)
    skip = len(told.board.islands) + len(told.board.lines)
    while not batch.over[0]:
        stages = batch.words[0, constants.HEAD_WORDS + constants.STAGE :: constants.SEAT_WORDS][
            :seats
        ]
        done = [stage == constants.DONE for stage in stages]
        batch.step(
            np.array([[skip if done[seat] else moved[seat].pop(0) for seat in range(seats)]])
        )
    final = told.rounds[-1]
    assert [batch.sheet(0, place[seat]) for seat in range(seats)] == list(final.sheets)
    assert [batch.totals[0, place[seat]] for seat in range(seats)] == list(final.totals)


@few
@given(small_boards, seeds, st.integers(1, 4), st.integers(1, 9), st.integers(2, 5))
def test_threads_and_the_number_of_games_change_nothing(
    board: Board, seed: int, seats: int, games: int, threads: int
) -> None:
    """Many games in many threads, in one thread, and each game alone give the same results."""
    spread = Batch(board, games=games, seats=seats, seed=seed, threads=threads)
    whole = Batch(board, games=games, seats=seats, seed=seed)
    alone = [Batch(board, games=1, seats=seats) for _ in range(games)]
    for game, batch in enumerate(alone):
        batch.words[0], batch.cards[0] = whole.words[game], whole.cards[game]
    for _ in range(90):  # into the second game
        actions = whole.any_actions()
        assert (spread.any_actions() == actions).all()
        whole.step(actions, again=True)
        spread.step(actions, again=True)
        for game, batch in enumerate(alone):
            batch.any_actions()
            batch.step(actions[game : game + 1], again=True)
        for name in ("words", "cards", "masks", "rewards", "over", "totals"):
            found = getattr(whole, name)
            assert (getattr(spread, name) == found).all(), name
            assert (np.concatenate([getattr(batch, name) for batch in alone]) == found).all(), name
        seen = whole.observe()
        assert (spread.observe() == seen).all()
        assert (np.concatenate([batch.observe() for batch in alone]) == seen).all()
    spread.close()


@given(st.integers(0, 2**32 - 1))
def test_a_chart_holds_the_board(seed: int) -> None:
    board = random_board(Random(seed))
    if not fits(board):
        with pytest.raises(ValueError, match="up to 32 islands and 64 lines"):
            chart(board)
        return
    words = chart(board)
    assert len(words) == constants.CHART_WORDS
    assert words[constants.RED] == board.flagged[Flag.RED]
    for line in board.lines:
        lines = sum(1 << other.index for other in board.crossings[line.index])
        assert words[constants.CROSSES + line.index] == lines
        assert words[constants.JOINS + line.index].bit_count() == 2
        for end in line.ends:
            assert words[constants.LINES_OF + end.index] >> line.index & 1
