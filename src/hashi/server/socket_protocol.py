"""Sockets whose bytes are read in small pieces, so that no flood of messages holds the loop up."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hashi.server.limits import account_of
from hashi.server.work import Work

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
        self._feeding: asyncio.Task[None] | None = None

    def data_received(self, data: bytes) -> None:
        if not self._unread and len(data) <= PIECE:
            super().data_received(data)
        else:
            self._unread += data
            self._feed()
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.clear()
        super().connection_lost(exc)

    async def receive(self) -> Any:
        """Return the next message; then it is time for the next piece."""
        message = await super().receive()
        if self._unread:
            self._feed()
        return message

    def _feed(self) -> None:
        """Read what has come, piece by piece; nothing more comes meanwhile."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        if self._feeding is None:
            self._feeding = self.loop.create_task(self._read_pieces())

    async def _read_pieces(self) -> None:
        account = account_of(self.client[0] if self.client else None)
        try:
            while self._unread and self.queue.empty():
                await self.work.slow_down(account)
                piece = bytes(self._unread[:PIECE])
                del self._unread[:PIECE]
                with self.work.measure(account):
                    super().data_received(piece)
            if not self._unread and self.queue.empty() and self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()
        finally:
            self._feeding = None
