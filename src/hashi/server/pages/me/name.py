"""The name under which this browser begins games."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.rules.game.name import check_name
from hashi.server.responses import local_path, read_form
from hashi.server.visitor import keep_name


async def name(request: WebRequest) -> Response:
    """Keep a name in this browser, and lead back to the page where it was given."""
    form = await read_form(request)
    given = " ".join(form.get("name", "").split())
    if given:
        check_name(given)
    response = RedirectResponse(local_path(form.get("back", "")) or "/me", 303)
    keep_name(response, request, given)
    return response
