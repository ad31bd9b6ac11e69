"""Boards and the deck as data files, and how such files are read."""

from hashi.boards.daily import FIRST_DAY, DailyBoard, day_at, is_open, read_day
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
    "FIRST_DAY",
    "SIDES",
    "DailyBoard",
    "board",
    "board_from_lines",
    "day_at",
    "deck_from_lines",
    "is_open",
    "read_board",
    "read_day",
    "read_deck",
    "standard_deck",
]
