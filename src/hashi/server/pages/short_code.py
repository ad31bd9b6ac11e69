"""The short address of a table, which people read aloud to each other."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.server.limits.gates import account_behind
from hashi.server.services import services_of
from hashi.table import Objected, Objection


async def short_code(request: WebRequest) -> Response:
    """Lead to the table of a code; nobody may try many."""
    services = services_of(request)
    services.gates.links.take(account_behind(request))
    id = services.reach.short_codes.id_of(request.path_params["code"])
    if not id:
        raise Objected(Objection.NO_TABLE)
    return RedirectResponse(f"/t/{id}", 303)
