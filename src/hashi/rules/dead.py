"""Dead islands: numbered ones that can certainly not be finished any more."""

from __future__ import annotations

from hashi.rules.board import Island
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.law import LineMasks, line_masks
from hashi.rules.sheet import MOST_ON_A_LINE, Sheet


def dead_islands(sheet: Sheet) -> tuple[Island, ...]:
    """The numbered, unfinished islands whose open lines carry too few bridges.

    The bound is exact: the lines of one island never cross each other and lead to different
    neighbours, so all that its lines can still carry can be drawn at once; the property tests
    compare it with every way to go on. Struck islands are struck, not dead.

    >>> own = hashi.Board(("oo.o", "...o", "o..o"))
    >>> marks = [hashi.Number(own.island("b1"), 6)]
    >>> hashi.dead_islands(hashi.Sheet.of(own, marks))
    (<Island b1>,)
    """
    return sheet.board.chosen(dead_mask(sheet, line_masks(sheet)))


def dead_mask(sheet: Sheet, lines: LineMasks) -> int:
    """The dead islands of a sheet whose lines stand like this, a bit for each index."""
    closed, crossed, dead = sheet.finished | sheet.struck, lines.crossed, 0
    for at, number in enumerate(sheet.digits):
        if number and not closed >> at & 1:
            missing = number - sheet.counts[at]
            if not 0 < missing <= _room(sheet, at, crossed):
                dead |= 1 << at
    return dead


def is_dead(sheet: Sheet, island: Island) -> bool:
    """Whether this island is dead."""
    at = island.index
    number, closed = sheet.digits[at], sheet.finished | sheet.struck
    return (
        number > 0
        and not closed >> at & 1
        and not 0 < number - sheet.counts[at] <= room(sheet, island)
    )


def room(sheet: Sheet, island: Island) -> int:
    """How many more bridges can lead to the island along its lines."""
    lines = sheet.board.lines_of[island.index]
    crossed = sum([1 << line.index for line in lines if sheet.is_blocked(line)])
    return _room(sheet, island.index, crossed)


def _room(sheet: Sheet, here: int, crossed: int) -> int:
    digits, counts, planks = sheet.digits, sheet.counts, sheet.planks
    total = 0
    for line, neighbour in sheet.board.neighbours[here]:
        free = MOST_ON_A_LINE - planks[line]
        if free > 0 and not crossed >> line & 1:
            spare = (digits[neighbour] or HIGHEST_NUMBER) - counts[neighbour]
            if spare > 0:
                total += free if free < spare else spare  # noqa: FURB136, hot path
    return total
