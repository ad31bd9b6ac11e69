"""One-time links that move a seat to another device."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from hashi.host.in_thread import in_thread
from hashi.host.store.protocol import OneTimeLinks
from hashi.table.objection import Objected, Objection
from hashi.table.table import Table

DAYS = 7 * 86_400.0
"""Seconds after which a link that nobody has used is worthless."""


class SeatLink(NamedTuple):
    """A seat and the holder who gave the link."""

    table: str
    seat: int
    holder: str


class SeatLinks:
    """The links that are not used yet, in the store: any server on it can use them.

    Only a hash of a token is kept. Whoever reads the store cannot take a seat with it.
    """

    def __init__(self, links: OneTimeLinks, now: Callable[[], float]) -> None:
        self._links, self._now = links, now

    async def new(self, id: str, table: Table, seat: int, holder: str) -> str:
        """Return the token of a link for a seat of this holder's."""
        if not 0 <= seat < len(table.seats):
            raise Objected(Objection.NO_SEAT, given=seat + 1)
        if not holder or table.seats[seat].holder != holder:
            raise Objected(Objection.NOT_YOUR_SEAT)
        token = secrets.token_urlsafe(16)
        await in_thread(self._links.add, _hash(token), id, seat, holder, self._now())
        return token

    async def forget(self, id: str, seat: int) -> None:
        """Make the links for a seat worthless: it has moved, and may move back."""
        await in_thread(self._links.forget, id, seat, self._now() - DAYS)

    async def find(self, token: str) -> SeatLink:
        """Return what the link is for; it is used up when it is forgotten."""
        found = await in_thread(self._links.find, _hash(token), self._now() - DAYS)
        if found is None:
            raise Objected(Objection.LINK_USED)
        return SeatLink(*found)


def _hash(token: str) -> str:
    return sha256(f"hashi link {token}".encode(errors="replace")).hexdigest()[:32]
