"""Challenges: the cards and the side of a finished game, for whoever has the link."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.drawing import scene, still_board
from hashi.host import Host, LoadedTable
from hashi.rules import Malformed, Sheet
from hashi.rules.game.name import check_name
from hashi.server.pages.parts.challenges import Giver, giver_of, link_of, names_in
from hashi.server.pages.parts.guide import offer_guide
from hashi.server.pages.parts.names import clean_name
from hashi.server.responses import host_of, read_form, respond
from hashi.server.site import full_address
from hashi.server.visitor import Visitor, keep_name, remember, visitor_of
from hashi.table import Request, Result
from hashi.table.event import Seated
from hashi.table.labels import label_of_taken
from hashi.words import Words, aid_mark, is_usual_name, rank_or_mark, usual_name

NAME_IN_LINK = "from"
MOST_TAKERS, SHOWN_ROWS, SHOWN_BOARDS = 10_000, 100, 12


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A finished game with these cards."""

    players: str
    total: int
    rank: str
    """The rank of a solo game, empty at a table; with an aid its mark instead."""
    is_own: bool
    is_giver: bool
    id: str = ""
    """The table, once the reader may see it."""
    board: str = ""
    """The best board of the table, once the reader may see it."""


async def challenge(request: WebRequest) -> Response:
    """Answer with a challenge: to be taken up, or its results; posted, play it."""
    visitor, code = visitor_of(request), request.path_params["code"]
    giver = await giver_of(request)
    taken = await _taken(host_of(request), code, giver)
    if request.method == "POST":
        return await _play(request, visitor, code, giver, taken)
    return await _show(request, visitor, code, giver, taken)


async def _taken(host: Host, code: str, giver: Giver) -> list[Result]:
    """Return the games against a challenge, of each group of people the first that was finished.

    Its givers know the cards: what they play against themselves is practice.
    """
    found = await host.index.results_of(label_of_taken(code), MOST_TAKERS)
    first: dict[tuple[str, ...], Result] = {}
    for result in sorted(found, key=lambda result: result.at):
        if result.holders != giver.result.holders:
            first.setdefault(result.holders, result)
    return list(first.values())


async def _waiting(host: Host, visitor: Visitor, code: str) -> str:
    """Return the id of the visitor's unfinished game against this challenge; empty for none."""
    if visitor.is_new:
        return ""
    found = [
        each for each in await host.index.tables_of(visitor.holder) if isinstance(each, LoadedTable)
    ]
    return next((each.id for each in found if each.table.challenge == code), "")


async def _play(
    request: WebRequest,
    visitor: Visitor,
    code: str,
    giver: Giver,
    taken: Sequence[Result],
) -> Response:
    """Lead to the visitor's table with these cards; open one where none waits."""
    host = host_of(request)
    id, is_first, name = await _waiting(host, visitor, code), False, ""
    if not id:
        form = await read_form(request)
        usual = _name_in(taken, visitor.holder) or visitor.name or usual_name(visitor.words)
        seat = Seated(0, clean_name(form.get("name", ""), usual), holder=visitor.holder)
        name = seat.name if form.get("name", "").strip() else ""
        options = giver.options
        if "alone" in form:
            options = replace(options, seats=1)
        id = await host.openings.open(
            options, visitor.holder, [seat], again=giver.id, challenge=code, sent=giver.sent
        )
        is_first = options.seats == 1
        if is_first:
            await host.requests.ask(id, Request(visitor.holder, "begin"))
    response = RedirectResponse(f"/t/{id}", 303)
    if name:
        keep_name(response, request, name)
    remember(response, visitor, request)
    if is_first:
        await offer_guide(request, response, visitor, id)
    return response


def _name_in(results: Sequence[Result], holder: str) -> str:
    """Return the name that a holder has used in one of these games."""
    names = (result.players[seat] for result in results for seat in result.seats_of(holder)[:1])
    return next(names, "")


