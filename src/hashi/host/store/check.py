"""Whether everything in a store can be read and played on: every log is replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from statistics import fmean

from hashi.host.store.derived import Derived
from hashi.host.store.protocol import KeptTable, Store
from hashi.table.fold import replay
from hashi.table.kept_challenge import KeptChallenge
from hashi.table.labels import OPEN
from hashi.table.log_format import BrokenLog, NewerLog

PAGE = 1000
"""Tables that are asked for at once."""


class Beside(StrEnum):
    """What is kept beside a log."""

    RESULT = "result"
    LABELS = "labels"
    CLOCK = "clock"
    UNPLAYED = "unplayed"
    """Whether it is listed among the tables at which nobody has played."""
    COSTS = "costs"
    """What turns cost by the review that is kept."""


class Remedy(Enum):
    """What helps against a fault."""

    REBUILD = auto()
    """What is kept beside the log is made again from it."""
    RESTORE = auto()
    """Nothing mends the log; a backup may have it whole."""
    INSTALL = auto()
    """A newer version of the program can read the log."""


@dataclass(frozen=True, slots=True)
class TableFault:
    """What is wrong with a table."""

    remedy: Remedy
    what: str
    """Where the log cannot be read and why, or what does not follow from it."""


def contents(store: Store) -> Iterator[tuple[str, int]]:
    """Yield every table of a store with the number of its last event, in order."""
    after = ""
    while page := store.contents(after, PAGE):
        yield from page
        after = page[-1][0]


def check(store: Store) -> Iterator[tuple[str, TableFault | None]]:
    """Yield every table with what is wrong with it; None where nothing is.

    Of the challenges whose games are gone, those that cannot be read follow by their codes; then
    devices that can't be anybody's.
    """
    for id, _ in contents(store):
        yield id, fault(id, store.kept(id))
    after = ""
    while page := store.challenges.contents(after, PAGE):
        for code, _, text in page:
            if KeptChallenge.from_text(text) is None:
                yield code, TableFault(Remedy.RESTORE, "the challenge that is kept cannot be read")
        after = page[-1][0]
    after = ""
    while devices := store.devices.contents(after, PAGE):
        for each in devices:
            if not each.is_sound:
                yield each.device, TableFault(Remedy.RESTORE, "the device that is kept is nobody's")
        after = devices[-1].device


def fault(id: str, kept: KeptTable) -> TableFault | None:
    """Return what is wrong with a table, if anything; nothing is with one that is gone."""
    if not kept.entries:
        return None
    for expected, (number, _) in enumerate(kept.entries, start=1):
        if number != expected:
            return TableFault(Remedy.RESTORE, f"entry {expected} is missing")
    try:
        table = replay(kept.entries)
    except NewerLog as newer:
        return TableFault(Remedy.INSTALL, str(newer))
    except BrokenLog as broken:
        return TableFault(Remedy.RESTORE, str(broken))
    wrong = differences(kept, Derived.of(id, table, kept.entries))
    return TableFault(Remedy.REBUILD, ", ".join(wrong)) if wrong else None


# --- what is kept beside a log


def differences(kept: KeptTable, derived: Derived) -> list[Beside]:
    """Return what is kept otherwise than it follows from the log."""
    is_found = all(label in kept.labels for label, _ in derived.labels)
    same = {
        Beside.RESULT: kept.result == derived.result,
        Beside.LABELS: is_found and not outdated_labels(kept, derived),
        Beside.CLOCK: kept.due == derived.due,
        Beside.UNPLAYED: kept.cards == derived.cards,
        Beside.COSTS: not missing_costs(kept),
    }
    return [part for part, is_same in same.items() if not is_same]


def outdated_labels(kept: KeptTable, derived: Derived) -> list[str]:
    """Return the labels by which a table is not to be found any more.

    People are found by all tables at which they ever sat.
    """
    return [OPEN] if OPEN in kept.labels and OPEN not in dict(derived.labels) else []


def missing_costs(kept: KeptTable) -> list[float]:
    """Return what turns cost by a review beside which that is not kept."""
    if kept.review is None or kept.review.costs:
        return []
    try:
        players = json.loads(kept.review.text)["review"]["players"]
        return [round(fmean(turn["cost"] for turn in player["turns"]), 4) for player in players]
    except (ValueError, KeyError, TypeError):  # of another version: it is made again when asked for
        return []
