"""Live play over a WebSocket: requests come in, answers and changed fragments go out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hashi.drawing.vector.live import to_json
from hashi.host import Host, LoadedTable
from hashi.rules import Illegal, Malformed
from hashi.server.limits.gates import Bucket, account_behind
from hashi.server.live.watcher import Watcher
from hashi.server.protocols.extensions import WRITER
from hashi.server.responses import problem_details
from hashi.server.services import services_of
from hashi.server.spoilers import table_for
from hashi.server.view.table_page import page_of
from hashi.server.visitor import Visitor, recognise, visitor_of
from hashi.table import Objected, Objection, Request
from hashi.table.fields import is_text
from hashi.whole_numbers import whole_number

LARGEST_MESSAGE = 4096
BURST, RATE = 60, 30
"""Messages that a page may send at once, and each second after that; more of them wait."""
OTHER_ORIGIN, NO_TABLE, TOO_SLOW, TOO_MANY, NOT_NOW, FAILED = 4403, 4404, 4408, 4429, 4503, 1011
KEY_ENDED = 4401
"""Close codes (docs/api.md). A page connects again after all of them but the first two."""
CLOSING_TIME = 5.0
"""Seconds for the farewell to a page that may not read any more."""

log = logging.getLogger(__name__)


async def live_socket(socket: WebSocket) -> None:
    """Serve one open page until it is closed.

    The socket is accepted first in any case: a close code reaches the page only after that.
    """
    try:
        await socket.accept()
    except OSError:  # the page is gone already
        return
    code: int | None = FAILED
    try:
        code = await _serve(socket)
    except WebSocketDisconnect:
        code = None
    except Exception:
        if not _is_closed(socket):  # Starlette raises RuntimeError for a socket that has closed
            log.exception("a socket failed")
    if code is not None and not _is_closed(socket):
        gone = (WebSocketDisconnect, OSError, RuntimeError)
        with contextlib.suppress(*gone):
            await asyncio.wait_for(socket.close(code), CLOSING_TIME)


def _is_closed(socket: WebSocket) -> bool:
    return WebSocketState.DISCONNECTED in (socket.client_state, socket.application_state)


async def _serve(socket: WebSocket) -> int | None:
    """Serve a page to its end; return the code to close its socket with, None if it has closed."""
    if not services_of(socket).platform.is_own(socket):
        return OTHER_ORIGIN
    try:
        devices = services_of(socket).host.devices
        await recognise(socket, devices)
        visitor = visitor_of(socket)
        devices.note(visitor.device)
        with devices.page(visitor.device, visitor.holder) as page:
            return await _serve_to(socket, visitor, page)
    except Objected as problem:
        return NOT_NOW if problem.objection.is_passing else KEY_ENDED


async def _serve_to(socket: WebSocket, visitor: Visitor, page: asyncio.Future[None]) -> int | None:
    """Serve a page until its visitor's key speaks for nobody, or somebody else."""
    host = services_of(socket).host
    try:
        loaded = await table_for(socket, socket.path_params["id"])
    except Objected as problem:
        return NOT_NOW if problem.objection.is_passing else NO_TABLE
    watcher = Watcher(visitor, _seat_given(loaded, socket.query_params.get("look", "")))
    watcher.write = socket.scope.get("extensions", {}).get(WRITER, watcher.write)
    gates = services_of(socket).gates
    try:
        gates.pressure.admit_to(loaded.table, watcher.holder)
        with gates.socket(account_behind(socket), loaded.id):
            await services_of(socket).table_pages.prepare(loaded, host.index)
            connection = _Connection(socket, host, loaded, watcher)
            page.add_done_callback(lambda _: connection.end(KEY_ENDED))
            return await connection.serve()
    except Objected as problem:
        return NOT_NOW if problem.objection.is_passing else TOO_MANY


def _seat_given(loaded: LoadedTable, text: str) -> int | None:
    """Return the seat whose board a page looks at while it connects again."""
    seat = whole_number(text)
    return seat if seat is not None and seat < len(loaded.table.seats) else None


