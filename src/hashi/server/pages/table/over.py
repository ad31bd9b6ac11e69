"""The page of a finished game: its result, what is new about it, and round by round."""

from __future__ import annotations

from datetime import date

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.host import Host, LoadedTable
from hashi.host.day_results import own_days
from hashi.server.pages.parts.first_try import compared_with_first
from hashi.server.pages.parts.links import MAY_MOVE, challenge_link, picture_link
from hashi.server.pages.parts.possible import PossibleWords, possible_of
from hashi.server.pages.parts.special import special
from hashi.server.responses import host_of, respond
from hashi.server.services import services_of
from hashi.server.site import full_address
from hashi.server.view.result import result_of
from hashi.server.view.rounds.still_game import levels_of, still_of
from hashi.server.view.table_page import TablePage
from hashi.server.view.verdict import verdict_of
from hashi.server.visitor import Visitor
from hashi.table import Result
from hashi.words import short_day_text

COMPARED = 1000
"""With how many earlier games a result is compared."""


async def show_over(
    request: WebRequest, visitor: Visitor, loaded: LoadedTable, page: TablePage
) -> Response:
    """Answer with the result of a finished game."""
    game, kept = loaded.table.played, loaded.table.record
    own = page.viewer.own_seats
    levels = levels_of(visitor.words, loaded.table)
    news = await _news_of(host_of(request), visitor, loaded)
    note, day_link = await _daily_note(host_of(request), visitor, loaded.id, loaded.table.daily)
    return respond(
        request,
        visitor,
        "table/over",
        t=page,
        game=game,
        address=full_address(request, request.url.path),
        link=f"/t/{loaded.id}",
        day_note=note,
        may_move=MAY_MOVE,
        day_link=day_link,
        challenge_link=challenge_link(loaded),
        shared_picture=picture_link(loaded, visitor.language),
        possible=await _possible(request, visitor, loaded),
        first_try=await compared_with_first(host_of(request), visitor, loaded),
        verdict=verdict_of(visitor.words, game),
        still=still_of(game, kept, len(kept.rounds), page.words, levels).seen_by(own),
        result=result_of(
            visitor.words,
            game,
            levels,
            own,
            news,
            Result.of(loaded.id, loaded.table).best_aid,
        ),
    )


async def _news_of(host: Host, visitor: Visitor, loaded: LoadedTable) -> tuple[str, ...]:
    """Return what is special about a solo game, beside the visitor's earlier ones."""
    here = Result.of(loaded.id, loaded.table)
    if not here.is_alone or not here.seats_of(visitor.holder):
        return ()
    known = await host.index.results_of(visitor.holder, COMPARED)
    return tuple(special(visitor.words, here, known, visitor.holder))


async def _daily_note(host: Host, visitor: Visitor, id: str, daily: str) -> tuple[str, str]:
    """Return what the page of a finished game says about its day, and where its results are."""
    if not daily:
        return "", ""
    words, day = visitor.words, date.fromisoformat(daily)
    own = (await own_days(host, visitor.holder)).get(day)
    date_text = short_day_text(words, day)
    note = words.say("Board of the day, {day}", day=date_text)
    if own is not None and own.id != id:
        note = words.say(
            "Practice on the board of {day}: only your first game counts.", day=date_text
        )
    return note, f"/daily/{daily}"


async def _possible(
    request: WebRequest, visitor: Visitor, loaded: LoadedTable
) -> PossibleWords | None:
    """Return what was possible in a solo game, once there is a review of it; begin none."""
    if len(loaded.table.seats) > 1:
        return None
    reviewed = await services_of(request).reviews.kept(loaded)
    return None if reviewed is None else possible_of(visitor.words, loaded.table, reviewed)
