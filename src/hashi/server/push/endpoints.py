"""Addresses at push services: strangers' browsers name them, and this server connects to them.

So a message goes by TLS to a public address alone, to the port of https, and no redirect is
followed: nobody makes this server speak to a machine of its own network. Names are resolved once
for each message, all addresses are looked at, and the connection is made to one of these, so that
a name cannot mean another machine a moment later. Services that whoever runs the server has named
may lie anywhere.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

LONGEST = 1000
"""Letters of an address: those of known services have up to 500."""
HTTPS = 443
OTHER = "other"
LANES = {
    "fcm.googleapis.com": "google",
    "jmt17.google.com": "google",
    "push.services.mozilla.com": "mozilla",
    "push.apple.com": "apple",
    "notify.windows.com": "microsoft",
}
"""Known services by the ends of their names. Each waits for itself alone; all others, which may
hang as their owners like, wait for each other."""
_NAME = re.compile(r"(?=.{1,253}\Z)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}")
_TUNNELS = [
    ipaddress.ip_network(each)
    for each in ("64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16")
]
"""Public addresses that stand for others: NAT64, Teredo, 6to4."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address at a push service, in its parts."""

    host: str
    port: int
    path: str
    """With its query."""

    @property
    def authority(self) -> str:
        """Host and port, as `Host` and the origin name them."""
        return self.host if self.port == HTTPS else f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"https://{self.authority}"

    @property
    def lane(self) -> str:
        """By which service it is counted."""
        return next(
            (lane for end, lane in LANES.items() if f".{self.host}".endswith(f".{end}")), OTHER
        )


def read_endpoint(address: str, named: Collection[str] = ()) -> Endpoint | None:
    """Return an address in its parts; None where no message may go there.

    Where services are named, each as `host` or `host:port`, no other is taken.
    """
    if len(address) > LONGEST or not address.isascii() or not address.isprintable():
        return None
    if " " in address or "\\" in address:
        return None
    try:
        parts = urlsplit(address)
        port = parts.port or HTTPS
    except ValueError:
        return None
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme != "https" or parts.username is not None or parts.password is not None:
        return None
    endpoint = Endpoint(
        host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    )
    if named:
        return endpoint if endpoint.authority in named else None
    return endpoint if port == HTTPS and _NAME.fullmatch(host) else None


def is_public(address: str) -> bool:
    """Return whether an address belongs to a machine on the public Internet."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # with a zone, for example
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if any(found in tunnel for tunnel in _TUNNELS) or found.is_site_local:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def allowed(addresses: Sequence[str], *, is_named: bool) -> list[str]:
    """Return what may be connected to of the addresses of one name: all or none of them."""
    if is_named or all(is_public(address) for address in addresses):
        return list(addresses)
    return []
