"""Worlds: ways in which the cards may come, and what the others at the table do with them.

At a table nobody knows when the higher value of a goal will be gone: the others decide it. So
their sheets are played on at a glance, with the same cards as one's own; who reaches a goal
first is paid more, and the others less (R23–R27).
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
class Played:
    """What sheets came to when they were played on, world by world for one after the other."""

    totals: array[int]
    arrivals: array[int]
    """The card of the deck that brought each goal, three for each total; or NEVER."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """Some decks by chance, the same for all turns that are weighed against each other.

    Cards are counted within a deck: 0 is its first, and the last one lies in the box.
    """

    deck: int
    """How many cards each deck has."""
    decks: array[int]
    dues: array[int]
    """By world and goal: the card with which it pays its higher value for the last time."""
    rivals: tuple[Played, ...] = ()

    @property
    def count(self) -> int:
        return len(self.decks) // self.deck

    @property
    def usual_dues(self) -> array[int]:
        """The dues as they mostly are."""
        return array("i", (median_low(self.dues[goal :: len(GOALS)]) for goal in range(len(GOALS))))

    def part(self, first: int, last: int) -> Worlds:
        """The worlds first .. last-1; without the rivals."""
        goals = len(GOALS)
        return Worlds(
            self.deck,
            self.decks[first * self.deck : last * self.deck],
            self.dues[first * goals : last * goals],
        )

    def play_on(self, desk: Rollout, turns: Sequence[int], card: int) -> Played:
        """Play these turns of a desk to the end in every world, from a card on."""
        size = len(turns) * self.count
        played = Played(array("i", bytes(4 * size)), array("i", bytes(4 * len(GOALS) * size)))
        desk.play_on(
            array("i", turns),
            card,
            self.deck,
            self.decks,
            self.dues,
            played.totals,
            played.arrivals,
        )
        return played

    def lead(self, world: int, points: int, arrivals: Sequence[int]) -> int:
        """How far ahead of the best rival these points are; alone, the points.

        A rival was paid as if alone with its goals: what is reached first here costs it the
        higher value.
        """
        if not self.rivals:
            return points
        at = world * len(GOALS)
        firsts = [min(pair) for pair in zip(arrivals, self.dues[at : at + len(GOALS)], strict=True)]
        best = 0
        for rival in self.rivals:
            total = rival.totals[world]
            for k, (goal, first) in enumerate(zip(GOALS, firsts, strict=True)):
                if 0 <= first < rival.arrivals[at + k] < NEVER:
                    total -= goal.high - goal.low
            best = max(best, total)
        return points - best


def decks(cards: bytes, known: int, count: int, seed: str) -> array[int]:
    """So many decks of these cards, in any order but for the first ones, which are known."""
    made = array("B", cards * count)
    digest = sha256(seed.encode("utf-8", "surrogatepass")).digest()
    rollout.shuffle(made, len(cards), known, int.from_bytes(digest[:8], "big") | 1)
    return made


def dues_alone(round: int) -> list[int]:
    """The dues of a game alone, for decks whose first card is that of this round (R31)."""
    return [DEADLINE[goal] - round for goal in GOALS]
