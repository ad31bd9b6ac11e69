"""The board of the day: one side and one order of cards for everybody, from the date alone.

The formula uses no chance, no clock and no setting, so that every server and every terminal deals
the same; docs/daily.md describes it for other programs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Self

from hashi.boards.reading import SIDES, standard_deck
from hashi.rules import Deal, deal, seeded

FIRST_DAY = date(2026, 11, 15)
"""The first date that has a board."""
SEED = "hashi daily 1 {day}"
"""What the cards of a day are shuffled by; the number would change with the formula."""


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """What is played on one date, in UTC."""

    day: date
    side: str
    deal: Deal

    @classmethod
    def of(cls, day: date) -> Self:
        """Return the board of a day; sides take turns.

        >>> daily = DailyBoard.of(FIRST_DAY)
        >>> daily.side, str(daily.deal.cards[0])
        ('A', '3/3')
        """
        side = SIDES[(day.toordinal() - FIRST_DAY.toordinal()) % len(SIDES)]
        return cls(day, side, _deal_of(day))


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
