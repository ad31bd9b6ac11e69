"""The page of a seat that moves to another device."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.server.responses import host_of, qr, read_form, respond
from hashi.server.site import full_address
from hashi.server.visitor import remember, visitor_of
from hashi.table import Objected, Objection
from hashi.whole_numbers import whole_number
from hashi.words import player_name


async def move_link(request: WebRequest) -> Response:
    """Ask which seat moves to another device; posted, answer with a one-time link for it."""
    visitor = visitor_of(request)
    host = host_of(request)
    loaded = await host.tables.live(request.path_params["id"])
    own, address, player = loaded.table.seats_of(visitor.holder), "", ""
    if not own:
        raise Objected(Objection.NOT_YOUR_SEAT)
    if request.method == "POST":
        seat = whole_number((await read_form(request)).get("seat", ""))
        if seat is None or seat not in own:
            raise Objected(Objection.NOT_YOUR_SEAT)
        token = await host.people.link_for(loaded, seat, visitor.holder)
        address = full_address(request, f"/m/{token}")
        player = player_name(visitor.words, loaded.table.seats[seat].name)
    names = {seat: player_name(visitor.words, loaded.table.seats[seat].name) for seat in own}
    return respond(
        request,
        visitor,
        "move",
        token="",
        address=address,
        qr=qr(address) if address else "",
        id=loaded.id,
        player=player,
        names=names,
    )


async def move_seat(request: WebRequest) -> Response:
    """Use a one-time link: the seat belongs to this device from now on."""
    visitor, people = visitor_of(request), host_of(request).people
    token = request.path_params["token"]
    if request.method == "GET":  # so that a preview of the link does not use it up
        await people.check_link(token, visitor.holder)
        return respond(request, visitor, "move", token=token)
    id = await people.use_link(token, visitor.holder)
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response
