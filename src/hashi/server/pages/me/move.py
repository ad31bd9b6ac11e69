"""Links that take all of one's games along to another device."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.server.limits.gates import account_behind
from hashi.server.pages.parts.devices import kind_here
from hashi.server.responses import host_of, qr, respond
from hashi.server.services import services_of
from hashi.server.site import full_address
from hashi.server.visitor import visitor_of


async def move(request: WebRequest) -> Response:
    """Answer with the page that makes links for another device; posted, with such a link."""
    visitor, address = visitor_of(request), ""
    if request.method == "POST":
        services_of(request).gates.links.take(account_behind(request))
        links = host_of(request).key_links
        token = await links.new(visitor.holder, visitor.device, kind_here(request))
        address = full_address(request, f"/k/{token}")
    return respond(
        request,
        visitor,
        "me/move",
        address=address,
        qr=qr(address) if address else "",
    )
