"""The devices of a person: ending them, leaving this one, bringing games together."""

from __future__ import annotations

import secrets

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.host import holder_of
from hashi.server.limits.gates import account_behind
from hashi.server.pages.parts.devices import apart_of, kind_here, public_id
from hashi.server.responses import host_of, read_form
from hashi.server.services import services_of
from hashi.server.visitor import own_key, set_key, visitor_of

HERE = "/me#devices"


async def end(request: WebRequest) -> Response:
    """End the device that is named, or all others.

    For that this one gets another key, so that nobody is left who has the same.
    """
    visitor, response = visitor_of(request), RedirectResponse(HERE, 303)
    devices, form = host_of(request).devices, await read_form(request)
    if form.get("device") == "others" and await devices.is_known(visitor.device):
        services_of(request).gates.links.take(account_behind(request))
        key = secrets.token_urlsafe(24)
        instead = devices.new(holder_of(key), visitor.holder, kind_here(request))
        await devices.end_all(visitor.holder, instead)
        set_key(response, request, key)
        return response
    for each in await devices.of(visitor.holder):
        if public_id(each) == form.get("device") and each.device != visitor.device:
            await devices.end(each.device)
    return response


async def leave(request: WebRequest) -> Response:
    """Give up everything on this device: its key ends. What stayed apart here comes back."""
    visitor, own = visitor_of(request), own_key(request)
    response = RedirectResponse("/me" if own else "/", 303)
    devices = host_of(request).devices
    if await devices.is_known(visitor.device):
        await devices.end(visitor.device)
    set_key(response, request, own or secrets.token_urlsafe(24), "")
    return response


async def unite(request: WebRequest) -> Response:
    """Bring the games that stay apart in this browser together with those of its person."""
    visitor, response = visitor_of(request), RedirectResponse("/me", 303)
    form, host = await read_form(request), host_of(request)
    apart = await apart_of(request, visitor)
    if apart is None or form.get("sure") != "yes":
        return response
    services_of(request).gates.links.take(account_behind(request))
    own = holder_of(own_key(request))
    await host.people.hand_over(apart.holder, visitor.holder)
    await host.devices.unite(apart.holder, visitor.holder, own)
    set_key(response, request, visitor.key, "")
    return response
