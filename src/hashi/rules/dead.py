"""What can certainly not be finished or reached any more: dead islands and dead goals.

Nothing that is still possible is ever called dead, whatever cards come; the exhaustive tests go on
in every way from sheets of small boards. They also measure how often the opposite is missed: an
island alone is judged exactly, but two that need the same bridges may both look alive.

What is dead depends on the sheet, and on the `numbers` that may still be written, a bit for each;
without them any number may be. `numbers_to_come` has those of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hashi.rules import masks
from hashi.rules.card import HIGHEST_NUMBER, Card
from hashi.rules.goals import GOALS, Goal
from hashi.rules.island import Island
from hashi.rules.sheet import Sheet

ALL_NUMBERS = (1 << HIGHEST_NUMBER + 1) - 2
"""Any number may still be written."""


class Cause(StrEnum):
    """Why an island cannot be finished, or a goal not be reached."""

    STRUCK = "struck"
    """The island is struck through (R34)."""
    NO_BRIDGE = "no bridge"
    """No bridge can lead to the island, so it takes no number or can never be full (R11, R18)."""
    TOO_FEW_BRIDGES = "too few bridges"
    """Fewer bridges can lead to the island than its number needs (R18)."""
    TOO_MANY_BRIDGES = "too many bridges"
    """More bridges lead to the island than its number allows: free pens only (R17)."""
    NO_NUMBER = "no number"
    """No number that may still be written is as high as its bridges, or as low (R12, R18)."""
    NO_GROUP = "no group"
    """Too few islands can be finished and joined (R25)."""
    NO_ISLAND = "no island"
    """The goal asks for islands that this board does not have."""


@dataclass(frozen=True, slots=True)
class DeadGoal:
    """A goal that can certainly not be reached any more, and why."""

    goal: Goal
    cause: Cause
    islands: tuple[Island, ...] = ()
    """The islands it asks for that cannot be finished; `cause` is that of the first one."""
    most: int = 0
    """How many bridges that island can have at most."""
    number: int = 0
    """Its number, 0 for none."""


def numbers_on(cards: Iterable[Card]) -> int:
    """Return the numbers of these cards, a bit for each."""
    numbers = 0
    for card in cards:
        numbers |= 1 << card.number
    return numbers


def numbers_to_come(deck: Iterable[Card], turned: Sequence[Card]) -> int:
    """Return the numbers that may still be written, a bit for each: of the newest card and of those
    that nobody has seen yet."""
    left = [0] * (HIGHEST_NUMBER + 1)
    for number, _ in deck:
        left[number] += 1
    for number, _ in turned[:-1]:
        left[number] -= 1
    numbers = 0
    for number, count in enumerate(left):
        if count:
            numbers |= 1 << number
    return numbers


# --- islands


def dead_islands(sheet: Sheet, numbers: int = ALL_NUMBERS) -> tuple[Island, ...]:
    """The unfinished islands whose open lines carry too few bridges.

    The lines of one island never cross each other and lead to different neighbours, so all that
    they can still carry can be drawn at once. Without a number the island needs one that fits; with
    a flag it needs a bridge before (R11). Struck islands are struck, not dead.

    >>> own = hashi.Board(("oo.o", "...o", "o..o"))
    >>> marks = [hashi.Number(own.island("b1"), 6)]
    >>> hashi.dead_islands(hashi.Sheet.of(own, marks))
    (<Island b1>,)
    """
    return sheet.board.chosen(dead_mask(sheet, numbers))


def dead_mask(sheet: Sheet, numbers: int = ALL_NUMBERS) -> int:
    """The dead islands of a sheet, a bit for each index."""
    board, closed = sheet.board, sheet.finished | sheet.struck
    return masks.dead_islands(
        board.plan, sheet.digits, sheet.counts, sheet.planks, closed, board.with_flags, numbers
    )


def is_dead(sheet: Sheet, island: Island, numbers: int = ALL_NUMBERS) -> bool:
    """Whether this island is dead."""
    return bool(dead_mask(sheet, numbers) >> island.index & 1)


def room(sheet: Sheet, island: Island) -> int:
    """How many more bridges can lead to the island along its lines."""
    return masks.room(sheet.board.plan, sheet.digits, sheet.counts, sheet.planks, island.index)


def cause_of_death(sheet: Sheet, island: Island) -> Cause:
    """Return why an island that is dead or struck cannot be finished."""
    if sheet.is_struck(island):
        return Cause.STRUCK
    count, number, more = sheet.count(island), sheet.number(island), room(sheet, island)
    if not count and (not more or (number is None and is_dead(sheet, island))):
        return Cause.NO_BRIDGE
    if number is None:
        return Cause.NO_NUMBER
    return Cause.TOO_FEW_BRIDGES if count < number else Cause.TOO_MANY_BRIDGES


# --- goals


def goals_out_of_reach(sheet: Sheet, numbers: int = ALL_NUMBERS) -> tuple[Goal, ...]:
    """The goals that can certainly not be reached any more on this sheet."""
    dead = _dead_or_struck(sheet, numbers)
    return tuple([goal for goal in GOALS if _is_out_of_reach(sheet, goal, dead, numbers)])


def dead_goals(sheet: Sheet, numbers: int = ALL_NUMBERS) -> tuple[DeadGoal, ...]:
    """The same, each with the reason.

    >>> board = hashi.board("A")
    >>> lines = [board.line("a4", "c4"), board.line("c4", "c6")]
    >>> marks = [hashi.Number(board.island("c4"), 4), *map(hashi.Bridge, lines)]
    >>> (blue,) = hashi.dead_goals(hashi.Sheet.of(board, marks))
    >>> str(blue.goal), str(blue.cause), blue.islands
    ('blue', 'no bridge', (<Island b5 with a blue flag>,))
    """
    dead = _dead_or_struck(sheet, numbers)
    return tuple(
        _dead_goal(sheet, goal, dead)
        for goal in GOALS
        if _is_out_of_reach(sheet, goal, dead, numbers)
    )


def newly_dead_goals(
    before: Sheet, after: Sheet, numbers: int = ALL_NUMBERS
) -> tuple[DeadGoal, ...]:
    """The goals that the marks between two sheets put out of reach."""
    earlier = goals_out_of_reach(before, numbers)
    return tuple(dead for dead in dead_goals(after, numbers) if dead.goal not in earlier)


def _dead_or_struck(sheet: Sheet, numbers: int) -> int:
    """Return the islands that count for no goal any more, a bit for each index."""
    return dead_mask(sheet, numbers) | sheet.struck


def _is_out_of_reach(sheet: Sheet, goal: Goal, dead: int, numbers: int) -> bool:
    """Return whether a goal asks for an island that is dead or struck, or for more than can be
    joined; one that asks for no island of the board cannot be met either."""
    board = sheet.board
    if not goal.joined:
        asked = board.asked[goal]
        return not asked or asked & dead != 0
    alive = (1 << len(board.islands)) - 1 & ~dead
    counts, planks = bytearray(sheet.counts), bytearray(sheet.planks)
    return not masks.can_join(board.plan, sheet.digits, counts, planks, alive, numbers, goal.joined)


def _dead_goal(sheet: Sheet, goal: Goal, dead: int) -> DeadGoal:
    """Return why a goal is out of reach."""
    if goal.joined:
        return DeadGoal(goal, Cause.NO_GROUP)
    islands = sheet.board.chosen(sheet.board.asked[goal] & dead)
    if not islands:
        return DeadGoal(goal, Cause.NO_ISLAND)
    first = islands[0]
    most = sheet.count(first) + room(sheet, first)
    return DeadGoal(goal, cause_of_death(sheet, first), islands, most, sheet.number(first) or 0)
