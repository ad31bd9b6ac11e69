"""What people at a table agree on, and how they leave: going back, resigning, closing it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from hashi.rules import PASS
from hashi.table.event import (
    Agreed,
    Checked,
    Event,
    Finished,
    Proposed,
    Rejected,
    Resigned,
    Rewound,
    Started,
    TableClosed,
    Withdrawn,
)
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.requests.request import Decision, Request, in_phase
from hashi.table.requests.seat import may_be_covered
from hashi.table.table import Phase, Proposal, Table
from hashi.table.timeout import plain_start

MOST_PROPOSALS = 2
"""How often one person may ask in one round to go back."""

# --- going back


def rewind(table: Table, request: Request) -> Decision:
    """Play a round again, solo and in practice games only.

    Where other people play, they are asked first; in a game that is over nobody is.
    """
    in_phase(table, Phase.ROUND, Phase.CHECK, Phase.OVER)
    request.by_one_at(table)
    round = request.whole("to")
    if table.is_contest:
        raise Objected(Objection.OWN_PLAY)
    if not table.may_rewind or not 1 <= round <= len(table.past):
        raise Objected(Objection.NO_REWINDING)
    if not _others(table, request.holder):
        return Decision((Rewound(round),))
    in_phase(table, Phase.ROUND, Phase.CHECK)
    seats = _own(table, request)
    if table.proposal is not None:
        raise untimely(Untimely.PROPOSED_ALREADY)
    if sum(table.seats[seat].proposals for seat in seats) >= MOST_PROPOSALS:
        raise untimely(Untimely.PROPOSED_OFTEN)
    proposal = Proposal(0, seats[0], round, frozenset(seats))
    is_granted = not still_asked(table, proposal, request.absent)
    return Decision((Rewound(round, seats[0]) if is_granted else Proposed(seats[0], round),))


def agree(table: Table, request: Request) -> Decision:
    """Agree to what is proposed. With the last one who is asked, it happens.

    Who has agreed may say so again: whoever has left meanwhile is not asked any more.
    """
    proposal, seats = _proposal(table, request), _own(table, request)
    has_agreed = not proposal.agreed.isdisjoint(seats)
    then = Proposal(proposal.number, proposal.seat, proposal.round, proposal.agreed.union(seats))
    is_granted = not still_asked(table, then, request.absent)
    if has_agreed and not is_granted:
        raise untimely(Untimely.AGREED_ALREADY)
    events: list[Event] = [] if has_agreed else [Agreed(seats[0])]
    if is_granted:
        events.append(Rewound(proposal.round, proposal.seat))
    return Decision(tuple(events))


def decline(table: Table, request: Request) -> Decision:
    """Do not agree; who has proposed it takes it back."""
    proposal, seats = _proposal(table, request), _own(table, request)
    if proposal.seat in seats:
        return Decision((Withdrawn(proposal.seat),))
    return Decision((Rejected(seats[0]),))


def withdraw(table: Table, request: Request) -> Decision:
    """Take back what one has proposed."""
    proposal = _proposal(table, request)
    if proposal.seat not in table.seats_of(request.holder):
        raise Objected(Objection.NOT_YOUR_SEAT)
    return Decision((Withdrawn(proposal.seat),))


def still_asked(
    table: Table, proposal: Proposal, absent: AbstractSet[str] = frozenset()
) -> tuple[int, ...]:
    """Return the seats of the people who are still to agree.

    Nobody waits for bots, for those who have resigned, and for those who are away for so long
    that a bot may play for them, or plays already.
    """
    agreed = {table.seats[seat].holder for seat in proposal.agreed}
    return tuple(
        [
            seat
            for seat, who in enumerate(table.seats)
            if who.is_playing
            and not who.is_covered
            and who.holder not in agreed
            and not may_be_covered(table, seat, absent)
        ]
    )


def _proposal(table: Table, request: Request) -> Proposal:
    """Return the open proposal; raise Objected where another one is meant."""
    proposal = table.proposal
    if request.whole("proposal") != (proposal.number if proposal else None) or proposal is None:
        raise untimely(Untimely.NO_PROPOSAL)
    return proposal


def _own(table: Table, request: Request) -> tuple[int, ...]:
    """Return the seats that the sender still plays; raise Objected where there is none."""
    seats = tuple([s for s in table.seats_of(request.holder) if table.seats[s].is_playing])
    if not seats:
        raise Objected(Objection.NOT_YOUR_SEAT)
    return seats


def _others(table: Table, holder: str) -> list[int]:
    """Return the seats of other people who still play."""
    return [at for at, seat in enumerate(table.seats) if seat.is_playing and seat.holder != holder]


# --- leaving for good


def resign(table: Table, request: Request) -> Decision:
    """Stop playing for good: others play on. With the last person the table is closed."""
    in_phase(table, Phase.STARTS, Phase.ROUND, Phase.CHECK)
    seat = request.own_seat(table)
    who = table.seats[seat]
    if who.resigned is not None:
        raise untimely(Untimely.RESIGNED)
    others = [s for s, other in enumerate(table.seats) if other.is_playing and s != seat]
    if not others and table.is_contest:
        raise Objected(Objection.OWN_PLAY)
    if not others and table.phase is not Phase.CHECK:
        return Decision((Resigned(seat), TableClosed(seat)))
    return Decision((Resigned(seat), *_skipped(table, seat)))


def _skipped(table: Table, seat: int) -> list[Event]:
    """Return what a seat that stops still owes to the others."""
    if seat not in table.waiting_for:
        return []
    match table.phase:
        case Phase.STARTS:
            return [Started(seat, plain_start(table.played.sheets[seat]))]
        case Phase.ROUND:
            return [Finished(seat, PASS)]
    return [Checked(seat)]


def close(table: Table, request: Request) -> Decision:
    """Close a table for good that nobody needs: others were not here for a day, or there are none.

    A game whose last round is closed has a result, and stays.
    """
    in_phase(table, Phase.LOBBY, Phase.STARTS, Phase.ROUND)
    request.by_one_at(table)
    if table.is_contest:
        raise Objected(Objection.OWN_PLAY)
    others = {table.seats[seat].holder for seat in _others(table, request.holder)}
    if others & request.present:
        raise Objected(Objection.STILL_HERE)
    if others - request.long_gone:
        raise Objected(Objection.JUST_LEFT)
    return Decision((TableClosed(next(iter(table.seats_of(request.holder)), None)),))
