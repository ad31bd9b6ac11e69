"""The review of a finished game, and playing on from it."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.rules import Goal
from hashi.server.jobs.reviews import Reviewed, is_reviewable
from hashi.server.pages.parts.moments import chosen_round
from hashi.server.pages.parts.reviews import find_review
from hashi.server.pages.review.seat import review_of_seat
from hashi.server.pages.review.wait import show_wait
from hashi.server.responses import host_of, is_part, read_form, respond
from hashi.server.spoilers import is_open_day, table_for, today_of
from hashi.server.visitor import remember, visitor_of
from hashi.table import Objected, Objection
from hashi.whole_numbers import whole_number
from hashi.words import GOAL_WORDS


async def show_review(request: WebRequest) -> Response:
    """Answer with the review of a finished game, or with how far it is; `?round=9&seat=2` is a
    moment."""
    visitor = visitor_of(request)
    loaded = await table_for(request, request.path_params["id"])
    if not is_reviewable(loaded.table):
        return show_wait(request, visitor, loaded)
    found = await find_review(request, loaded)
    if not isinstance(found, Reviewed):
        return show_wait(request, visitor, loaded, found)
    page = review_of_seat(request, visitor, loaded, found)
    given = request.query_params.get("round")
    chosen = None if given is None else chosen_round(given, len(page.player.turns))
    moment = None if chosen is None else page.at(chosen)
    is_day_open = is_open_day(loaded.table, today_of(request))
    shown: dict[str, Any] = {
        "r": page,
        "moment": moment,
        "is_day_open": is_day_open,
        "goals": tuple(Goal),
        "goal_words": GOAL_WORDS,
    }
    if is_part(request):
        return respond(request, visitor, "review/_round", **shown)
    return respond(request, visitor, "review/review", chosen=chosen, **shown)


async def play_on(request: WebRequest) -> Response:
    """Open a practice game that goes on from a round of this one, and lead there."""
    visitor = visitor_of(request)
    form = await read_form(request)
    loaded = await table_for(request, request.path_params["id"])
    if is_open_day(loaded.table, today_of(request)):
        raise Objected(Objection.OPEN_DAY)  # the new table would show its cards to others
    is_same = form.get("cards") == "same"
    seat, round = (_number(form.get(name, "")) for name in ("seat", "round"))
    id = await host_of(request).openings.play_on(
        loaded.id, visitor.holder, seat=seat, round=round, same=is_same
    )
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response


def _number(given: str) -> int:
    """Return a number that was sent; -1 for anything else, which no seat and no round has."""
    number = whole_number(given)
    return -1 if number is None else number
