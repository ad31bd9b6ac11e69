"""What is written to a socket at once, without the general way through ASGI."""

from __future__ import annotations

import asyncio
import contextlib

import uvloop
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.protocol import State

from hashi.server.socket_protocol import PiecewiseProtocol, piecewise_protocol
from hashi.server.work import Work


async def _app(scope: object, receive: object, send: object) -> None: ...


def test_a_connection_that_is_gone_is_not_written_to() -> None:
    """One page that goes away must not keep others at the table from their news."""

    async def check() -> None:
        loop, made = asyncio.get_running_loop(), list[PiecewiseProtocol]()

        def make() -> PiecewiseProtocol:
            made.append(piecewise_protocol(Work(0))(Config(_app), ServerState(), {}))
            return made[-1]

        server = await loop.create_server(make, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        while not made or made[0].transport is None:
            await asyncio.sleep(0.001)
        protocol = made[0]
        protocol.conn.state = State.OPEN  # as after the handshake
        assert protocol.write_text("news")
        assert await reader.readexactly(6) == b"\x81\x04news"
        protocol.transport.close()
        for _ in range(5):
            assert not protocol.write_text("more news")
            await asyncio.sleep(0.001)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        server.close()
        await server.wait_closed()

    uvloop.run(check())
