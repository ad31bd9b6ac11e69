"""Tables that nobody needs any more: lobbies that never began, games without a finished round."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from hashi.host.clocks import Clocks
from hashi.host.in_thread import in_thread
from hashi.host.loaded_table import Shared
from hashi.host.store.protocol import Conflict, Store, StoreDown
from hashi.host.tables import Tables
from hashi.table.fold import replay
from hashi.table.log_format import BrokenLog
from hashi.table.objection import Objected, Objection
from hashi.table.table import Phase, Table

DAY = 86_400.0
CHALLENGE_DAYS = 365
"""After how many days a challenge is forgotten whose game is gone."""
DEVICE_DAYS = 400
"""After how many days a device is forgotten that was not here: its cookie is gone by then."""
PUSH_DAYS = 180
"""After how many days an address for messages is forgotten whose browser was not here."""
SWEEP = "sweep"
"""The lease of the server that forgets tables."""
MOST = 1_000_000
"""How many tables are looked at in one go."""


@dataclass(frozen=True, slots=True)
class Expiry:
    """After how many days without an event a table is forgotten; 0 for never.

    A game with a finished round stays, and so does one that is over; one that was ended goes.
    """

    lobby_days: float = 7
    unplayed_days: float = 30

    @property
    def shortest(self) -> float | None:
        """The fewest seconds after which any table is forgotten, None where none ever is."""
        days = [days for days in (self.lobby_days, self.unplayed_days) if days]
        return min(days) * DAY if days else None

    def is_due(self, table: Table, age: float) -> bool:
        """Return whether a table whose last event is so many seconds old is to be forgotten."""
        if table.phase in (Phase.LOBBY, Phase.CLOSED):
            days = self.lobby_days
        elif table.phase is not Phase.OVER and not table.played.rounds:
            days = self.unplayed_days
        else:
            return False
        return bool(days) and age > days * DAY


class Sweeper:
    """Forgets the tables of a host that nobody needs any more."""

    def __init__(self, shared: Shared, tables: Tables, clocks: Clocks) -> None:
        self._shared, self._tables, self._clocks = shared, tables, clocks

    async def expire(self, expiry: Expiry) -> int:
        """Forget the tables that are due, old challenges and devices; return how many tables."""
        if not await self._shared.peers.lease(SWEEP):
            return 0
        now, store = self._shared.now(), self._shared.store
        await in_thread(store.challenges.forget, now - CHALLENGE_DAYS * DAY)
        await in_thread(store.devices.forget, now - DEVICE_DAYS * DAY)
        await in_thread(store.devices.pushes.forget, now - PUSH_DAYS * DAY)
        if expiry.shortest is None:
            return 0
        found = await in_thread(store.unplayed, now - expiry.shortest)
        removed = 0
        for id in found:
            with suppress(Objected, Conflict):
                removed += await self._shared.tasks.finish(self._expire(id, expiry, now))
        return removed

    async def _expire(self, id: str, expiry: Expiry, now: float) -> bool:
        """Forget a table if it is due and nobody is there."""
        loaded = await self._tables.live(id)
        async with loaded.lock:
            table = loaded.table
            if loaded.here or not expiry.is_due(table, now - table.at):
                return False
            try:
                await asyncio.wrap_future(self._shared.store.remove(id, table.number))
            except StoreDown as error:
                raise Objected(Objection.STORE_DOWN) from error
            self._clocks.stop(id)
            self._tables.cache.drop(id)
            return True


def prune(store: Store, expiry: Expiry, now: float) -> Iterator[str]:
    """Forget the tables of a store that are due, without a server; yield the id of each.

    Old challenges whose games are gone are forgotten, too, and old devices.
    A table whose log goes on meanwhile stays, and so does one that cannot be replayed.
    """
    store.challenges.forget(now - CHALLENGE_DAYS * DAY)
    store.devices.forget(now - DEVICE_DAYS * DAY)
    store.devices.pushes.forget(now - PUSH_DAYS * DAY)
    found = [] if expiry.shortest is None else store.unplayed(now - expiry.shortest, MOST)
    for id in found:
        with suppress(BrokenLog, Conflict):
            table = replay(store.read(id))
            if expiry.is_due(table, now - table.at):
                store.remove(id, table.number).result()
                yield id
