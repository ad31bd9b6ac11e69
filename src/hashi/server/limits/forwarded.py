"""The client behind trusted proxies, as their headers name it.

A proxy writes the address of whoever asked it at the end of `X-Forwarded-For`. So the list is read
from its end, past trusted proxies, to the first address that is none; what stands before that was
sent by the client and is never read. A list that cannot be understood so far is refused.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from hashi.host.limits.networks import Address, read_address

FORWARDED = "hashi.forwarded"
"""In the scope of a request: whether a proxy has named its client."""
LOOPBACK = ("127.0.0.0/8", "::1/128")
"""The addresses of this machine."""
MOST_PROXIES = 20
"""Trusted proxies that a request may come through."""
LONGEST = 100
"""Characters of an entry: an address, perhaps with a zone and a port."""
SCHEMES = {"http": False, "https": True, "ws": False, "wss": True}
"""What proxies say of how the client came, and whether that is by TLS."""
_ENTRY = re.compile(
    r"\[([^\]]*:[^\]]*)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?|([^\[\]]*:[^\[\]]*)", re.ASCII
)
"""IPv6 in brackets or IPv4, either perhaps with a port, or IPv6 alone."""


class BadForwarded(ValueError):
    """A header of a proxy names no client."""


class Networks:
    """Some addresses and networks, such as those of trusted proxies."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = [ipaddress.ip_network(given) for given in networks]

    def has(self, address: Address | None) -> bool:
        """Return whether an address is one of them, or in one of them."""
        return address is not None and any(address in network for network in self._networks)


class Proxies(Networks):
    """The networks of trusted proxies."""

    def client(self, values: Sequence[str]) -> Address | None:
        """Return the client that these headers name, in their order; None for no header.

        Raise BadForwarded where an entry that counts is no address. Where all are trusted, the
        client is the first one, itself a proxy.
        """
        if not values:
            return None
        entries = ",".join(values).rsplit(",", MOST_PROXIES)
        for at in range(len(entries) - 1, -1, -1):
            address = read_entry(entries[at])
            if address is None:
                raise BadForwarded
            if not self.has(address) or not at:
                return address
        raise AssertionError("splitting gives at least one entry")


def read_entry(text: str) -> Address | None:
    """Return the address of an entry, without port, brackets and zone; None for anything else."""
    found = _ENTRY.fullmatch(text.strip(" \t"))
    if found is None or len(text) > LONGEST:
        return None
    return read_address(found[1] or found[2] or found[3])


class Forwarded:
    """Middleware that puts the client behind trusted proxies, and its scheme, into the scope."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app, self._proxies = app, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        try:
            if client and self._proxies.has(read_address(client[0])):
                self._read(scope)
        except BadForwarded:
            await _refuse(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _read(self, scope: Scope) -> None:
        """Note what the headers say; raise BadForwarded where they make no sense."""
        client = self._proxies.client(_values(scope, b"x-forwarded-for"))
        if client is not None:
            scope["client"], scope[FORWARDED] = (str(client), 0), True
        said = _values(scope, b"x-forwarded-proto")
        is_secure = SCHEMES.get(said[-1].strip().lower()) if said else None
        if is_secure is not None:
            scope["scheme"] = ("ws" if scope["type"] == "websocket" else "http") + "s" * is_secure


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
    else:
        await PlainTextResponse("Bad X-Forwarded-For", 400)(scope, receive, send)
