"""An open page as benchmarks need it: a socket that asks for one thing at a time, at little cost.

It speaks just as much of the WebSocket protocol as that takes. Its masks are zero, so that a text
stays as it is; of what comes it looks at the heads of frames, and for its answer at the first bytes
of a message.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import time
from collections.abc import Mapping
from typing import Any, Self, cast

TEXT, PING, PONG = 0x81, 0x89, 0x8A
HEAD = (
    "GET /t/{table}/live?after=0 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: aGFzaGkgYmVuY2htYXJrIQ==\r\n"
    "Sec-WebSocket-Version: 13\r\nCookie: hashi_key={key}; hashi_lang={language}\r\n\r\n"
)
HELLO, DONE, REFUSED = b'{"type": "hello"', b'{"type": "done"', b'{"type": "refused"'
ANSWER = 100
"""Bytes of an answer in which its id stands."""

_ids = itertools.count(1)
_own = secrets.token_hex(4)
"""Whoever sends an id for the second time, over whichever connection, gets the first answer."""


def template(fields: Mapping[str, Any]) -> str:
    """Return a request as `PageSocket.ask` takes it: JSON without its end, where the id follows."""
    return json.dumps(fields)[:-1]


class PageSocket(asyncio.Protocol):
    """A page of a table. `is_ready` is done when the server has greeted it."""

    transport: asyncio.Transport

    def __init__(self, table: str, key: str, language: str = "en") -> None:
        self._table, self._key, self._language = table, key, language
        self._asked = b""
        self.sent_at = 0.0
        self._rest = b""
        self._is_open = False
        self.is_ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, host: str, port: int) -> Self:
        """Open the socket; it need not be ready yet."""
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)
        return self

    @property
    def is_waiting(self) -> bool:
        """Whether the last request is not answered yet."""
        return bool(self._asked)

    def ask(self, request: str, at: float | None = None) -> None:
        """Send a request, made by `template`; it counts from now or from an earlier time."""
        assert self._is_open, "a request before the socket is open gets lost"
        id = f'"{_own}-{next(_ids)}"'
        self._asked = id.encode()
        self.sent_at = time.perf_counter() if at is None else at
        self.transport.write(_frame(TEXT, f'{request}, "id": {id}}}'.encode()))

    def forget(self) -> None:
        """Wait no longer for an answer."""
        self._asked = b""

    def answered(self, *, is_done: bool) -> None:
        """Take note of the answer to the last request; it was refused where it is not done."""

    # --- the protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by its class
        host = f"localhost:{self.transport.get_extra_info('peername')[1]}"
        head = HEAD.format(table=self._table, host=host, key=self._key, language=self._language)
        self.transport.write(head.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.is_ready.done():
            self.is_ready.set_exception(exc or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self._is_open:
            head, end_of_head, frames = data.partition(b"\r\n\r\n")
            if not end_of_head:
                self._rest = data
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._is_open, data = True, frames
        at, end = 0, len(data)
        while at + 2 <= end:
            size, begin = data[at + 1], at + 2
            if size >= 126:
                begin += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : begin]) if begin <= end else end
            if begin + size > end:
                break
            if data[at] == TEXT:
                self._hear(data, begin)
            elif data[at] == PING:
                self.transport.write(_frame(PONG, data[begin : begin + size]))
            at = begin + size
        self._rest = data[at:]

    def _hear(self, data: bytes, begin: int) -> None:
        """Look at the message that begins there."""
        if self._asked and data.find(self._asked, begin, begin + ANSWER) > 0:
            is_done = data.startswith(DONE, begin)
            if is_done or data.startswith(REFUSED, begin):
                self._asked = b""
                self.answered(is_done=is_done)
        elif not self.is_ready.done() and data.startswith(HELLO, begin):
            self.is_ready.set_result(None)


def _frame(kind: int, body: bytes) -> bytes:
    size = len(body)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2)
    return head + bytes(4) + body
