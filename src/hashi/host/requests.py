"""Requests to tables: each is decided under the lock of its table, written, and answered."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, replace

from hashi.host.limits.quotas import Quotas
from hashi.host.loaded_table import TRIES, LoadedTable, Overtaken, Shared
from hashi.host.openings import Openings
from hashi.host.store.protocol import Conflict, StoreDown
from hashi.host.tables import Tables
from hashi.rules import Illegal, Malformed
from hashi.table.event import Listed, Rematched
from hashi.table.objection import Objected, Objection
from hashi.table.requests.dispatch import decide
from hashi.table.requests.request import Decision, Request

LONGEST_LOG, HEAVIEST_TABLE = 10_000, 5_000
"""Entries of a log, and marks on its boards, after which a table takes only what ends its game:
replaying it stays cheap. A long game of four with free pens has a few hundred marks."""
TO_THE_END = frozenset({"begin", "done", "check", "rematch"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: the number of the last entry, and the island selected now."""

    number: int
    selected: str = ""
    is_repeated: bool = False


class Requests:
    """Answers requests; those to one table are answered one at a time."""

    def __init__(self, shared: Shared, tables: Tables, openings: Openings, quotas: Quotas) -> None:
        self._shared, self._tables = shared, tables
        self._openings, self._quotas = openings, quotas

    async def ask(self, id: str, request: Request) -> Answer:
        """Answer one request; raise Objected, Illegal or Malformed where nothing comes of it.

        What is begun is carried out even if the one who asked goes away meanwhile. Every request
        yields to the event loop once, so that one client cannot starve the others.
        """
        table = await self._tables.in_memory(id)
        return await self._shared.tasks.finish(self._answer(table, request))

    async def answer(self, loaded: LoadedTable, request: Request) -> Answer:
        """Answer one request at a table in memory, in a task that nobody cancels meanwhile.

        It does the same as `ask`, without a task for each request.
        """
        with self._shared.tasks.job:
            if not self._tables.cache.has_latest(loaded):
                loaded = await self._tables.in_memory(loaded.id)
            return await self._answer(loaded, request)

    async def _answer(self, loaded: LoadedTable, request: Request) -> Answer:
        """Answer a request by the latest state of the table.

        Where another server has written first, or knows what this one does not, it is decided
        again; not where a round has ended meanwhile, since it was meant for that one.
        """
        async with loaded.lock:
            loaded.attend(request.holder)
            for _ in range(TRIES):
                since = loaded.table.since
                try:
                    return await self._decide(loaded, request)
                except Overtaken:
                    if loaded.table.since != since:
                        raise
                except (Objected, Illegal, Malformed):
                    if self._shared.peers.is_alone or not await loaded.catch_up():
                        raise
            raise Overtaken

    async def _decide(self, loaded: LoadedTable, request: Request) -> Answer:
        signature = request.signature
        if signature and signature in loaded.table.ids:
            return Answer(loaded.table.number_for(request.holder), is_repeated=True)
        if request.presence is not loaded:
            request = replace(request, presence=loaded)
        decision = await self._decision(loaded, request)
        if decision.events:
            _check_length(loaded, request)
            self._check_listing(decision)
            try:
                await loaded.append(decision.events, signature)
            except Objected:
                # a write that was reported as failed may have been kept all the same
                if not signature or signature not in loaded.table.ids:
                    await self._discard(decision)
                    raise
        return Answer(loaded.table.number_for(request.holder), decision.selected)

    async def _decision(self, loaded: LoadedTable, request: Request) -> Decision:
        """Return what comes of a request. Chance and other tables are the openings' part."""
        if request.do == "begin":
            return await self._openings.begin(loaded.table, request)
        if request.do == "rematch":
            return await self._openings.rematch(loaded, request)
        if request.do == "list" and not self._quotas.may_list:
            raise Objected(Objection.NO_LISTING)
        return decide(loaded.table, request)

    def _check_listing(self, decision: Decision) -> None:
        """Count a table that is listed; raise Objected where someone lists too many."""
        if Listed(on=True) in decision.events:
            self._quotas.admit_listing()

    async def _discard(self, decision: Decision) -> None:
        """Forget the table of a rematch that someone else has begun meanwhile."""
        for event in decision.events:
            if isinstance(event, Rematched):
                with contextlib.suppress(Objected, Conflict, StoreDown):
                    unused = await self._tables.in_memory(event.table)
                    removed = self._shared.store.remove(unused.id, unused.table.number)
                    await asyncio.wrap_future(removed)
                    self._tables.cache.drop(unused.id)


def _check_length(loaded: LoadedTable, request: Request) -> None:
    """Raise Objected where the log is full and the request is not needed to end the game."""
    is_full = loaded.table.number >= LONGEST_LOG or loaded.weight >= HEAVIEST_TABLE
    if is_full and request.do not in TO_THE_END:
        raise Objected(Objection.LOG_FULL)
