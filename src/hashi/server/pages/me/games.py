"""All games of this browser, by kind and side, and their cards played again."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request as WebRequest
from starlette.responses import JSONResponse, RedirectResponse, Response

from hashi.server.pages.me.own_results import own_results
from hashi.server.pages.parts.game_list import finished_rows, turns_of
from hashi.server.responses import host_of, respond
from hashi.server.spoilers import finished_table_for
from hashi.server.visitor import visitor_of
from hashi.table import Objected, Objection, Request, Result
from hashi.table.event import Seated
from hashi.table.objection import Untimely, untimely
from hashi.whole_numbers import whole_number
from hashi.words import N_

ON_A_PAGE = 50
KINDS: dict[str, tuple[str, Callable[[Result], bool]]] = {
    "all": (N_("All"), lambda _: True),
    "daily": (N_("Board of the day"), lambda result: bool(result.daily)),
    "solo": (N_("Solo"), lambda result: result.is_alone and not result.daily),
    "bots": (N_("Against bots"), lambda result: any(result.bots)),
    "people": (N_("With other people"), lambda result: _people(result) > 1),
}
"""The filters of the history."""


def _people(result: Result) -> int:
    return len(set(result.holders) - {""})


async def games(request: WebRequest) -> Response:
    """Answer with all games of this browser: by kind and side, so many to a page."""
    visitor = visitor_of(request)
    kind = request.query_params.get("kind", "all")
    kind = kind if kind in KINDS else "all"
    side = request.query_params.get("side", "")
    side = side if side in ("A", "B") else ""
    results = await own_results(request, visitor)
    chosen = [each for each in results if KINDS[kind][1](each) and side in ("", each.board)]
    pages = max(1, -(-len(chosen) // ON_A_PAGE))
    page = min(whole_number(request.query_params.get("page", "")) or 1, pages)
    shown = chosen[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    call = host_of(request).reads.call
    return respond(
        request,
        visitor,
        "me/games",
        rows=await call(finished_rows, visitor.words, shown, results, visitor.holder),
        kinds=[(name, visitor.words.say(title)) for name, (title, _) in KINDS.items()],
        kind=kind,
        side=side,
        count=len(chosen),
        page=page,
        pages=pages,
    )


async def turns(request: WebRequest) -> Response:
    """Answer with the tables at which other people wait for this browser's turn."""
    found = await turns_of(host_of(request), visitor_of(request))
    return JSONResponse({"tables": found}, headers={"cache-control": "no-store"})


async def play_again(request: WebRequest) -> Response:
    """Open a table with the cards of one of your own games, and lead there.

    One's own seats and those of bots are taken; other people are invited by its link.
    """
    visitor, host = visitor_of(request), host_of(request)
    loaded = await finished_table_for(request, request.path_params["id"])
    table, holder = loaded.table, visitor.holder
    if not table.seats_of(holder):
        raise untimely(Untimely.SPECTATOR)
    if table.is_contest:  # has an address of its own
        raise Objected(Objection.OWN_PLAY)
    seats = [
        Seated(at, seat.name, seat.holder, "" if seat.holder else seat.bot)
        for at, seat in enumerate(table.seats)
        if seat.holder == holder or (seat.bot and not seat.holder)
    ]
    id = await host.openings.open(table.options, holder, seats, again=loaded.id)
    if len(seats) == len(table.seats):
        await host.requests.ask(id, Request(holder, "begin"))
    return RedirectResponse(f"/t/{id}", 303)
