"""What is kept beside the logs, made again from them: results, labels, clocks, lists, costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from enum import Enum, auto

from hashi.host.store.check import differences, missing_costs, outdated_labels
from hashi.host.store.derived import EDITION, Derived, derive
from hashi.host.store.protocol import Conflict, Store
from hashi.table.log_format import StoredEntry

PART = 50
"""Tables whose logs are in memory together; each process has two such parts at most."""
LONGEST_PART = 1_000_000
"""Characters of logs from which on a part has no more tables."""

Part = list[tuple[str, list[StoredEntry]]]
"""The logs of some tables by their ids."""
Spread = Callable[[Callable[[Part], list[Derived]], Iterable[Part]], Iterable[list[Derived]]]
"""Applies a function to parts and yields what it returns, in order; several processes may share
the work."""


class Rebuilt(Enum):
    """What became of one table."""

    RIGHT = auto()
    """Nothing had to be changed."""
    CHANGED = auto()
    BROKEN = auto()
    """Its log cannot be replayed; what is kept of it stays."""


def rebuild(
    store: Store, spread: Spread = map, after: str = "", *, is_noted: bool = False
) -> Iterator[tuple[str, Rebuilt]]:
    """Bring what is kept beside logs in line with them; yield what became of each table.

    The logs are replayed where `spread` says; this process alone reads and writes. `after` is the
    id of the last table that is left out. What is done is noted after every part, if so wished:
    nothing is lost where this ends early.
    """
    for derived in spread(derive_part, _parts(store, after)):
        yield from settle(store, derived)
        if is_noted:
            store.note_edition(EDITION, derived[-1].id)
    if is_noted:
        store.note_edition(EDITION, None)


def outdated_after(store: Store) -> str | None:
    """Return the id after which tables are to be brought up to date; None where all are."""
    edition, until = store.edition()
    return until if edition == EDITION else ""


def bring_up_to_date(store: Store, spread: Spread = map) -> Iterator[tuple[str, Rebuilt]]:
    """Rebuild what an older version of the program has written, from where the last run stopped."""
    after = outdated_after(store)
    if after is not None:
        yield from rebuild(store, spread, after, is_noted=True)


def _parts(store: Store, after: str) -> Iterator[Part]:
    while part := next_part(store, after):
        yield part
        after = part[-1][0]


def next_part(store: Store, after: str, most: int = PART) -> Part:
    """Return the logs of the next tables: so many at most, fewer where they are long."""
    part, length = Part(), 0
    for id, _ in store.contents(after, most):
        part.append((id, store.read(id)))
        length += sum(len(text) for _, text in part[-1][1])
        if length >= LONGEST_PART:
            break
    return part


def derive_part(part: Part) -> list[Derived]:
    """Return what follows from each of these logs. Runs in a worker process."""
    return [derive(id, stored) for id, stored in part]


def settle(store: Store, derived: Sequence[Derived]) -> Iterator[tuple[str, Rebuilt]]:
    """Write what differs from the logs; a log that has gone on is read again."""
    changes = [(each, _mended(store, each)) for each in derived]
    for each, change in changes:
        yield each.id, _outcome(store, each, change)


def _mended(store: Store, derived: Derived) -> Future[None] | None:
    """Begin to write what differs from the log; None where nothing does."""
    if derived.is_broken or not derived.number:
        return None
    kept = store.kept(derived.id, derived.number)
    if not differences(kept, derived):
        return None
    missing = [(label, at) for label, at in derived.labels if label not in kept.labels]
    return store.mend(derived, missing, outdated_labels(kept, derived), missing_costs(kept))


def _outcome(store: Store, derived: Derived, change: Future[None] | None) -> Rebuilt:
    """Wait until a change is written; derive it again where the log has gone on."""
    if change is None:
        return Rebuilt.BROKEN if derived.is_broken else Rebuilt.RIGHT
    try:
        change.result()
    except Conflict:
        again = derive(derived.id, store.read(derived.id))
        return _outcome(store, again, _mended(store, again))
    return Rebuilt.CHANGED
