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
            self._on_ready()

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
