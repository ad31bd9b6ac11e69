"""The page of a new table: solo, against bots, at one screen, with friends."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.boards import SIDES, read_code
from hashi.boards.codes import looks_like_code
from hashi.bots import BOTS
from hashi.host import Host
from hashi.rules import Card, Flaw, Malformed
from hashi.server.pages.parts.blank_board import blank_board
from hashi.server.pages.parts.guide import offer_guide
from hashi.server.pages.parts.names import BOT_NAMES, clean_name
from hashi.server.pages.parts.own_boards import OwnBoard, own_picture
from hashi.server.responses import host_of, problem_text, read_form, respond, status_of
from hashi.server.services import services_of
from hashi.server.visitor import Visitor, keep_name, remember, visitor_of
from hashi.table import Objected, Options, Request
from hashi.table.event import Seated
from hashi.table.flaw import TableFlaw
from hashi.table.options import DAY, SHORTEST_CLOCK
from hashi.table.requests.request import STAND_IN
from hashi.whole_numbers import whole_number
from hashi.words import Words, usual_name

MODES = ("solo", "bots", "screen", "friends")
USUAL_LEVEL = STAND_IN
"""The bot that is chosen until someone chooses another."""


async def new(request: WebRequest) -> Response:
    """Answer with the form for a new table; posted, open one."""
    visitor = visitor_of(request)
    modes = _modes(request)
    usual = "friends" if "friends" in modes else "bots"
    mode = request.query_params.get("mode", usual)
    mode = mode if mode in modes else usual
    if request.method == "GET":
        return _form(request, visitor, mode, {})
    form = await read_form(request)
    try:
        id = await open_from_form(host_of(request), visitor, form, modes)
    except (Objected, Malformed) as problem:
        mode = form.get("mode", mode) if form.get("mode") in modes else mode
        return _form(request, visitor, mode, form, problem)
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    if form.get("name", "").strip():
        keep_name(response, request, clean_name(form["name"], ""))
    if form.get("mode", "solo") == "solo":
        await offer_guide(request, response, visitor, id)
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
    boards = {side: blank_board(visitor.words, side) for side in SIDES}
    code = form.get("board") or request.query_params.get("board", "")
    linked = OwnBoard(*read_code(code)) if looks_like_code(code) and not problem else None
    response = respond(
        request,
        visitor,
        "new",
        status,
        mode=mode,
        form={"board": code, **form} if linked else form,
        linked=linked,
        linked_picture=own_picture(visitor.words, linked) if linked else "",
        problem=problem_text(visitor, problem) if problem else "",
        boards=boards,
        bot_names=BOT_NAMES,
        may_list=services_of(request).may_list,
    )
    response.headers.update(headers)
    return response


# --- the form


def read_options(form: Mapping[str, str], mode: str) -> Options:
    """Return the options of a form; raise Malformed where one does not fit."""
    seats = 1 if mode == "solo" else _whole(form, "seats", 2)
    board, deck = _board_and_deck(form)
    return Options.from_json(
        {
            "board": board,
            "deck": [str(card) for card in deck],
            "seats": seats,
            "pens": form.get("pens", "guided"),
            "pace": _pace(form, mode),
            "help": form.get("help", "on") == "on",
            "practice": form.get("practice", "") == "on",
            "hints": form.get("hints", "") == "on",
        }
    )


def _board_and_deck(form: Mapping[str, str]) -> tuple[str, Sequence[Card]]:
    """Return the board of a form, a side or rows, and the cards of its deck, none for the usual
    one: a side, rows of text, or the code of a board."""
    named = form.get("board", "A")
    if named == "own":
        rows = form.get("own", "").replace("\r\n", "\n")
        return f"{rows}\n", ()
    if looks_like_code(named):
        draft, deck = read_code(named)
        return draft.text(), deck
    return named, ()


def _modes(request: WebRequest) -> Sequence[str]:
    """Return the ways to play here: with friends only where they reach the table."""
    has_links = services_of(request).platform.offers.has_links
    return MODES if has_links else [mode for mode in MODES if mode != "friends"]


async def open_from_form(
    host: Host, visitor: Visitor, form: Mapping[str, str], modes: Sequence[str]
) -> str:
    """Open a table as the form asks for it, in one of these ways; return its id."""
    mode = form.get("mode", "solo")
    if mode not in modes:
        raise Malformed(Flaw.KIND, field="mode", expected="text", given=mode)
    options = read_options(form, mode)
    seated = seats_for(mode, options.seats, visitor, form)
    id = await host.openings.open(options, visitor.holder, seated)
    if len(seated) == options.seats:
        await host.requests.ask(id, Request(visitor.holder, "begin"))
    elif form.get("listed") == "on":
        with contextlib.suppress(Objected):  # the lobby shows whether it is listed
            await host.requests.ask(id, Request(visitor.holder, "list", {"on": True}))
    return id


def seats_for(mode: str, seats: int, visitor: Visitor, form: Mapping[str, str]) -> Sequence[Seated]:
    """Return who sits down at once: the visitor, and bots or the others at this screen."""
    words: Words = visitor.words
    unnamed = usual_name(words, 1 if mode == "friends" else 0)
    own = clean_name(form.get("name", ""), visitor.name or unnamed)
    first = Seated(0, own, holder=visitor.holder)
    if mode == "bots":
        return [
            first,
            *(Seated(n, BOT_NAMES[n - 1], bot=_level(form, n + 1)) for n in range(1, seats)),
        ]
    if mode == "screen":
        return [
            Seated(
                n,
                clean_name(
                    form.get(f"name{n + 1}", form.get("name", "") if n == 0 else ""),
                    usual_name(words, n + 1),
                ),
                holder=visitor.holder,
            )
            for n in range(seats)
        ]
    return [first]


def _level(form: Mapping[str, str], player: int) -> str:
    """Return the bot of a player: the field `bot2` for the second, or `bot` for all."""
    field = f"bot{player}" if f"bot{player}" in form else "bot"
    bot = form.get(field, USUAL_LEVEL)
    if bot not in BOTS:
        raise Malformed(Flaw.KIND, field=field, expected="text", given=bot)
    return bot


def _pace(form: Mapping[str, str], mode: str) -> int:
    """Return the seconds for each round; who pass one device on have minutes, not days."""
    pace = _whole(form, "pace", 0)
    if mode == "screen" and pace >= DAY:
        raise Malformed(
            TableFlaw.CLOCK, field="pace", given=pace, least=SHORTEST_CLOCK, most=DAY - 1
        )
    return pace


def _whole(form: Mapping[str, str], name: str, usual: int) -> int:
    value = form.get(name, "")
    number = whole_number(value) if value else usual
    if number is None:
        raise Malformed(Flaw.KIND, field=name, expected="number", given=value)
    return number
