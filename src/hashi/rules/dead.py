"""Dead islands: numbered ones that can certainly not be finished any more."""

from __future__ import annotations

from functools import lru_cache

from hashi.rules.board import Island
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.sheet import MOST_ON_A_LINE, Sheet


@lru_cache(maxsize=2048)
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
    closed = sheet.finished | sheet.struck
    return tuple(
        island
        for island, number, count in zip(
            sheet.board.islands, sheet.digits, sheet.counts, strict=True
        )
        if number
        and not closed >> island.index & 1
        and not 0 < number - count <= room(sheet, island)
    )


def room(sheet: Sheet, island: Island) -> int:
    """How many more bridges can lead to the island along its lines."""
    board, digits, counts, here = sheet.board, sheet.digits, sheet.counts, island.index
    total = 0
    for line in board.lines_of[here]:
        free = MOST_ON_A_LINE - sheet.planks[line.index]
        if free > 0 and not sheet.is_blocked(line):
            a, b = board.ends[line.index]
            neighbour = b if a == here else a
            spare = (digits[neighbour] or HIGHEST_NUMBER) - counts[neighbour]
            total += max(0, min(free, spare))
    return total
