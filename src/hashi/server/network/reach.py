"""Where the server listens, by which addresses others reach it, and the door to the home network.

A server that listens to this computer alone may be opened to the private networks that the computer
is in, and closed again, by a tap on a page here: nobody else may, and never to the internet.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from hashi.host.limits.networks import Address, read_address
from hashi.server.limits.forwarded import FORWARDED
from hashi.server.network.addresses import Link, LocalAddress, local_addresses
from hashi.server.network.short_codes import ShortCodes
from hashi.server.site import SHARED_ORIGIN, link
from hashi.table import Objected, Objection

KEPT = 5.0
"""Seconds for which the addresses of this computer are known: it may join another network."""
MEDIATED = re.compile(rb"forwarded|via|x-forwarded-.*|x-real-ip|.*-connecting-ip|true-client-ip")
"""Headers that say that a request has come through a proxy, whether it is trusted or not."""
EVERY_PORT = {"http": 80, "https": 443}


class Obstacle(StrEnum):
    """Why others do not reach this server, as far as it knows."""

    CLOSED = "closed"
    """It listens to this computer alone, and may be opened from here."""
    WORKERS = "workers"
    """It listens to this computer alone, by several processes."""
    INTERNET = "internet"
    """It listens to this computer alone, whose addresses are all known on the internet."""
    NO_NETWORK = "no_network"
    """This computer is in no network."""
    UNKNOWN = "unknown"
    """Something stands between: a proxy, or a container whose port lies elsewhere."""


@dataclass(frozen=True, slots=True)
class SharedAddress:
    """An address that is passed on."""

    origin: str
    """Scheme, host and port."""
    path: str
    link: Link | None = None
    """What leads there; None where that is not this computer's own network."""
    is_private: bool = False
    """Whether it is an address of a private network, unknown on the internet."""
    short: str = ""
    """A shorter path to the same, to be read aloud; empty where there is none."""

    @property
    def whole(self) -> str:
        return self.origin + self.path

    @property
    def spoken(self) -> tuple[str, str]:
        """Host and port, and the path, as people read them aloud."""
        return self.origin.partition("://")[2], self.short or self.path


@dataclass(frozen=True, slots=True)
class Invitation:
    """What is shown to those who want others to come."""

    addresses: tuple[SharedAddress, ...]
    """The likeliest first; none where there is an obstacle."""
    obstacle: Obstacle | None = None
    offered: tuple[SharedAddress, ...] = ()
    """Where others would come in if this visitor opened the door; none where they may not."""
    may_close: bool = False


class Acceptor(Protocol):
    """What accepts connections, at more than one socket."""

    async def accept_at(self, listener: socket.socket) -> None: ...

    def refuse_at(self, listener: socket.socket) -> None:
        """Accept no more there, and end what has come in."""


