"""A table that is in use, and the keys and links that lead to it."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from weakref import WeakValueDictionary

from hashi.table.objection import Objected, Objection
from hashi.table.table import Table


@dataclass(slots=True, weakref_slot=True, eq=False)
class OpenTable:
    """A table that is in use."""

    id: str
    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    present: Counter[str] = field(default_factory=Counter)
    """The holders who are connected, and how often."""
    clock: asyncio.TimerHandle | None = None
    thinking: set[int] = field(default_factory=set)
    """The seats for which a bot is thinking."""


class TableCache:
    """The tables in memory: the latest ones, and every one that somebody holds.

    A page, a clock or a bot holds its table, so there are never two of one address; a table
    that nobody holds is forgotten when others are asked for, and read again.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: WeakValueDictionary[str, OpenTable] = WeakValueDictionary()
        self._recent: OrderedDict[str, OpenTable] = OrderedDict()

    def get(self, id: str) -> OpenTable | None:
        return self._held.get(id)

    def put(self, live: OpenTable) -> OpenTable:
        self._held[live.id] = self._recent[live.id] = live
        self._recent.move_to_end(live.id)
        if len(self._recent) > self._most:
            self._recent.popitem(last=False)
        return live

    def __iter__(self) -> Iterator[OpenTable]:
        return iter(list(self._held.values()))


def holder_of(key: str) -> str:
    """What is kept of a browser's key: enough to know it again, not enough to use it."""
    return sha256(f"hashi holder {key}".encode()).hexdigest()[:32]


def new_id() -> str:
    """An address that nobody guesses."""
    return secrets.token_urlsafe(12)


def is_id(given: str) -> bool:
    """Whether this could be the address of a table."""
    return re.fullmatch(r"[\w-]{1,64}", given, re.ASCII) is not None


class SeatLinks:
    """One-time links that move a seat to another device. The oldest go when there are many."""

    MOST = 10_000

    def __init__(self) -> None:
        self._links: OrderedDict[str, tuple[str, int, str]] = OrderedDict()

    def new(self, live: OpenTable, seat: int, holder: str) -> str:
        """A link that hands on a seat of this holder's."""
        if not 0 <= seat < len(live.table.seats):
            raise Objected(Objection.NO_SEAT, given=seat + 1)
        if not holder or live.table.seats[seat].holder != holder:
            raise Objected(Objection.NOT_YOUR_SEAT)
        token = secrets.token_urlsafe(16)
        self._links[token] = (live.id, seat, holder)
        if len(self._links) > self.MOST:
            self._links.popitem(last=False)
        return token

    def use(self, token: str) -> tuple[str, int, str]:
        """Table, seat and the holder who made the link; it is used up."""
        try:
            return self._links.pop(token)
        except KeyError:
            raise Objected(Objection.LINK_USED) from None
