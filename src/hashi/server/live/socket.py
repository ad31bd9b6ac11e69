"""OpenTable play over a WebSocket: requests come in, answers and changed fragments go out."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from hashi.rules import Illegal, Malformed, Stray
from hashi.server.live.broadcast import Broadcast, Watcher, page_of
from hashi.server.security import Bucket, is_own_origin
from hashi.server.visitor import visitor_of
from hashi.table import Host, Objected, Objection, OpenTable, Request
from hashi.words import Words, describe, explain, shown
from hashi.words.objections import object_to

LARGEST_MESSAGE = 4096
BURST, RATE = 60, 30


async def live_socket(socket: WebSocket) -> None:
    """One open page: speaks until it is closed."""
    host: Host = socket.app.state.host
    rooms: Broadcast = socket.app.state.rooms
    if not is_own_origin(socket):
        await socket.close(4403)
        return
    try:
        live = await host.live(socket.path_params["id"])
    except Objected:
        await socket.close(4404)
        return
    await socket.accept()
    watcher = Watcher(visitor_of(socket), _seat_given(live, socket.query_params.get("look", "")))
    host.come(live, watcher.visitor.holder)
    rooms.enter(live, watcher)
    writer = asyncio.ensure_future(_write(socket, watcher))
    try:
        _greet(rooms, live, watcher, socket.query_params.get("after", ""))
        await _read(socket, host, rooms, live, watcher)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        host.go(live, watcher.visitor.holder)
        rooms.leave(live, watcher)
        writer.cancel()


def _greet(rooms: Broadcast, live: OpenTable, watcher: Watcher, after: str) -> None:
    """Bring the page up to date with what it missed, and say how far that is."""
    number = live.table.number
    is_missing = after != str(number)
    watcher.send(
        {
            "type": "hello",
            "number": number,
            "missed": is_missing,
            "page": page_of(live.table),
            "now": time.time(),
        }
    )
    rooms.greet(live, watcher, is_current=not is_missing)


def _seat_given(live: OpenTable, text: str) -> int | None:
    """The seat whose board a page looks at while it connects again."""
    is_seat = text.isascii() and text.isdecimal() and len(text) < 3
    return int(text) if is_seat and int(text) < len(live.table.seats) else None


async def _write(socket: WebSocket, watcher: Watcher) -> None:
    while (message := await watcher.outbox.get()) is not None:
        await socket.send_text(message)
    await socket.close(4408)


async def _read(
    socket: WebSocket, host: Host, rooms: Broadcast, live: OpenTable, watcher: Watcher
) -> None:
    bucket = Bucket(BURST, RATE)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        id = ""
        try:
            if not bucket.takes():
                raise Objected(Objection.TOO_FAST)
            fields = read_message(text)
            id = fields["id"] if isinstance(fields.get("id"), str) else ""
            watcher.send(await _answer(host, rooms, live, watcher, fields, id))
        except (Objected, Illegal, Malformed) as problem:
            watcher.send(refused(watcher.visitor.words, problem, id))


def read_message(text: Any) -> dict[str, Any]:
    """A message as an object with a word that says what to do; else Malformed or Objected."""
    if not isinstance(text, str) or len(text) > LARGEST_MESSAGE:
        raise Objected(Objection.TOO_LARGE)
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise Objected(Objection.UNKNOWN_REQUEST, given=text[:40]) from None
    if not isinstance(fields, dict) or not isinstance(fields.get("do"), str):
        raise Objected(Objection.UNKNOWN_REQUEST, given=text[:40])
    return fields


async def _answer(
    host: Host, rooms: Broadcast, live: OpenTable, watcher: Watcher, fields: dict[str, Any], id: str
) -> dict[str, Any]:
    here = {"type": "done", "id": id, "number": live.table.number, "selected": ""}
    match fields["do"]:
        case "ping":  # a page that comes back asks whether it is still connected
            return here
        case "look":
            seat = fields.get("seat")
            is_seat = type(seat) is int and 0 <= seat < len(live.table.seats)
            rooms.look(live, watcher, seat if is_seat else None)
            return here
        case "point":
            at = fields.get("at")
            rooms.point(live, watcher, at if type(at) is str and len(at) < 12 else "")
            return here
    answer = await host.ask(live.id, Request(watcher.visitor.holder, fields["do"], fields))
    return {"type": "done", "id": id, "number": answer.number, "selected": answer.selected}


def refused(words: Words, problem: Objected | Illegal | Malformed, id: str = "") -> dict[str, Any]:
    """Why nothing came of a request, in a sentence, and what stands in the way."""
    if isinstance(problem, Objected):
        code = problem.objection.value
        sentence = object_to(words, code, problem.details)
        return {"type": "refused", "id": id, "code": code, "text": sentence}
    if isinstance(problem, Malformed):
        code = problem.flaw.value
        return {"type": "refused", "id": id, "code": code, "text": describe(words, problem)}
    refusal = problem.refusal
    ways = [thing.name for thing in (refusal.island, refusal.line) if thing is not None]
    if isinstance(refusal.mark, Stray):  # no line to show, but the islands that it should join
        ways += [end.name for end in refusal.mark.ends]
    return {
        "type": "refused",
        "id": id,
        "code": refusal.reason.name.lower(),
        "rule": refusal.rule,
        "text": explain(words, refusal),
        "mark": shown(refusal.mark or ""),
        "in_the_way": ways,
    }
