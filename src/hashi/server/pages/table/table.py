"""The page of a table: which one shows it now, and the game itself."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.server.pages.parts.links import picture_link
from hashi.server.pages.parts.push import push_offer
from hashi.server.pages.table.closed import show_closed
from hashi.server.pages.table.count import COUNT, show_count
from hashi.server.pages.table.lobby import show_lobby
from hashi.server.pages.table.moment import show_moment
from hashi.server.pages.table.over import show_over
from hashi.server.responses import host_of, respond
from hashi.server.services import services_of
from hashi.server.site import full_address
from hashi.server.spoilers import table_for
from hashi.server.view.regions import regions
from hashi.server.view.turn.guide import may_guide
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import Objected, Objection, Phase


async def table(request: WebRequest) -> Response:
    """Answer with the page of a table: lobby, game or result.

    `?round=9` shows a past round, and `?count` the result while it is counted.
    """
    visitor = visitor_of(request)
    try:
        loaded = await table_for(request, request.path_params["id"])
    except Objected as objected:
        if objected.objection is not Objection.SPOILER:
            raise
        return await _hidden(request, visitor)
    table_pages = services_of(request).table_pages
    if "round" in request.query_params and loaded.table.game is not None:
        return await show_moment(request, visitor, loaded)
    await table_pages.prepare(loaded, host_of(request).index)
    guide = visitor.guide_at(loaded.id)
    page = table_pages.page(loaded, visitor.holder, visitor.words, guide=guide)
    if COUNT in request.query_params:
        return show_count(request, visitor, loaded, page)
    if page.phase is Phase.LOBBY:
        return await show_lobby(request, visitor, loaded, page)
    if page.phase is Phase.OVER:
        return await show_over(request, visitor, loaded, page)
    if page.phase is Phase.CLOSED:
        return show_closed(request, visitor, loaded, page)
    return respond(
        request,
        visitor,
        "table/table",
        t=page,
        address=full_address(request, request.url.path),
        regions=regions(page),
        may_guide=may_guide(page),
        steps=[],
        push=await push_offer(request, visitor, loaded.table),
        shared_picture=picture_link(loaded, visitor.language),
    )


async def _hidden(request: WebRequest, visitor: Visitor) -> Response:
    """Answer with what can be said of a game on today's board to one who has not played it."""
    loaded = await host_of(request).tables.live(request.path_params["id"])
    return respond(
        request,
        visitor,
        "table/hidden",
        day=loaded.table.daily,
        shared_picture=picture_link(loaded, visitor.language),
    )
