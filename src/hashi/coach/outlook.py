"""What a sheet is expected to score in the end, item by item."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from operator import sub
from typing import Any

from hashi.rules import Goal, Ledger
from hashi.rules.goals import GOALS


def _by_name(*names: str) -> Any:
    """Return a type of numbers by name: the goals name the fields, so a type checker cannot."""
    return namedtuple("_Numbers", names, defaults=[0.0] * len(names))  # noqa: PYI024


class Items(_by_name("islands", *GOALS)):  # type: ignore[misc]
    """Points by item: 2 for each finished island (R28), and each goal's (R23-R25).

    >>> from hashi.coach import Items
    >>> Items(32, 9, 3, 8).total, Items(32, 9, 3, 8) - Items(30, 5, 3, 8)
    (52, Items(islands=2, red=4, blue=0, six=0))
    """

    __slots__ = ()

    @property
    def total(self) -> float:
        """The sum of the items."""
        total: float = sum(self)
        return total

    def of(self, goal: Goal) -> float:
        """Return the points of a goal."""
        points: float = getattr(self, goal)
        return points

    def __sub__(self, other: Items) -> Items:
        return Items(*map(sub, self, other))

    @classmethod
    def scored(cls, ledger: Ledger) -> Items:
        """Return the points that are entered in a ledger."""
        points = dict.fromkeys(("islands", *Goal), 0)
        for item in ledger:
            points[item.source if isinstance(item.source, Goal) else "islands"] += item.points
        return cls(**points)


class Chances(_by_name(*GOALS)):  # type: ignore[misc]
    """The chance of each goal, from 0 to 1, to be reached at its higher value."""

    __slots__ = ()

    def of(self, goal: Goal) -> float:
        """Return the chance of a goal."""
        chance: float = getattr(self, goal)
        return chance


@dataclass(frozen=True, slots=True)
class Outlook:
    """The points that a sheet is expected to have in the end, with good play from now on."""

    items: Items
    chances: Chances
    error: float = 0.0
    """The standard error of the value where it comes from games played on, else 0."""

    @property
    def value(self) -> float:
        """The expected points: the sum of the items."""
        return self.items.total
