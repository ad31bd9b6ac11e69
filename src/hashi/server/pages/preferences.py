"""Language and theme of a browser."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.server.responses import local_path, read_form
from hashi.server.visitor import LANGUAGE, THEME, THEMES, set_cookie
from hashi.words import LANGUAGES


async def preferences(request: WebRequest) -> Response:
    """Store language and theme in cookies, and lead back to the page before."""
    form = await read_form(request)
    response = RedirectResponse(local_path(form.get("back", "")) or "/", 303)
    if form.get("lang") in LANGUAGES:
        set_cookie(response, request, LANGUAGE, form["lang"])
    if form.get("theme") in THEMES:
        set_cookie(response, request, THEME, form["theme"])
    return response
