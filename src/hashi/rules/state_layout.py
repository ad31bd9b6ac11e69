"""The bytes of a sheet's state, see `hashi.rules.sheet_state`: first its islands, then its lines.

The bytes of an island or a line decide all that is shown and said of it, so comparing them finds
what has changed. A new way to stand or to look is one more bit here and in `state_bytes`.
"""

from __future__ import annotations

# --- an island

ISLAND = 9
COUNT, LOOKS, GHOST, NUMBER, STANDS, ON_LINES = range(6)
"""The bridges that lead to it; how it looks to the viewer; the number that a better turn writes;
its number; how it stands; and for each of its lines the bridges there, or ACROSS. Those before
ON_LINES decide how it is shown, those from NUMBER on what is said of it."""
FINISHED, STRUCK, DEAD = 1, 2, 4
"""How an island stands, a bit for each."""
ACROSS = 255
"""In place of the bridges on a line: there is none, and one lies across."""

# --- a line

LINE = 4
"""The bytes of a line, and one more for each line that may cross it."""
BRIDGES, FRESH, GHOSTS = 0, 2, 3
"""Its bridges; its LOOKS, at the same place as those of an island; how many of its bridges are of
this turn; how many more a better turn draws. Then for each line that crosses it the bridges there,
or BELOW."""
BELOW = 255
"""In place of the bridges on a line that crosses: it is not shown above."""
MOST = 254
"""More bridges than these are counted as so many."""

# --- how they look, a bit for each

TARGET, TICKED = 4, 32
"""An island or a line to be marked next; one with a mark that a better turn has, too."""
HATCHED, WRITTEN, RINGED = 1, 2, 8
"""An island that is shown as dead; whose number is of this turn; that was finished this turn."""
HORIZONTAL, FREE, DRAWN, CROSSED = 1, 2, 8, 16
"""A line that is horizontal; not shown as blocked; with bridges; with a bridge across."""
RANK = HORIZONTAL | FREE | TARGET | DRAWN
"""Of two lines that cross, the one in which these bits are higher is shown above the other."""
