"""The clocks of the tables of a host: they end rounds whose time is up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter

from hashi.host.deadlines import Deadlines
from hashi.host.loaded_table import LoadedTable, Shared
from hashi.host.retry import LEASE_PAUSE, LONGEST_PAUSE, pause_after
from hashi.host.store.protocol import NEVER, StoreDown
from hashi.host.tables import Tables
from hashi.table.objection import Objected
from hashi.table.result import Result
from hashi.table.table import Phase
from hashi.table.timeout import events_of_timeout

LOOK_PAUSE = 1.0
"""Seconds between two looks for clocks that nobody minds."""
OVERDUE = 0.5
"""Seconds after its time when a clock counts as one that nobody minds."""
log = logging.getLogger(__name__)
MOST_NOTED = 10_000
"""Tables of which it is noted that their clocks fail; with more, all are tried as if anew."""


class Clocks:
    """Lets the clock of each table act in time, wherever the table is."""

    def __init__(self, shared: Shared, tables: Tables) -> None:
        self.deadlines = Deadlines(self._ring)
        self._shared, self._tables = shared, tables
        self._failures: Counter[str] = Counter()
        """How often in a row the clock of a table could not end its round."""
        self._stopped: set[str] = set()
        """The tables whose clock cannot act any more."""

    def start(self) -> None:
        """Begin to mind the clocks whose server has died."""
        self._shared.tasks.start(self._mind())

    def set(self, table: LoadedTable, at_least: float = 0.0) -> None:
        """Set the clock of a table, or stop it where nothing is due."""
        deadline = table.table.deadline
        delay = None
        if deadline is not None:
            delay = max(at_least, deadline - self._shared.now())
        self.deadlines.set(table.id, delay)

    def stop(self, id: str) -> None:
        """Stop the clock of a table that is gone."""
        self._failures.pop(id, None)
        self.deadlines.set(id, None)

    def restart(self, table: LoadedTable) -> None:
        """Set the clock of a table that has gone on."""
        self._failures.pop(table.id, None)
        self.set(table)

    async def end_round(self, table: LoadedTable) -> None:
        """Let the clock act for the seats that are not done, if time is up; else set it again."""
        async with table.lock:
            deadline = table.table.deadline
            if deadline is None or self._shared.now() < deadline:
                self.set(table)  # the event loop's clock may run ahead of ours
                table.give_up_lease()
                return
            if not await self._shared.peers.lease(table.id):
                self.set(table, at_least=LEASE_PAUSE)
                return
            try:
                await table.append(events_of_timeout(table.table, self._shared.now()))
            except Exception as error:  # whatever it is, the table must not fall asleep
                if not isinstance(error, Objected):
                    log.exception("table %s: the clock could not end the round", table.id)
                self.set(table, at_least=pause_after(self._failures[table.id]))
                if len(self._failures) >= MOST_NOTED:
                    self._failures.clear()
                self._failures[table.id] += 1
            finally:
                table.give_up_lease()

    def _ring(self, id: str) -> None:
        if not self._shared.tasks.is_closed:
            self._shared.tasks.start(self._act(id))

    async def _act(self, id: str) -> None:
        """Let the clock of a table act that is due here."""
        try:
            table = await self._tables.live(id)
        except Objected as objected:
            if objected.objection.is_passing:
                self.deadlines.set(id, LONGEST_PAUSE)
            return
        await self._shared.tasks.finish(self.end_round(table))

    async def _mind(self) -> None:
        """Let clocks act whose server has died: their tables need not be in anyone's memory."""
        while True:
            with contextlib.suppress(StoreDown):
                latest = self._shared.now() - OVERDUE
                found = await asyncio.to_thread(self._shared.store.overdue, latest)
                for id in found:
                    if id not in self.deadlines and id not in self._stopped:
                        await self._wind(id)
            await asyncio.sleep(LOOK_PAUSE)

    async def _wind(self, id: str) -> None:
        """Let the clock of a table run here, unless another server minds it."""
        if not await self._shared.peers.lease(id):
            return
        try:
            table = await self._tables.live(id)
        except Objected as objected:
            if not objected.objection.is_passing:
                if len(self._stopped) >= MOST_NOTED:
                    self._stopped.clear()
                self._stopped.add(id)  # forever: it cannot be opened
            self._shared.peers.release(id)
            return
        await self._shared.tasks.finish(self.end_round(table))
        if table.table.deadline is None:  # a version before this one has ended the game
            result = Result.of(id, table.table) if table.table.phase is Phase.OVER else None
            with contextlib.suppress(StoreDown):
                await asyncio.wrap_future(self._shared.store.append(id, [], (), result, NEVER))
