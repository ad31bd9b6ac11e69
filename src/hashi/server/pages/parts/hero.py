"""The picture on the start page."""

from __future__ import annotations

from functools import cache

from hashi.boards import board_from_lines
from hashi.drawing import scene, still_board
from hashi.record import notation_for
from hashi.rules import Sheet

_HERO = (
    ("o . r . o . b", ". o . o . o .", "r . o . . o o", "o . . b o . ."),
    "3@c1 2@a1 a1-c1 c1=e1 4@e1 e1-g1 4@b2 b2=d2 4@d2 3@f2 d2-f2 2@a3 a3-c3 a3-a4 4@c3 2@f3 "
    "f2-f3 f3-g3 1@e4",
    "c1=e1 4@e1",
)
"""The picture on the start page: its board, the marks on it, and those of the last turn."""


@cache
def hero() -> str:
    """Return the picture on the start page."""
    rows, marks, fresh = _HERO
    hero_board = board_from_lines(rows)
    read = notation_for(hero_board)
    drawn = scene(Sheet.of(hero_board, read.turn(marks).marks), fresh=read.turn(fresh), help=False)
    return still_board(drawn, "")
