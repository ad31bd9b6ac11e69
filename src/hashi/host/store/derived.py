"""What follows from the log of a table, and is kept beside it so that nobody reads logs for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from hashi.table.fold import replay
from hashi.table.log_format import BrokenLog, StoredEntry, is_draft, turns_card
from hashi.table.result import Result
from hashi.table.table import Phase, Table

EDITION = 3
"""Of what follows from a log. It is raised when a log leads to something else than before: to
another field of a result, to another label. Every store is brought up to date then."""
PLAYED = 2
"""Cards turned from which on a table counts as played at."""


@dataclass(frozen=True, slots=True)
class Derived:
    """What follows from the log of a table."""

    id: str
    number: int
    """The number of the last event that was read."""
    result: Result | None = None
    """How the game ended; None while it is not over."""
    labels: tuple[tuple[str, float], ...] = ()
    """What the table is found by, each with the time that orders the tables. It may be found by
    more: by people who have left it."""
    due: float | None = None
    """When its clock acts, where one runs."""
    cards: int | None = None
    """How many cards were turned, while nobody has played."""
    is_broken: bool = False
    """Whether the log cannot be replayed: nothing follows from it then."""

    @classmethod
    def of(cls, id: str, table: Table, stored: Sequence[StoredEntry]) -> Self:
        """Return what follows from a log that leads to this table, but for its drafts."""
        turned = 0 if table.is_closed else sum(turns_card(text) for _, text in stored)
        return cls(
            id,
            stored[-1][0] if stored else 0,
            Result.of(id, table) if table.phase is Phase.OVER else None,
            tuple((label, table.since) for label in sorted(table.labels(id))),
            table.deadline,
            turned if turned < PLAYED else None,
        )


def derive(id: str, stored: Sequence[StoredEntry]) -> Derived:
    """Return what follows from a log.

    Drafts, most of a log, are not replayed: a turn is in the event that finishes it, whole.
    """
    try:
        table = replay(entry for entry in stored if not is_draft(entry[1]))
    except BrokenLog:
        return Derived(id, stored[-1][0], is_broken=True)
    return Derived.of(id, table, stored)