class ServerReach:
    """How others reach this server; nothing is known of it without the socket where it listens."""

    server: Acceptor | None = None
    """What can listen at more addresses, once it runs."""

    def __init__(
        self,
        listener: socket.socket | None = None,
        *,
        names: Collection[str] = (),
        has_proxy: bool = False,
        is_alone: bool = True,
        on_change: Callable[[Sequence[str]], None] = lambda _: None,
        find: Callable[[], list[LocalAddress]] = local_addresses,
    ) -> None:
        """`names` are those the server answers to, none for any; `is_alone` says that no other
        process serves as well; `on_change` is told the addresses that were opened, none when they
        are closed."""
        self._bound: Address | None = None
        self._port = 0
        if listener is not None:
            self._bound, self._port = _bound_to(listener)
        self._takes_both = listener is not None and _takes_both(listener)
        self._names = [name.lower() for name in names]
        self._has_proxy, self._is_alone, self._on_change = has_proxy, is_alone, on_change
        self._find = find
        self.short_codes = ShortCodes()
        self._found: list[LocalAddress] = []
        self._found_at = -KEPT
        self._opened: dict[Address, socket.socket] = {}
        self._lock = asyncio.Lock()

    # --- what others can use

    def origins(self) -> list[SharedAddress]:
        """Return where others reach this server, the likeliest first, without a path."""
        if self._bound is None:
            return []
        names = [name for name in self._names if not _is_loopback(name)]
        if self._bound.is_unspecified and names:
            return [SharedAddress(f"http://{name}:{self._port}", "") for name in names]
        return [self._origin(address, self._port_at(address.ip)) for address in self._listening()]

    def _listening(self) -> list[LocalAddress]:
        """Return the addresses where others are listened to."""
        assert self._bound is not None
        here = self._addresses()
        if self._bound.is_unspecified:
            versions = {4, 6} if self._takes_both else {self._bound.version}
            return [address for address in here if address.ip.version in versions]
        if self._bound.is_loopback:
            return [address for address in here if address.ip in self._opened]
        return [each for each in here if each.ip == self._bound] or [LocalAddress(self._bound)]

    def _addresses(self) -> list[LocalAddress]:
        if time.monotonic() - self._found_at >= KEPT:
            self._found, self._found_at = self._find(), time.monotonic()
        return self._found

    def _port_at(self, ip: Address) -> int:
        return _bound_to(self._opened[ip])[1] if ip in self._opened else self._port

    @staticmethod
    def _origin(address: LocalAddress, port: int) -> SharedAddress:
        ip = f"[{address.ip}]" if address.ip.version == 6 else str(address.ip)
        return SharedAddress(f"http://{ip}:{port}", "", address.link, address.is_private)

    def has_opened(self, name: str) -> bool:
        """Return whether this host name is an address that was opened."""
        return bool(self._opened) and read_address(name.strip("[]")) in self._opened

    # --- what a visitor is shown

    def shared_origin(self, connection: HTTPConnection) -> str:
        """Return what the addresses begin with that this visitor passes on; empty for the address
        by which they came, or where others cannot come."""
        if not _names_here(connection) or not _is_from_here(connection):
            return ""
        return next((each.origin for each in self.origins()), "")

    def invitation(self, connection: HTTPConnection, path: str, table: str = "") -> Invitation:
        """Return how others come to a path of the site, as this visitor may pass it on.

        Where it is that of this table, there is a short address in private networks.
        """
        if not _names_here(connection):
            url = connection.url
            return Invitation((SharedAddress(f"{url.scheme}://{url.netloc}", link(path)),))
        if self._bound is None or not _is_from_here(connection):
            return Invitation((), Obstacle.UNKNOWN)
        found = tuple(replace(each, path=link(path)) for each in self.origins())
        if table and self._is_alone and any(each.is_private for each in found):
            code = self.short_codes.code_of(table)
            short = link(f"/j/{code}") if code else ""
            found = tuple(replace(each, short=short if each.is_private else "") for each in found)
        may_change = self.may_change(connection)
        if found:
            return Invitation(found, may_close=may_change and bool(self._opened))
        offered = [self._origin(each, self._port) for each in self._private()] if may_change else []
        return Invitation((), self.obstacle(), tuple(offered))

    def obstacle(self) -> Obstacle:
        """Return why others do not reach a server that listens to this computer alone."""
        if self._has_proxy:
            return Obstacle.UNKNOWN
        if not self._addresses():
            return Obstacle.NO_NETWORK
        if not self._is_alone or self.server is None:
            return Obstacle.WORKERS
        return Obstacle.CLOSED if self._private() else Obstacle.INTERNET

    def _private(self) -> list[LocalAddress]:
        return [address for address in self._addresses() if address.is_private]

    # --- the door

    def may_change(self, connection: HTTPConnection) -> bool:
        """Return whether this request may open and close the door: it comes from this computer
        itself, to an address that is this computer's alone, and by nothing in between."""
        name, port = _host(connection)
        return (
            self.server is not None
            and self._is_alone
            and not self._has_proxy
            and self._bound is not None
            and self._bound.is_loopback
            and _is_from_here(connection)
            and _is_loopback(name)
            and port == self._port
        )

    async def open(self) -> None:
        """Listen at all private addresses of this computer; raise Objected where there is none."""
        server = self.server
        assert server is not None
        self._found_at = -KEPT
        async with self._lock:
            here = {address.ip for address in self._private()}
            self._close(set(self._opened) - here)
            for ip in sorted(here - set(self._opened), key=lambda each: each.packed):
                with contextlib.suppress(OSError):  # it has gone, or a port is taken there
                    listener = _listen(ip, self._port)
                    await server.accept_at(listener)
                    self._opened[ip] = listener
        if not self._opened:
            raise Objected(Objection.NO_NETWORK)
        self._on_change([each.origin for each in self.origins()])

    async def close(self) -> None:
        """Listen to this computer alone again; whoever came in otherwise is sent away."""
        async with self._lock:
            was_open = bool(self._opened)
            self._close(set(self._opened))
        if was_open:
            self._on_change([])

    def _close(self, addresses: Collection[Address]) -> None:
        assert self.server is not None
        for address in addresses:
            self.server.refuse_at(self._opened.pop(address))


