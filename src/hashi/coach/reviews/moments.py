"""A finished game moment by moment, and when the goals' higher values will be gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from hashi.arrays.chart import fits
from hashi.arrays.constants import NEVER
from hashi.bots.learned.search import is_compiled
from hashi.bots.learned.values import ALONE, values_for
from hashi.coach.board_tables import TooLarge
from hashi.coach.evaluator import Evaluator
from hashi.coach.item_weights import weights_for
from hashi.coach.learned import LearnedEvaluator
from hashi.coach.position import Deadlines, Position
from hashi.coach.rollouts import RolloutEvaluator
from hashi.record import Record
from hashi.rules import Board, Card, Game, Played, Setup, Turned, play
from hashi.rules.goals import GOALS

PILES = 6 if is_compiled else 2
"""Random orders of the unseen cards with which the others' sheets are played on."""


HASTE = 1
"""How many rounds earlier than the values say the others reach a goal: they race for it."""


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """The game when a round is closed: at once, and after the calls that follow (R33)."""

    closed: Game
    settled: Game


def moments(record: Record) -> list[ClosedRound]:
    """Return the game after the starts and after each round."""
    game = closed = Game.begin(record.setup)
    found: list[ClosedRound] = []
    for entry in record.entries:
        if isinstance(entry, Turned):
            found.append(ClosedRound(closed, game))
        game = play(game, entry)
        if isinstance(entry, Turned | Played) or not game.rounds:
            closed = game
    found.append(ClosedRound(closed, game))
    return found


def evaluator_for(setup: Setup) -> Evaluator:
    """Return what judges the positions of a game, or raise TooLarge."""
    if not fits(setup.board):
        raise TooLarge("the coach takes boards of up to 32 islands and 64 lines")
    return _evaluator(setup.board, setup.deck)


@lru_cache(maxsize=4)
def _evaluator(board: Board, deck: tuple[Card, ...]) -> Evaluator:
    values, weights = values_for(board, deck), weights_for(board, deck)
    if values is None or weights is None:
        return RolloutEvaluator(board)
    return LearnedEvaluator(values, weights)


def deadlines_of(evaluator: Evaluator, game: Game) -> list[tuple[Deadlines, ...]]:
    """Return for each seat samples of the last rounds in which goals pay their higher value.

    Alone the rules say it (R31). At a table the others' sheets are played on with a few orders of
    the unseen cards: a higher value is gone after the round in which the first of them reaches
    the goal (R23-R27).
    """
    seats = range(len(game.setup.players))
    if game.setup.is_solo:
        return [(ALONE,)]
    here = [Position.of(game, seat, ()) for seat in seats]
    if not here[0].left:
        return [(ALONE,) for _ in seats]
    arrivals = evaluator.arrivals(here, _piles(game.setup.deck, game.unseen))

    def last(seat: int, pile: int, goal: int) -> int:
        if GOALS[goal] in game.gone:
            return 0
        return min(
            (
                max(game.rounds + 1, arrivals[other][pile][goal] - HASTE)
                for other in seats
                if other != seat
            ),
            default=NEVER,
        )

    return [
        tuple(tuple(last(seat, p, goal) for goal in range(len(GOALS))) for p in range(PILES))
        for seat in seats
    ]


def _piles(deck: Sequence[Card], unseen: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return orders of the unseen cards, without the one in the box.

    They are parts of the same orders of the whole deck in every round, so that values of one
    round and the next differ by what happened, not by chance.
    """
    piles = []
    for number in range(PILES):
        order = sorted(deck)
        Random(f"coach {number}").shuffle(order)  # noqa: S311, chance for samples
        left = Counter(unseen)
        pile = []
        for card in order:
            if left[card]:
                left[card] -= 1
                pile.append(card)
        piles.append(tuple(pile[:-1]))
    return piles
