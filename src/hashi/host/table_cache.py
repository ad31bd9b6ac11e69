"""The tables in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from weakref import WeakValueDictionary

from hashi.host.loaded_table import LoadedTable


class TableCache:
    """The latest tables, up to a weight, and every one that someone holds.

    An open page or a bot holds its table, so there are never two of one id. A table that nobody
    holds is dropped when others are asked for, and read again.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._held: WeakValueDictionary[str, LoadedTable] = WeakValueDictionary()
        self._recent: OrderedDict[str, tuple[LoadedTable, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[LoadedTable]:
        return iter(list(self._held.values()))

    def get(self, id: str) -> LoadedTable | None:
        return self._held.get(id)

    def has_latest(self, table: LoadedTable) -> bool:
        """Return whether this table is kept as it is, and keep it as the latest one if so."""
        found = self._recent.get(table.id)
        if found is None or found[0] is not table or found[1] != table.weight:
            return False
        self._recent.move_to_end(table.id)
        return True

    def put(self, table: LoadedTable) -> LoadedTable:
        """Keep a table as the latest one."""
        if self.has_latest(table):
            return table
        self._forget(table.id)
        self._held[table.id] = table
        self._recent[table.id] = table, table.weight
        self._weight += table.weight
        while self._weight > self._most and len(self._recent) > 1:
            self._forget(next(iter(self._recent)))
        return table

    def drop(self, id: str) -> None:
        """Keep a table no longer: it is gone, or what is in memory is not what is stored."""
        self._forget(id)
        self._held.pop(id, None)

    def _forget(self, id: str) -> None:
        _, weight = self._recent.pop(id, (None, 0))
        self._weight -= weight