class _Connection:
    """A page that is connected: what it asks, and what it is sent."""

    def __init__(
        self, socket: WebSocket, host: Host, loaded: LoadedTable, watcher: Watcher
    ) -> None:
        self._socket, self._host = socket, host
        self._open_table, self._watcher = loaded, watcher
        self._account = account_behind(socket)
        self._bucket = Bucket(BURST, RATE)
        self._broadcast = services_of(socket).broadcast
        self._work = services_of(socket).work
        self._metrics = services_of(socket).metrics
        self._pressure = services_of(socket).gates.pressure
        self._ended: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        """Done when the connection is to end, with the code for that."""
        self._writing: asyncio.Task[None] | None = None
        self._is_answering = self._is_over = False

    async def serve(self) -> int | None:
        holder = self._watcher.holder
        self._watcher.on_wait, self._watcher.on_behind = self._write_soon, self._give_up
        self._host.people.come(self._open_table, holder)
        try:
            with self._broadcast.watching(self._open_table, self._watcher):
                self._greet()
                return await self._first_end()
        finally:
            self._host.people.go(self._open_table, holder)
            self._broadcast.presence_changed(self._open_table, holder)

    async def _first_end(self) -> int | None:
        """Read until the page is closed, or reads too slowly, or something fails; return a code.

        An answer that is begun is carried out before that.
        """
        reader = asyncio.ensure_future(self._read())
        reader.add_done_callback(self._end_with)
        try:
            return await self._ended
        finally:
            self._is_over = True
            tasks = [task for task in (reader, self._writing) if task is not None]
            for task in tasks:
                if task is not reader or not self._is_answering:
                    task.cancel()
            await asyncio.shield(asyncio.gather(*tasks, return_exceptions=True))

    def _end_with(self, task: asyncio.Task[None]) -> None:
        """End the connection where a task has failed, or there is nothing more to read."""
        if task.cancelled() or self._ended.done():
            return
        error = task.exception()
        if error is None:
            self._ended.set_result(None)
        else:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        """End the connection by an error, unless it has ended already."""
        if not self._ended.done():
            self._ended.set_exception(error)

    def _give_up(self) -> None:
        """End the connection: the page has fallen too far behind in reading."""
        self.end(TOO_SLOW)

    def end(self, code: int) -> None:
        """End the connection with this code, unless it has ended already."""
        if not self._ended.done():
            self._ended.set_result(code)

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
                "now": services_of(self._socket).now(),
            }
        )
        self._broadcast.updates.greet(self._open_table, self._watcher, is_current=not is_missing)

    def _write_soon(self) -> None:
        """Write what waits, by a task that ends when nothing does."""
        if self._writing is None and not self._is_over:
            self._writing = asyncio.ensure_future(self._write())

    async def _write(self) -> None:
        """Write until nothing waits; what comes after that has a task of its own."""
        try:
            while self._watcher.outbox:
                await self._watcher.pass_on(self._socket.send_text)
        except Exception as error:
            self._fail(error)
        finally:
            self._writing = None

    async def _read(self) -> None:
        """Answer the messages in their order."""
        while not self._is_over:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._answer_in_time(message.get("text"))

    async def _answer_in_time(self, text: str | None) -> None:
        """Answer a message when it is its turn.

        A page that sends too fast is not refused: its next message is read when its time has come.
        """
        account = self._account
        delay = self._bucket.delay()
        if delay:
            await asyncio.sleep(delay)
        came = time.perf_counter()
        with self._work.in_hand(account):
            await self._work.slow_down(account)
            if self._is_over:
                return
            self._is_answering = True
            await self._answer(text)
            self._is_answering = False
        if not self._work.is_heavy(account):
            self._pressure.note(time.perf_counter() - came)

    async def _answer(self, text: str | None) -> None:
        """Answer a message, and note how long that took."""
        began, fields = time.perf_counter(), parse(text)
        given, outcome = fields.get("id"), "done"
        id = given if is_text(given) else ""
        try:
            check(text, fields)
            number, selected = await self._done(fields)
            self._watcher.send_text(
                f'{{"type": "done", "id": {to_json(id)}, "number": {number},'
                f' "selected": {to_json(selected)}}}'
            )
        except (Objected, Illegal, Malformed) as problem:
            outcome = "refused"
            details = problem_details(self._watcher.words, problem)
            self._watcher.send({"type": "refused", "id": id, **details})
        self._metrics.answered(str(fields.get("do")), outcome, time.perf_counter() - began)

    async def _done(self, fields: dict[str, Any]) -> tuple[int, str]:
        """Do what a message asks for; return the number of the last event and the selection."""
        loaded, watcher = self._open_table, self._watcher
        match fields["do"]:
            case "ping":  # a page that comes back asks whether it is still connected
                pass
            case "look":
                seat = fields.get("seat")
                is_seat = type(seat) is int and 0 <= seat < len(loaded.table.seats)
                self._broadcast.updates.look(loaded, watcher, seat if is_seat else None)
            case "react":
                self._broadcast.reactions.react(loaded, watcher, fields)
            case "point":
                at = fields.get("at")
                is_short = is_text(at) and len(at) < 12
                self._broadcast.updates.point(loaded, watcher, str(at) if is_short else "")
            case do:
                request = Request(watcher.holder, do, fields, loaded)
                answer = await self._host.requests.answer(loaded, request)
                return answer.number, answer.selected
        return watcher.number_at(loaded), ""


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
