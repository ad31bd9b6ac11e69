"""Replays: a past round of a table, an imported record, pictures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.drawing import Theme, scene, still_board, svg
from hashi.record import Record, parse, to_fields
from hashi.rules import PASS, Card, Game, Illegal, Malformed, goal_boxes, total
from hashi.server.live.news_log import moment
from hashi.server.pages.results import result_of
from hashi.server.responses import host_of, is_part, problem_text, read_form, respond
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import OpenTable, Phase, Table
from hashi.table.objection import untimely
from hashi.words import Words, bot_name, player_name, turn_text

LARGEST_RECORD = 1 << 17
"""Bytes of a record that is posted; a game of four with free pens has about 20 kB."""
_one_replay = asyncio.Lock()


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
    return still_board(scene(game.sheets[seat], fresh=fresh), title, Theme(visitor.theme))


def _title(words: Words, game: Game, seat: int) -> str:
    player = player_name(words, game.setup.players[seat])
    return words.say("{player}’s board", player=player)


def chosen_round(given: str | None, last: int) -> int:
    """Return the round that is asked for; the last one where it makes no sense."""
    is_number = given is not None and given.isascii() and given.isdecimal() and len(given) < 4
    return min(int(given or "0"), last) if is_number else last


def show_moment(request: WebRequest, visitor: Visitor, open_table: OpenTable) -> Response:
    """Answer with the boards of a table as they were when a round was closed."""
    round = chosen_round(request.query_params.get("round"), open_table.table.played.rounds)
    levels = levels_of(visitor.words, open_table.table)
    still = still_of(
        moment(open_table.table, round), open_table.table.record, round, visitor, levels
    )
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
    )


# --- records and pictures


async def record(request: WebRequest) -> Response:
    """Answer with the record of a table, without what is still secret."""
    open_table = await host_of(request).live(request.path_params["id"])
    if open_table.table.phase in (Phase.LOBBY, Phase.STARTS):
        raise untimely(open_table.table.moment)
    text = json.dumps(to_fields(open_table.table.record), ensure_ascii=False)
    disposition = f'attachment; filename="hashi-{open_table.id}.json"'
    headers = {"content-disposition": disposition, "cache-control": "private, no-cache"}
    return Response(text + "\n", media_type="application/json", headers=headers)


async def picture(request: WebRequest) -> Response:
    """Answer with the picture of a board as everybody may see it."""
    visitor = visitor_of(request)
    open_table = await host_of(request).live(request.path_params["id"])
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


async def _replayed(record: Record, round: int) -> tuple[Game, Game]:
    """Return the game at the end of a record and at the end of a round.

    Replays run in a thread, one at a time: a long record must not stop the event loop.
    """
    async with _one_replay:
        end = await asyncio.to_thread(record.replay)
        if round == len(record.rounds):
            return end, end
        return end, await asyncio.to_thread(record.until(round).replay)


async def import_record(request: WebRequest) -> Response:
    """Show a record that is pasted or posted, round by round."""
    visitor = visitor_of(request)
    empty: dict[str, Any] = {"text": "", "problem": "", "still": None}
    if request.method == "GET":
        return respond(request, visitor, "import", **empty)
    form = await read_form(request, LARGEST_RECORD)
    text = form.get("record", "")
    try:
        read = parse(text)
        round = chosen_round(form.get("round"), len(read.rounds))
        end, then = await _replayed(read, round)
    except (Malformed, Illegal) as problem:
        sentence = problem_text(visitor, problem)
        refused = {**empty, "text": text, "problem": sentence}
        return respond(request, visitor, "import", 422, **refused)
    still = still_of(then, read, round, visitor)
    if is_part(request):
        return respond(request, visitor, "_moment", still=still, link="")
    shown_fields = {**empty, "text": text, "still": still}
    result = result_of(visitor.words, end)
    return respond(request, visitor, "import", game=end, result=result, **shown_fields)
