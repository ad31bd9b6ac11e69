"""The JSON API for scripts and bots: create, join, view, ask, events as a stream."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import JSONResponse, Response, StreamingResponse

from hashi.record import to_fields
from hashi.rules import Flaw, Malformed, view
from hashi.server.api.openapi import document
from hashi.server.live.broadcast import Broadcast
from hashi.server.responses import host_of, read_body
from hashi.server.visitor import visitor_of
from hashi.table import Objected, Objection, OpenTable, Options, Phase, Request, Table

LARGEST_BODY = 65_536


async def _body(request: WebRequest) -> dict[str, Any]:
    """The JSON object of a request, or Malformed."""
    body = await read_body(request, LARGEST_BODY)
    try:
        fields = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise Malformed(Flaw.JSON, line=1, column=1) from None
    if not isinstance(fields, dict):
        raise Malformed(Flaw.KIND, field="", expected="object", given="")
    return fields


async def create(request: WebRequest) -> Response:
    """Open a table with these options."""
    visitor = visitor_of(request)
    options = Options.from_json(await _body(request))
    id = await host_of(request).open(options, visitor.holder)
    live = await host_of(request).live(id)
    shown = {**seen(live, visitor.holder), "key": visitor.key}
    return JSONResponse(shown, 201, headers={"location": f"/api/tables/{id}"})


async def show(request: WebRequest) -> Response:
    """The table as the key's holder sees it."""
    live = await host_of(request).live(request.path_params["id"])
    return JSONResponse(seen(live, visitor_of(request).holder))


async def ask(request: WebRequest) -> Response:
    """Ask something of the table: sit, begin, mark, done, ..."""
    visitor = visitor_of(request)
    fields = await _body(request)
    if not isinstance(fields.get("do"), str):
        raise Objected(Objection.UNKNOWN_REQUEST, given=str(fields.get("do", "")))
    host = host_of(request)
    answer = await host.ask(
        request.path_params["id"], Request(visitor.holder, fields["do"], fields)
    )
    live = await host.live(request.path_params["id"])
    shown = seen(live, visitor.holder)
    return JSONResponse({**shown, "answered": answer.number, "key": visitor.key})


async def events(request: WebRequest) -> Response:
    """The table as a stream: its view after every change, as server-sent events.

    One who follows it is here, as one whose page is open. While nothing changes, an empty
    comment tells every now and then that the connection stands.
    """
    host = host_of(request)
    visitor = visitor_of(request)
    live = await host.live(request.path_params["id"])
    rooms: Broadcast = request.app.state.rooms

    async def stream() -> AsyncIterator[str]:
        told = -1
        host.come(live, visitor.holder)
        rooms.presence_changed(live, visitor.holder)
        try:
            while not rooms.is_closed and not await request.is_disconnected():
                if live.table.number == told:
                    yield ":\n\n"
                else:
                    told = live.table.number
                    fields = json.dumps(seen(live, visitor.holder))
                    yield f"id: {told}\ndata: {fields}\n\n"
                if live.table.phase is Phase.OVER:
                    return
                await rooms.changed(live, told)
        finally:
            host.go(live, visitor.holder)
            rooms.presence_changed(live, visitor.holder)

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(stream(), media_type="text/event-stream", headers=headers)


async def openapi(request: WebRequest) -> Response:
    """The description of this API."""
    del request
    return JSONResponse(document())


def seen(live: OpenTable, holder: str) -> dict[str, Any]:
    """A table as a program sees it; secrets are taken out by the rules' view."""
    table = live.table
    own = table.seats_of(holder)
    fields: dict[str, Any] = {
        "id": live.id,
        "number": table.number,
        "phase": table.phase.value,
        "options": table.options.to_json(),
        "seats": [
            {
                "name": seat.name,
                "kind": "empty" if seat.is_empty else "bot" if seat.is_bot else "person",
                "bot": seat.bot or None,
                "done": number not in table.waiting_for and table.phase is not Phase.LOBBY,
                "yours": number in own,
            }
            for number, seat in enumerate(table.seats)
        ],
        "seal": table.seal or None,
    }
    if table.game is not None:
        fields |= _game(table, own)
    return fields


def _game(table: Table, own: tuple[int, ...]) -> dict[str, Any]:
    game = table.played
    open_view = view(game, None)
    fields: dict[str, Any] = {
        "round": len(game.cards),
        "card": str(game.card) if game.card else None,
        "unseen": [str(card) for card in open_view.unseen],
        "sheets": [" ".join(str(mark) for mark in sheet.marks) for sheet in open_view.sheets],
        "drafts": {str(seat): str(table.seats[seat].marks) for seat in own},
        "totals": list(game.totals),
        "record": to_fields(table.record) if game.is_started else None,
    }
    if game.is_over:
        fields |= {"winners": list(game.winners), "rank": game.rank}
    return fields


ROUTES = [
    ("GET", "/api/openapi.json", openapi),
    ("POST", "/api/tables", create),
    ("GET", "/api/tables/{id}", show),
    ("POST", "/api/tables/{id}", ask),
    ("GET", "/api/tables/{id}/events", events),
]
