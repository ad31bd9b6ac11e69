"""When time is up for whom, where there is a clock.

A seat's time begins with its round. Where people play at several devices, the moment in which all
see the last round goes before it. People who share a device act one after the other, so that the
time of each begins when they take the device. Where others wait at devices of their own, the time
of such a seat is up at the latest when all of its device have had theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashi.table.table import Table

REVEAL_TIME = 2.0
"""Seconds for which pages show what everybody did, before a new card's time begins."""


def deadline(table: Table) -> float | None:
    """Return when the clock acts next; None while no time runs."""
    if not table.options.clock:
        return None
    times = [deadline_of(table, seat) for seat in table.waiting_for]
    return min((time for time in times if time is not None), default=None)


def deadline_of(table: Table, seat: int) -> float | None:
    """Return when the time of a seat is up that is still to act; None while it does not run."""
    clock = table.options.clock
    if not clock or seat not in table.waiting_for:
        return None
    sharing, begun = sharers(table, seat), table.seats[seat].begun
    if sharing > 1 and begun:
        return begun + clock
    if not table.has_company:
        return None if sharing > 1 else table.since + clock
    return table.since + table.pause + clock * max(1, sharing)


def pause_before_card(table: Table) -> float:
    """Return the seconds between a round that is over and the time of the next card."""
    return REVEAL_TIME if table.options.clock and table.has_company else 0.0


def sharers(table: Table, seat: int) -> int:
    """Return how many seats belong to the device that a seat belongs to; 0 for a bot's."""
    return len(table.seats_of(table.seats[seat].holder))


def may_begin(table: Table, seat: int) -> bool:
    """Return whether a seat's time begins when its device is taken."""
    is_due = bool(table.options.clock) and seat in table.waiting_for
    return is_due and sharers(table, seat) > 1 and not table.seats[seat].begun
