"""Addresses as parts of networks: whoever has a network can use any address in it.

An account is who is charged for what is used. That of a client is its address, in IPv6 its network
of 64 bits, which a home or a phone has for itself. A provider gives one customer up to a /48, so
the networks around it are counted too, with more allowed in each. Of IPv4, the public network of 24
bits around an address is counted. In private ones everybody is a neighbour.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import NamedTuple

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
OWN = {4: 32, 6: 64}
"""The bits of the network that is one account, by the version of the protocol."""
WIDER = {4: {24: 16}, 6: {48: 16, 56: 4}}
"""The bits of the networks that are counted besides, the widest first, and how many times as much
as an account they may use."""


class Allowance(NamedTuple):
    """Something that is counted: an account, or a network that it lies in."""

    name: str
    times: int
    """How many times as much as an account it may use."""


def account_of(host: str | None) -> str:
    """Return whom the work of a client is charged to."""
    address = read_address(host or "")
    if address is None:
        return host or ""
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, OWN[6]), strict=False))


def read_address(text: str) -> Address | None:
    """Return an address as it is counted, without its zone; None for anything else."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        return address.ipv4_mapped or ipaddress.IPv6Address(int(address))
    return address


@lru_cache(maxsize=10_000)
def allowances(account: str) -> tuple[Allowance, ...]:
    """Return what is counted where an account uses something, the widest network first and the
    account itself last. It may be a network as well, or anything that is no address."""
    return (*map(_allowance, _around(account)), Allowance(account, 1))


@lru_cache(maxsize=10_000)
def networks_of(account: str) -> tuple[str, ...]:
    """Return the names of these, as a path from the widest network down to the account."""
    return tuple(allowance.name for allowance in allowances(account))


def _around(account: str) -> tuple[Network, ...]:
    """Return the networks around an account that are counted besides."""
    try:
        own = ipaddress.ip_network(account)
    except ValueError:
        return ()
    if own.version == 4 and not own.is_global:
        return ()
    bits = [each for each in WIDER[own.version] if each < own.prefixlen]
    return tuple(own.supernet(new_prefix=each) for each in bits)


def _allowance(network: Network) -> Allowance:
    return Allowance(str(network), WIDER[network.version][network.prefixlen])
