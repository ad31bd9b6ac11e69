"""The board of the week: the generated board of each Sunday, from its date alone.

A candidate follows from a Sunday and a number. Which number is the first whose board is as hard as
side A was measured once, by `python -m tools.weekly_boards`, and stands in weekly.txt. After the
last of these Sundays their boards come again, turned and mirrored, which changes nothing about how
hard they are. docs/daily.md describes it for other programs.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hashi.boards.making import make_board
from hashi.boards.shape import ways_to_look
from hashi.rules.board import Board
from hashi.rules.card import seeded

FIRST_WEEK = date(2026, 11, 22)
"""The first Sunday that has a generated board."""
SEED = "hashi weekly 1 {day}/{number}"
"""What a candidate is made by; the number would change with the formula."""
SUNDAY = 6
WEEK = timedelta(weeks=1)
LIST = Path(__file__).parent / "weekly.txt"


class WeeklyChoice(NamedTuple):
    """What was measured for one Sunday."""

    number: int
    """The first candidate that is as hard as side A."""
    sixties: int
    """In how many of `tools.weekly_boards.DEALS` deals 60 points are possible."""
    total: int
    """The planner's points in all of `tools.weekly_boards.GAMES` games."""


def has_weekly_board(day: date) -> bool:
    """Return whether the board of a date is a generated one: on Sundays, from the first on."""
    return day.weekday() == SUNDAY and day >= FIRST_WEEK


def last_sunday(today: date) -> date:
    """Return today, if it is a Sunday, or the Sunday before."""
    return today - timedelta(days=(today.weekday() - SUNDAY) % 7)


@lru_cache(maxsize=64)
def weekly_board(day: date) -> Board:
    """Return the board of a Sunday.

    >>> len(weekly_board(FIRST_WEEK).islands)
    18
    """
    choices = weekly_choices()
    look, at = divmod((day - FIRST_WEEK) // WEEK, len(choices))
    sunday = FIRST_WEEK + at * WEEK
    made = candidate(sunday, choices[at].number)
    assert made is not None, f"no board is made for {sunday}"
    looks = ways_to_look(made.rows)
    return Board(looks[look % len(looks)])


@lru_cache(maxsize=1)
def weekly_choices() -> tuple[WeeklyChoice, ...]:
    """Return what was measured, a Sunday after the other."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return tuple(WeeklyChoice(*map(int, row[1:])) for row in rows)


def candidate(day: date, number: int) -> Board | None:
    """Return a board for a Sunday; None where the number gives none that is fit to be measured."""
    return make_board(seeded(SEED.format(day=day.isoformat(), number=number)))
