"""The goals: what each asks for and what it pays, declared once (R23–R25, R31).

Whatever else is known of a goal is made from its declaration: points, deadlines, the constants of
compiled modules, chances, curves, boxes and icons. `hashi.words.goals` has its sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, Self

from hashi.rules.island import Flag, Island


def no_island(_: Island) -> bool:
    """Ask for no island in particular."""
    return False


def flying(flag: Flag) -> Callable[[Island], bool]:
    """Ask for the islands with a flag of this colour."""
    return lambda island: island.flag is flag


class Terms(NamedTuple):
    """What a goal asks for, what it pays, and how it is drawn."""

    high: int
    """What it pays to those who are first (R26)."""
    low: int
    """What it pays in any later round."""
    deadline: int
    """The last card with which it pays the higher value in a solo game (R31)."""
    icon: str
    """The key of its icon in `hashi.drawing.goal_icons`."""
    colour: str
    """The colour of its icon and its band in curves, by its name in the theme."""
    asks_for: Callable[[Island], bool] = no_island
    """Which islands have all to be finished."""
    joined: int = 0
    """How many finished islands have to be joined by bridges, whichever they are."""


class Goal(StrEnum):
    """What earns points during the game, each once for each player (R23–R26).

    >>> [(str(goal), goal.high, goal.low) for goal in hashi.Goal]
    [('red', 9, 5), ('blue', 7, 3), ('six', 8, 4)]
    """

    RED = (
        "red",
        Terms(high=9, low=5, deadline=12, asks_for=flying(Flag.RED), icon="pennant", colour="red"),
    )
    BLUE = (
        "blue",
        Terms(
            high=7, low=3, deadline=7, asks_for=flying(Flag.BLUE), icon="swallowtail", colour="blue"
        ),
    )
    SIX = "six", Terms(high=8, low=4, deadline=12, joined=6, icon="rings", colour="wood")

    high: int
    low: int
    deadline: int
    icon: str
    colour: str
    asks_for: Callable[[Island], bool]
    joined: int

    def __new__(cls, name: str, *declared: Terms) -> Self:
        (terms,) = declared
        goal = str.__new__(cls, name)
        goal._value_ = name
        goal.high, goal.low, goal.deadline = terms.high, terms.low, terms.deadline
        goal.asks_for, goal.joined = terms.asks_for, terms.joined
        goal.icon, goal.colour = terms.icon, terms.colour
        return goal

    def __repr__(self) -> str:
        return f"Goal.{self.name}"


GOALS = tuple(Goal)
