"""Days whose boards are played: the one of an address, and what was played on it."""

from __future__ import annotations

from datetime import date

from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest

from hashi.boards import is_open, read_day
from hashi.server.spoilers import today_of


def day_of(request: WebRequest) -> date:
    """Return the day of the address, or today; answer 404 for one without a board, or not yet."""
    today = today_of(request)
    given = request.path_params.get("day")
    day = today if given is None else read_day(given)
    if day is None or not is_open(day, today):
        raise HTTPException(404)
    return day
