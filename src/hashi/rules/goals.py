"""The three goals and the points that finished islands earn (R22–R28)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hashi.rules.board import Flag, Island
from hashi.rules.sheet import Sheet

POINTS_FOR_AN_ISLAND = 2
SIX = 6


class Goal(StrEnum):
    """What earns points during the game, each once for each player (R23–R26).

    >>> [(str(goal), goal.high, goal.low) for goal in hashi.Goal]
    [('red', 9, 5), ('blue', 7, 3), ('six', 8, 4)]
    """

    RED = "red"
    BLUE = "blue"
    SIX = "six"

    @property
    def high(self) -> int:
        """What the goal pays to those who are first."""
        return {Goal.RED: 9, Goal.BLUE: 7, Goal.SIX: 8}[self]

    @property
    def low(self) -> int:
        """What it pays in any later round."""
        return {Goal.RED: 5, Goal.BLUE: 3, Goal.SIX: 4}[self]

    def __repr__(self) -> str:
        return f"Goal.{self.name}"


GOALS = tuple(Goal)
FLAG_OF = {Goal.RED: Flag.RED, Goal.BLUE: Flag.BLUE}


@dataclass(frozen=True, slots=True)
class Points:
    """One line of the score: what earned points, how many, in which round it was reached."""

    source: Goal | Island
    points: int
    round: int


Ledger = tuple[Points, ...]
"""A player's points, line by line; the total is their sum."""


def total(ledger: Ledger) -> int:
    """Goal points plus 2 for each finished island (R28)."""
    return sum(line.points for line in ledger)


def is_reached(sheet: Sheet, goal: Goal) -> bool:
    """Whether the sheet meets the goal; one whose flag is on no island cannot be met."""
    if goal is Goal.SIX:
        return sheet.finished.bit_count() >= SIX and largest_group(sheet) >= SIX
    flagged = sheet.board.flagged[FLAG_OF[goal]]
    return flagged != 0 and sheet.finished & flagged == flagged


def progress(sheet: Sheet, goal: Goal) -> tuple[int, int]:
    """How many islands count towards the goal, and how many it takes (R23–R25)."""
    if goal is Goal.SIX:
        return min(SIX, largest_group(sheet)), SIX
    flagged = sheet.board.flagged[FLAG_OF[goal]]
    return (sheet.finished & flagged).bit_count(), flagged.bit_count()


def largest_group(sheet: Sheet) -> int:
    """The most finished islands joined by bridges with no unfinished island between (R25)."""
    finished, largest = sheet.finished, 0
    joins = [
        join
        for join, planks in zip(sheet.board.joins, sheet.planks, strict=True)
        if planks and join & finished == join
    ]
    while finished:
        group = finished & -finished
        grown = 0
        while group != grown:
            grown = group
            for join in joins:
                if group & join:
                    group |= join
        largest = max(largest, group.bit_count())
        finished &= ~group
    return largest


def judge(ledger: Ledger, before: Sheet, after: Sheet, round: int, gone: frozenset[Goal]) -> Ledger:
    """The ledger when a round ends: new islands and new goals are entered at once (R26, R27).

    `gone` holds the goals whose higher value went in an earlier round.
    """
    if after.planks == before.planks and after.finished == before.finished:
        return ledger
    fresh = after.finished & ~before.finished
    islands = after.board.chosen(fresh) if fresh else ()
    # without a new island only a bridge too many can join a group (free pens)
    near = GOALS if fresh else (Goal.SIX,)
    goals = [goal for goal in near if is_reached(after, goal) and not has(ledger, goal)]
    if not islands and not goals:
        return ledger
    return (
        *ledger,
        *(Points(island, POINTS_FOR_AN_ISLAND, round) for island in islands),
        *(Points(goal, goal.low if goal in gone else goal.high, round) for goal in goals),
    )


def has(ledger: Ledger, goal: Goal) -> bool:
    """Whether the goal is entered: each player scores each goal once (R26)."""
    return any(line.source is goal for line in ledger)


def still_standing(ledger: Ledger, sheet: Sheet) -> Ledger:
    """Return the lines that are still true after a mark was taken back or islands were struck.

    Struck islands earn nothing, nor does a goal that needed one of them (R34).
    """
    return tuple(
        line
        for line in ledger
        if (
            is_reached(sheet, line.source)
            if isinstance(line.source, Goal)
            else sheet.is_finished(line.source)
        )
    )
