"""One visitor's requests to the app, without a network: what a server and a browser do otherwise.

A service worker sees no cookies, no `Host` and no `Origin` of what a page asks: the adapter keeps
the cookies and adds the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Any
from urllib.parse import unquote, urlsplit

from starlette.applications import Starlette
from starlette.types import Message, Scope

from hashi.server.app import create_app
from hashi.server.limits.gates import Gates, Limits
from hashi.server.operation.counts import Counts
from hashi.server.platform import KeptAt, Offers, Platform
from hashi.server.protocols.extensions import WRITER
from hashi.site.browser.data import COOKIES, TABLES, BrowserStore, CookieJar
from hashi.site.browser.pools import Think, pools

FAILED = 1011
"""The close code of a socket whose side of the app has failed."""
UNLIMITED = Limits(**dict.fromkeys(Limits.names(), 0))
"""There is one visitor, on a device of their own."""
log = logging.getLogger(__name__)
Headers = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where the site lies, and for whom the app runs."""

    origin: str
    """Such as `https://example.org`."""
    prefix: str = ""
    server: str = ""
    """The address of a server for games with friends, empty for none."""
    language: str = "en"
    is_kept: bool = True
    """Whether the browser keeps the files."""

    @property
    def platform_offers(self) -> Offers:
        return Offers(
            friends=self.server and f"{self.server}/new?mode=friends",
            has_links=False,
            draws_pictures=False,
            kept=KeptAt.BROWSER if self.is_kept else KeptAt.MEMORY,
        )


@dataclass(frozen=True, slots=True)
class Adapter:
    """The running app."""

    app: Starlette
    jar: CookieJar
    place: Place

    async def answer(
        self, method: str, address: str, headers: Headers, body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Return status, headers and body of what the app answers; 500 where it fails."""
        request, response = _Request(body), _Response()
        scope = {**self._scope("http", address, headers), "method": method}
        try:
            await self.app(scope, request.receive, response.send)
        except Exception:  # Starlette has answered, if it could
            log.exception("a request failed")
        set_cookies = [value for name, value in response.headers if name == "set-cookie"]
        self.jar.take(set_cookies)
        others = [each for each in response.headers if each[0] != "set-cookie"]
        return response.status, others, bytes(response.body)

    def open_socket(
        self, address: str, send: Callable[[str], None], close: Callable[[int], None]
    ) -> Socket:
        """Connect a page to its table."""
        scope = {**self._scope("websocket", address, ()), "subprotocols": []}
        return Socket(self.app, scope, send, close)

    def _scope(self, type: str, address: str, headers: Headers) -> Scope:
        place, parts = self.place, urlsplit(self.place.origin)
        path, _, query = address.partition("?")
        given = {name.lower(): value for name, value in headers}
        given |= {"host": parts.netloc, "accept-language": place.language}
        given |= {"cookie": self.jar.header} if self.jar.header else {}
        given.pop("accept-encoding", None)
        scheme = parts.scheme if type == "http" else parts.scheme.replace("http", "ws")
        return {
            "type": type,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": scheme,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items()],
            "client": None,
            "server": (parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)),
            "extensions": {},
        }


@contextlib.asynccontextmanager
async def running(folder: Path, place: Place, think: Think) -> AsyncIterator[Adapter]:
    """Run the app over the files of a folder; raise sqlite3.Error where they are none of ours, or
    TooNew."""
    platform = Platform(
        pools=pools(think),
        counts=Counts,
        is_own=lambda _: True,
        frames="'self'",
        has_worker=False,
        offers=place.platform_offers,
    )
    jar = CookieJar(folder / COOKIES)
    with contextlib.closing(jar):
        app = create_app(
            BrowserStore(folder / TABLES),
            now=time,  # a tab that sleeps overnight wakes on another day
            gates=Gates(UNLIMITED, 0),
            prefix=place.prefix,
            platform=platform,
        )
        async with app.router.lifespan_context(app):
            yield Adapter(app, jar, place)


class Socket:
    """An open page, as the page sees it: what it says, and that it is gone."""

    def __init__(
        self,
        app: Starlette,
        scope: dict[str, Any],
        send: Callable[[str], None],
        close: Callable[[int], None],
    ) -> None:
        self._send, self._close = send, close
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._is_closed = False
        scope["extensions"][WRITER] = self._write
        self._task = asyncio.ensure_future(self._serve(app, scope))

    def receive(self, text: str) -> None:
        """Hand a message of the page on to the app."""
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    def end(self, code: int) -> None:
        """Tell the app that the page is gone."""
        self._is_closed = True
        self._said.put_nowait({"type": "websocket.disconnect", "code": code})

    async def ended(self) -> None:
        """Wait until the app has let go of the page."""
        await self._task

    async def _serve(self, app: Starlette, scope: Scope) -> None:
        try:
            await app(scope, self._said.get, self._take)
        except Exception:
            log.exception("a socket failed")
        self._end_with(FAILED)

    async def _take(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._write(message["text"])
        elif message["type"] == "websocket.close":
            self._end_with(message.get("code", 1000))
            self.end(1000)

    def _write(self, text: str) -> bool:
        if self._is_closed:
            return False
        self._send(text)
        return True

    def _end_with(self, code: int) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._close(code)


class _Request:
    """A request that has come whole."""

    def __init__(self, body: bytes) -> None:
        self._body: bytes | None = body

    async def receive(self) -> Message:
        if self._body is None:
            await asyncio.Event().wait()  # it never goes away before its answer
        body, self._body = self._body, None
        return {"type": "http.request", "body": body}


class _Response:
    """An answer, put together."""

    def __init__(self) -> None:
        self.status, self.body = 500, bytearray()
        self.headers: list[tuple[str, str]] = []

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [
                (name.decode().lower(), value.decode("latin-1"))
                for name, value in message["headers"]
            ]
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")
