"""What the clock does for those who are not done when time is up."""

from __future__ import annotations

from hashi.rules import Number, Sheet
from hashi.rules.game.setup import START_NUMBERS
from hashi.table.clock import deadline_of
from hashi.table.event import Checked, Event, Finished, Started
from hashi.table.table import Phase, Table, draft_of


def events_of_timeout(table: Table, now: float) -> list[Event]:
    """Return what the clock does for seats whose time is up: their draft counts if it may."""
    events: list[Event] = []
    for seat in table.waiting_for:
        until = deadline_of(table, seat)
        if until is None or now < until:
            continue
        if table.phase is Phase.CHECK:
            events.append(Checked(seat))
            continue
        draft = draft_of(table, seat)
        if table.phase is Phase.ROUND:
            events.append(Finished(seat, draft.lawful_turn, by_clock=True))
        else:
            events.append(Started(seat, draft.number or plain_start(draft.before), by_clock=True))
    return events


def plain_start(sheet: Sheet) -> Number:
    """Return the start of one who writes none: the lower number on the first island for it."""
    islands = (island for island in sheet.board.islands if island.flag is None)
    return Number(next(islands), START_NUMBERS[0])
