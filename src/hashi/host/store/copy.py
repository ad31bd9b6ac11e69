"""All tables of one store written to another: to move, to back up and to restore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from hashi.host.store.check import PAGE, Remedy, fault
from hashi.host.store.protocol import NEVER, Conflict, KeptDevice, Store, StoredChallenge
from hashi.host.store.results_rebuild import outdated_after


class Copied(Enum):
    """What came of a table."""

    NEW = "new"
    """The target lacked it, or a part of it; now it has all."""
    SAME = "same"
    """The target has all of it."""
    DIFFERENT = "different"
    """The two have gone on differently, or the target has more: nothing was written."""


def copy(source: Store, target: Store) -> Iterator[tuple[str, Copied]]:
    """Write every table of the source to the target; yield each with what came of it.

    A server may go on at the source meanwhile: every table is read as of one moment, and what it
    has got since is written the next time. Challenges whose games are gone and devices come last.
    """
    _note_outdated(source, target)
    after = ""
    while page := source.contents(after, PAGE):
        ids = [id for id, _ in page]
        heads = target.heads(ids)
        for id in ids:
            yield id, _copied(source, target, id, heads[id])
        after = ids[-1]
    for challenges in _challenges(source):
        target.challenges.keep(challenges)
    for devices in _devices(source):
        target.devices.keep(devices)


def restore(source: Store, target: Store, ids: Sequence[str]) -> Iterator[tuple[str, Copied]]:
    """Write these tables of the source to the target, or challenges whose games are gone, or
    devices; yield each with what came of it.

    A table whose log is broken in the target alone is as it is in the source then.
    """
    _note_outdated(source, target)
    for challenges in _challenges(source):
        named = [challenge for challenge in challenges if challenge[0] in ids]
        target.challenges.keep(named)
        yield from ((code, Copied.NEW) for code, _, _ in named)
    if devices := source.devices.find(ids):
        target.devices.keep(list(devices.values()))
        yield from ((device, Copied.NEW) for device in devices)
    for id in ids:
        if not source.heads([id])[id]:
            continue
        known = target.heads([id])[id]
        if known and _is_broken(target, id) and not _is_broken(source, id):
            target.remove(id, known).result()
            known = 0
        yield id, _copied(source, target, id, known)


def _challenges(source: Store) -> Iterator[list[StoredChallenge]]:
    """Yield the challenges whose games are gone, many at a time."""
    after = ""
    while challenges := source.challenges.contents(after, PAGE):
        yield challenges
        after = challenges[-1][0]


def _devices(source: Store) -> Iterator[list[KeptDevice]]:
    """Yield the devices that are kept, many at a time."""
    after = ""
    while devices := source.devices.contents(after, PAGE):
        yield devices
        after = devices[-1].device


def _note_outdated(source: Store, target: Store) -> None:
    """Let the target be brought up to date where the source is not: it is copied as it is."""
    if outdated_after(source) is not None:
        target.note_edition(0, "")


def _is_broken(store: Store, id: str) -> bool:
    found = fault(id, store.kept(id))
    return found is not None and found.remedy is Remedy.RESTORE


def _copied(source: Store, target: Store, id: str, known: int) -> Copied:
    """Write what the target lacks of one table; `known` is the number of its last event there."""
    wanted, found = (store.kept(id, max(0, known - 1)) for store in (source, target))
    if known and wanted.entries[:1] != found.entries:
        return Copied.DIFFERENT
    missing = wanted.entries[1:] if known else wanted.entries
    result = wanted.result if missing else wanted.result or found.result
    labels = {**({} if missing else found.labels), **wanted.labels}
    is_same = (labels, result, wanted.due) == (found.labels, found.result, found.due)
    is_reviewed = wanted.review in (None, found.review)
    if not missing and is_same and is_reviewed:
        return Copied.SAME
    try:
        if missing or not is_same:
            due = NEVER if wanted.due is None else wanted.due
            gone = [label for label in found.labels if label not in labels]
            target.restore(id, missing, list(labels.items()), result, due, gone).result()
        if wanted.review and not is_reviewed:
            target.keep_review(
                id, wanted.review.digest, wanted.review.text, wanted.review.costs
            ).result()
    except Conflict:  # someone plays there
        return Copied.DIFFERENT
    return Copied.NEW
