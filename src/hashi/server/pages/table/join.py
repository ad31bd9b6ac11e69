"""Taking a seat at a listed table by one tap."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.server.pages.parts.names import clean_name
from hashi.server.responses import host_of, read_form
from hashi.server.visitor import remember, visitor_of
from hashi.table import Objected, Objection, Request
from hashi.words import usual_name

FULL = (Objection.TABLE_FULL, Objection.NOT_NOW)
"""Why one may come too late."""


async def join(request: WebRequest) -> Response:
    """Take a seat at an open table, and go there; whoever comes too late may still watch."""
    visitor, id, host = visitor_of(request), request.path_params["id"], host_of(request)
    table = (await host.tables.live(id)).table
    if table.is_open and not table.seats_of(visitor.holder):
        form = await read_form(request)
        seat = next(at for at, who in enumerate(table.seats) if who.is_empty)
        name = clean_name(form.get("name", ""), visitor.name or usual_name(visitor.words, seat + 1))
        try:
            await host.requests.ask(id, Request(visitor.holder, "sit", {"name": name}))
        except Objected as objected:
            if objected.objection not in FULL:
                raise
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response
