"""Moving all games of a person to another device, and deleting them here."""

from __future__ import annotations

import secrets

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.server.pages.parts.solved_puzzles import forget_solved
from hashi.server.responses import host_of, qr, read_form, respond
from hashi.server.services import services_of
from hashi.server.site import full_address
from hashi.server.visitor import Visitor, set_key, visitor_of


async def move(request: WebRequest) -> Response:
    """Answer with a one-time link for another device; posted, remove everything from this one."""
    visitor = visitor_of(request)
    if request.method == "POST":
        return _with_new_key(request, "/")
    links = services_of(request).key_links
    token = await links.new(visitor.key)
    address = full_address(request, f"/k/{token}")
    return respond(request, visitor, "me/take", token="", address=address, qr=qr(address))


async def take(request: WebRequest) -> Response:
    """Use a one-time link: this device is the same person from now on, its own games included."""
    visitor = visitor_of(request)
    token = request.path_params["token"]
    if request.method == "GET":  # so that a preview of the link does not use it up
        return respond(request, visitor, "me/take", token=token)
    links = services_of(request).key_links
    key = await links.use(token)
    response = RedirectResponse("/me", 303)
    if key != visitor.key:
        taker = Visitor(key, visitor.language, visitor.theme, is_new=False)
        if not visitor.is_new:
            await host_of(request).people.hand_over(visitor.holder, taker.holder)
        set_key(response, request, key)
    return response


async def delete(request: WebRequest) -> Response:
    """Delete all that belongs to this browser, and give it a new key."""
    visitor = visitor_of(request)
    form = await read_form(request)
    if form.get("sure") != "yes":
        return RedirectResponse("/me#delete", 303)
    if not visitor.is_new:
        await host_of(request).people.forget(visitor.holder)
    return _with_new_key(request, "/")


def _with_new_key(request: WebRequest, path: str) -> Response:
    """Lead to another page as someone new."""
    response = RedirectResponse(path, 303)
    forget_solved(response, request)
    set_key(response, request, secrets.token_urlsafe(24))
    return response
