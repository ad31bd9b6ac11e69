"""A side of the board before anything is marked."""

from __future__ import annotations

from hashi.boards import board
from hashi.drawing import scene, still_board
from hashi.rules import Sheet
from hashi.words import Words


def blank_board(words: Words, side: str) -> str:
    """Return the picture of a side."""
    title = words.say("Side {side}", side=side)
    return still_board(scene(Sheet.blank(board(side))), title)
