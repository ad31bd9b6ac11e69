"""Hypothesis strategies: random boards, sheets and games, each from a seed."""

from __future__ import annotations

from random import Random

from benchmarks.random_play import (
    random_board,
    random_record,
    random_scrawl,
    random_start,
    random_turn,
)
from hypothesis import strategies as st

from hashi.boards import standard_deck
from hashi.record import Record
from hashi.rules import Board, Card, Game, Pens, Sheet

rngs: st.SearchStrategy[Random] = st.integers(0, 2**32 - 1).map(Random)
boards: st.SearchStrategy[Board] = rngs.map(random_board)
cards: st.SearchStrategy[Card] = st.sampled_from(standard_deck())


@st.composite
def sheets(draw: st.DrawFn, *, free: bool = False, largest: int = 8) -> Sheet:
    """Return a sheet in the middle of a game on a random board."""
    rng = draw(rngs)
    board = random_board(rng, largest=largest)
    sheet = Sheet.blank(board).with_mark(random_start(rng, board))
    for card in rng.sample(standard_deck(), draw(st.integers(0, 12))):
        turn = (random_scrawl if free else random_turn)(rng, sheet, card)
        for mark in turn.marks:
            sheet = sheet.with_mark(mark)
    return sheet


@st.composite
def games(draw: st.DrawFn, *, pens: Pens = Pens.GUIDED) -> tuple[Record, Game]:
    """Return the record of a random game, whole or unfinished, and its state."""
    rng = draw(rngs)
    rounds = draw(st.one_of(st.just(17), st.integers(0, 17)))
    players = draw(st.integers(1, 4))
    return random_record(rng, random_board(rng), players, pens=pens, rounds=rounds)
