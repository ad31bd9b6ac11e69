"""The points of goals and of finished islands, entered when a round ends (R22–R28)."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules.goals import GOALS, Goal
from hashi.rules.island import Island
from hashi.rules.sheet import Sheet

POINTS_FOR_AN_ISLAND = 2
_JOINING = tuple(goal for goal in GOALS if goal.joined)


@dataclass(frozen=True, slots=True)
class Points:
    """One item of the score: what earned points, how many, in which round it was reached."""

    source: Goal | Island
    points: int
    round: int


Ledger = tuple[Points, ...]
"""A player's points, item by item; the total is their sum."""


def total(ledger: Ledger) -> int:
    """Goal points plus 2 for each finished island (R28)."""
    return sum(item.points for item in ledger)


def is_reached(sheet: Sheet, goal: Goal) -> bool:
    """Whether the sheet meets the goal; one that asks for no island of the board cannot be met."""
    needed = goal.joined
    if needed:
        return sheet.finished.bit_count() >= needed and largest_group(sheet) >= needed
    asked = sheet.board.asked[goal]
    return asked != 0 and sheet.finished & asked == asked


def progress(sheet: Sheet, goal: Goal) -> tuple[int, int]:
    """How many islands count towards the goal, and how many it takes (R23–R25)."""
    if goal.joined:
        return min(goal.joined, largest_group(sheet)), goal.joined
    asked = sheet.board.asked[goal]
    return (sheet.finished & asked).bit_count(), asked.bit_count()


def largest_group(sheet: Sheet) -> int:
    """The most finished islands joined by bridges with no unfinished island between (R25)."""
    return largest_chain(sheet).bit_count()


def largest_chain(sheet: Sheet) -> int:
    """These islands, a bit for each index."""
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
        if group.bit_count() > largest.bit_count():
            largest = group
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
    near = GOALS if fresh else _JOINING
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
    return any(item.source is goal for item in ledger)


def still_standing(ledger: Ledger, sheet: Sheet) -> Ledger:
    """Return the items that are still true after a mark was taken back or islands were struck.

    Struck islands earn nothing, nor does a goal that needed one of them (R34).
    """
    return tuple(
        item
        for item in ledger
        if (
            is_reached(sheet, item.source)
            if isinstance(item.source, Goal)
            else sheet.is_finished(item.source)
        )
    )
