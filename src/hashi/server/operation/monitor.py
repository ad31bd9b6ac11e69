"""Whether the server lives and can work, what it counts, and a line for each request."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
from typing import Any

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hashi.host import Store, StoreDown
from hashi.host.limits.networks import read_address
from hashi.server.limits.forwarded import FORWARDED, LOOPBACK, Networks
from hashi.server.operation.counts import OTHER, ROUTE, Counts

KNOWN_FOR = 1.0
"""Seconds for which the state of the store is not asked for again."""
READY_TIME = 3.0
"""Seconds after which a store that has not answered is not ready."""
log = logging.getLogger("hashi.requests")


class Monitor:
    """Middleware around everything: answers `/healthz`, `/readyz`, `/metrics`, measures the rest.

    `watchers` are the networks that may read `/metrics`, besides this machine. That is a connection
    from it: an address that a proxy names could be anybody's who has misled the proxy.
    """

    def __init__(
        self,
        app: ASGIApp,
        metrics: Counts,
        store: Store,
        watchers: Sequence[str] = (),
        *,
        has_metrics: bool = True,
    ) -> None:
        self._app, self._metrics, self._store = app, metrics, store
        self._has_metrics = has_metrics
        self._here = Networks(LOOPBACK)
        self._watchers = Networks(watchers)
        self._known_at, self._is_ready = float("-inf"), False
        self._question: asyncio.Task[None] | None = None
        """Whether the store can be used is asked by one at a time."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            self._metrics.sockets.inc()
            try:
                await self._app(scope, receive, send)
            finally:
                self._metrics.sockets.dec()
        else:
            response = await self._own_answer(scope)
            if response is not None:
                await response(scope, receive, send)
            else:
                await self._measured(scope, receive, send)

    async def _own_answer(self, scope: Scope) -> Response | None:
        match scope["path"]:
            case "/healthz":
                return PlainTextResponse("ok\n")
            case "/readyz":
                is_ready = await self._ready()
                return PlainTextResponse(
                    "ok\n" if is_ready else "store\n", 200 if is_ready else 503
                )
            case "/metrics" if self._has_metrics and self._is_watcher(scope):
                return Response(self._metrics.text(), media_type="text/plain; version=0.0.4")
        return None

    async def _ready(self) -> bool:
        """Return whether the store can be used, as of now or of a moment ago."""
        if time.monotonic() - self._known_at <= KNOWN_FOR:
            return self._is_ready
        question = self._question = self._question or asyncio.ensure_future(self._ask_store())
        done, _ = await asyncio.wait((question,), timeout=READY_TIME)
        return self._is_ready if done else False

    async def _ask_store(self) -> None:
        try:
            self._is_ready = False
            with contextlib.suppress(StoreDown):
                await asyncio.to_thread(self._store.check_ready)
                self._is_ready = True
        finally:
            self._known_at, self._question = time.monotonic(), None

    def _is_watcher(self, scope: Scope) -> bool:
        client = scope.get("client")
        address = read_address(client[0]) if client else None
        is_here = FORWARDED not in scope and self._here.has(address)
        return is_here or self._watchers.has(address)

    async def _measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        finally:
            seconds, route = time.perf_counter() - began, scope.get(ROUTE, OTHER)
            self._metrics.requested(route, status, seconds)
            fields: dict[str, Any] = {
                "method": scope["method"],
                "route": route,
                "status": status,
                "milliseconds": round(seconds * 1000, 1),
            }
            log.info("request", extra={"fields": fields})
