"""Who sits where: people, bots, and bots for people who are away."""

from __future__ import annotations

from hashi.rules.name import check_name
from hashi.table.event import GivenBack, Seated, TakenOver, Unseated
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.request import Decision, Request, in_phase
from hashi.table.table import Phase, Table


def sit(table: Table, request: Request) -> Decision:
    """Take a free seat, or give one's own another name."""
    in_phase(table, Phase.LOBBY)
    if not request.holder:
        raise Objected(Objection.NOT_YOUR_SEAT)
    free = [seat for seat, place in enumerate(table.seats) if place.is_empty]
    if "seat" not in request.fields and not free:
        raise Objected(Objection.TABLE_FULL)
    seat = request.seat(table) if "seat" in request.fields else free[0]
    if seat not in free and table.seats[seat].holder != request.holder:
        raise Objected(Objection.SEAT_TAKEN)
    return Decision((Seated(seat, _name(request), holder=request.holder),))


def sit_bot(table: Table, request: Request) -> Decision:
    """Let a bot take a seat where no person sits."""
    in_phase(table, Phase.LOBBY)
    request.by_one_at(table)
    seat, bot = request.seat(table), request.text("bot")
    if table.seats[seat].holder:
        raise Objected(Objection.SEAT_TAKEN)
    return Decision((Seated(seat, _name(request), bot=bot),))


def leave(table: Table, request: Request) -> Decision:
    """Leave one's seat; anybody at the table may also remove a bot."""
    in_phase(table, Phase.LOBBY)
    seat = request.seat(table)
    if table.seats[seat].is_bot:
        request.by_one_at(table)
    else:
        request.own_seat(table)
    return Decision((Unseated(seat),))


def may_begin(table: Table, request: Request) -> None:
    """Raise Objected where the game may not begin now; the host shuffles."""
    in_phase(table, Phase.LOBBY)
    request.by_one_at(table)
    if any(seat.is_empty for seat in table.seats):
        raise Objected(Objection.SEATS_EMPTY)


def take_over(table: Table, request: Request) -> Decision:
    """Let a bot play for a person who is away, or for oneself."""
    in_phase(table, Phase.STARTS, Phase.ROUND, Phase.CHECK)
    request.by_one_at(table)
    seat = request.seat(table)
    place = table.seats[seat]
    if place.is_bot or (place.holder in request.present and place.holder != request.holder):
        raise Objected(Objection.STILL_HERE)
    return Decision((TakenOver(seat, request.text("bot")),))


def give_back(table: Table, request: Request) -> Decision:
    """Take one's own seat back from a bot."""
    seat = request.own_seat(table)
    if not table.seats[seat].is_bot:
        raise untimely(Untimely.NO_BOT_PLAYS)
    return Decision((GivenBack(seat),))


def _name(request: Request) -> str:
    name = " ".join(request.text("name").split())
    check_name(name)
    return name
