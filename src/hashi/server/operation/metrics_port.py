"""The metrics at a port of their own, which no proxy leads to and no stranger reaches."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

from hashi.host.limits.networks import read_address
from hashi.server.limits.forwarded import Networks
from hashi.server.operation.counts import Counts

PATIENCE = 5.0
"""Seconds for a request to come, and for its answer to be read."""
LONGEST_HEAD = 8_192
AT_ONCE = 10
"""Connections that are answered at the same time; others wait for them."""
_ANSWER = b"HTTP/1.1 %s\r\ncontent-type: text/plain; version=0.0.4\r\ncontent-length: %d\r\n"
_CLOSING = b"connection: close\r\n\r\n"


@contextlib.asynccontextmanager
async def metrics_at(
    listener: socket.socket | None, metrics: Counts, readers: Networks
) -> AsyncIterator[None]:
    """Answer `GET /metrics` at this socket for as long as the context lasts, to these addresses."""
    if listener is None:
        yield
        return
    turns = asyncio.Semaphore(AT_ONCE)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        gone = (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
        with contextlib.suppress(*gone):
            async with turns, asyncio.timeout(PATIENCE):
                writer.write(await _answer(reader, writer, metrics, readers))
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, sock=listener, limit=LONGEST_HEAD)
    try:
        yield
    finally:
        server.close()


async def _answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, metrics: Counts, readers: Networks
) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    is_reader = readers.has(read_address(writer.get_extra_info("peername")[0]))
    if not is_reader or not head.startswith((b"GET /metrics ", b"GET /metrics?")):
        return _ANSWER % (b"404 Not Found", 0) + _CLOSING
    text = metrics.text()
    return _ANSWER % (b"200 OK", len(text)) + _CLOSING + text
