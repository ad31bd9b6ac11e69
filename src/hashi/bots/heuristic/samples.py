"""Random orders of the unseen cards, and what the opponents do with them.

At a table nobody knows when the higher value of a goal will be gone: the opponents decide it. So
their sheets are played on by the heuristic evaluation, with the same cards as one's own. The
first to reach a goal is paid more, the others less (R23–R27).
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
from hashi.rules.solo import DEADLINE


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What sheets came to when they were played on, sample by sample for one after the other."""

    totals: array[int]
    arrivals: array[int]
    """The card of the deck that brought each goal, three for each total; or NEVER."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Some shuffled decks, the same for all turns that are compared.

    Cards are counted within a deck: 0 is its first, and the last one lies in the box.
    """

    deck: int
    """How many cards each deck has."""
    decks: array[int]
    deadlines: array[int]
    """By sample and goal: the card with which it pays its higher value for the last time."""
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

    def part(self, first: int, last: int) -> Samples:
        """The samples first .. last-1; without the opponents."""
        goals = len(GOALS)
        return Samples(
            self.deck,
            self.decks[first * self.deck : last * self.deck],
            self.deadlines[first * goals : last * goals],
        )

    def play_on(self, engine: Rollout, turns: Sequence[int], card: int) -> Outcomes:
        """Play these turns of a engine to the end in every sample, from a card on."""
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
        """How far ahead of the best opponent these points are; alone, the points.

        A opponent was paid as if alone with its goals: what is reached first here costs it the
        higher value.
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
    """So many decks of these cards, in any order but for the first ones, which are known."""
    made = array("B", cards * count)
    digest = sha256(seed.encode("utf-8", "surrogatepass")).digest()
    rollout.shuffle(made, len(cards), known, int.from_bytes(digest[:8], "big") | 1)
    return made


def solo_deadlines(round: int) -> list[int]:
    """The deadlines of a game alone, for decks whose first card is that of this round (R31)."""
    return [DEADLINE[goal] - round for goal in GOALS]
