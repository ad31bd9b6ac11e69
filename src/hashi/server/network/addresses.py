"""The addresses that this computer has in its networks.

The standard library alone finds them: `getifaddrs` of the system's own library names every address
with its interface on Linux, macOS and BSD; elsewhere, as on Windows, the name of the computer is
looked up, which the system answers itself. A UDP socket that is connected, and sends nothing, says
which of them the computer uses towards the rest of the world.
"""

from __future__ import annotations

import contextlib
import ctypes
import ipaddress
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hashi.host.limits.networks import Address, read_address

UP, LOOPBACK, POINT_TO_POINT = 0x1, 0x8, 0x10
"""Flags of an interface, the same on all systems that have them."""
INNER = (
    *("br-", "cni", "docker", "flannel", "lxc", "lxd", "podman"),
    *("vboxnet", "veth", "virbr", "vmnet"),
)
"""How interfaces begin that lead to containers and machines within this computer."""
ELSEWHERE = {4: "198.51.100.1", 6: "2001:db8::1"}
"""Addresses far away, of documentation (RFC 5737, RFC 3849): nothing is ever sent to them."""
MOST = 6
"""Addresses that are told of."""
HAS_LONG_FAMILIES = sys.platform.startswith("linux")
ADDRESS_BYTES = {socket.AF_INET: (4, 4), socket.AF_INET6: (8, 16)}
"""Where the address lies in a socket address of the system, and how long it is."""


class Link(StrEnum):
    """What joins this computer to a network."""

    WIFI = "wifi"
    TUNNEL = "tunnel"
    """A private network over the internet (VPN)."""
    OTHER = "other"
    """A cable, or nobody knows."""


@dataclass(frozen=True, slots=True)
class LocalAddress:
    """An address of this computer that others may reach, and what leads to it."""

    ip: Address
    interface: str = ""
    link: Link = Link.OTHER

    @property
    def is_private(self) -> bool:
        """Whether it is known in its own network alone, as at home, and nowhere on the internet."""
        return not self.ip.is_global


def local_addresses() -> list[LocalAddress]:
    """Return the addresses by which others may reach this computer, the likeliest first.

    One for each interface and version of the protocol: the one that is used towards others.
    """
    first = {address for version in ELSEWHERE if (address := _outgoing(version))}
    found = [each for each in (_of_interfaces() or _of_name()) if _is_reachable(each)]
    found.sort(
        key=lambda each: (
            each.link is Link.TUNNEL,
            each.ip.version,
            each.ip not in first,
            not each.is_private,
        )
    )
    kept: dict[tuple[str, int, bool], LocalAddress] = {}
    for each in found:
        kept.setdefault((each.interface or str(each.ip), each.ip.version, each.is_private), each)
    return list(kept.values())[:MOST]


def _is_reachable(address: LocalAddress) -> bool:
    ip = address.ip
    return not (
        ip.is_loopback
        or ip.is_link_local
        or ip.is_multicast
        or ip.is_unspecified
        or address.interface.startswith(INNER)
    )


def _outgoing(version: int) -> Address | None:
    """Return the address that is used towards the rest of the world; None without a way there."""
    family = socket.AF_INET if version == 4 else socket.AF_INET6
    with (
        contextlib.suppress(OSError),
        socket.socket(family, socket.SOCK_DGRAM) as far,
    ):
        far.connect((ELSEWHERE[version], 9))
        return read_address(far.getsockname()[0])
    return None


def _of_name() -> list[LocalAddress]:
    """Return what the name of this computer stands for, and what is used towards others."""
    found = {address for version in ELSEWHERE if (address := _outgoing(version))}
    with contextlib.suppress(OSError, UnicodeError):
        for *_, named in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            address = read_address(str(named[0]).partition("%")[0])
            if address is not None:
                found.add(address)
    return [LocalAddress(address) for address in sorted(found, key=lambda each: each.packed)]


# --- the system's own list


class _Entry(ctypes.Structure):
    """The beginning of `struct ifaddrs`, which is the same everywhere."""


_Entry._fields_ = [
    ("next", ctypes.POINTER(_Entry)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
]


def _of_interfaces() -> list[LocalAddress]:
    """Return all addresses of interfaces that are up; empty where the system has no such list."""
    try:
        system = ctypes.CDLL(None)
        list_them, free = system.getifaddrs, system.freeifaddrs
    except (OSError, AttributeError, TypeError):  # Windows
        return []
    first = ctypes.POINTER(_Entry)()
    list_them.argtypes, free.argtypes = [ctypes.c_void_p], [ctypes.c_void_p]
    if list_them(ctypes.byref(first)):
        return []
    try:
        return list(_entries(first))
    finally:
        free(first)


def _entries(at: ctypes._Pointer[_Entry]) -> Iterator[LocalAddress]:
    while at:
        entry = at.contents
        ip = _read(entry.address) if entry.address else None
        if ip is not None and entry.flags & UP and not entry.flags & LOOPBACK:
            name = entry.name.decode(errors="replace")
            yield LocalAddress(ip, name, _link(name, entry.flags))
        at = entry.next


def _read(at: int) -> Address | None:
    """Return the address in a socket address; None where it is of another kind."""
    begin = ctypes.string_at(at, 2)  # Linux: the family; BSD and macOS: length and family
    number = int.from_bytes(begin, sys.byteorder) if HAS_LONG_FAMILIES else begin[1]
    family = next((each for each in ADDRESS_BYTES if each == number), None)
    if family is None:
        return None
    start, length = ADDRESS_BYTES[family]
    return ipaddress.ip_address(ctypes.string_at(at + start, length))


def _link(name: str, flags: int) -> Link:
    if flags & POINT_TO_POINT:
        return Link.TUNNEL
    is_wireless = (Path("/sys/class/net") / name / "wireless").exists()
    return Link.WIFI if is_wireless else Link.OTHER
