"""The server process: when it is ready, and how it ends."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from hashi.server.live.broadcast import Broadcast


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
        broadcast: Broadcast | None = getattr(self._app.state, "broadcast", None)
        if broadcast is not None:
            broadcast.close()
        await super().shutdown(sockets)