class SharedOrigin:
    """Middleware that notes what the addresses begin with that are passed on to others."""

    def __init__(self, app: ASGIApp, reach: ServerReach) -> None:
        self._app, self._reach = app, reach

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope[SHARED_ORIGIN] = self._reach.shared_origin(HTTPConnection(scope))
        await self._app(scope, receive, send)


def _host(connection: HTTPConnection) -> tuple[str, int | None]:
    """Return the name and the port that a request itself says; None for a port that cannot be."""
    given = connection.headers.get("host", "")
    if "@" in given:
        return "", None
    try:
        said = urlsplit(f"//{given}")
        return said.hostname or "", said.port or EVERY_PORT.get(connection.url.scheme)
    except ValueError:
        return "", None


def _is_from_here(connection: HTTPConnection) -> bool:
    """Return whether a request comes from this computer itself, and by no proxy: most say so in a
    header, or send on in the old version of the protocol."""
    scope = connection.scope
    ends = [read_address(str(end[0])) for end in (scope.get("client"), scope.get("server")) if end]
    return (
        len(ends) == 2
        and all(end is not None and end.is_loopback for end in ends)
        and scope.get("http_version") != "1.0"
        and FORWARDED not in scope
        and not any(MEDIATED.fullmatch(name.lower()) for name, _ in scope["headers"])
    )


def _names_here(connection: HTTPConnection) -> bool:
    """Return whether a request names a host that is this computer for itself alone."""
    name, _ = _host(connection)
    if _is_loopback(name) or name in ("0.0.0.0", "::"):  # noqa: S104, what people type
        return True
    server = connection.scope.get("server")
    at = read_address(str(server[0])) if server else None
    return "." not in name and ":" not in name and at is not None and at.is_loopback


def _is_loopback(name: str) -> bool:
    name = name.lower().rstrip(".")
    address = read_address(name)
    if address is not None:
        return address.is_loopback
    return name == "localhost" or name.endswith(".localhost")


def _bound_to(listener: socket.socket) -> tuple[Address | None, int]:
    """Return where a socket listens."""
    host, port, *_ = listener.getsockname()
    return read_address(host), port


def _takes_both(listener: socket.socket) -> bool:
    """Return whether a socket takes IPv4 as well as IPv6."""
    if listener.family != socket.AF_INET6:
        return False
    return not listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)


def _listen(ip: Address, port: int) -> socket.socket:
    """Return a socket that listens at this address, at this port or at any where that is taken."""
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    try:
        return socket.create_server((str(ip), port), family=family)
    except OSError:
        return socket.create_server((str(ip), 0), family=family)
