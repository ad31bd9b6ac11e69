"""A finished game as an animation: drawn in a worker process, once for all who ask for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.drawing import Frame, FrameBoard, frame_svg, gif_of, scene
from hashi.record import Record
from hashi.rules import PASS, Game
from hashi.server.jobs.pool import report
from hashi.server.limits.gates import account_behind
from hashi.server.pages.parts.links import MAY_MOVE
from hashi.server.responses import SHOWN_ANYWHERE, is_part, respond
from hashi.server.services import services_of
from hashi.server.spoilers import finished_table_for
from hashi.server.visitor import visitor_of, words_in
from hashi.table import Result
from hashi.words import Words, player_name, points, rank_or_mark, verdict

WIDTH, SECONDS = 600, 1.2
"""Pixels, and how long a round is shown; the end stands four times as long."""
KEPT = 8
"""Pictures that are kept in memory: each has up to 1 MB."""
KEPT_FOR = "private, max-age=600"


async def moving_picture(request: WebRequest) -> Response:
    """Answer with a finished game as a GIF, in the language of the address or the reader; with
    `?part=progress`, how far the drawing is."""
    if not MAY_MOVE:
        raise HTTPException(404)
    loaded = await finished_table_for(request, request.path_params["id"])
    table = loaded.table
    gates = services_of(request).gates
    jobs = services_of(request).moving_pictures
    visitor = visitor_of(request)
    language = visitor.language
    key = (loaded.id, table.number, language)
    if is_part(request):
        return respond(request, visitor, "_moving_progress", part=jobs.part_done(key))
    if key not in jobs:
        gates.moving_pictures.take(account_behind(request))
    aid = Result.of(loaded.id, table).best_aid
    drawn = await jobs.result(key, draw, table.record, language, aid)
    disposition = f'attachment; filename="hashi-{loaded.id}.gif"'
    headers = {**SHOWN_ANYWHERE, "content-disposition": disposition, "cache-control": KEPT_FOR}
    return Response(drawn, media_type="image/gif", headers=headers)


def draw(record: Record, language: str, aid: str | None = None) -> bytes:
    """Return a game as a GIF. Runs in a worker process."""
    frames = frames_of(record, words_in(language), aid)
    return gif_of(_drawn(frames), width=WIDTH, seconds=SECONDS)


def _drawn(frames: Sequence[Frame]) -> Iterator[str]:
    """Yield the frames as SVG; each says that the job goes on, so that it is not given up."""
    for number, frame in enumerate(frames):
        report(number, len(frames))
        yield frame_svg(frame)


def frames_of(record: Record, words: Words, aid: str | None = None) -> list[Frame]:
    """Return the game before the first card and after each round, the last one with its result."""
    games = record.games
    frames = [_frame(record, words, game, round) for round, game in enumerate(games[:-1])]
    last = games[-1]
    boards = _boards(last, words, None)
    return [*frames, Frame(boards, words.say("The end"), foot=_ending(words, last, aid))]


def _frame(record: Record, words: Words, game: Game, round: int) -> Frame:
    if not round:
        return Frame(_boards(game, words, None), words.say("Before the first card"))
    rounds = game.setup.rounds
    card = record.cards[round - 1]
    return Frame(
        _boards(game, words, record, round),
        words.say("Round {round} of {rounds}", round=round, rounds=rounds),
        card=(card.number, card.bridges),
    )


def _boards(
    game: Game, words: Words, record: Record | None, round: int = 0
) -> tuple[FrameBoard, ...]:
    """Return the boards; with a record, the marks of that round in the accent."""
    turns = record.rounds[round - 1] if record else (PASS,) * len(game.sheets)
    return tuple(
        FrameBoard(
            scene(sheet, fresh=turn),
            player_name(words, player),
            points(words, points_now),
        )
        for sheet, turn, player, points_now in zip(
            game.sheets, turns, game.setup.players, game.totals, strict=True
        )
    )


def _ending(words: Words, game: Game, aid: str | None) -> str:
    if len(game.totals) == 1:
        return rank_or_mark(words, game.totals[0], aid)
    return verdict(words, game, aid=aid)
