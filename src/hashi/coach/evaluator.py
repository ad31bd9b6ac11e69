"""What judges positions: one function of a position throughout, so that differences add up."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from hashi.arrays.chart import card_byte, turn_of
from hashi.arrays.constants import ALL_GOALS, FINISHED, GOALS, PAID
from hashi.coach.endgame import Endgame
from hashi.coach.outlook import Chances, Items, Outlook
from hashi.coach.position import Deadlines, Position
from hashi.rules import Board, Card, Goal, Turn, turns
from hashi.rules.game.scoring import POINTS_FOR_AN_ISLAND

Split = Sequence[float]
"""A value and its parts: the whole, the points of islands, each goal's chances in time and late."""

EXACT_ROUNDS = 2
"""With so many rounds left a value is exact: all turns, all unseen cards."""
FEW_TURNS = 400
"""At a table, so many turns of the last two rounds are all compared."""


class Method(StrEnum):
    """How positions are judged before the last two rounds."""

    LEARNED = "learned"
    """By the master's values and the next card."""
    ROLLOUTS = "rollouts"
    """By games that the planner's evaluation plays on, where there are no values: on tiny boards
    and with few cards."""


class Evaluator(Protocol):
    """Judges positions of one board and deck."""

    method: Method

    def outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        """Return the outlook of positions that differ only in sheet and ledger."""
        ...

    def rough_outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        """Return the same of many positions, with less effort for each where it takes long."""
        ...

    def turns(self, position: Position, card: Card) -> list[Turn]:
        """Return the turns that may be best with a card."""
        ...

    def arrivals(
        self, positions: Sequence[Position], piles: Sequence[Sequence[Card]]
    ) -> list[list[Deadlines]]:
        """Return when each sheet would reach the goals, with each pile of cards."""
        ...


class EndgameValues:
    """The exact outlook of positions with at most two rounds left."""

    def __init__(self, board: Board, chart: array[int]) -> None:
        self._board = board
        self._endgame = Endgame(chart)

    def outlook(self, position: Position) -> Outlook:
        """Return the outlook by best play, the mean over all unseen cards."""
        if not position.left:
            return at_end(position)
        kernel_words, kinds = position.kernel_words(), _kinds(position.unseen)
        splits = [
            (
                count,
                self._endgame.expect(
                    kernel_words, kinds, array("i", deadlines), position.round, position.rounds
                ),
            )
            for deadlines, count in _distinct(position)
        ]
        split = mean_split(splits)
        now = POINTS_FOR_AN_ISLAND * kernel_words[FINISHED].bit_count()
        return outlook_of(position, [0.0, split[1] - now, *split[2:]], is_whole_known=False)

    def turns(self, position: Position, card: Card) -> list[Turn]:
        """Return the turns that may be best with the card of one of the last two rounds."""
        kernel_words = position.kernel_words()
        rest = Counter(position.unseen) - Counter((card,))
        kinds = _kinds(tuple(rest.elements()))
        found = {
            self._endgame.best_turn(
                kernel_words,
                card_byte(card),
                kinds,
                array("i", deadlines),
                position.round + 1,
                position.rounds,
            )[1]
            for deadlines, _ in _distinct(position)
        }
        best = [turn_of(self._board, path, card.number) for path in sorted(found)]
        if len(position.deadlines) > 1:
            best += _few_turns(position, card)
        return best


def at_end(position: Position) -> Outlook:
    """Return the outlook of a finished game: its points."""
    scored = Items.scored(position.ledger)
    return Outlook(scored, _chances(position, [0.0] * (2 + 2 * GOALS)))


def outlook_of(position: Position, split: Split, *, is_whole_known: bool) -> Outlook:
    """Return what is scored already plus what a split expects.

    Where the whole is known by itself, it and the sum of the parts are two estimates of the same:
    their mean counts, and half of the difference goes to the islands, which vary most.
    """
    paid = _paid(position)
    split = _without_dead(position, split)
    now = Items.scored(position.ledger)
    to_come = []
    for at, goal in enumerate(Goal):
        in_time, late = split[2 + 2 * at], split[3 + 2 * at]
        to_come.append(0.0 if paid >> at & 1 else goal.high * in_time + goal.low * late)
    islands = split[1]
    if is_whole_known:
        islands += (split[0] - (split[1] + sum(to_come))) / 2
    items = Items(*(here + more for here, more in zip(now, [islands, *to_come], strict=True)))
    return Outlook(items, _chances(position, split))


def _without_dead(position: Position, split: Split) -> Split:
    """Return a split in which goals that can certainly not be reached have no chance."""
    dead = position.dead
    if not dead:
        return split
    parts = list(split)
    for at, goal in enumerate(Goal):
        if goal in dead:
            parts[2 + 2 * at] = parts[3 + 2 * at] = 0.0
    return parts


def mean_split(splits: Sequence[tuple[int, Split]]) -> list[float]:
    """Return the mean of splits, each with its weight."""
    whole = sum(weight for weight, _ in splits)
    return [
        sum(weight * part for weight, part in zip([w for w, _ in splits], parts, strict=True))
        / whole
        for parts in zip(*(split for _, split in splits), strict=True)
    ]


def _chances(position: Position, split: Split) -> Chances:
    paid = _paid(position)
    high = {item.source for item in position.ledger if _is_high(item.source, item.points)}
    chances = [
        float(goal in high) if paid >> at & 1 else min(1.0, max(0.0, split[2 + 2 * at]))
        for at, goal in enumerate(Goal)
    ]
    return Chances(*chances)


def _is_high(source: object, points: int) -> bool:
    return isinstance(source, Goal) and points == source.high


def _paid(position: Position) -> int:
    """The goals that are entered, as bits."""
    return sum(
        1 << at
        for at, goal in enumerate(Goal)
        if any(item.source is goal for item in position.ledger)
    )


def _distinct(position: Position) -> list[tuple[Deadlines, int]]:
    """The deadlines that make a difference, and how often each was drawn."""
    last = position.rounds
    capped = (tuple(min(one, last) for one in deadlines) for deadlines in position.deadlines)
    return sorted(Counter(capped).items())


def _kinds(unseen: Sequence[Card]) -> array[int]:
    kinds = array("i")
    for card, count in sorted(Counter(unseen).items()):
        kinds.extend((card_byte(card), count))
    return kinds


def _few_turns(position: Position, card: Card) -> list[Turn]:
    """All turns, if they are few."""
    found = []
    for turn in turns(position.sheet, card):
        found.append(turn)
        if len(found) > FEW_TURNS:
            return []
    return found


def by_goals(rounds: Sequence[int]) -> list[Deadlines]:
    """Return rounds that are given goal by goal for one pile after the other."""
    return [tuple(rounds[at : at + GOALS]) for at in range(0, len(rounds), GOALS)]


def words_without_values(position: Position) -> array[int]:
    """Return the words with goals paid or not, without the value that they paid."""
    kernel_words = position.kernel_words()
    kernel_words[PAID] = (kernel_words[PAID] | kernel_words[PAID] >> GOALS) & ALL_GOALS
    return kernel_words
