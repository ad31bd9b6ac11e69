"""Replays: a past round of a table, an imported record, pictures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.drawing import scene, still_board, svg
from hashi.host import OpenTable
from hashi.record import Record, parse, to_fields
from hashi.rules import PASS, Card, Game, Illegal, Malformed, goal_boxes, total
from hashi.server.limits.gates import account_behind
from hashi.server.pages.results import result_of
from hashi.server.responses import is_part, problem_text, read_form, respond
from hashi.server.services import services_of
from hashi.server.spoilers import table_for
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import Phase, Table
from hashi.table.objection import untimely
from hashi.words import Words, bot_name, player_name, turn_text

T = TypeVar("T")
LARGEST_RECORD = 1 << 17
"""Bytes of a record that is posted; a game of four with free pens has about 20 kB."""


@dataclass(frozen=True, slots=True)
class StillBoard:
    """A player's board at the end of a round."""

    player: str
    level: str
    """What the player is called on the ladder of bots; empty for a person."""
    svg: str
    turn: str
    """What the player did in that round, in notation; empty before the first."""
    turn_text: str
    """The same in words."""
    total: int


@dataclass(frozen=True, slots=True)
class StillGame:
    """A game as it stood when a round was closed, ready for its template."""

    round: int
    last: int
    rounds: int
    card: Card | None
    boards: tuple[StillBoard, ...]


def still_of(
    game: Game, record: Record, round: int, visitor: Visitor, levels: Sequence[str] = ()
) -> StillGame:
    """Return the boards at the end of that round, with its turns in another colour."""
    turns = record.rounds[round - 1] if round else ()
    return StillGame(
        round=round,
        last=len(record.rounds),
        rounds=game.setup.rounds,
        card=record.cards[round - 1] if round else None,
        boards=tuple(
            StillBoard(
                player=player_name(visitor.words, player),
                level=levels[seat] if levels else "",
                svg=_board_of(game, seat, visitor, PASS if not turns else turns[seat]),
                turn=str(turns[seat]) if turns else "",
                turn_text=turn_text(visitor.words, turns[seat]) if turns else "",
                total=total(game.ledgers[seat]),
            )
            for seat, player in enumerate(game.setup.players)
        ),
    )


def levels_of(words: Words, table: Table) -> list[str]:
    """Return the level of each seat that is a bot's own; empty for people, even with a stand-in."""
    return ["" if seat.holder else bot_name(words, seat.bot) for seat in table.seats]


def _board_of(game: Game, seat: int, visitor: Visitor, fresh: Any = PASS) -> str:
    title = _title(visitor.words, game, seat)
    return still_board(scene(game.sheets[seat], fresh=fresh), title)


def _title(words: Words, game: Game, seat: int) -> str:
    player = player_name(words, game.setup.players[seat])
    return words.say("{player}’s board", player=player)


def chosen_round(given: str | None, last: int) -> int:
    """Return the round that is asked for; the last one where it makes no sense."""
    is_number = given is not None and given.isascii() and given.isdecimal() and len(given) < 4
    return min(int(given or "0"), last) if is_number else last


async def show_moment(request: WebRequest, visitor: Visitor, open_table: OpenTable) -> Response:
    """Answer with the boards of a table as they were when a round was closed."""
    table = open_table.table
    round = chosen_round(request.query_params.get("round"), table.played.rounds)
    levels = levels_of(visitor.words, table)
    look = (visitor.language, visitor.theme)
    key = (open_table.id, table.number, round, look)
    still = await replayed(request, key, _moment_of, table.record, round, levels, look)
    name = "_moment" if is_part(request) else "moment"
    is_over = open_table.table.phase is Phase.OVER
    return respond(
        request,
        visitor,
        name,
        id=open_table.id,
        still=still,
        link=f"/t/{open_table.id}",
        is_over=is_over,
        shared_picture=f"/t/{open_table.id}.png?lang={visitor.language}&v={table.number_for('')}",
    )


