"""What protects the server: headers on every answer, checked origins, limited rates."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


_HOST = re.compile(r"([\w.-]+|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?", re.ASCII)
"""What a Host header looks like: a name or an address, and perhaps a port."""


class Guard:
    """Middleware that adds the headers to every answer and refuses a Host that is none."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        host = Headers(scope=scope).get("host", "localhost")
        app = self._app if _HOST.fullmatch(host) else PlainTextResponse("Bad Host", 400)
        await app(scope, receive, send_guarded)


def is_own_origin(connection: HTTPConnection) -> bool:
    """Return whether a write or a socket comes from our own pages, or from no page at all."""
    headers: Headers = connection.headers
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # no address at all, such as `http://[`
        return False


class Bucket:
    """A rate limit: so many at once, and so many a second after that."""

    def __init__(
        self, burst: float, rate: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._now = burst, rate, now
        self._left, self._at = burst, now()

    def takes(self) -> bool:
        """Return whether one more is within the limit; it counts if so."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def delay(self) -> float:
        """Count one more, and return the seconds to wait for it."""
        self._refill()
        self._left -= 1
        return max(0.0, -self._left / self._rate)

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class Limits:
    """A bucket for each client; the one that was not used for longest is dropped first."""

    def __init__(self, burst: float, rate: float, most: int = 20_000) -> None:
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def takes(self, client: str) -> bool:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._burst, self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket.takes()
