"""Dead islands: numbered ones that can certainly not be finished any more."""

from __future__ import annotations

from hashi.rules import masks
from hashi.rules.island import Island
from hashi.rules.sheet import Sheet


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
    return sheet.board.chosen(dead_mask(sheet))


def dead_mask(sheet: Sheet) -> int:
    """The dead islands of a sheet, a bit for each index."""
    closed = sheet.finished | sheet.struck
    return masks.dead_islands(sheet.board.plan, sheet.digits, sheet.counts, sheet.planks, closed)


def is_dead(sheet: Sheet, island: Island) -> bool:
    """Whether this island is dead."""
    return bool(dead_mask(sheet) >> island.index & 1)


def room(sheet: Sheet, island: Island) -> int:
    """How many more bridges can lead to the island along its lines."""
    return masks.room(sheet.board.plan, sheet.digits, sheet.counts, sheet.planks, island.index)
