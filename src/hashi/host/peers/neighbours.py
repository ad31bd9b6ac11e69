"""What is heard from the other servers on the store, and how their tables are followed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from hashi.host.loaded_table import LoadedTable, Shared
from hashi.host.peers.protocol import NO_TABLE, PRESENCE
from hashi.host.people.audience import Audience
from hashi.host.store.protocol import StoreDown
from hashi.host.tables import Tables
from hashi.table.objection import Objected

LOOK_PAUSE = 1.0
"""Seconds between two looks at the logs of the tables with open pages."""
LOOKS_AT_ONCE = 200
"""Logs whose ends are read by one query."""


class Neighbours:
    """Follows the tables in memory that other servers go on with."""

    def __init__(
        self,
        shared: Shared,
        tables: Tables,
        audience: Audience,
        welcome: Callable[[LoadedTable, str], None],
        hear_server: Callable[[Mapping[str, Any]], None],
    ) -> None:
        """Follow them; `welcome` is called with who has come to a table or gone, `hear_server` with
        what a server tells about itself."""
        self._shared, self._tables, self._audience = shared, tables, audience
        self._welcome, self._hear_server = welcome, hear_server
        self._awoken: dict[str, LoadedTable] = {}
        """The tables of which another server has told since they were looked at."""
        self._is_looking = False
        self._late: set[str] = set()
        """Those of them that are looked at when whoever has their lock is done."""

    async def start(self) -> None:
        """Begin to work with the other servers, if there can be any."""
        if not self._shared.peers.is_alone:
            await self._shared.peers.start(self.hear)
            self._shared.tasks.start(self._look_round())

    def hear(self, id: str, message: Mapping[str, Any]) -> None:
        """Take note of what another server tells, about a table that is in memory here."""
        if id == NO_TABLE:
            self._hear_server(message)
            return
        table = self._tables.cache.get(id)
        if table is None or self._shared.tasks.is_closed:
            return
        if message == PRESENCE:
            self._shared.tasks.start(self.look_who_is_here([id]))
        elif message:
            self._audience.hear(table, message)
        elif table.present or table.is_attended:  # any other one is looked at when it is asked for
            self._awoken[id] = table
            if not self._is_looking:
                self._is_looking = True
                self._shared.tasks.start(self._look_at_awoken())

    async def look_who_is_here(self, ids: Sequence[str]) -> None:
        """Note who is connected to other servers, at these tables."""
        with contextlib.suppress(StoreDown):
            for id, holders in (await self._shared.peers.present(ids)).items():
                table = self._tables.cache.get(id)
                if table is not None:
                    for holder in table.show_elsewhere(holders):
                        self._audience.presence_changed(table, holder)
                        self._welcome(table, holder)

    async def _look_at_awoken(self) -> None:
        """Catch up with the logs of which others have told, all that wait by one query."""
        try:
            while self._awoken:
                ids = list(islice(self._awoken, LOOKS_AT_ONCE))
                awoken = {id: self._awoken.pop(id) for id in ids}
                after = {id: table.table.number - 1 for id, table in awoken.items()}
                try:
                    found = await asyncio.to_thread(self._shared.store.read_many, after)
                except StoreDown:
                    continue  # they are looked at within a second
                for id, table in awoken.items():
                    await asyncio.sleep(0)  # others go on in between
                    is_free = not table.lock.locked()
                    if id not in self._late and not (is_free and table.follow(found[id])):
                        self._late.add(id)
                        self._shared.tasks.start(self._look_at(table))
        finally:
            self._is_looking = False

    async def _look_at(self, table: LoadedTable) -> None:
        """Catch up with one log when its lock is free."""
        async with table.lock:
            self._late.discard(table.id)  # what is told from now on may come too late for this look
            with contextlib.suppress(Objected):  # it is gone
                await self._tables.catch_up(table)

    async def _look_round(self) -> None:
        """Look at the tables where someone is once a second: a wake may have been lost.

        Of one without a page open here the other servers do not even tell.
        """
        while True:
            await asyncio.sleep(LOOK_PAUSE)
            watched = [table for table in self._tables.cache if table.present or table.is_attended]
            ids = [table.id for table in watched]
            if not ids:
                continue
            with contextlib.suppress(StoreDown):
                heads = await asyncio.to_thread(self._shared.store.heads, ids)
                for table in watched:
                    if heads[table.id] != table.table.number:
                        self.hear(table.id, {})
            await self.look_who_is_here(ids)
