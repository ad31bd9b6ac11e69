"""The tables of a store: read when they are asked for, and kept while they are needed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, replace

from hashi.host.in_thread import in_thread
from hashi.host.limits.fair_queue import FairQueue
from hashi.host.limits.quotas import Quotas
from hashi.host.loaded_table import LoadedTable, Overtaken, Shared
from hashi.host.people.keys import is_id, new_id
from hashi.host.store.protocol import StoreDown
from hashi.host.table_cache import TableCache
from hashi.host.tasks import done_by
from hashi.processor_time import processor_time
from hashi.table.event import Event
from hashi.table.fold import replay
from hashi.table.log_format import BrokenLog, StoredEntry
from hashi.table.objection import Objected, Objection
from hashi.table.table import Table

LONG_LOG = 50_000
"""Characters of a stored log from which on it is replayed outside this process."""
READS_AT_ONCE = 2
"""Logs that are read and replayed at the same time: their replays share one interpreter."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Unopened:
    """A table that cannot be opened, and why: forever, or for the moment."""

    id: str
    objection: Objection


class Tables:
    """Loads tables, each once for all who ask, and keeps them up to date with the store."""

    MOST_WEIGHT = 120_000
    """How much is kept in memory of tables that nobody holds, in marks: about 500 games of four.
    The others are read again when they are asked for."""

    def __init__(self, shared: Shared, replayer: Executor | None, quotas: Quotas) -> None:
        """Keep tables; long logs are replayed in `replayer`, and so is what a heavy user asks."""
        self.cache = TableCache(self.MOST_WEIGHT)
        self._shared, self._replayer, self._quotas = shared, replayer, quotas
        self._reads = FairQueue(READS_AT_ONCE)
        self._loading: dict[str, asyncio.Task[LoadedTable]] = {}
        """The tables that are being read."""

    def __len__(self) -> int:
        return len(self.cache)

    async def create(self, events: Sequence[Event]) -> LoadedTable:
        """Open a table whose log begins with these events; raise Objected where it may not be."""
        await self._quotas.admit_table()
        opened = LoadedTable(new_id(), Table(), self._shared)
        async with opened.lock:
            with contextlib.suppress(Overtaken):  # reported as failed, and kept all the same
                await opened.append(events)
        return self.cache.put(opened)

    async def live(self, id: str) -> LoadedTable:
        """Return the table of that id as it is stored now, or raise Objected."""
        found = self.cache.get(id)
        if found is None:
            return await self.in_memory(id)
        if not self._shared.peers.is_alone:
            await self.refresh(found)
        return self.cache.put(found)

    async def in_memory(self, id: str) -> LoadedTable:
        """Return the table of that id; another server may have gone on with it a moment ago."""
        found = self.cache.get(id)
        if found is None:
            found = await self._loaded(id)
        return self.cache.put(found)

    async def many(self, ids: Sequence[str]) -> list[LoadedTable | Unopened]:
        """Return these tables as they are stored now, without those that are gone."""
        found: list[LoadedTable | Unopened] = []
        heads: Mapping[str, int] = {}
        if not self._shared.peers.is_alone:
            heads = await in_thread(self._shared.store.heads, ids)
        for id in ids:
            try:
                loaded = await self.in_memory(id)
                if heads.get(id, 0) > loaded.table.number:
                    await self.refresh(loaded)
            except Objected as objected:
                if objected.objection is Objection.NO_TABLE:  # forgotten a moment ago
                    continue
                if objected.objection not in (Objection.BROKEN_TABLE, Objection.TABLE_DOWN):
                    raise
                found.append(Unopened(id, objected.objection))
            else:
                found.append(loaded)
        return found

    async def refresh(self, table: LoadedTable) -> None:
        """Catch up with the log, if it can be read now; raise Objected where the table is gone."""
        async with table.lock:
            await self.catch_up(table)

    async def catch_up(self, table: LoadedTable) -> None:
        """Catch up with the log of a table whose lock is held."""
        try:
            await table.catch_up()
        except Objected as objected:
            if objected.objection is Objection.NO_TABLE:
                self.cache.drop(table.id)
                raise

    async def read(self, id: str) -> Table:
        """Read and replay a log, a few at once and in turns by account.

        Only a log that does not replay is broken: a replay that was given up, because its process
        died or had no time, says nothing about the log, and is tried again when it is asked for.
        """
        async with self._reads.turn(self._quotas.account()):
            stored = await in_thread(self._shared.store.read, id)
            size = sum(len(text) for _, text in stored)
            is_outside = size > LONG_LOG or self._quotas.is_heavy()
            replayer = self._replayer if is_outside else None
            try:
                table, seconds = await done_by(replayer, _timed_replay, stored)
            except BrokenLog as broken:
                self._shared.broken.tell(id, broken)
                raise Objected(Objection.BROKEN_TABLE) from broken
            except (BrokenExecutor, TimeoutError) as error:
                log.warning("table %s was not replayed: %r", id, error)
                raise Objected(Objection.TABLE_DOWN) from error
        self._quotas.charge(seconds)
        return table

    def stop_reading(self) -> None:
        """Read no more tables: the server ends, and nobody is to wait for its queue."""
        self._reads.close(Objected(Objection.TABLE_DOWN))

    async def _loaded(self, id: str) -> LoadedTable:
        """Return a table that is not in memory: read once, however many ask for it."""
        if not is_id(id):
            raise Objected(Objection.NO_TABLE)
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.ensure_future(self._load(id))
            loading.add_done_callback(lambda done: self._loaded_or_not(id, done))
        return await asyncio.shield(loading)

    def _loaded_or_not(self, id: str, done: asyncio.Task[LoadedTable]) -> None:
        """Take note of the end of a read; whoever asked may be gone, and then nobody is told."""
        self._loading.pop(id, None)
        if not done.cancelled():
            done.exception()

    async def _load(self, id: str) -> LoadedTable:
        table = await self.read(id)
        if not table.number:
            raise Objected(Objection.NO_TABLE)
        # a clock that was ahead when the log was written must not hold the round up
        since = min(table.since, self._shared.now())
        opened = LoadedTable(id, replace(table, since=since), self._shared)
        if not self._shared.peers.is_alone:
            with contextlib.suppress(StoreDown):
                opened.show_elsewhere((await self._shared.peers.present([id]))[id])
        self._shared.owner.loaded(opened)
        return self.cache.put(opened)


def _timed_replay(stored: Sequence[StoredEntry]) -> tuple[Table, float]:
    """Return the table of a log, and the seconds of processor time that replaying it took."""
    began = processor_time()
    return replay(stored), processor_time() - began
