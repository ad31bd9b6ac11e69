"""Games that a link brings to this device, and deleting them."""

from __future__ import annotations

import secrets

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.server.device_kinds import kind_text
from hashi.server.limits.gates import account_behind
from hashi.server.pages.parts.devices import apart_of, games_of, kind_here
from hashi.server.pages.parts.solved_puzzles import forget_solved
from hashi.server.responses import host_of, read_form, respond
from hashi.server.services import services_of
from hashi.server.visitor import own_key, set_key, visitor_of


async def take(request: WebRequest) -> Response:
    """Show whose games a link brings; posted, bring them: this browser gets a key for them.

    The games that it has itself stay apart, with its own key, which nobody else gets.
    """
    visitor, host = visitor_of(request), host_of(request)
    token = request.path_params["token"]
    link = await host.key_links.find(token)
    is_here = link.person == visitor.holder
    apart = await apart_of(request, visitor)
    has_own = await host.index.has_tables(visitor.holder)
    if request.method == "GET":  # so that a preview of the link does not use it up
        return respond(
            request,
            visitor,
            "me/take",
            token=token,
            is_here=is_here,
            is_guest=apart is not None,
            given=await games_of(request, visitor.words, link.person),
            own=await games_of(request, visitor.words, visitor.holder) if has_own else None,
            minutes=max(1, round((services_of(request).now() - link.at) / 60)),
            kind=kind_text(visitor.words, link.kind),
        )
    response = RedirectResponse("/me#devices", 303)
    if not is_here and apart is None:
        services_of(request).gates.links.take(account_behind(request))
        key = await host.key_links.use(token, kind_here(request))
        set_key(response, request, key, visitor.key if has_own else "")
    return response


async def delete(request: WebRequest) -> Response:
    """Delete all that belongs to this person, and end their keys; what stays apart comes back."""
    visitor, host, own = visitor_of(request), host_of(request), own_key(request)
    form = await read_form(request)
    if form.get("sure") != "yes":
        return RedirectResponse("/me#delete", 303)
    if await host.devices.is_known(visitor.device):
        await host.people.forget(visitor.holder)
        await host.devices.end_all(visitor.holder)
    response = RedirectResponse("/me" if own else "/", 303)
    set_key(response, request, own or secrets.token_urlsafe(24), "")
    forget_solved(response, request)
    return response
