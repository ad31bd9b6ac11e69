"""Tips for a first game: shown at a table, or not."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.server.pages.parts.guide import show_guide
from hashi.server.responses import read_form
from hashi.server.spoilers import table_for
from hashi.server.visitor import visitor_of
from hashi.table import Objected, Objection


async def guide(request: WebRequest) -> Response:
    """Keep in this browser whether it shows tips at a table, and lead back there."""
    visitor, id = visitor_of(request), request.path_params["id"]
    loaded = await table_for(request, id)
    if not loaded.table.seats_of(visitor.holder):
        raise Objected(Objection.NOT_YOUR_SEAT)
    form = await read_form(request)
    response = RedirectResponse(f"/t/{id}", 303)
    show_guide(request, response, id, is_wanted=form.get("tips") == "on")
    return response
