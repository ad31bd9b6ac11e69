"""Whether a device is asked about tips: once, at the first game that it begins alone."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.server.responses import host_of
from hashi.server.view.turn.guide import ASK, SHOW
from hashi.server.visitor import GUIDE, Visitor, set_cookie

ASKED = "asked"
"""What the cookie says of a device that was asked, or begins later games."""


async def offer_guide(
    request: WebRequest, response: Response, visitor: Visitor, table: str
) -> None:
    """Have this device asked at its first table whether it wants tips; one that has played or was
    asked before is left alone."""
    if visitor.guide:
        return
    index = host_of(request).index
    has_played = not visitor.is_new and bool(await index.results_of(visitor.holder, 1))
    set_cookie(response, request, GUIDE, ASKED if has_played else f"{ASK}.{table}")


def show_guide(request: WebRequest, response: Response, table: str, *, is_wanted: bool) -> None:
    """Show tips at this table on this device, or none any more."""
    set_cookie(response, request, GUIDE, f"{SHOW}.{table}" if is_wanted else ASKED)
