"""The server process: how it ends."""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette

from hashi.server.live.broadcast import Broadcast


class UvicornServer(uvicorn.Server):
    """A server that ends its streams when it ends: else it would wait until all who follow one
    have gone."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        rooms: Broadcast | None = getattr(self._app.state, "rooms", None)
        if rooms is not None:
            rooms.close()
        await super().shutdown(sockets)
