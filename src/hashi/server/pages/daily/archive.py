"""The archive of boards, month by month."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.boards import FIRST_DAY, is_open, read_day
from hashi.host.day_results import is_on_time, own_days
from hashi.server.pages.parts.streak import streak_view
from hashi.server.responses import host_of, respond
from hashi.server.spoilers import today_of
from hashi.server.visitor import visitor_of
from hashi.table import Result
from hashi.words import Words, month_text, points, weekday_letters, weekday_text


@dataclass(frozen=True, slots=True)
class ArchiveDay:
    """A date in the calendar."""

    day: date
    text: str
    total: int | None
    is_late: bool
    is_open: bool


async def archive(request: WebRequest) -> Response:
    """Answer with a month of boards, the current one unless another is asked for."""
    visitor, today = visitor_of(request), today_of(request)
    asked = read_day(f"{request.query_params.get('month', '')}-01") or today
    month = min(max(asked.replace(day=1), FIRST_DAY.replace(day=1)), today.replace(day=1))
    own = {} if visitor.is_new else await own_days(host_of(request), visitor.holder)
    weeks = Calendar().monthdatescalendar(month.year, month.month)
    before, after = (month - timedelta(days=1)).replace(day=1), _next_month(month)
    return respond(
        request,
        visitor,
        "daily/archive",
        title=month_text(visitor.words, month),
        letters=weekday_letters(visitor.words),
        weeks=[
            [_archived(visitor.words, day, month, own, today) for day in week] for week in weeks
        ],
        before=f"{before:%Y-%m}" if before >= FIRST_DAY.replace(day=1) else "",
        after=f"{after:%Y-%m}" if after <= today else "",
        today=today,
        streak=streak_view(visitor.words, own, today),
    )


def _next_month(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


def _archived(
    words: Words, day: date, month: date, own: Mapping[date, Result], today: date
) -> ArchiveDay | None:
    """Return a cell of the calendar; None for a day of another month."""
    if day.month != month.month:
        return None
    result = own.get(day)
    text = weekday_text(words, day)
    if result is not None:
        text = words.say("{what}: {points}", what=text, points=points(words, result.totals[0]))
    return ArchiveDay(
        day,
        text,
        result.totals[0] if result else None,
        result is not None and not is_on_time(result),
        is_open(day, today),
    )
