"""Who sits where: people, bots, and bots for people who are away."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from hashi.rules.name import check_name
from hashi.table.event import Committed, GivenBack, Listed, Sealed, Seated, TakenOver, Unseated
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.request import STAND_IN, Decision, Request, in_phase
from hashi.table.table import Phase, Table

LONG_CLOCK = 3600
"""Seconds for a round from which on being away is usual: only a missed round counts as absence."""


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
    """Leave one's seat; anyone at the table may also remove a bot.

    In a rematch the seats are kept for people who may not come: these may be freed, too.
    """
    in_phase(table, Phase.LOBBY)
    seat = request.seat(table)
    who = table.seats[seat]
    if who.is_bot or (table.is_rematch and who.holder not in request.present):
        request.by_one_at(table)
    else:
        request.own_seat(table)
    return Decision((Unseated(seat),))


def list_table(table: Table, request: Request) -> Decision:
    """Let strangers join, or not any more, as who opened the table likes."""
    in_phase(table, Phase.LOBBY)
    if not request.holder or request.holder != table.opener:
        raise Objected(Objection.NOT_YOUR_SEAT)
    is_on = request.truth("on")
    return Decision((Listed(is_on),) if is_on != table.is_listed else ())


def commit(table: Table, request: Request) -> Decision:
    """Tell the hash of one's share of the shuffle: once, before one's own start."""
    seat, told = request.own_seat(table), request.hex("hash")
    known = table.seats[seat].share_hash
    if known == told:
        return Decision()
    has_started = table.game is not None and seat not in table.waiting_for
    if known or has_started or not table.takes_shares:
        raise untimely(Untimely.NO_SHARES)
    return Decision((Committed(seat, told),))


def seal(table: Table, request: Request) -> Decision:
    """Take no more hashes from now on, so that one's share can be opened."""
    in_phase(table, Phase.STARTS)
    seat = request.own_seat(table)
    if table.is_sealed:
        return Decision()
    if not table.seats[seat].share_hash:
        raise untimely(Untimely.NO_SHARES)
    return Decision((Sealed(seat),))


def may_begin(table: Table, request: Request) -> None:
    """Raise Objected where the game may not begin now; the host shuffles."""
    in_phase(table, Phase.LOBBY)
    request.by_one_at(table)
    if any(seat.is_empty for seat in table.seats):
        raise Objected(Objection.SEATS_EMPTY)


def take_over(table: Table, request: Request) -> Decision:
    """Let the stand-in play for a person who is away, or for oneself."""
    in_phase(table, Phase.STARTS, Phase.ROUND, Phase.CHECK)
    request.by_one_at(table)
    if table.is_contest and len(table.seats) == 1:
        raise Objected(Objection.OWN_PLAY)
    seat = request.seat(table)
    who = table.seats[seat]
    is_own = who.holder == request.holder
    if who.resigned is not None:
        raise untimely(Untimely.RESIGNED)
    if who.is_bot or (who.holder in request.present and not is_own):
        raise Objected(Objection.STILL_HERE)
    if not is_own and not may_be_covered(table, seat, request.absent):
        raise Objected(Objection.JUST_LEFT)
    return Decision((TakenOver(seat, STAND_IN, is_away=not is_own),))


def may_be_covered(table: Table, seat: int, absent: AbstractSet[str]) -> bool:
    """Return whether a bot may play for this person, one of whom may be absent.

    Where a round has hours or days, only after the clock has acted for them.
    """
    who = table.seats[seat]
    if who.is_bot or who.resigned is not None or who.holder not in absent:
        return False
    return table.options.clock < LONG_CLOCK or who.has_missed


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
