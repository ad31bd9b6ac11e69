"""Requests for the review of a finished game, for its best game, and for playing on from it."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.boards import day_at
from hashi.host import OpenTable
from hashi.server.jobs.reviews import BestGame, Pending, Reviewed
from hashi.server.limits.gates import account_behind
from hashi.server.pages.replays import StillGame, chosen_round, replayed, still_of
from hashi.server.pages.review.rounds import ReviewPage
from hashi.server.responses import host_of, is_part, read_form, respond
from hashi.server.services import services_of
from hashi.server.spoilers import is_open_day, table_for
from hashi.server.visitor import Visitor, remember, visitor_of
from hashi.table import Objected, Objection


async def show_review(request: WebRequest) -> Response:
    """Answer with the review of a finished game, or with how far it is; `?round=9&seat=2` is a
    moment."""
    visitor = visitor_of(request)
    open_table = await table_for(request, request.path_params["id"])
    found = await find_review(request, open_table)
    if not isinstance(found, Reviewed):
        name = "_review_progress" if is_part(request) else "review_wait"
        return respond(request, visitor, name, id=open_table.id, pending=found)
    page = _page(request, visitor, open_table, found)
    given = request.query_params.get("round")
    chosen = None if given is None else chosen_round(given, len(page.player.turns))
    moment = None if chosen is None else page.at(chosen)
    if is_part(request):
        return respond(request, visitor, "_review_round", r=page, moment=moment)
    return respond(request, visitor, "review", r=page, moment=moment, chosen=chosen)


async def show_best(request: WebRequest) -> Response:
    """Answer with a round of the best possible game of a seat."""
    visitor = visitor_of(request)
    open_table = await table_for(request, request.path_params["id"])
    found = await find_review(request, open_table)
    if not isinstance(found, Reviewed):
        return respond(request, visitor, "review_wait", id=open_table.id, pending=found)
    page = _page(request, visitor, open_table, found)
    record = page.best.record
    round = chosen_round(request.query_params.get("round"), len(record.rounds))
    look = (visitor.language, visitor.theme)
    key = (open_table.id, "best", page.seat, open_table.table.number, round, look)
    still = await replayed(request, key, _best_moment, page.best, page.seat, round, look)
    name = "_moment" if is_part(request) else "review_best"
    return respond(request, visitor, name, r=page, still=still, link=page.best_link)


def _best_moment(best: BestGame, seat: int, round: int, look: tuple[str, str]) -> StillGame:
    """Return the seat's board in its best game when a round was closed. Runs in a worker."""
    language, theme = look
    reader = Visitor("", language, theme, is_new=False)
    still = still_of(best.record.until(round).replay(), best.record, round, reader)
    return StillGame(still.round, still.last, still.rounds, still.card, (still.boards[seat],))


async def find_review(request: WebRequest, open_table: OpenTable) -> Reviewed | Pending:
    """Return the review of a table, or how far it is; what begins one counts for who asks."""
    reviews = services_of(request).reviews
    gates = services_of(request).gates
    account = account_behind(request)
    return await reviews.find(open_table, lambda: gates.imports.take(account))


def _page(
    request: WebRequest, visitor: Visitor, open_table: OpenTable, found: Reviewed
) -> ReviewPage:
    table = open_table.table
    own = table.seats_of(visitor.holder)
    given = request.query_params.get("seat", "")
    seats = {str(seat): seat for seat in range(len(found.review.players))}
    seat = seats.get(given, own[0] if own else 0)
    return ReviewPage(visitor.words, open_table.id, table, found, seat, seat in own)


async def play_on(request: WebRequest) -> Response:
    """Open a practice game that goes on from a round of this one, and lead there."""
    visitor = visitor_of(request)
    form = await read_form(request)
    open_table = await table_for(request, request.path_params["id"])
    is_same = form.get("cards") == "same"
    if is_same and is_open_day(open_table.table, day_at(services_of(request).now())):
        raise Objected(Objection.OWN_PLAY)  # its cards are still a secret to others
    seat, round = (_whole(form.get(name, "")) for name in ("seat", "round"))
    id = await host_of(request).openings.play_on(
        open_table.id, visitor.holder, seat=seat, round=round, same=is_same
    )
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response


def _whole(given: str) -> int:
    """Return a number that was sent; -1 for anything else, which no seat and no round has."""
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 4 else -1
