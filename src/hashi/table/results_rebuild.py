"""Results and labels made again from the logs, from which they follow."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from hashi.table.fold import replay
from hashi.table.log_format import BrokenLog
from hashi.table.result import Result
from hashi.table.store import Store
from hashi.table.table import Phase, Table


class Rebuilt(Enum):
    """What became of one table."""

    RIGHT = auto()
    """Nothing had to be changed."""
    CHANGED = auto()
    BROKEN = auto()
    """Its log cannot be replayed; what is kept of it stays."""


def rebuild(store: Store) -> Iterator[tuple[str, Rebuilt]]:
    """Bring the results and labels of all tables in line with their logs, one after another."""
    last = ""
    while found := store.contents(last):
        for id, _ in found:
            yield id, rebuild_table(store, id)
        last = found[-1][0]


def rebuild_table(store: Store, id: str) -> Rebuilt:
    """Do so for one table, again where a server has written to its log meanwhile."""
    outcome = Rebuilt.RIGHT
    while True:
        stored = store.read(id)
        try:
            table = replay(stored)
        except BrokenLog:
            return Rebuilt.BROKEN
        if not table.number or not _correct(store, id, table):
            return outcome
        outcome = Rebuilt.CHANGED
        if store.heads([id]).get(id) == table.number:
            return outcome


def _correct(store: Store, id: str, table: Table) -> bool:
    """Write what differs from the log; return whether anything did."""
    result = Result.of(id, table) if table.phase is Phase.OVER else None
    known = {label for label, _ in store.labels(id)}
    missing = sorted(table.labels(id) - known)
    if store.result(id) == result and not missing:
        return False
    store.restore(id, [], [(label, table.since) for label in missing], result).result()
    return True
