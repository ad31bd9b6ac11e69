"""Live play over a WebSocket: requests come in, answers and changed fragments go out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.utils import ClientDisconnected

from hashi.rules import Illegal, Malformed, Reason, Stray
from hashi.server.limits import Bucket, Gates, account_behind
from hashi.server.live.broadcast import Broadcast, Watcher, page_of
from hashi.server.metrics import Metrics
from hashi.server.pressure import Pressure
from hashi.server.security import is_own_origin
from hashi.server.socket_protocol import WRITER
from hashi.server.spoilers import table_for
from hashi.server.visitor import visitor_of
from hashi.server.work import Work
from hashi.table import Host, Objected, Objection, OpenTable, Request
from hashi.table.fields import is_text
from hashi.words import Words, describe, explain, shown
from hashi.words.objections import object_to

LARGEST_MESSAGE = 4096
BURST, RATE = 60, 30
"""Messages that a page may send at once, and each second after that; more of them wait."""
OTHER_ORIGIN, NO_TABLE, TOO_SLOW, TOO_MANY, NOT_NOW, FAILED = 4403, 4404, 4408, 4429, 4503, 1011
"""Close codes (docs/server.md). A page connects again after all of them but the first two."""
CLOSING_TIME = 5.0
"""Seconds for the farewell to a page that may not read any more."""

log = logging.getLogger(__name__)


async def live_socket(socket: WebSocket) -> None:
    """Serve one open page until it is closed.

    The socket is accepted first in any case: a close code reaches the page only after that.
    """
    code: int | None = FAILED
    try:
        await socket.accept()
        code = await _serve(socket)
    except (WebSocketDisconnect, ClientDisconnected):
        code = None
    except Exception:
        if not _is_closed(socket):  # Starlette raises RuntimeError for a socket that has closed
            log.exception("a socket failed")
    if code is not None and not _is_closed(socket):
        gone = (WebSocketDisconnect, ClientDisconnected, RuntimeError, TimeoutError)
        with contextlib.suppress(*gone):
            await asyncio.wait_for(socket.close(code), CLOSING_TIME)


def _is_closed(socket: WebSocket) -> bool:
    return WebSocketState.DISCONNECTED in (socket.client_state, socket.application_state)


async def _serve(socket: WebSocket) -> int | None:
    """Serve a page to its end; return the code to close its socket with, None if it has closed."""
    if not is_own_origin(socket):
        return OTHER_ORIGIN
    host: Host = socket.app.state.host
    try:
        open_table = await table_for(socket, socket.path_params["id"])
    except Objected as problem:
        return NOT_NOW if problem.objection.is_passing else NO_TABLE
    watcher = Watcher(
        visitor_of(socket), _seat_given(open_table, socket.query_params.get("look", ""))
    )
    watcher.write = socket.scope.get("extensions", {}).get(WRITER, watcher.write)
    gates: Gates = socket.app.state.gates
    try:
        gates.pressure.admit_to(open_table.table, watcher.holder)
        with gates.socket(account_behind(socket), open_table.id):
            await socket.app.state.broadcast.prepare(open_table, socket.app.state.replays)
            return await _Connection(socket, host, open_table, watcher).serve()
    except Objected as problem:
        return NOT_NOW if problem.objection.is_passing else TOO_MANY


def _seat_given(open_table: OpenTable, text: str) -> int | None:
    """Return the seat whose board a page looks at while it connects again."""
    is_seat = text.isascii() and text.isdecimal() and len(text) < 3
    return int(text) if is_seat and int(text) < len(open_table.table.seats) else None


class _Connection:
    """A page that is connected: what it asks, and what it is sent."""

    def __init__(
        self, socket: WebSocket, host: Host, open_table: OpenTable, watcher: Watcher
    ) -> None:
        self._socket, self._host = socket, host
        self._open_table, self._watcher = open_table, watcher
        self._broadcast: Broadcast = socket.app.state.broadcast
        self._work: Work = socket.app.state.work
        self._metrics: Metrics = socket.app.state.metrics
        self._pressure: Pressure = socket.app.state.gates.pressure
        self._is_answering = self._is_over = False

    async def serve(self) -> int | None:
        holder = self._watcher.holder
        self._host.come(self._open_table, holder)
        try:
            with self._broadcast.watching(self._open_table, self._watcher):
                self._greet()
                return await self._first_end()
        finally:
            self._host.go(self._open_table, holder)
            self._broadcast.presence_changed(self._open_table, holder)

    async def _first_end(self) -> int | None:
        """Read, write and watch for congestion until one of the three ends; return its code."""
        tasks = [asyncio.ensure_future(work) for work in (self._read(), self._write(), self._jam())]
        _reader, *others = tasks
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            code, *_ = [await task for task in done]
            return code
        finally:
            self._is_over = True
            for task in others if self._is_answering else tasks:  # what is begun is carried out
                task.cancel()
            await asyncio.shield(asyncio.gather(*tasks, return_exceptions=True))

    def _greet(self) -> None:
        """Bring the page up to date with what it missed, and say how far that is."""
        table = self._open_table.table
        number = self._watcher.number_at(self._open_table)
        is_missing = self._socket.query_params.get("after", "") != str(number)
        self._watcher.send(
            {
                "type": "hello",
                "number": number,
                "missed": is_missing,
                "page": page_of(table),
                "seats": table.seats_of(self._watcher.holder),
                "now": self._socket.app.state.now(),
            }
        )
        self._broadcast.greet(self._open_table, self._watcher, is_current=not is_missing)

    async def _write(self) -> None:
        while True:
            await self._watcher.pass_on(self._socket.send_text)

    async def _jam(self) -> int:
        """Wait until the page has fallen too far behind in reading."""
        await self._watcher.is_behind.wait()
        return TOO_SLOW

    async def _read(self) -> None:
        """Answer messages in their order.

        A page that sends too fast is not refused: its next message is read when its time has come.
        """
        bucket, account = Bucket(BURST, RATE), account_behind(self._socket)
        while not self._is_over:
            delay = bucket.delay()
            if delay:
                await asyncio.sleep(delay)
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            came = time.perf_counter()
            with self._work.in_hand(account):
                await self._work.slow_down(account)
                self._is_answering = True
                await self._answer(message.get("text"))
                self._is_answering = False
            if not self._work.is_heavy(account):
                self._pressure.note(time.perf_counter() - came)

    async def _answer(self, text: str | None) -> None:
        """Answer a message, and note how long that took."""
        began, fields = time.perf_counter(), parse(text)
        answer = await self._answer_to(text, fields)
        self._watcher.send(answer)
        seconds = time.perf_counter() - began
        self._metrics.answered(str(fields.get("do")), answer["type"], seconds)

    async def _answer_to(self, text: str | None, fields: dict[str, Any]) -> dict[str, Any]:
        given = fields.get("id")
        id = given if is_text(given) else ""
        try:
            check(text, fields)
            return {"type": "done", "id": id, **await self._done(fields)}
        except (Objected, Illegal, Malformed) as problem:
            return refused(self._watcher.visitor.words, problem, id)

    async def _done(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Do what a message asks for; return the number of the last event and the selection."""
        open_table, watcher = self._open_table, self._watcher
        match fields["do"]:
            case "ping":  # a page that comes back asks whether it is still connected
                pass
            case "look":
                seat = fields.get("seat")
                is_seat = type(seat) is int and 0 <= seat < len(open_table.table.seats)
                self._broadcast.look(open_table, watcher, seat if is_seat else None)
            case "react":
                self._broadcast.react(open_table, watcher, fields)
            case "point":
                at = fields.get("at")
                is_place = is_text(at) and len(at) < 12
                self._broadcast.point(open_table, watcher, str(at) if is_place else "")
            case do:
                request = Request(watcher.holder, do, fields, open_table)
                answer = await self._host.answer(open_table, request)
                return {"number": answer.number, "selected": answer.selected}
        return {"number": watcher.number_at(open_table), "selected": ""}


def parse(text: str | None) -> dict[str, Any]:
    """Return the fields of a message, none where it is no JSON object.

    The server reads messages of up to 64 kB, so that parsing even a refused one is cheap.
    """
    try:
        fields = json.loads(text or "")
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def check(text: str | None, fields: dict[str, Any]) -> None:
    """Raise Objected for a message that is too large or has no word that says what to do."""
    if text is None or len(text) > LARGEST_MESSAGE:
        raise Objected(Objection.TOO_LARGE)
    if not isinstance(fields.get("do"), str):
        raise Objected(Objection.UNKNOWN_REQUEST, given=text[:40])


def refused(words: Words, problem: Objected | Illegal | Malformed, id: str = "") -> dict[str, Any]:
    """Return why nothing came of a request, in a sentence, and what stands in the way."""
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
    elif refusal.reason is Reason.NO_NUMBER_AT_ENDS and refusal.line is not None:
        ways = [end.name for end in refusal.line.ends]
    return {
        "type": "refused",
        "id": id,
        "code": refusal.reason.name.lower(),
        "rule": refusal.rule,
        "text": explain(words, refusal),
        "mark": shown(refusal.mark or ""),
        "in_the_way": ways,
    }
