"""How an island and its lines stand, as numbers, for what draws or describes many of them."""

from __future__ import annotations

FINISHED, STRUCK, DEAD = 1, 2, 4
"""How an island stands, a bit for each."""
ACROSS = 255
"""In place of the number of bridges on a line: there is none, since one lies across."""
