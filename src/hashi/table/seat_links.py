"""One-time links that move a seat to another device."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import NamedTuple

from hashi.table.objection import Objected, Objection
from hashi.table.table import Table


class SeatLink(NamedTuple):
    """A seat and the holder who gave the link."""

    table: str
    seat: int
    holder: str


class SeatLinks:
    """The links that are not used yet. The oldest are dropped when there are many."""

    MOST = 10_000

    def __init__(self) -> None:
        self._links: OrderedDict[str, SeatLink] = OrderedDict()

    def new(self, id: str, table: Table, seat: int, holder: str) -> str:
        """Return the token of a link for a seat of this holder's."""
        if not 0 <= seat < len(table.seats):
            raise Objected(Objection.NO_SEAT, given=seat + 1)
        if not holder or table.seats[seat].holder != holder:
            raise Objected(Objection.NOT_YOUR_SEAT)
        token = secrets.token_urlsafe(16)
        self._links[token] = SeatLink(id, seat, holder)
        if len(self._links) > self.MOST:
            self._links.popitem(last=False)
        return token

    def forget(self, id: str, seat: int) -> None:
        """Make the links for a seat worthless: it has moved, and may move back."""
        gone = [token for token, link in self._links.items() if link[:2] == (id, seat)]
        for token in gone:
            del self._links[token]

    def use(self, token: str) -> SeatLink:
        """Return what the link is for; it is used up."""
        try:
            return self._links.pop(token)
        except KeyError:
            raise Objected(Objection.LINK_USED) from None
