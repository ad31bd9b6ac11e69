"""Ranks the starts (R5) of a board by whole games that the heuristic evaluation plays."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from hashi.arrays.chart import card_byte, sheet_words
from hashi.bots.heuristic import rollout
from hashi.bots.heuristic.halving import affordable
from hashi.bots.heuristic.lookahead import chart
from hashi.bots.heuristic.odds import odds_table
from hashi.bots.heuristic.samples import DeckSamples, decks, solo_deadlines
from hashi.rules import Board, Card, Number, Sheet
from hashi.rules.game.setup import START_NUMBERS

GAMES = 2000 if rollout.is_compiled else 40
"""Games of the usual size for all starts together. If these are fewer than the starts, only some
starts are ranked."""


def all_starts(board: Board) -> list[Number]:
    """Return every start that the rules allow: a 3 or a 4 on an island without a flag (R5)."""
    plain = [island for island in board.islands if island.flag is None]
    return [Number(island, number) for island in plain for number in START_NUMBERS]


@lru_cache(maxsize=8)
def ranked(board: Board, deck: tuple[Card, ...]) -> tuple[Number, ...]:
    """Return the starts of a board by their results in solo games, the worst first."""
    starts = all_starts(board)
    games = affordable(GAMES, board, len(deck) - 1)
    starts = starts[:: -(-len(starts) // games)]
    totals = totals_after(board, deck, starts, max(1, games // len(starts)), "starts")
    return tuple(starts[at] for at in sorted(range(len(starts)), key=lambda at: sum(totals[at])))


def totals_after(
    board: Board, deck: tuple[Card, ...], starts: Sequence[Number], count: int, seed: str
) -> list[array[int]]:
    """Return for each start the points of so many solo games, the same cards for all starts."""
    engine = rollout.Rollout(chart(board), odds_table(), 1, len(starts))
    for index, start in enumerate(starts):
        engine.place(sheet_words(Sheet.blank(board).with_mark(start)), index)
    cards = bytes(map(card_byte, sorted(deck)))
    samples = DeckSamples(
        len(cards), decks(cards, 0, count, seed), array("i", solo_deadlines(1) * count)
    )
    totals = samples.play_on(engine, range(len(starts)), 0).totals
    return [totals[count * index : count * (index + 1)] for index in range(len(starts))]
