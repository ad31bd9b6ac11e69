"""Positions judged by the master's learned values."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from statistics import median_low

from hashi.arrays.chart import card_byte
from hashi.arrays.constants import NEVER, SHEET_WORDS
from hashi.bots.learned.constants import SPLIT
from hashi.bots.learned.search import is_compiled
from hashi.bots.learned.values import Values
from hashi.coach.evaluator import (
    EXACT_ROUNDS,
    EndgameValues,
    Method,
    by_goals,
    mean_split,
    outlook_of,
    words_without_values,
)
from hashi.coach.item_weights import ItemWeights
from hashi.coach.outlook import Outlook
from hashi.coach.position import Deadlines, Position
from hashi.coach.search_gain import ALONE, AT_TABLES, with_gain
from hashi.rules import Card, Turn
from hashi.rules.goals import GOALS

BEAM = 24
"""Sheets kept from mark to mark while good turns are looked for."""
TURNS = 24 if is_compiled else 6
"""Turns that are judged alone."""
TURNS_AT_TABLES = 4 if is_compiled else 2
"""Turns that are judged at a table, where each is judged with several deadlines: the best of half
of TURNS by the next card and the usual deadlines."""
NEXT_BEAM = 3 if is_compiled else 1
"""Sheets kept from mark to mark with the next card."""
AIM: Deadlines = (12,) * len(GOALS)
"""The deadlines that the others are assumed to play for."""


class LearnedEvaluator:
    """The mean over the next card of the best turn by the learned values; exact at the end."""

    method = Method.LEARNED

    def __init__(self, values: Values, weights: ItemWeights) -> None:
        """Judge by values, and by the weights that split them by item of points."""
        self._values, self._weights = values, weights
        self._end = EndgameValues(values.board, values.net[0])
        if len(weights.second) != weights.units * len(values.net[4]):
            raise ValueError("these weights of items do not belong to these values")

    def outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        first = positions[0]
        if first.left <= EXACT_ROUNDS:
            return [self._end.outlook(position) for position in positions]
        sheets = array("Q")
        for position in positions:
            sheets.extend(words_without_values(position)[:SHEET_WORDS])
        counted = Counter(first.deadlines)
        found = [
            (count, self._splits(first, deadlines, sheets)) for deadlines, count in counted.items()
        ]
        gain = ALONE if len(first.deadlines) == 1 else AT_TABLES
        outlooks = []
        for index, position in enumerate(positions):
            part = slice(SPLIT * index, SPLIT * (index + 1))
            split = mean_split([(count, splits[part]) for count, splits in found])
            outlook = outlook_of(position, split, is_whole_known=True)
            islands = len(self._values.board.islands)
            outlooks.append(with_gain(outlook, position.left, islands, position.open, gain))
        return outlooks

    def rough_outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        return self.outlooks(positions)

    def _splits(self, position: Position, deadlines: Deadlines, sheets: array[int]) -> array[float]:
        search = self._values.search(
            position.unseen, deadlines, position.round, nodes=3 + 2 * NEXT_BEAM
        )
        splits = array("f", bytes(4 * SPLIT * (len(sheets) // SHEET_WORDS)))
        weights = self._weights
        search.expect(sheets, NEXT_BEAM, weights.second, weights.last, weights.units, splits)
        return splits

    def turns(self, position: Position, card: Card) -> list[Turn]:
        if position.left <= EXACT_ROUNDS:
            return self._end.turns(position, card)
        rest = tuple(sorted((Counter(position.unseen) - Counter((card,))).elements()))
        is_solo = len(position.deadlines) == 1
        keep = TURNS if is_solo else TURNS // 2
        usual = tuple(median_low(last) for last in zip(*position.deadlines, strict=True))
        search = self._values.search(rest, usual, position.round + 1, nodes=keep + 6 + 2 * BEAM)
        found = search.search_turn(
            words_without_values(position),
            card_byte(card),
            BEAM,
            keep,
            0 if is_solo else NEXT_BEAM,
        )
        ranked = sorted(found, key=lambda turn: (-turn[0], turn[1]))
        ranked = ranked if is_solo else ranked[:TURNS_AT_TABLES]
        return [self._values.turn(path, card) for _, path in ranked]

    def arrivals(
        self, positions: Sequence[Position], piles: Sequence[Sequence[Card]]
    ) -> list[list[Deadlines]]:
        return [self._arrivals(position, piles) for position in positions]

    def _arrivals(self, position: Position, piles: Sequence[Sequence[Card]]) -> list[Deadlines]:
        aims = tuple(
            0 if goal in position.gone else aim for goal, aim in zip(GOALS, AIM, strict=True)
        )
        search = self._values.search(position.unseen, AIM, position.round, nodes=6)
        search.place(words_without_values(position), 0)
        arrivals = array("i", [NEVER]) * (len(GOALS) * len(piles))
        search.rollout(
            array("i", [0]),
            0,
            1,
            position.left,
            self._values.piles(position.unseen, piles),
            array("i", aims) * len(piles),
            array("f", bytes(4 * len(piles))),
            arrivals,
        )
        return by_goals(arrivals)
