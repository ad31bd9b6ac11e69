"""Opening the server to the home network, and closing it again."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.server.responses import local_path, read_form
from hashi.server.services import services_of
from hashi.table import Objected, Objection


async def network(request: WebRequest) -> Response:
    """Open or close the door for others, and lead back to the page before."""
    reach = services_of(request).reach
    if not reach.may_change(request):
        raise Objected(Objection.NOT_FROM_HERE)
    form = await read_form(request)
    if form.get("do") == "open":
        await reach.open()
    elif form.get("do") == "close":
        await reach.close()
    return RedirectResponse(local_path(form.get("back", "")) or "/", 303)
