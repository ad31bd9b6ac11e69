"""Sockets whose bytes are read in small pieces, so that no flood of messages holds the loop up.

What is sent in one step of the loop is written at once, by a function among the extensions of the
ASGI scope: a mark is news for several pages, and through ASGI each message of it would be a call of
the system. That saves 1 to 5 % of a mark. Short messages that come as one frame, and
those to pages, are read and written here: `websockets` does it for 1 to 7 % more
(`python -m benchmarks.load --tables 100 --rate 1000`, in turns). Everything else is uvicorn's.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State

from hashi.host.limits.networks import account_of
from hashi.server.limits.work import Work
from hashi.server.protocols.extensions import WRITER

TEXT, MASKED, TWO_BYTES, EIGHT_BYTES = 0x81, 0x80, 126, 127
"""The first byte of a whole text message; the second byte has a mask and a length (RFC 6455)."""
PIECE = 1024
"""Bytes that are read at once: a page's message has about a hundred."""
MOST_UNSENT = 1 << 18
"""Bytes that may wait for a client that does not read, besides its messages: answers to pings."""


def piecewise_protocol(work: Work) -> type[PiecewiseProtocol]:
    """Return the protocol of sockets that share this work."""
    return type("SharedProtocol", (PiecewiseProtocol,), {"work": work})


class PiecewiseProtocol(WebSocketsSansIOProtocol):
    """A socket that reads the next piece when its messages are taken and its turn has come."""

    work: ClassVar[Work]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._unread = bytearray()
        self._unsent: list[bytes] = []
        """Frames that are written together when the step of the loop is done."""
        self._feeding: asyncio.Task[None] | None = None
        self._is_paused = False
        self.read_paused = True  # else uvicorn pauses at every message: two calls of the system

    def data_received(self, data: bytes) -> None:
        if not self._unread and len(data) <= PIECE and self._may_read():
            if not self._take_message(data):
                super().data_received(data)
        else:
            self._unread += data
            self._feed()
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()

    def _take_message(self, data: bytes) -> bool:
        """Take a short message that has come as one frame; return False for anything else."""
        size = len(data) - 6
        if not 0 <= size < TWO_BYTES or data[0] != TEXT or data[1] != MASKED | size:
            return False
        conn = self.conn
        if conn.state is not State.OPEN or self.frames or conn.reader.buffer:
            return False
        try:
            text = apply_mask(data[6:], data[2:6]).decode()
        except UnicodeDecodeError:  # `websockets` says what is wrong
            return False
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def handle_cont(self, event: Frame) -> None:
        """Put the parts of a message together as they come: a million empty ones take no memory."""
        parts: list[Any] = self.frames
        if not isinstance(parts[0], bytearray):
            parts[0] = bytearray(parts[0])
        parts[0] += event.data
        if event.fin:
            self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; one that is no text ends the connection, and is not worth a line."""
        if self.curr_msg_data_type == "text":
            try:
                self.frames[0].decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[WRITER] = self.write_text

    def write_text(self, text: str) -> bool:
        """Take a message to be written; return False where it has to wait, or nobody reads it.

        All messages of one step of the loop, such as a mark's news and its answer, are one write.
        """
        is_open = self.conn.state is State.OPEN and self.writable.is_set()
        if not is_open or self.disconnected or self.transport.is_closing():
            return False
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(_frame(text.encode()))
        return True

    def _flush(self) -> None:
        if self._unsent and not self.transport.is_closing():
            self.transport.write(b"".join(self._unsent))
        self._unsent.clear()

    async def send(self, message: Any) -> None:
        """Send a message through ASGI, after those that were taken before it."""
        self._flush()
        await super().send(message)
        if self.close_sent and self._unread:  # the page's farewell may be among it
            self._feed()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.clear()
        super().connection_lost(exc)

    async def receive(self) -> Any:
        """Return the next message; then it is time for the next piece."""
        message = await self.queue.get()
        if self._unread:
            self._feed()
        return message

    def _may_read(self) -> bool:
        """Return whether nothing waits to be taken, or nothing will be taken any more."""
        return self.close_sent or self.queue.empty()

    def _account(self) -> str:
        """Return whom the bytes are charged to: behind a proxy, whom the app has found there."""
        client = self.scope["client"] if self.handshake_initiated else self.client
        return account_of(client[0] if client else None)

    def _feed(self) -> None:
        """Read what has come, piece by piece; nothing more comes meanwhile."""
        if not self._is_paused:
            self._is_paused = True
            self.transport.pause_reading()
        if self._feeding is None:
            self._feeding = self.loop.create_task(self._read_pieces())

    async def _read_pieces(self) -> None:
        try:
            while self._unread and self._may_read():
                account = self._account()
                await self.work.slow_down(account)
                piece = bytes(self._unread[:PIECE])
                del self._unread[:PIECE]
                if self.transport.is_closing():  # nobody takes an answer any more
                    self._unread.clear()
                    return
                with self.work.measure(account):
                    super().data_received(piece)
            if not self._unread:
                self._is_paused = False
                self.transport.resume_reading()
        finally:
            self._feeding = None


def _frame(body: bytes) -> bytes:
    """Return a whole text message of a server; it has no mask."""
    size = len(body)
    if size < TWO_BYTES:
        return bytes((TEXT, size)) + body
    if size < 1 << 16:
        return bytes((TEXT, TWO_BYTES)) + size.to_bytes(2) + body
    return bytes((TEXT, EIGHT_BYTES)) + size.to_bytes(8) + body
