"""The last days of a person on the boards of the days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from hashi.boards import FIRST_DAY
from hashi.drawing import DayCell, streak
from hashi.host.day_results import Streak, is_on_time, kept_days
from hashi.table import Result
from hashi.words import Words, weekday_letters, weekday_text

SHOWN_DAYS, WEEK = 14, 7


@dataclass(frozen=True, slots=True)
class StreakView:
    """The last days of a person: a plot, the figures, and the same as a list."""

    current: int
    longest: int
    plot: str
    days: tuple[tuple[str, int | None], ...]
    is_begun: bool
    """Whether any board was ever played."""


def streak_view(words: Words, own: Mapping[date, Result], today: date) -> StreakView:
    """Return the last days of a person whose results on the boards of days are these."""
    kept = kept_days(own)
    counted = Streak.of(kept, today)
    days = [today - timedelta(days=n) for n in reversed(range(SHOWN_DAYS))]
    days = days[WEEK:] if days[WEEK - 1] < FIRST_DAY else days
    cells = [_cell(day, own, today) for day in days]
    letters = weekday_letters(words)
    plot = streak(cells, [letters[day.weekday()] for day in days[:WEEK]])
    listed = tuple(
        (weekday_text(words, day), own[day].totals[0] if day in own else None)
        for day in days
        if day >= FIRST_DAY
    )
    return StreakView(counted.current, counted.longest, plot, listed, bool(own))


def _cell(day: date, own: Mapping[date, Result], today: date) -> DayCell:
    result = own.get(day)
    if day < FIRST_DAY:
        return DayCell(str(day.day), None, "none")
    if result is None:
        return DayCell(str(day.day), None, "missed", day == today)
    kind = "timely" if is_on_time(result) else "late"
    return DayCell(str(day.day), result.totals[0], kind, day == today)
