"""Boards and the deck as data files, and how such files are read."""

from hashi.boards.checks import BoardFinding, Checks, Remark, check
from hashi.boards.codes import code_of, read_code
from hashi.boards.daily import FIRST_DAY, DailyBoard, day_at, is_open, read_day
from hashi.boards.draft import BoardDraft
from hashi.boards.reading import (
    SIDES,
    board,
    board_from_lines,
    deck_from_lines,
    draft_from_lines,
    read_board,
    read_deck,
    read_draft,
    standard_deck,
)
from hashi.boards.weekly import FIRST_WEEK, has_weekly_board, last_sunday

__all__ = [
    "FIRST_DAY",
    "FIRST_WEEK",
    "SIDES",
    "BoardDraft",
    "BoardFinding",
    "Checks",
    "DailyBoard",
    "Remark",
    "board",
    "board_from_lines",
    "check",
    "code_of",
    "day_at",
    "deck_from_lines",
    "draft_from_lines",
    "has_weekly_board",
    "is_open",
    "last_sunday",
    "read_board",
    "read_code",
    "read_day",
    "read_deck",
    "read_draft",
    "standard_deck",
]
