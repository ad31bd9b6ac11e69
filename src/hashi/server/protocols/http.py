"""HTTP connections with limits: how many an address has, how long a request may take to come."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hashi.host.limits.networks import account_of, read_address
from hashi.server.limits.forwarded import Networks
from hashi.server.limits.gates import Quota

REQUEST_TIME = 20.0
"""Seconds in which a request must have come to its end."""
CLOSING_TIME = 10.0
"""Seconds for the last bytes to a client that may not read them."""
LARGEST_HEAD = 65_536
"""Bytes that the head of a request may have."""
_REFUSED = b"HTTP/1.1 %s\r\nretry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_MANY = _REFUSED % b"429 Too Many Requests"
TOO_LATE = _REFUSED % b"408 Request Timeout"
LONGEST_TARGET = 2_048
"""Bytes that the address of a request may have; none of ours comes near it."""
TOO_LONG_TARGET = _REFUSED % b"414 URI Too Long"
TOO_LONG = _REFUSED % b"431 Request Header Fields Too Large"


def limited_protocol(
    by_address: Quota, in_all: Quota, proxies: Sequence[str] = ()
) -> type[LimitedProtocol]:
    """Return the protocol of connections that keep to these quotas.

    The connections of trusted proxies are many people's: they count in all only.
    """
    quotas = {"by_address": by_address, "in_all": in_all, "proxies": Networks(proxies)}
    return type("QuotaProtocol", (LimitedProtocol,), quotas)


class LimitedProtocol(HttpToolsProtocol):
    """A connection that is counted, and whose requests must come to their end in time."""

    by_address: ClassVar[Quota]
    in_all: ClassVar[Quota]
    proxies: ClassVar[Networks]
    _account: str | None = None
    """Whom the connection is counted for; None where it is not counted (any more)."""
    _watch: asyncio.TimerHandle | None = None
    _answering: Any = None
    """The request that is being answered; there may be a later one already."""
    _head: int | None = 0
    """Bytes that have come of a request's head; None once it is complete."""
    _is_ending: bool = False
    """Whether the connection is closed after the next answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        account = "" if self.proxies.has(read_address(host)) else account_of(host)
        if not self.in_all.takes(""):
            self._end(TOO_MANY)
        elif account and not self.by_address.takes(account):
            self.in_all.release("")
            self._end(TOO_MANY)
        else:
            self._account = account
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        self._let_go()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._answering = cycle
        if self._is_ending:
            cycle.keep_alive = False
        super()._start_asgi_task(cycle, app)

    def _let_go(self) -> None:
        """Have nothing more written by the request that is being answered."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def data_received(self, data: bytes) -> None:
        if self._account is None:
            return
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self._end(TOO_LONG)
                self._forget()

    def on_message_begin(self) -> None:
        if self.pipeline:  # browsers do not send on before the last answer but one has come
            self._let_go()
            raise OverflowError
        self._expect()
        self._head = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Refuse a long address as soon as it is too long, before anything reads it."""
        super().on_url(url)
        if len(self.url) > LONGEST_TARGET:
            self._end(TOO_LONG_TARGET)
            self._forget()
            raise OverflowError  # so that the rest is not read

    def send_400_response(self, msg: str) -> None:
        """Say that a request makes no sense, unless something was said already."""
        if self._account is not None:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._relax()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on; the app counts its sockets itself."""
        self._forget()
        super().handle_websocket_upgrade()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.loop.call_later(CLOSING_TIME, self.transport.abort)

    def shutdown(self) -> None:
        """End the connection when the server ends.

        Where a request is expected it may be on its way: it is answered, if it comes before the
        server gives up (`give_up`).
        """
        self._is_ending = True
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self._watch is None:
            super().shutdown()

    def give_up(self) -> None:
        """Close the connection if its request has not come to its end."""
        if self._watch is not None:
            self._relax()
            self._end(TOO_LATE)

    def _expect(self) -> None:
        """Give the request its time to come to its end."""
        if self._watch is None:
            self._watch = self.loop.call_later(REQUEST_TIME, self._end, TOO_LATE)

    def _relax(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _forget(self) -> None:
        """Count the connection no longer."""
        self._relax()
        if self._account is not None:
            self.in_all.release("")
            if self._account:
                self.by_address.release(self._account)
            self._account = None

    def _end(self, answer: bytes) -> None:
        """Say why, unless an answer is under way, and close."""
        if self._answering is None or not self._answering.response_started:
            self.transport.write(answer)
        self._let_go()
        self.transport.close()
        self.loop.call_later(CLOSING_TIME, self.transport.abort)
