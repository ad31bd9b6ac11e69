"""What belongs to a seat: its share of the shuffle, and a bot for one who is away."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from hashi.table.event import Committed, GivenBack, Sealed, TakenOver
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.requests.request import STAND_IN, Decision, Request, in_phase
from hashi.table.table import Phase, Table

LONG_CLOCK = 3600
"""Seconds for a round from which on being away is usual: only a missed round counts as absence."""


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
