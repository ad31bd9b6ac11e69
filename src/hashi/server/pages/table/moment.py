"""The page of a past round of a table."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.host import LoadedTable
from hashi.record import Record
from hashi.server.pages.parts.links import picture_link
from hashi.server.pages.parts.moments import chosen_round, replayed
from hashi.server.responses import is_part, respond
from hashi.server.view.rounds.still_game import StillGame, levels_of, still_of
from hashi.server.visitor import Visitor, words_in
from hashi.table import Phase


async def show_moment(request: WebRequest, visitor: Visitor, loaded: LoadedTable) -> Response:
    """Answer with the boards of a table as they were when a round was closed."""
    table = loaded.table
    round = chosen_round(request.query_params.get("round"), table.played.rounds)
    levels = levels_of(visitor.words, table)
    language = visitor.language
    key = (loaded.id, table.number, round, language)
    is_over = table.phase is Phase.OVER
    has_help = is_over or table.options.help
    arguments = (table.record, round, levels, language, has_help)
    still = await replayed(request, key, _moment_of, *arguments)
    name = "_moment" if is_part(request) else "table/moment"
    return respond(
        request,
        visitor,
        name,
        id=loaded.id,
        still=still.seen_by(table.seats_of(visitor.holder)),
        link=f"/t/{loaded.id}",
        is_over=is_over,
        shared_picture=picture_link(loaded, visitor.language),
    )


def _moment_of(
    record: Record, round: int, levels: Sequence[str], language: str, has_help: bool
) -> StillGame:
    """Return a game as it stood when a round was closed. Runs in a worker process."""
    game = record.until(round).replay()
    return still_of(game, record, round, words_in(language), levels, has_help=has_help)
