"""The start page."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.boards import DailyBoard
from hashi.host.day_results import Streak, kept_days, own_days, unfinished_tables
from hashi.server.pages.me.own_results import own_results
from hashi.server.pages.parts.copies import LastCopy, are_only_here, note_reminder
from hashi.server.pages.parts.game_list import MOST_RESULTS, SHOWN_RESULTS, games_of
from hashi.server.pages.parts.hero import hero
from hashi.server.pages.parts.open_tables import open_rows
from hashi.server.responses import host_of, is_part, respond
from hashi.server.services import services_of
from hashi.server.spoilers import today_of
from hashi.server.visitor import Visitor, visitor_of
from hashi.whole_numbers import whole_number
from hashi.words import until_texts, weekday_text


async def home(request: WebRequest) -> Response:
    """Answer with the start page: play at once, or go on with a game of this browser."""
    visitor = visitor_of(request)
    if is_part(request):
        rows = await open_rows(request, visitor)
        return respond(request, visitor, "_open_tables", open_rows=rows)
    asked = whole_number(request.query_params.get("games", "")) or 0
    most = min(max(asked, SHOWN_RESULTS), MOST_RESULTS)
    games = await games_of(host_of(request), visitor, services_of(request).now(), most)
    uncopied = await _uncopied(request, visitor)
    response = respond(
        request,
        visitor,
        "home",
        games=games,
        hero=hero(),
        until=until_texts(visitor.words),
        daily=await _daily_card(request, visitor),
        may_list=services_of(request).may_list,
        open_rows=await open_rows(request, visitor),
        uncopied=uncopied,
    )
    if uncopied:
        note_reminder(response, request)
    return response


async def _uncopied(request: WebRequest, visitor: Visitor) -> int:
    """Return how many games there is no copy of, where it is time to say so; else 0."""
    if not are_only_here(request):
        return 0
    last = LastCopy.of(request, await own_results(request, visitor))
    return last.since if last.is_wanted else 0


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The board of the day on the start page."""

    day: str
    side: str
    total: int | None
    streak: int
    is_begun: bool


async def _daily_card(request: WebRequest, visitor: Visitor) -> DailyCard:
    """Return what the start page says about today's board."""
    today = today_of(request)
    own = {} if visitor.is_new else await own_days(host_of(request), visitor.holder)
    result = own.get(today)
    is_begun = (
        result is None
        and not visitor.is_new
        and bool(await unfinished_tables(host_of(request), visitor.holder, today))
    )
    return DailyCard(
        weekday_text(visitor.words, today),
        DailyBoard.of(today).side,
        result.totals[0] if result else None,
        Streak.of(kept_days(own), today).current,
        is_begun,
    )
