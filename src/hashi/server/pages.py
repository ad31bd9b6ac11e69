"""The pages: home, a new table, the table itself, moments, records, rules."""

from __future__ import annotations

import io
import json
from typing import Any
from urllib.parse import parse_qsl

import segno
from starlette.requests import Request as WebRequest
from starlette.responses import HTMLResponse, RedirectResponse, Response

from hashi.boards import board
from hashi.drawing import Theme, scene, still_board, svg
from hashi.record import notation, parse, to_fields
from hashi.rules import Game, Illegal, Malformed, Sheet, goal_boxes
from hashi.server import rendering
from hashi.server.chronicle import moment
from hashi.server.opening import MODES, open_table
from hashi.server.rooms import Rooms, Watcher
from hashi.server.visitor import (
    LANGUAGE,
    THEME,
    THEMES,
    Visitor,
    remember,
    set_cookie,
    visitor_of,
)
from hashi.table import Host, Live, Objected, Objection, Phase
from hashi.words import LANGUAGES, chapters, describe, explain_illegal
from hashi.words.objections import object_to

LARGEST_FORM = 1 << 20


def respond(
    request: WebRequest, visitor: Visitor, name: str, status: int = 200, **context: Any
) -> Response:
    """A page, with the visitor's key if it is new."""
    response = HTMLResponse(rendering.page(name, visitor, **context), status)
    response.headers["cache-control"] = "no-store"
    remember(response, visitor, request)
    return response


def host_of(request: WebRequest) -> Host:
    host: Host = request.app.state.host
    return host


