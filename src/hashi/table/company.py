"""How a table changes by what its people do besides playing: going back, leaving, giving up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hashi.rules import PASS, Played, Turn
from hashi.rules.draft import History
from hashi.table.event import (
    Agreed,
    CameBack,
    Checked,
    Event,
    Finished,
    GivenBack,
    Handed,
    Proposed,
    Rejected,
    Reopened,
    Resigned,
    Rewound,
    Seated,
    Started,
    TableClosed,
    WentAway,
    Withdrawn,
)
from hashi.table.frozen import changed
from hashi.table.notes import NoteKind, rewound
from hashi.table.table import Proposal, Seat, Table

Drafts = dict[int, tuple[Turn, History]]
"""Turns in the making, by seat."""


def lapsed(before: Table, then: Table) -> Table:
    """Return the table without its proposal where the round of that is over."""
    asked = then.proposal
    is_same = then.phase is before.phase and len(then.past) == len(before.past)
    if asked is None or is_same:
        return then
    noted = then.with_note(NoteKind.LAPSED, asked.seat)
    return changed(noted, proposal=None)


# --- going back


def _proposed(what: Proposed, table: Table) -> Table:
    number, made = table.proposals + 1, table.seats[what.seat].proposals + 1
    asked = Proposal(number, what.seat, what.round, frozenset({what.seat}))
    noted = table.with_seat(what.seat, proposals=made).with_note(
        NoteKind.PROPOSED, what.seat, what.round
    )
    return changed(noted, proposal=asked, proposals=number)


def _agreed(what: Agreed, table: Table) -> Table:
    asked = table.proposal
    assert asked is not None
    return changed(table, proposal=replace(asked, agreed=asked.agreed | {what.seat}))


def _rejected(what: Rejected, table: Table) -> Table:
    return changed(table.with_note(NoteKind.REJECTED, what.seat), proposal=None)


def _withdrawn(what: Withdrawn, table: Table) -> Table:
    return changed(table.with_note(NoteKind.WITHDRAWN, what.seat), proposal=None)


def _rewound(what: Rewound, table: Table) -> Table:
    """Go back to the card of a round; where others play, with the turns they made of it."""
    game, entries = table.past[what.round - 1]
    drafts = {} if what.seat is None else _turns_of(table, what.round)
    drafts.pop(what.seat if what.seat is not None else -1, None)
    seats = tuple(_again(seat, drafts.get(at)) for at, seat in enumerate(table.seats))
    back = changed(
        table,
        game=game,
        entries=entries,
        seats=seats,
        past=table.past[: what.round],
        proposal=None,
        notes=rewound(table.notes, len(entries)),
        is_practised=True,
    )
    return back if what.seat is None else back.with_note(NoteKind.REWOUND, what.seat, what.round)


def _again(seat: Seat, draft: tuple[Turn, History] | None) -> Seat:
    """Return a seat at the beginning of a round that is played again."""
    marks, history = draft or (PASS, History())
    return changed(
        seat,
        marks=marks,
        history=history,
        is_done=seat.resigned is not None,
        is_checked=seat.resigned is not None,
        kept=None,
        hint=0,
        proposals=0,
        stood_in=None,
    )


def _turns_of(table: Table, round: int) -> Drafts:
    """Return each person's turn of a round, in the making or as it was played.

    Before that round, all boards are again as they were: these turns are still allowed.
    """
    people = [at for at, seat in enumerate(table.seats) if seat.is_playing]
    if round > table.played.rounds:
        return {at: (table.seats[at].marks, table.seats[at].history) for at in people}
    played = [entry for entry in table.entries if isinstance(entry, Played)]
    count = len(table.seats)
    turns = {entry.seat: entry.turn for entry in played[(round - 1) * count : round * count]}
    return {at: (turns[at], History().after_change((), turns[at].marks)) for at in people}


# --- leaving


def seen(event: Event, table: Table) -> int | None:
    """Return the seat whose person is seen by this event; a draft is secret and shows nobody."""
    if type(event) not in _SEEN or getattr(event, "by_clock", False):
        return None
    seat: int = getattr(event, "seat")  # noqa: B009, each of them has one
    return None if table.seats[seat].is_bot else seat


def stood_in(seat: Seat, round: int) -> tuple[int, int] | None:
    """Return the rounds that a bot has played for a person, with the one that ends."""
    if not seat.bot or not seat.holder:
        return None
    return (seat.stood_in[0] if seat.stood_in else round, round)


def _went(what: WentAway, table: Table) -> Table:
    return table.with_seat(what.seat, is_gone=True).with_note(NoteKind.LEFT, what.seat)


def _came(what: CameBack, table: Table) -> Table:
    return table.with_seat(what.seat, is_gone=False).with_note(NoteKind.RETURNED, what.seat)


def _resigned(what: Resigned, table: Table) -> Table:
    """Note when the seat stopped; the turn that is open is skipped by an event of its own."""
    asked, round = table.proposal, len(table.played.cards)
    table = table.with_seat(
        what.seat,
        resigned=round,
        is_checked=True,
        bot="",
        is_covered=False,
        kept=None,
        stood_in=None,
    )
    table = table.with_note(NoteKind.RESIGNED, what.seat, round)
    return changed(table, proposal=None if asked and asked.seat == what.seat else asked)


def _closed(_what: TableClosed, table: Table) -> Table:
    return changed(table, is_closed=True, proposal=None)


_SEEN = frozenset(
    {
        *(Seated, Handed, Started, Finished, Reopened, Checked),
        *(Proposed, Agreed, Rejected, Withdrawn, CameBack, GivenBack),
    }
)
CHANGES: dict[type[Event], Callable[[Any, Table], Table]] = {
    Proposed: _proposed,
    Agreed: _agreed,
    Rejected: _rejected,
    Withdrawn: _withdrawn,
    Rewound: _rewound,
    WentAway: _went,
    CameBack: _came,
    Resigned: _resigned,
    TableClosed: _closed,
}
"""How each of these events changes a table."""
