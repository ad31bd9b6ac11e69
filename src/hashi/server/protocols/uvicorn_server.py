"""The server process: when it is ready, and how it ends."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from hashi.server.protocols.http import LimitedProtocol
from hashi.server.services import Services

PATIENCE = 2.0
"""Seconds that a request which has begun has to come to its end when the server is to end."""


class UvicornServer(uvicorn.Server):
    """A server that says when it answers, and that ends its streams before it waits for them."""

    def __init__(
        self, config: uvicorn.Config, app: Starlette, on_ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._app, self._on_ready = app, on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            services: Services = self._app.state.services
            services.reach.server = self
            self._on_ready()

    async def accept_at(self, listener: socket.socket) -> None:
        """Accept connections at one more socket."""
        loop = asyncio.get_running_loop()
        more = await loop.create_server(
            self._connection, sock=listener, backlog=self.config.backlog
        )
        self.servers.append(more)

    def refuse_at(self, listener: socket.socket) -> None:
        """Accept no more at a socket, and end what has come in there."""
        address = listener.getsockname()
        for server in [each for each in self.servers if address in _addresses(each)]:
            self.servers.remove(server)
            server.close()
        for connection in list(self.server_state.connections):
            transport: asyncio.Transport = connection.transport
            if transport.get_extra_info("sockname") == address:
                if isinstance(connection, LimitedProtocol):
                    transport.abort()
                else:
                    connection.shutdown()  # says why: the page connects again, in vain

    def _connection(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        services: Services | None = getattr(self._app.state, "services", None)
        if services is not None:  # it has started
            services.let_go()
        giving_up = asyncio.get_running_loop().call_later(PATIENCE, self._give_up)
        try:
            await super().shutdown(sockets)
        finally:
            giving_up.cancel()

    def _give_up(self) -> None:
        """Wait no longer for requests that have not come to their end."""
        for connection in list(self.server_state.connections):
            if isinstance(connection, LimitedProtocol):
                connection.give_up()


def _addresses(server: asyncio.Server) -> list[object]:
    """Return where a server listens."""
    return [listener.getsockname() for listener in server.sockets]
