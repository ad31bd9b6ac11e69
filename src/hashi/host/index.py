"""The tables and results of a store, found by person, by challenge, or because they are listed."""

from __future__ import annotations

from hashi.host.limits.reads import Reads
from hashi.host.loaded_table import LoadedTable, Shared
from hashi.host.peers.neighbours import Neighbours
from hashi.host.tables import Tables, Unopened
from hashi.table.kept_challenge import KeptChallenge
from hashi.table.labels import OPEN, label_of_challenge
from hashi.table.objection import Objected, Objection
from hashi.table.requests.seat import LONG_CLOCK
from hashi.table.result import Result
from hashi.table.table import Phase

ALONE_FOR, ALONE_FOR_LONG = 600.0, 86_400.0
"""Seconds since its last event for which a listed table is shown while nobody is there, and where
a round has hours or days."""
MOST_LISTED = 20
LOOKED_AT = 5
"""For each table that is listed, how many may be looked at."""


class TableIndex:
    """Finds tables and results."""

    MOST_UNFINISHED = 60
    """How many unfinished games of one holder are found: those that went on last."""

    def __init__(
        self, shared: Shared, tables: Tables, neighbours: Neighbours, reads: Reads
    ) -> None:
        self._shared, self._tables, self._neighbours = shared, tables, neighbours
        self._reads = reads

    async def tables_of(self, holder: str) -> list[LoadedTable | Unopened]:
        """Return the tables where this holder sits or sat and whose game is not over.

        The latest comes first. One whose log cannot be replayed does not take the others with it.
        """
        found: list[LoadedTable | Unopened] = []
        store = self._shared.store
        unfinished = await self._reads.call(store.unfinished, holder, self.MOST_UNFINISHED)
        for loaded in await self._tables.many(unfinished):
            if isinstance(loaded, LoadedTable) and loaded.table.phase is Phase.OVER:
                continue  # its result, of a version that kept none, is still to be kept
            found.append(loaded)
        return found

    async def has_tables(self, holder: str) -> bool:
        """Return whether this holder sits or sat at any table."""
        return bool(await self._reads.call(self._shared.store.tables, holder, 1))

    async def listed(self, most: int = MOST_LISTED) -> list[LoadedTable]:
        """Return the tables that strangers may join, the latest first, one of each person.

        One where nobody has been for a while is left out.
        """
        ids = await self._reads.call(self._shared.store.tables, OPEN, LOOKED_AT * most)
        if not self._shared.peers.is_alone:
            await self._neighbours.look_who_is_here(ids)
        now, found = self._shared.now(), dict[str, LoadedTable]()
        for loaded in await self._tables.many(ids):
            if isinstance(loaded, LoadedTable) and _is_joinable(loaded, now):
                found.setdefault(loaded.table.opener, loaded)
        return list(found.values())[:most]

    async def results_of(self, label: str, most: int, skip: int = 0) -> list[Result]:
        """Return how the games of a holder, or under another label, ended; the latest first."""
        return await self._reads.call(self._shared.store.results, label, most, skip)

    async def costs_of(self, holder: str) -> dict[str, tuple[float, ...]]:
        """Return what a turn cost each seat in the reviewed games of this holder, by table."""
        return await self._reads.call(self._shared.store.costs, holder)

    async def challenged_table(self, code: str) -> LoadedTable:
        """Return the table whose game a challenge is to beat, or raise Objected."""
        found = await self._reads.call(self._shared.store.tables, label_of_challenge(code), 1)
        if not found:
            raise Objected(Objection.NO_TABLE)
        return await self._tables.live(found[0])

    async def kept_challenge(self, code: str) -> KeptChallenge | None:
        """Return a challenge whose game was deleted or goes on from an earlier round."""
        return await self._reads.call(self._shared.store.challenges.find, code)


def _is_joinable(loaded: LoadedTable, now: float) -> bool:
    """Return whether strangers may join a table, and will not wait there alone."""
    table = loaded.table
    patience = ALONE_FOR_LONG if table.options.clock >= LONG_CLOCK else ALONE_FOR
    is_somebody_there = not table.holders.isdisjoint(loaded.here)
    return table.is_open and (is_somebody_there or now - table.at < patience)