async def read_form(request: WebRequest) -> dict[str, str]:
    """The fields of a posted form; of a field that comes twice the last counts."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_FORM:
            raise Objected(Objection.TOO_LARGE)
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def problem_text(visitor: Visitor, problem: Objected | Malformed | Illegal) -> str:
    words = visitor.words
    if isinstance(problem, Objected):
        return object_to(words, problem.objection.value, problem.details)
    return (
        explain_illegal(words, problem)
        if isinstance(problem, Illegal)
        else describe(words, problem)
    )


async def home(request: WebRequest) -> Response:
    visitor = visitor_of(request)
    tables = [] if visitor.is_new else await host_of(request).tables_of(visitor.holder)
    return respond(request, visitor, "home", tables=tables[:8])


async def new(request: WebRequest) -> Response:
    """The form for a new table; posted, it opens one."""
    visitor = visitor_of(request)
    mode = request.query_params.get("mode", "friends")
    mode = mode if mode in MODES else "friends"
    if request.method == "GET":
        return respond(request, visitor, "new", mode=mode, form={}, problem="")
    form = await read_form(request)
    try:
        id = await open_table(host_of(request), visitor, form)
    except (Objected, Malformed) as problem:
        mode = form.get("mode", mode) if form.get("mode") in MODES else mode
        text = problem_text(visitor, problem)
        return respond(request, visitor, "new", 422, mode=mode, form=form, problem=text)
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response


async def table(request: WebRequest) -> Response:
    """The page of a table: lobby, game or result; with `?round=9` a moment of it."""
    visitor = visitor_of(request)
    live = await host_of(request).live(request.path_params["id"])
    rooms: Rooms = request.app.state.rooms
    round = request.query_params.get("round")
    if round is not None and live.table.phase is not Phase.LOBBY:
        return _moment(request, visitor, live, round)
    watcher = Watcher(visitor)
    showing = rooms.showing(live, watcher)
    address = str(request.url.replace(query=""))
    if live.table.phase is Phase.LOBBY:
        return respond(request, visitor, "lobby", t=showing, address=address, qr=_qr(address))
    name = "over" if live.table.phase is Phase.OVER else "table"
    return respond(
        request,
        visitor,
        name,
        t=showing,
        address=address,
        regions=rendering.regions(showing),
        steps=await _steps(request, live) if name == "over" else [],
    )


async def _steps(request: WebRequest, live: Live) -> list[int]:
    del request
    return list(range(len(live.table.record.rounds) + 1))


def _moment(request: WebRequest, visitor: Visitor, live: Live, round: str) -> Response:
    """How the boards lay when a round was closed."""
    last = live.table.played.rounds
    number = min(int(round), last) if round.isdecimal() and len(round) < 4 else last
    game = moment(live.table, number)
    boards = [_board_of(game, seat, visitor) for seat in range(len(game.sheets))]
    turns = live.table.record.rounds[number - 1] if number else ()
    return respond(
        request,
        visitor,
        "moment",
        id=live.id,
        game=game,
        round=number,
        last=last,
        boards=boards,
        turns=[str(turn) for turn in turns],
        is_over=live.table.phase is Phase.OVER,
    )


def _board_of(game: Game, seat: int, visitor: Visitor) -> str:
    title = visitor.words.say("Board of {player}", player=game.setup.players[seat])
    fresh = {"fresh": turn} if game.turns and (turn := game.turns[seat]) else {}
    return still_board(scene(game.sheets[seat], **fresh), title, Theme(visitor.theme))  # type: ignore[arg-type]


async def record(request: WebRequest) -> Response:
    """The record of a table, as far as it may be told."""
    live = await host_of(request).live(request.path_params["id"])
    if live.table.phase in (Phase.LOBBY, Phase.STARTS):
        raise Objected(Objection.NOT_NOW)
    text = json.dumps(to_fields(live.table.record), ensure_ascii=False)
    disposition = f'attachment; filename="hashi-{live.id}.json"'
    headers = {"content-disposition": disposition, "cache-control": "no-store"}
    return Response(text + "\n", media_type="application/json", headers=headers)


async def picture(request: WebRequest) -> Response:
    """The picture of a board as it lies open to all."""
    visitor = visitor_of(request)
    live = await host_of(request).live(request.path_params["id"])
    if live.table.phase in (Phase.LOBBY, Phase.STARTS):
        raise Objected(Objection.NOT_NOW)
    game = live.table.played
    given = request.query_params.get("seat", "0")
    seat = int(given) if given in {str(n) for n in range(len(game.sheets))} else 0
    image = svg(
        scene(
            game.sheets[seat],
            boxes=goal_boxes(game, seat),
            deck=game.setup.deck,
            turned=game.cards[: game.rounds],
        ),
        title=visitor.words.say("Board of {player}", player=game.setup.players[seat]),
    )
    disposition = f'attachment; filename="hashi-{live.id}.svg"'
    headers = {"content-disposition": disposition, "cache-control": "no-store"}
    return Response(image, media_type="image/svg+xml", headers=headers)


async def import_record(request: WebRequest) -> Response:
    """A record that is pasted or posted, looked at round by round."""
    visitor = visitor_of(request)
    if request.method == "GET":
        return respond(request, visitor, "import", text="", problem="", game=None, boards=[])
    form = await read_form(request)
    text = form.get("record", "")
    try:
        read = parse(text)
        read.replay()
    except (Malformed, Illegal) as problem:
        told = problem_text(visitor, problem)
        return respond(
            request, visitor, "import", 422, text=text, problem=told, game=None, boards=[]
        )
    given = form.get("round", "")
    last = len(read.rounds)
    round = min(int(given), last) if given.isdecimal() and len(given) < 4 else last
    game = read.until(round).replay()
    boards = [_board_of(game, seat, visitor) for seat in range(len(game.sheets))]
    return respond(
        request,
        visitor,
        "import",
        text=text,
        problem="",
        game=game,
        boards=boards,
        round=round,
        last=last,
    )


async def rules(request: WebRequest) -> Response:
    visitor = visitor_of(request)
    read = notation(board("A"))
    told = []
    for chapter in chapters(visitor.words):
        image = ""
        if chapter.example:
            sheet = Sheet.of(board("A"), read.turn(chapter.example.marks).marks)
            drawn = scene(sheet, fresh=read.turn(chapter.example.fresh))
            image = still_board(drawn, chapter.example.caption, Theme(visitor.theme))
        told.append((chapter, image))
    return respond(request, visitor, "rules", chapters_told=told)


async def learn(request: WebRequest) -> Response:
    """A short playable introduction."""
    visitor = visitor_of(request)
    return respond(request, visitor, "learn")


async def preferences(request: WebRequest) -> Response:
    """Language and theme, remembered by the browser; back to where one was."""
    form = await read_form(request)
    back = form.get("back", "/")
    is_own = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = RedirectResponse(back if is_own else "/", 303)
    if form.get("lang") in LANGUAGES:
        set_cookie(response, request, LANGUAGE, form["lang"])
    if form.get("theme") in THEMES:
        set_cookie(response, request, THEME, form["theme"])
    return response


async def move_seat(request: WebRequest) -> Response:
    """A one-time link: the seat belongs to this device from now on."""
    visitor = visitor_of(request)
    if request.method == "GET":  # so that a preview of the link does not use it up
        return respond(request, visitor, "move", token=request.path_params["token"])
    id = await host_of(request).use_link(request.path_params["token"], visitor.holder)
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response


def _qr(address: str) -> str:
    out = io.BytesIO()
    segno.make(address, error="m").save(out, kind="svg", xmldecl=False, svgclass="qr", border=2)
    return out.getvalue().decode()
