"""The picture of a board as it lies open; small for lists, once the game is over."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.drawing import Theme, scene, svg
from hashi.rules import Sheet, goal_boxes
from hashi.rules.game.seat_view import open_sheet
from hashi.server.limits.gates import account_behind
from hashi.server.responses import SHOWN_ANYWHERE
from hashi.server.services import services_of
from hashi.server.spoilers import finished_table_for, started_table_for
from hashi.server.view.rounds.still_game import board_title
from hashi.server.visitor import Visitor, visitor_of
from hashi.whole_numbers import whole_number

A_DAY = 86_400
"""Seconds for which a browser keeps a small picture."""


async def picture(request: WebRequest) -> Response:
    """Answer with the picture of a board as everyone may see it."""
    visitor = visitor_of(request)
    gates = services_of(request).gates
    gates.pictures.take(account_behind(request))
    if "small" in request.query_params:
        return await _small(request, visitor)
    loaded = await started_table_for(request, request.path_params["id"])
    game = loaded.table.played
    seat = whole_number(request.query_params.get("seat", "")) or 0
    seat = seat if seat < len(game.sheets) else 0
    image = svg(
        scene(
            open_sheet(game, seat),
            help=loaded.table.options.tells_dead,
            boxes=goal_boxes(game, seat),
            deck=game.setup.deck,
            turned=game.cards[: game.rounds],
        ),
        title=board_title(visitor.words, game, seat),
    )
    disposition = f'attachment; filename="hashi-{loaded.id}.svg"'
    headers = {"content-disposition": disposition, "cache-control": "private, no-cache"}
    headers |= SHOWN_ANYWHERE
    return Response(image, media_type="image/svg+xml", headers=headers)


async def _small(request: WebRequest, visitor: Visitor) -> Response:
    """Answer with a finished board alone, for a list; browsers keep it."""
    loaded = await finished_table_for(request, request.path_params["id"])
    game = loaded.table.played
    seat = min(whole_number(request.query_params.get("seat", "")) or 0, len(game.sheets) - 1)
    theme = Theme(visitor.theme)
    key = (loaded.id, loaded.table.number, "small", seat, theme)
    jobs = services_of(request).pictures
    if key not in jobs:
        services_of(request).gates.pictures.take(account_behind(request))
    drawn = await jobs.result(key, draw_small, game.sheets[seat], theme)
    headers = {"cache-control": f"private, max-age={A_DAY}", **SHOWN_ANYWHERE}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


def draw_small(sheet: Sheet, theme: Theme) -> str:
    """Return a board without anything around it. Runs in a worker process."""
    return svg(scene(sheet, help=False), theme=theme)
