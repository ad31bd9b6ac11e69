"""What a socket writes by itself, without going through ASGI."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import uvloop
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.protocol import State

from hashi.server.limits.work import Work
from hashi.server.protocols.socket import PiecewiseProtocol, piecewise_protocol


async def _app(scope: object, receive: object, send: object) -> None: ...


@contextlib.asynccontextmanager
async def connection() -> AsyncIterator[tuple[PiecewiseProtocol, asyncio.StreamReader]]:
    """Yield the protocol of a socket as it is after the handshake, and what its client reads."""
    loop, made = asyncio.get_running_loop(), list[PiecewiseProtocol]()

    def make() -> PiecewiseProtocol:
        made.append(piecewise_protocol(Work(0))(Config(_app), ServerState(), {}))
        return made[-1]

    server = await loop.create_server(make, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    while not made or made[0].transport is None:
        await asyncio.sleep(0.001)
    made[0].conn.state = State.OPEN
    made[0].handshake_complete = True
    try:
        yield made[0], reader
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        server.close()
        await server.wait_closed()


def test_a_connection_that_is_gone_is_not_written_to() -> None:
    """One page that goes away must not keep others at the table from their news."""

    async def check() -> None:
        async with connection() as (protocol, reader):
            assert protocol.write_text("news")
            assert await reader.readexactly(6) == b"\x81\x04news"
            protocol.transport.close()
            for _ in range(5):
                assert not protocol.write_text("more news")
                await asyncio.sleep(0.001)

    uvloop.run(check())


def test_the_messages_of_one_step_are_one_write_in_their_order() -> None:
    async def check() -> None:
        async with connection() as (protocol, reader):
            for text in ("a mark", "its answer"):
                assert protocol.write_text(text)
            assert await reader.read(100) == b"\x81\x06a mark\x81\x0aits answer"
            assert protocol.write_text("news")
            await protocol.send({"type": "websocket.send", "text": "through ASGI"})
            assert await reader.readexactly(20) == b"\x81\x04news\x81\x0cthrough ASGI"

    uvloop.run(check())
