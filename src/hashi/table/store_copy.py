"""All tables of one store written to another: to move, to back up and to restore."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from hashi.table.store import Conflict, Store
from hashi.table.store_check import PAGE


class Copied(Enum):
    """What came of a table."""

    NEW = "new"
    """It was written, or its log was longer in the source."""
    SAME = "same"
    """The target has all of it."""
    DIFFERENT = "different"
    """The two have gone on differently, or the target has more: nothing was written."""


def copy(source: Store, target: Store) -> Iterator[tuple[str, Copied]]:
    """Write every table of the source to the target; yield each with what came of it.

    A server may go on at the source meanwhile: what logs have got since is written the next time.
    """
    after = ""
    while page := source.contents(after, PAGE):
        ids = [id for id, _ in page]
        heads = target.heads(ids)
        for id, number in page:
            yield id, _copied(source, target, id, number, heads[id])
        after = ids[-1]


def _copied(source: Store, target: Store, id: str, number: int, known: int) -> Copied:
    """Write what the target lacks of one table."""
    labels, result, due = (
        source.labels(id),
        source.result(id),
        source.due(id),
    )  # before the log: it must not lack any
    missing = source.read(id, max(0, known - 1))
    if known and missing[:1] != target.read(id, known - 1):
        return Copied.DIFFERENT
    if number == known:
        return Copied.SAME
    try:
        target.restore(id, missing[1:] if known else missing, labels, result, due).result()
    except Conflict:  # somebody plays there
        return Copied.DIFFERENT
    return Copied.NEW
