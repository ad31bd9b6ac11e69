"""The pages: home, a new table, the table itself, preferences, a seat that moves."""

from __future__ import annotations

from functools import cache

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.boards import board, board_from_lines
from hashi.drawing import scene, still_board
from hashi.host import OpenTable
from hashi.record import notation_for
from hashi.rules import Malformed, Sheet
from hashi.server.live.broadcast import Watcher
from hashi.server.pages.challenge import challenge_link
from hashi.server.pages.daily import daily_card, daily_note
from hashi.server.pages.game_list import MOST_RESULTS, SHOWN_RESULTS, games_of
from hashi.server.pages.new_table import BOT_NAMES, MODES, open_from_form
from hashi.server.pages.open_tables import open_rows
from hashi.server.pages.pictures.moving import MAY_MOVE
from hashi.server.pages.pictures.shared import picture_link
from hashi.server.pages.replays import levels_of, show_moment, still_of
from hashi.server.pages.results import news_of, result_of
from hashi.server.responses import (
    host_of,
    is_part,
    local_path,
    problem_text,
    qr,
    read_form,
    respond,
    status_of,
)
from hashi.server.services import services_of
from hashi.server.site import full_address
from hashi.server.spoilers import table_for
from hashi.server.view import rendering
from hashi.server.view.table_page import TablePage
from hashi.server.visitor import (
    LANGUAGE,
    THEME,
    THEMES,
    Visitor,
    remember,
    set_cookie,
    visitor_of,
)
from hashi.table import Objected, Objection, Phase
from hashi.words import LANGUAGES, player_name

_HERO = (
    ("o . r . o . b", ". o . o . o .", "r . o . . o o", "o . . b o . ."),
    "3@c1 2@a1 a1-c1 c1=e1 4@e1 e1-g1 4@b2 b2=d2 4@d2 3@f2 d2-f2 2@a3 a3-c3 a3-a4 4@c3 2@f3 "
    "f2-f3 f3-g3 1@e4",
    "c1=e1 4@e1",
)
"""The picture on the start page: its board, the marks on it, and those of the last turn."""


@cache
def hero() -> str:
    """Return the picture on the start page."""
    rows, marks, fresh = _HERO
    hero_board = board_from_lines(rows)
    read = notation_for(hero_board)
    drawn = scene(Sheet.of(hero_board, read.turn(marks).marks), fresh=read.turn(fresh), help=False)
    return still_board(drawn, "")


async def home(request: WebRequest) -> Response:
    """Answer with the start page: play at once, or go on with a game of this browser."""
    visitor = visitor_of(request)
    if is_part(request):
        rows = await open_rows(request, visitor)
        return respond(request, visitor, "_open_tables", open_rows=rows)
    asked = request.query_params.get("games", "")
    is_number = asked.isascii() and asked.isdecimal() and len(asked) < 4
    most = min(max(int(asked), SHOWN_RESULTS), MOST_RESULTS) if is_number else SHOWN_RESULTS
    games = await games_of(host_of(request), visitor, most)
    return respond(
        request,
        visitor,
        "home",
        games=games,
        hero=hero(),
        daily=await daily_card(request, visitor),
        may_list=services_of(request).may_list,
        open_rows=await open_rows(request, visitor),
    )


async def new(request: WebRequest) -> Response:
    """Answer with the form for a new table; posted, open one."""
    visitor = visitor_of(request)
    mode = request.query_params.get("mode", "friends")
    mode = mode if mode in MODES else "friends"
    if request.method == "GET":
        return _form(request, visitor, mode, {})
    form = await read_form(request)
    try:
        id = await open_from_form(host_of(request), visitor, form)
    except (Objected, Malformed) as problem:
        mode = form.get("mode", mode) if form.get("mode") in MODES else mode
        return _form(request, visitor, mode, form, problem)
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response


def _form(
    request: WebRequest,
    visitor: Visitor,
    mode: str,
    form: dict[str, str],
    problem: Objected | Malformed | None = None,
) -> Response:
    """Return the form for a new table, with what was filled in and what is wrong with it."""
    status, headers = status_of(problem) if problem else (200, {})
    boards = {side: _blank(side, visitor) for side in ("A", "B")}
    response = respond(
        request,
        visitor,
        "new",
        status,
        mode=mode,
        form=form,
        problem=problem_text(visitor, problem) if problem else "",
        boards=boards,
        bot_names=BOT_NAMES,
        may_list=services_of(request).may_list,
    )
    response.headers.update(headers)
    return response


def _blank(side: str, visitor: Visitor) -> str:
    title = visitor.words.say("Side {side}", side=side)
    return still_board(scene(Sheet.blank(board(side))), title)


