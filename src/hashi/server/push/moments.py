"""Of what people are told who are not there: their turn, a question whether to go back, the end of
the turn or the game, a rematch.

Only games are meant whose rounds take hours or days. What is told depends on what everybody at the
table may see, and on nothing that is hidden: not on drafts, nor on cards to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from hashi.table import Phase, Table
from hashi.table.requests.company import still_asked
from hashi.table.requests.seat import LONG_CLOCK

SOON, SOON_PART = 3 * 3600.0, 4
"""How many seconds before the end of a round people are told, and which part of a short one."""
TOLD_OF_END = 86_400.0
"""Seconds after the end of a game until which it is told, and how long the message is kept."""


class Kind(IntEnum):
    """What is told, in the order in which it happens."""

    TURN = 0
    ASKED = 1
    """Somebody asks everyone to go back to an earlier round."""
    SOON = 2
    OVER = 3
    REMATCH = 4


@dataclass(frozen=True, slots=True)
class Moment:
    """Something to tell one person, once."""

    holder: str
    kind: Kind
    since: float
    """When the round began, or the game ended."""
    until: float
    """When it is of no use any more."""
    table: str
    """The table that is meant: that of the rematch, for one."""

    @property
    def number(self) -> tuple[float, int]:
        """Its place among all moments of the table."""
        return self.since, self.kind.value


def is_told_of(table: Table) -> bool:
    """Return whether people are told of what happens at a table."""
    return table.options.clock >= LONG_CLOCK and table.has_company


def soon_at(table: Table) -> float | None:
    """Return when people are told that a round ends soon; None where no clock runs."""
    deadline = table.deadline
    if deadline is None:
        return None
    return deadline - min(SOON, table.options.clock / SOON_PART)


def moments_of(id: str, table: Table, now: float) -> Iterator[Moment]:
    """Yield what there is to tell now, one moment for each person at most."""
    if not is_told_of(table):
        return
    if table.phase in (Phase.OVER, Phase.CLOSED):
        yield from _moments_after(id, table, now)
        return
    deadline, soon = table.deadline, soon_at(table)
    if deadline is None or soon is None or now >= deadline:
        return
    is_soon, waited_for = now >= soon, _holders(table, _waiting(table))
    asked = _holders(table, still_asked(table, table.proposal) if table.proposal else ())
    for holder in sorted(waited_for | asked):
        if is_soon and holder in waited_for:
            kind = Kind.SOON
        else:
            kind = Kind.ASKED if holder in asked else Kind.TURN
        yield Moment(holder, kind, table.since, deadline, id)


def _holders(table: Table, seats: Iterable[int]) -> set[str]:
    return {table.seats[seat].holder for seat in seats} - {""}


def _waiting(table: Table) -> list[int]:
    """Return the seats whose people are to act themselves."""
    return [seat for seat in table.waiting_for if not table.seats[seat].is_bot]


def _moments_after(id: str, table: Table, now: float) -> Iterator[Moment]:
    """Yield what there is to tell once a game is over: that, or a rematch that somebody wants."""
    until = table.since + TOLD_OF_END
    asked_by = None if table.next_by is None else table.seats[table.next_by].holder
    for holder in sorted({seat.holder for seat in table.seats} - {""}):
        if table.next_table and holder != asked_by:
            yield Moment(holder, Kind.REMATCH, table.since, now + TOLD_OF_END, table.next_table)
        elif not table.next_table and now < until:
            yield Moment(holder, Kind.OVER, table.since, until, id)
