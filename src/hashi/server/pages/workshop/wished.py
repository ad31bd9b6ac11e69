"""A board a little easier, harder, or with more crossings: how far the search is, and its end."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.drawing.vector.draft_board import draft_board
from hashi.server.pages.parts.own_boards import OwnBoard, board_in, workshop_link
from hashi.server.pages.parts.watched_jobs import watch
from hashi.server.responses import is_part, respond
from hashi.server.visitor import visitor_of
from hashi.words.display import one_decimal
from hashi.workshop import Wish, first_proposal, next_proposal


async def wished(request: WebRequest) -> Response:
    """Look for a board for as long as somebody looks; `stop` shows the best so far."""
    visitor, own = visitor_of(request), board_in(request)
    asked = request.query_params.get("wish", "")
    if asked not in tuple(Wish):
        raise HTTPException(404)
    wish = Wish(asked)
    first = first_proposal(own.draft, own.cards, wish)
    job = watch(request, ("wish", own.code, wish), first, next_proposal)
    state = job.state
    made = OwnBoard(state.draft, own.deck)
    return respond(
        request,
        visitor,
        "workshop/_wished" if is_part(request) else "workshop/wished",
        code=own.code,
        wish=wish.value,
        before=draft_board(own.draft, 'class="hashi" aria-hidden="true"'),
        picture=draft_board(made.draft, 'class="hashi" aria-hidden="true"'),
        link=workshop_link(made),
        state=state,
        difference=one_decimal(visitor.words.language, abs(state.difference)),
        is_stopped=job.is_stopped,
        is_failed=job.is_failed,
    )
