"""The board of the day: one side and one order of cards for everybody, from the date alone. On
Sundays it is the board of the week.

The formula uses no chance, no clock and no setting, so that every server and every terminal deals
the same; docs/daily.md describes it for other programs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Self

from hashi.boards.draft import BoardDraft
from hashi.boards.reading import SIDES, board, standard_deck
from hashi.boards.weekly import has_weekly_board, weekly_board
from hashi.rules import Board, Deal, deal, seeded

FIRST_DAY = date(2026, 11, 15)
"""The first date that has a board."""
SEED = "hashi daily 1 {day}"
"""What the cards of a day are shuffled by; the number would change with the formula."""


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """What is played on one date, in UTC."""

    day: date
    side: str
    """A or B; empty for the board of a week."""
    deal: Deal

    @classmethod
    def of(cls, day: date) -> Self:
        """Return the board of a day; sides take turns, but for Sundays.

        >>> daily = DailyBoard.of(FIRST_DAY)
        >>> daily.side, str(daily.deal.cards[0])
        ('A', '3/3')
        """
        side = SIDES[(day.toordinal() - FIRST_DAY.toordinal()) % len(SIDES)]
        return cls(day, "" if has_weekly_board(day) else side, _deal_of(day))

    @property
    def board(self) -> Board:
        """What is played on."""
        return board(self.side) if self.side else weekly_board(self.day)

    @property
    def rows(self) -> str:
        """The side, or the rows of the board as a board file has them."""
        return self.side or BoardDraft(self.board.rows).text()


@lru_cache(maxsize=64)
def _deal_of(day: date) -> Deal:
    return deal(standard_deck(), seeded(SEED.format(day=day.isoformat())))


def day_at(seconds: float) -> date:
    """Return the date of a time in seconds since 1970: in UTC, wherever one is."""
    return datetime.fromtimestamp(seconds, UTC).date()


def read_day(text: str) -> date | None:
    """Return the date of a text such as `2026-11-15`, None where it is none."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def is_open(day: date, today: date) -> bool:
    """Return whether a day's board may be played: not before its date, nor before the first."""
    return FIRST_DAY <= day <= today
