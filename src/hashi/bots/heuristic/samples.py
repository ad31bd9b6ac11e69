"""Random orders of the unseen cards, and how the opponents play them.

At a table the opponents decide when the higher value of a goal is gone. So their sheets are played
to the end by the heuristic evaluation, with the same cards as the own sheet. The first to reach
a goal gets its higher value, the others the lower (R23-R27).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from statistics import median_low

from hashi.arrays.constants import NEVER
from hashi.bots.heuristic import rollout
from hashi.bots.heuristic.rollout import Rollout
from hashi.rules.goals import GOALS


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The results of sheets played to the end: all samples of the first, then of the next."""

    totals: array[int]
    arrivals: array[int]
    """For each total: the card of the deck with which each goal was reached, or NEVER."""


@dataclass(frozen=True, slots=True)
class DeckSamples:
    """Shuffled decks, the same for all turns that are compared.

    Cards are counted within a deck: 0 is its first, and the last one lies in the box.
    """

    deck: int
    """The number of cards in each deck."""
    decks: array[int]
    deadlines: array[int]
    """By sample and goal: the last card with which the goal pays its higher value."""
    opponents: tuple[Outcomes, ...] = ()

    @property
    def count(self) -> int:
        return len(self.decks) // self.deck

    @property
    def usual_deadlines(self) -> array[int]:
        """The median deadline of each goal."""
        return array(
            "i", (median_low(self.deadlines[goal :: len(GOALS)]) for goal in range(len(GOALS)))
        )

    def part(self, first: int, last: int) -> DeckSamples:
        """Return the samples first .. last-1, without the opponents."""
        goals = len(GOALS)
        return DeckSamples(
            self.deck,
            self.decks[first * self.deck : last * self.deck],
            self.deadlines[first * goals : last * goals],
        )

    def play_on(self, engine: Rollout, turns: Sequence[int], card: int) -> Outcomes:
        """Play from these turns of an engine to the end in every sample, beginning with a card."""
        size = len(turns) * self.count
        played = Outcomes(array("i", bytes(4 * size)), array("i", bytes(4 * len(GOALS) * size)))
        engine.play_on(
            array("i", turns),
            card,
            self.deck,
            self.decks,
            self.deadlines,
            played.totals,
            played.arrivals,
        )
        return played

    def lead(self, sample: int, points: int, arrivals: Sequence[int]) -> int:
        """Return the lead of these points over the best opponent; in a solo game, the points.

        The opponents' totals were computed without this seat. So an opponent loses the higher
        value of each goal that this seat, or another opponent, reaches first.
        """
        if not self.opponents:
            return points
        at = sample * len(GOALS)
        firsts = [
            min(pair) for pair in zip(arrivals, self.deadlines[at : at + len(GOALS)], strict=True)
        ]
        best = 0
        for opponent in self.opponents:
            total = opponent.totals[sample]
            for k, (goal, first) in enumerate(zip(GOALS, firsts, strict=True)):
                if 0 <= first < opponent.arrivals[at + k] < NEVER:
                    total -= goal.high - goal.low
            best = max(best, total)
        return points - best


def decks(cards: bytes, known: int, count: int, seed: str) -> array[int]:
    """Return `count` decks of these cards, shuffled except for the first `known` ones."""
    made = array("B", cards * count)
    digest = sha256(seed.encode("utf-8", "surrogatepass")).digest()
    rollout.shuffle(made, len(cards), known, int.from_bytes(digest[:8], "big") | 1)
    return made


def solo_deadlines(round: int) -> list[int]:
    """Return the deadlines of a solo game (R31), for decks that begin with this round's card."""
    return [goal.deadline - round for goal in GOALS]
