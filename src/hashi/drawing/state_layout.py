"""What the bytes of a board's state mean, see `board_state`.

For each island: its number; the bridges that lead to it; how it stands, as bits; how many numbers,
and how many of the bridges, are of this turn; and for each of its lines the bridges there, ACROSS
where there is none and one lies across. Then for each line: its bridges; how many of them are of
this turn; how it stands, as bits; and for each line that crosses it the bridges there, BELOW where
that one is not shown above it.
"""

from __future__ import annotations

from hashi.rules.island_state import DEAD, FINISHED, STRUCK

ISLAND, LINE = 9, 3
"""The bytes of an island, and those of a line without the lines that cross it."""
ABOUT = 5
"""The bytes of an island without its lines."""
HATCHED, TARGET = 8, 16
"""How an island stands, besides what `hashi.rules.island_state` has: a dead one is shown as such,
hatched, where there is help."""
TOLD = FINISHED | STRUCK | DEAD
"""Those that are said of an island, too."""
HORIZONTAL, FREE, AIMED, DRAWN, CROSSED = 1, 2, 4, 8, 16
"""How a line stands: FREE where it is not shown as blocked, AIMED where it is a target."""
RANK = HORIZONTAL | FREE | AIMED | DRAWN
"""Of two lines that cross, the one in which these bits are higher is shown above the other."""
MOST = 254
"""More bridges than these are counted as so many."""
BELOW = 255
