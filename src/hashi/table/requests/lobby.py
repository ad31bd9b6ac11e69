"""Before the game: who sits where, with which options, and who starts."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from hashi.rules.game.name import check_name
from hashi.table.event import (
    Changed,
    Event,
    Freed,
    Listed,
    Moved,
    Readied,
    Seated,
    Unseated,
)
from hashi.table.names import told_apart
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.options import FIELDS as OPTIONS
from hashi.table.options import Options
from hashi.table.requests.request import Decision, Presence, Request, in_phase
from hashi.table.table import Phase, Table

FEWEST_PLAYERS = 2
"""How many must be there before free seats close."""
SEAT_CHANGES = 100
"""How often a seat may be taken, renamed, moved or made ready; the opener may go on."""
LONGEST_LOBBY = 2_000
"""Entries of a log after which the seats stay as they are: the game has room enough."""


def sit(table: Table, request: Request) -> Decision:
    """Take a free seat, or give one's own another name."""
    in_phase(table, Phase.LOBBY)
    if not request.holder:
        raise Objected(Objection.NOT_YOUR_SEAT)
    free = [seat for seat, who in enumerate(table.seats) if who.is_empty]
    if "seat" not in request.fields and not free:
        raise Objected(Objection.TABLE_FULL)
    seat = request.seat(table) if "seat" in request.fields else free[0]
    if seat not in free and table.seats[seat].holder != request.holder:
        raise Objected(Objection.SEAT_TAKEN)
    name = _name(table, request, seat)
    if seat not in free and name == table.seats[seat].name:
        return Decision()
    _check_room(table, request, seat)
    return Decision((Seated(seat, name, holder=request.holder),))


def sit_bot(table: Table, request: Request) -> Decision:
    """Let a bot take a seat where no person sits."""
    in_phase(table, Phase.LOBBY)
    request.by_one_at(table)
    seat, bot = request.seat(table), request.text("bot")
    if table.seats[seat].holder:
        raise Objected(Objection.SEAT_TAKEN)
    seated = Seated(seat, _name(table, request, seat), bot=bot)
    if (table.seats[seat].bot, table.seats[seat].name) == (bot, seated.name):
        return Decision()
    _check_room(table, request, seat)
    return Decision((seated,))


def move(table: Table, request: Request) -> Decision:
    """Move to a free seat; who opened the table may have any two seats change places."""
    in_phase(table, Phase.LOBBY)
    seat, to = request.seat(table), request.seat(table, "to")
    if not _is_opener(table, request):
        request.own_seat(table)
        if not table.seats[to].is_empty and table.seats[to].holder != request.holder:
            raise Objected(Objection.SEAT_TAKEN)
    if seat == to or (table.seats[seat].is_empty and table.seats[to].is_empty):
        return Decision()
    _check_room(table, request, seat, to)
    return Decision((Moved(seat, to),))


def ready(table: Table, request: Request) -> Decision:
    """Say that one is ready, or not any more."""
    in_phase(table, Phase.LOBBY)
    seat, is_on = request.own_seat(table), request.truth("on")
    if table.seats[seat].is_ready == is_on:
        return Decision()
    _check_room(table, request, seat)
    return Decision((Readied(seat, is_on),))


def leave(table: Table, request: Request) -> Decision:
    """Leave one's seat, remove a bot, or free the seat of somebody else."""
    in_phase(table, Phase.LOBBY)
    seat = request.seat(table)
    who = table.seats[seat]
    if who.holder and who.holder == request.holder:
        return Decision((Unseated(seat),))
    request.by_one_at(table)
    if who.is_empty:
        raise Objected(Objection.NOT_YOUR_SEAT)
    if who.is_bot:
        return Decision((Unseated(seat),))
    is_here = who.holder in request.present
    if request.presence is None or not may_free(table, seat, request.holder, request.presence):
        raise Objected(Objection.STILL_HERE if is_here else Objection.JUST_LEFT)
    freed: Freed = "opener" if is_here else "away"
    return Decision((Unseated(seat, freed),))


def may_free(table: Table, seat: int, holder: str, presence: Presence) -> bool:
    """Return whether this holder may free the seat of another person.

    In a rematch the seats are kept for people who may not come: these are freed by anyone.
    """
    who = table.seats[seat].holder
    if not who or who == holder or not table.has(holder):
        return False
    is_missing = table.is_rematch and who not in presence.here
    return holder == table.opener or who in presence.gone or is_missing


def change(table: Table, request: Request) -> Decision:
    """Agree on other options; who opened the table may."""
    in_phase(table, Phase.LOBBY)
    if not _is_opener(table, request):
        raise Objected(Objection.OPENER_ONLY)
    if not may_change(table):
        raise untimely(Untimely.AGREED)
    known = table.options.to_json()
    given = {
        each.name: request.fields[each.name] for each in OPTIONS if each.name in request.fields
    }
    options = Options.from_json({**known, **given})
    if options == table.options:
        return Decision()
    if sum(not seat.is_empty for seat in table.seats) > options.seats:
        raise Objected(Objection.SEATS_NEEDED)
    _check_room(table, request)
    return Decision((Changed(options.to_json()),))


def may_change(table: Table) -> bool:
    """Return whether the options are this table's own: others' cards come with their options."""
    return not (table.again or table.is_contest)


def list_table(table: Table, request: Request) -> Decision:
    """Let strangers join, or not any more, as who opened the table likes."""
    in_phase(table, Phase.LOBBY)
    if not _is_opener(table, request):
        raise Objected(Objection.NOT_YOUR_SEAT)
    is_on = request.truth("on")
    if is_on == table.is_listed:
        return Decision()
    _check_room(table, request)
    return Decision((Listed(is_on),))


def may_start(table: Table, holder: str, gone: AbstractSet[str]) -> bool:
    """Return whether this holder may start the game: the opener, or others without the opener."""
    if holder == table.opener or table.is_rematch or table.opener in gone:
        return table.has(holder)
    return not table.seats_of(table.opener) and table.has(holder)


def before_beginning(table: Table, request: Request) -> tuple[Event, ...]:
    """Return what happens before a game begins: free seats close where that is asked for.

    Raise Objected where it may not begin now; the host shuffles.
    """
    in_phase(table, Phase.LOBBY)
    request.by_one_at(table)
    if not may_start(table, request.holder, request.gone):
        raise Objected(Objection.OPENER_ONLY)
    taken = sum(not seat.is_empty for seat in table.seats)
    if taken == len(table.seats):
        return ()
    if not request.truth("close") or taken < FEWEST_PLAYERS or not may_change(table):
        raise Objected(Objection.SEATS_EMPTY)
    return (Changed({**table.options.to_json(), "seats": taken}),)


def _is_opener(table: Table, request: Request) -> bool:
    return bool(request.holder) and request.holder == table.opener


def _name(table: Table, request: Request, seat: int) -> str:
    """Return the name that is given, told apart from those at the other seats."""
    name = " ".join(request.text("name").split())
    check_name(name)
    return told_apart(name, [who.name for at, who in enumerate(table.seats) if at != seat])


def _check_room(table: Table, request: Request, *seats: int) -> None:
    """Raise Objected where so much was changed already that a stranger could fill the log."""
    is_full = table.number >= LONGEST_LOBBY
    if not _is_opener(table, request):
        is_full |= any(table.changes[seat] >= SEAT_CHANGES for seat in seats)
    if is_full:
        raise Objected(Objection.LOBBY_FULL)