async def _show(
    request: WebRequest,
    visitor: Visitor,
    code: str,
    giver: Giver,
    taken: Sequence[Result],
) -> Response:
    host, words, holder = host_of(request), visitor.words, visitor.holder
    is_giver = bool(giver.result.seats_of(holder))
    name = _name_of_giver(request, visitor, giver.result)
    origin = replace(giver.result, players=(name,)) if name else giver.result
    is_done = is_giver or any(result.seats_of(holder) for result in taken)
    results = sorted([origin, *taken], key=lambda result: (-max(result.totals), result.at))
    rows = [
        await _row(host, visitor, result, origin, place if is_done else None)
        for place, result in enumerate(results)
        if place < SHOWN_ROWS or result.seats_of(holder)
    ]
    total = max(origin.totals)
    link = await link_of(request, giver)
    last = [] if visitor.is_new else await host.index.results_of(holder, 1)
    return respond(
        request,
        visitor,
        "challenge",
        code=code,
        title=_title(words, origin, total),
        is_done=is_done,
        is_giver=is_giver,
        rows=rows,
        seats=giver.options.seats,
        waiting="" if is_done else await _waiting(host, visitor, code),
        own_name=visitor.name or _name_in(last, holder),
        picture=_blank(giver, visitor),
        is_nameless=origin.is_alone and is_usual_name(origin.players[0]),
        shared_picture="" if giver.sent else f"/c/{code}.png?lang={visitor.language}",
        address=full_address(request, _with_name(link, name)),
        take_up=link if giver.sent else request.url.path,
        is_sent=giver.sent is not None,
    )


def _name_of_giver(request: WebRequest, visitor: Visitor, origin: Result) -> str:
    """Return by which name the giver of a game alone goes on with it, where it was played without
    one: the name that the giver's browser has kept since, which the link then tells the others."""
    if not origin.is_alone or not is_usual_name(origin.players[0]):
        return ""
    if origin.seats_of(visitor.holder):
        return visitor.name
    given = " ".join(request.query_params.get(NAME_IN_LINK, "").split())
    with suppress(Malformed):
        check_name(given)
        return given
    return ""


def _with_name(link: str, name: str) -> str:
    """Return a link that tells the name of the giver, too."""
    return f"{link}{'&' if '?' in link else '?'}{urlencode({NAME_IN_LINK: name})}" if name else link


def _title(words: Words, origin: Result, total: int) -> str:
    """Return what is to be beaten, and whose result it is."""
    names = names_in(words, origin, origin.winners)
    if origin.is_alone and not is_usual_name(origin.players[0]):
        title = words.say("{player}: beat my {points}", player=names, points=total)
    elif origin.is_alone or not any(origin.players):
        title = words.say_many("Beat {count} point", "Beat {count} points", total)
    elif len(origin.winners) == 1:
        title = words.say("Beat {player}’s {points}", player=names, points=total)
    else:
        title = words.say("Beat the {points} of {players}", players=names, points=total)
    mark = aid_mark(words, origin.best_aid)
    return f"{title} ({mark})" if mark else title


def _blank(giver: Giver, visitor: Visitor) -> str:
    sheet = Sheet.blank(giver.options.played_board())
    return still_board(scene(sheet), visitor.words.say("The board"))


async def _row(
    host: Host, visitor: Visitor, result: Result, origin: Result, place: int | None
) -> ChallengeRow:
    """Return the row of a game; without a place nothing of its board is shown."""
    words, best, aid = visitor.words, max(result.totals), result.best_aid
    is_own = bool(result.seats_of(visitor.holder))
    board = ""
    if result.id and place is not None and (place < SHOWN_BOARDS or is_own):
        game = (await host.tables.live(result.id)).table.played
        sheet = game.sheets[result.totals.index(best)]
        title = words.say("{player}’s board", player=names_in(words, result))
        board = still_board(scene(sheet), title)
    return ChallengeRow(
        names_in(words, result),
        best,
        rank_or_mark(words, best, aid) if result.is_alone else aid_mark(words, aid),
        is_own,
        result.id == origin.id,
        "" if place is None else result.id,
        board,
    )