# --- records and pictures


async def record(request: WebRequest) -> Response:
    """Answer with the record of a table, without what is still secret."""
    open_table = await table_for(request, request.path_params["id"])
    if open_table.table.phase in (Phase.LOBBY, Phase.STARTS):
        raise untimely(open_table.table.moment)
    text = json.dumps(to_fields(open_table.table.record), ensure_ascii=False)
    disposition = f'attachment; filename="hashi-{open_table.id}.json"'
    headers = {"content-disposition": disposition, "cache-control": "private, no-cache"}
    return Response(text + "\n", media_type="application/json", headers=headers)


async def picture(request: WebRequest) -> Response:
    """Answer with the picture of a board as everybody may see it."""
    visitor = visitor_of(request)
    gates = services_of(request).gates
    gates.pictures.take(account_behind(request))
    open_table = await table_for(request, request.path_params["id"])
    if open_table.table.phase in (Phase.LOBBY, Phase.STARTS):
        raise untimely(open_table.table.moment)
    game = open_table.table.played
    given = request.query_params.get("seat", "0")
    seat = int(given) if given in {str(n) for n in range(len(game.sheets))} else 0
    image = svg(
        scene(
            game.sheets[seat],
            boxes=goal_boxes(game, seat),
            deck=game.setup.deck,
            turned=game.cards[: game.rounds],
        ),
        title=_title(visitor.words, game, seat),
    )
    disposition = f'attachment; filename="hashi-{open_table.id}.svg"'
    headers = {"content-disposition": disposition, "cache-control": "private, no-cache"}
    return Response(image, media_type="image/svg+xml", headers=headers)


Look = tuple[str, str]
"""The language and the theme in which a picture is made."""


async def replayed(request: WebRequest, key: Hashable, job: Callable[..., T], *arguments: Any) -> T:
    """Return what a replay gives: in a worker process, counted for who asks for it first."""
    gates = services_of(request).gates
    replays = services_of(request).replays
    if key not in replays:
        gates.imports.take(account_behind(request))
    return await replays.result(key, job, *arguments)


def _seen_in(look: Look) -> Visitor:
    """Return somebody who sees pages in this language and theme."""
    language, theme = look
    return Visitor("", language, theme, is_new=False)


def _moment_of(record: Record, round: int, levels: Sequence[str], look: Look) -> StillGame:
    """Return a game as it stood when a round was closed. Runs in a worker process."""
    return still_of(record.until(round).replay(), record, round, _seen_in(look), levels)


def _imported(text: str, given: str | None, look: Look) -> tuple[Game, StillGame]:
    """Return the game at the end of a record, and as it stood when a round was closed.

    Runs in a worker process.
    """
    record = parse(text)
    round = chosen_round(given, len(record.rounds))
    end = record.replay()
    then = end if round == len(record.rounds) else record.until(round).replay()
    return end, still_of(then, record, round, _seen_in(look))


async def import_record(request: WebRequest) -> Response:
    """Show a record that is pasted or posted, round by round."""
    visitor = visitor_of(request)
    empty: dict[str, Any] = {"text": "", "problem": "", "still": None}
    if request.method == "GET":
        return respond(request, visitor, "import", **empty)
    form = await read_form(request, LARGEST_RECORD)
    text = form.get("record", "")
    try:
        look, given = (visitor.language, visitor.theme), form.get("round")
        key = (hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), given, look)
        end, still = await replayed(request, key, _imported, text, given, look)
    except (Malformed, Illegal) as problem:
        sentence = problem_text(visitor, problem)
        refused = {**empty, "text": text, "problem": sentence}
        return respond(request, visitor, "import", 422, **refused)
    if is_part(request):
        return respond(request, visitor, "_moment", still=still, link="")
    shown_fields = {**empty, "text": text, "still": still}
    result = result_of(visitor.words, end)
    return respond(request, visitor, "import", game=end, result=result, **shown_fields)