async def table(request: WebRequest) -> Response:
    """Answer with the page of a table: lobby, game or result; `?round=9` shows a past round."""
    visitor = visitor_of(request)
    try:
        open_table = await table_for(request, request.path_params["id"])
    except Objected as objected:
        if objected.objection is not Objection.SPOILER:
            raise
        return await _hidden(request, visitor)
    broadcast = services_of(request).broadcast
    phase = open_table.table.phase
    if "round" in request.query_params and phase is not Phase.LOBBY:
        return await show_moment(request, visitor, open_table)
    await broadcast.prepare(open_table, services_of(request).replays)
    page = broadcast.page(open_table, Watcher(visitor))
    address = full_address(request, request.url.path)
    if phase is Phase.LOBBY:
        name = "_lobby" if is_part(request) else "lobby"
        return respond(
            request,
            visitor,
            name,
            t=page,
            address=address,
            qr=qr(address),
            bot_names=_bot_names(page),
            may_list=services_of(request).may_list,
            shared_picture=picture_link(open_table, visitor.language),
        )
    if phase is Phase.OVER:
        return await _over(request, visitor, open_table, page, address)
    return respond(
        request,
        visitor,
        "table",
        t=page,
        address=address,
        regions=rendering.regions(page),
        steps=[],
        shared_picture=picture_link(open_table, visitor.language),
    )


async def _hidden(request: WebRequest, visitor: Visitor) -> Response:
    """Answer with what can be said of a game on today's board to one who has not played it."""
    open_table = await host_of(request).tables.live(request.path_params["id"])
    return respond(
        request,
        visitor,
        "daily_hidden",
        day=open_table.table.daily,
        shared_picture=picture_link(open_table, visitor.language),
    )


async def _over(
    request: WebRequest, visitor: Visitor, open_table: OpenTable, page: TablePage, address: str
) -> Response:
    game, kept = open_table.table.played, open_table.table.record
    levels = levels_of(visitor.words, open_table.table)
    news = await news_of(host_of(request), visitor, open_table)
    note, day_link = await daily_note(
        host_of(request), visitor, open_table.id, open_table.table.daily
    )
    return respond(
        request,
        visitor,
        "over",
        t=page,
        game=game,
        address=address,
        link=f"/t/{open_table.id}",
        day_note=note,
        may_move=MAY_MOVE,
        day_link=day_link,
        challenge_link=challenge_link(open_table),
        shared_picture=picture_link(open_table, visitor.language),
        still=still_of(game, kept, len(kept.rounds), visitor, levels),
        result=result_of(visitor.words, game, levels, page.viewer.own_seats, news),
    )


def _bot_names(page: TablePage) -> list[str]:
    """Return a name for a bot on each seat, none that is taken already."""
    taken = {seat.name for seat in page.table.seats}
    free = [name for name in BOT_NAMES if name not in taken]
    return [free[seat % len(free)] for seat in range(len(page.table.seats))]


async def preferences(request: WebRequest) -> Response:
    """Store language and theme in cookies, and lead back to the page before."""
    form = await read_form(request)
    response = RedirectResponse(local_path(form.get("back", "")) or "/", 303)
    if form.get("lang") in LANGUAGES:
        set_cookie(response, request, LANGUAGE, form["lang"])
    if form.get("theme") in THEMES:
        set_cookie(response, request, THEME, form["theme"])
    return response


async def move_link(request: WebRequest) -> Response:
    """Answer with a one-time link that moves one's own seat to another device."""
    visitor = visitor_of(request)
    host = host_of(request)
    open_table = await host.tables.live(request.path_params["id"])
    own = open_table.table.seats_of(visitor.holder)
    given = request.query_params.get("seat", str(own[0]) if own else "")
    if given not in {str(seat) for seat in own}:
        raise Objected(Objection.NOT_YOUR_SEAT)
    token = await host.people.link_for(open_table, int(given), visitor.holder)
    address = full_address(request, f"/m/{token}")
    return respond(
        request,
        visitor,
        "move",
        token="",
        address=address,
        qr=qr(address),
        id=open_table.id,
        player=player_name(visitor.words, open_table.table.seats[int(given)].name),
    )


async def move_seat(request: WebRequest) -> Response:
    """Use a one-time link: the seat belongs to this device from now on."""
    visitor = visitor_of(request)
    if request.method == "GET":  # so that a preview of the link does not use it up
        return respond(request, visitor, "move", token=request.path_params["token"])
    id = await host_of(request).people.use_link(request.path_params["token"], visitor.holder)
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response
