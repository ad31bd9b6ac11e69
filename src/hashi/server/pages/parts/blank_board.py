"""A side of the board before anything is marked."""

from __future__ import annotations

from hashi.boards import board
from hashi.drawing import scene, still_board
from hashi.rules import Board, Sheet
from hashi.words import Words


def blank_board(words: Words, side: str, made: Board | None = None) -> str:
    """Return the picture of a side, or of the board of a week, which has none."""
    title = words.say("Side {side}", side=side) if side else words.say("Board of the week")
    return still_board(scene(Sheet.blank(made or board(side))), title)
