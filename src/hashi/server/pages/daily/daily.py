"""The page of a day's board: to be played, or its result."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.boards import DailyBoard
from hashi.host import Host
from hashi.host.day_results import own_days, unfinished_tables
from hashi.server.pages.daily.result import show_result
from hashi.server.pages.parts.blank_board import blank_board
from hashi.server.pages.parts.days import day_of
from hashi.server.pages.parts.guide import offer_guide
from hashi.server.pages.parts.links import day_picture_link
from hashi.server.pages.parts.streak import streak_view
from hashi.server.responses import host_of, respond
from hashi.server.services import services_of
from hashi.server.spoilers import today_of
from hashi.server.visitor import Visitor, remember, visitor_of
from hashi.table import Options, Request, Result
from hashi.table.event import Seated
from hashi.words import usual_name, weekday_text


async def daily(request: WebRequest) -> Response:
    """Answer with a day's board: to be played, or its results; posted, play it."""
    day, visitor = day_of(request), visitor_of(request)
    if request.method == "POST":
        return await _play(request, visitor, day)
    own = {} if visitor.is_new else await own_days(host_of(request), visitor.holder)
    result = own.get(day)
    if result is None:
        return await _before(request, visitor, day, own)
    return await show_result(request, visitor, day, own, result)


async def _play(request: WebRequest, visitor: Visitor, day: date) -> Response:
    """Lead to the visitor's table with this board; open one where none waits."""
    host, bots = host_of(request), services_of(request).day_bots
    waiting = await unfinished_tables(host, visitor.holder, day)
    id = waiting[0].id if waiting else await _open(host, visitor, day)
    bots.begin(day)
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    if not waiting:
        await offer_guide(request, response, visitor, id)
    return response


async def _open(host: Host, visitor: Visitor, day: date) -> str:
    options = Options(board=DailyBoard.of(day).rows)
    seats = [Seated(0, visitor.name or usual_name(visitor.words), holder=visitor.holder)]
    id = await host.openings.open(options, visitor.holder, seats, daily=day.isoformat())
    await host.requests.ask(id, Request(visitor.holder, "begin"))
    return id


async def _before(
    request: WebRequest, visitor: Visitor, day: date, own: Mapping[date, Result]
) -> Response:
    """Show only the side and how many have played: nothing about cards or results."""
    waiting = await unfinished_tables(host_of(request), visitor.holder, day)
    today, daily = today_of(request), DailyBoard.of(day)
    everybody = await services_of(request).day_book.everybody(day)
    return respond(
        request,
        visitor,
        "daily/daily",
        day=day,
        day_text=weekday_text(visitor.words, day),
        is_today=day == today,
        shared_picture=day_picture_link(day, visitor.language),
        side=daily.side,
        picture=blank_board(visitor.words, daily.side, daily.board),
        people=len(everybody.totals),
        waiting=waiting[0].id if waiting else "",
        streak=streak_view(visitor.words, own, today),
    )
