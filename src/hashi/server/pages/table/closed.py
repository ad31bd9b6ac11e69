"""The page of a game that was ended before its last card."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.host import LoadedTable
from hashi.server.jobs.reviews import is_reviewable
from hashi.server.pages.parts.links import picture_link
from hashi.server.responses import respond
from hashi.server.view.table_page import TablePage
from hashi.server.visitor import Visitor


def show_closed(
    request: WebRequest, visitor: Visitor, loaded: LoadedTable, page: TablePage
) -> Response:
    """Answer with how far the game had come."""
    game = loaded.table.game
    is_begun = game is not None and game.is_started
    return respond(
        request,
        visitor,
        "table/closed",
        t=page,
        is_reviewable=is_reviewable(loaded.table),
        totals=game.totals if game is not None and is_begun else (),
        shared_picture=picture_link(loaded, visitor.language),
    )
