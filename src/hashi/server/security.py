"""What protects the server: headers on every answer, checked origins and hosts, shared work."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hashi.server.limits.gates import account_behind
from hashi.server.limits.work import Work
from hashi.table import Objected

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors "
)
"""What a page may load and show; who may show it in a frame comes last."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
TLS_ONLY = "max-age=31536000"
"""Said behind TLS: browsers come by TLS for a year, to this host."""

_HOST = re.compile(r"([\w.-]+|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?", re.ASCII)
"""What a Host header looks like: a name or an address, and perhaps a port."""


class Guard:
    """Middleware around everything: shares out the event loop, adds headers, refuses other hosts.

    `refuse` answers a request whose address has used up its share. `is_opened` says of a host
    whether it is an address of this computer that was opened while the server ran; `frames` are
    the sites that may show pages in a frame.
    """

    def __init__(
        self,
        app: ASGIApp,
        work: Work,
        refuse: Callable[[Request, Objected], Response],
        hosts: Collection[str] = (),
        is_opened: Callable[[str], bool] = lambda _: False,
        frames: str = "'none'",
    ) -> None:
        self._headers = {"content-security-policy": POLICY + frames, **HEADERS}
        self._app, self._work, self._refuse = app, work, refuse
        self._hosts = frozenset(host.lower() for host in hosts)
        self._is_opened = is_opened

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        account = account_behind(HTTPConnection(scope))
        if scope["type"] == "websocket":
            if not self._is_own_host(Headers(scope=scope).get("host", "localhost")):
                await send({"type": "websocket.close"})
                return
            await self._work.slow_down(account)
            await self._work.charge(account, _coroutine(self._app(scope, receive, send)))
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", TLS_ONLY)
            await send(message)

        app = self._app
        if not self._is_own_host(Headers(scope=scope).get("host", "localhost")):
            app = PlainTextResponse("Bad Host", 400)
        with self._work.in_hand(account):
            try:
                await self._work.begin(account)
            except Objected as objected:
                app = self._refuse(Request(scope), objected)
            await self._work.charge(account, _coroutine(app(scope, receive, send_guarded)))

    def _is_own_host(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        return not self._hosts or found[1].lower() in self._hosts or self._is_opened(found[1])


async def _coroutine(work: Awaitable[None]) -> None:
    await work
