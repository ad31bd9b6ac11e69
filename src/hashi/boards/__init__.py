"""Boards and the deck as data files, and how such files are read."""

from hashi.boards.reading import (
    SIDES,
    board,
    board_from_lines,
    deck_from_lines,
    read_board,
    read_deck,
    standard_deck,
)

__all__ = [
    "SIDES",
    "board",
    "board_from_lines",
    "deck_from_lines",
    "read_board",
    "read_deck",
    "standard_deck",
]
