"""Which seat of a game is reviewed."""

from __future__ import annotations

from starlette.requests import Request as WebRequest

from hashi.host import LoadedTable
from hashi.server.jobs.reviews import Reviewed
from hashi.server.pages.review.rounds import ReviewPage
from hashi.server.visitor import Visitor


def review_of_seat(
    request: WebRequest, visitor: Visitor, loaded: LoadedTable, found: Reviewed
) -> ReviewPage:
    """Return the review of the seat that is asked for, one's own where none is."""
    table = loaded.table
    own = table.seats_of(visitor.holder)
    given = request.query_params.get("seat", "")
    seats = {str(seat): seat for seat in range(len(found.review.players))}
    seat = seats.get(given, own[0] if own else 0)
    return ReviewPage(visitor.words, loaded.id, table, found, seat, seat in own)
