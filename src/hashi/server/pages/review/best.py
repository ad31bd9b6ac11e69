"""The best possible game of a seat, round by round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.server.jobs.reviews import BestGame, Reviewed
from hashi.server.pages.parts.moments import chosen_round, replayed
from hashi.server.pages.parts.reviews import find_review
from hashi.server.pages.review.seat import review_of_seat
from hashi.server.pages.review.wait import show_wait
from hashi.server.responses import is_part, respond
from hashi.server.spoilers import table_for
from hashi.server.view.rounds.still_game import StillGame, still_of
from hashi.server.visitor import visitor_of, words_in
from hashi.table import Phase


async def show_best(request: WebRequest) -> Response:
    """Answer with a round of the best possible game of a seat."""
    visitor = visitor_of(request)
    loaded = await table_for(request, request.path_params["id"])
    if loaded.table.phase is not Phase.OVER:
        return show_wait(request, visitor, loaded)
    found = await find_review(request, loaded)
    if not isinstance(found, Reviewed):
        return show_wait(request, visitor, loaded, found)
    page = review_of_seat(request, visitor, loaded, found)
    games = page.best_games
    start = request.query_params.get("start", "")
    chosen = games[-1] if start == "any" else games[0]
    _, link, best = chosen
    round = chosen_round(request.query_params.get("round"), len(best.record.rounds))
    language = visitor.language
    key = (loaded.id, "best", link, loaded.table.number, round, language)
    still = await replayed(request, key, _best_moment, best, page.seat, round, language)
    name = "_moment" if is_part(request) else "review/best"
    shown: dict[str, Any] = {
        "r": page,
        "still": still,
        "link": link,
        "games": games,
        "chosen": chosen,
    }
    return respond(request, visitor, name, **shown)


def _best_moment(best: BestGame, seat: int, round: int, language: str) -> StillGame:
    """Return the seat's board in its best game when a round was closed. Runs in a worker."""
    game = best.record.until(round).replay()
    words = words_in(language)
    still = still_of(game, best.record, round, words)
    lying = replace(still.boards[seat], player=words.say("Best possible"), level="")
    return StillGame(still.round, still.last, still.rounds, still.card, (lying,))
