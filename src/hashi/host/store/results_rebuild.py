"""Results and labels made again from the logs, from which they follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum, auto
from itertools import islice

from hashi.host.store.check import contents
from hashi.host.store.protocol import Store
from hashi.table.fold import replay
from hashi.table.log_format import BrokenLog, StoredEntry, is_draft
from hashi.table.result import Result
from hashi.table.table import Phase

PART = 50
"""Tables whose logs are in memory together; each process has two such parts at most."""

Part = list[tuple[str, list[StoredEntry]]]
"""The logs of some tables by their ids."""


class Rebuilt(Enum):
    """What became of one table."""

    RIGHT = auto()
    """Nothing had to be changed."""
    CHANGED = auto()
    BROKEN = auto()
    """Its log cannot be replayed; what is kept of it stays."""


@dataclass(frozen=True, slots=True)
class Derived:
    """What follows from the log of a table."""

    id: str
    number: int
    """The number of the last event that was read."""
    result: Result | None = None
    labels: tuple[tuple[str, float], ...] = ()
    is_broken: bool = False


Spread = Callable[[Callable[[Part], list[Derived]], Iterable[Part]], Iterable[list[Derived]]]
"""Applies a function to parts and yields what it returns, in order; several processes may share
the work."""


def rebuild(store: Store, spread: Spread = map) -> Iterator[tuple[str, Rebuilt]]:
    """Bring the results and labels of all tables in line with their logs.

    The logs are replayed where `spread` says; this process alone reads and writes.
    """
    for derived in spread(derive_part, _parts(store)):
        yield from _settled(store, derived)


def _parts(store: Store) -> Iterator[Part]:
    tables = contents(store)
    while part := [(id, store.read(id)) for id, _ in islice(tables, PART)]:
        yield part


def derive_part(part: Part) -> list[Derived]:
    """Return what follows from each of these logs. Runs in a worker process."""
    return [derive(id, stored) for id, stored in part]


def derive(id: str, stored: Sequence[StoredEntry]) -> Derived:
    """Return what follows from a log.

    Drafts, most of a log, are not replayed: a turn is in the event that finishes it, whole.
    """
    number = stored[-1][0] if stored else 0
    try:
        table = replay(entry for entry in stored if not is_draft(entry[1]))
    except BrokenLog:
        return Derived(id, number, is_broken=True)
    result = Result.of(id, table) if table.phase is Phase.OVER else None
    labels = tuple((label, table.since) for label in sorted(table.labels(id)))
    return Derived(id, number, result, labels)


def _settled(store: Store, derived: Sequence[Derived]) -> Iterator[tuple[str, Rebuilt]]:
    """Write what differs from the logs; a log to which a server has written is read again."""
    written = {each.id: _correct(store, each) for each in derived}
    for change in written.values():
        if change is not None:
            change.result()
    heads = store.heads([id for id, change in written.items() if change is not None])
    for each in derived:
        if each.is_broken:
            yield each.id, Rebuilt.BROKEN
        elif each.id not in heads:
            yield each.id, Rebuilt.RIGHT
        elif heads[each.id] == each.number:
            yield each.id, Rebuilt.CHANGED
        else:
            again = derive(each.id, store.read(each.id))
            ((_, outcome),) = _settled(store, [again])
            yield each.id, Rebuilt.BROKEN if outcome is Rebuilt.BROKEN else Rebuilt.CHANGED


def _correct(store: Store, derived: Derived) -> Future[None] | None:
    """Begin to write what differs from the log; None where nothing does."""
    if derived.is_broken or not derived.number:
        return None
    known = {label for label, _ in store.labels(derived.id)}
    missing = [(label, at) for label, at in derived.labels if label not in known]
    if store.result(derived.id) == derived.result and not missing:
        return None
    return store.restore(derived.id, [], missing, derived.result)
