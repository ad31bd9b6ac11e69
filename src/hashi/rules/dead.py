"""Dead islands: numbered ones that can certainly not be finished any more."""

from __future__ import annotations

from hashi.rules.board import Island, Line
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
    return tuple(
        island
        for island in sheet.board.islands
        if sheet.number(island)
        and not sheet.is_finished(island)
        and not sheet.is_struck(island)
        and not 0 < sheet.limit(island) - sheet.count(island) <= room(sheet, island)
    )


def room(sheet: Sheet, island: Island) -> int:
    """How many more bridges can lead to the island along its lines."""
    return sum(_room_on(sheet, line, island) for line in sheet.board.lines_of[island.index])


def _room_on(sheet: Sheet, line: Line, island: Island) -> int:
    if sheet.is_blocked(line):
        return 0
    neighbour = line.other_end(island)
    spare = sheet.limit(neighbour) - sheet.count(neighbour)
    return max(0, min(MOST_ON_A_LINE - sheet.bridges(line), spare))
