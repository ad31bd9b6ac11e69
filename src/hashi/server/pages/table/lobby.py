"""The lobby of a table, where people and bots take their seats."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.host import LoadedTable
from hashi.server.pages.parts.links import picture_link
from hashi.server.pages.parts.names import BOT_NAMES
from hashi.server.responses import is_part, qr, respond
from hashi.server.services import services_of
from hashi.server.view.table_page import TablePage
from hashi.server.visitor import Visitor

LONGEST_NAME_HERE = 20
"""What fits into the row of a seat; other doors take longer names."""


async def show_lobby(
    request: WebRequest, visitor: Visitor, loaded: LoadedTable, page: TablePage
) -> Response:
    """Answer with the lobby, or only with its seats."""
    return respond(
        request,
        visitor,
        "table/_lobby" if is_part(request) else "table/lobby",
        t=page,
        invitation=services_of(request).reach.invitation(request, request.url.path, loaded.id),
        qr=qr,
        bot_names=_bot_names(page),
        longest_name_here=LONGEST_NAME_HERE,
        form=_agreed(page),
        may_list=services_of(request).may_list,
        shared_picture=picture_link(loaded, visitor.language),
    )


def _bot_names(page: TablePage) -> list[str]:
    """Return a name for a bot on each seat, none that is taken already."""
    taken = {seat.name for seat in page.table.seats}
    free = [name for name in BOT_NAMES if name not in taken]
    return [free[seat % len(free)] for seat in range(len(page.table.seats))]


def _agreed(page: TablePage) -> dict[str, str]:
    """Return the options as the form for them is filled in; nothing for one who may not."""
    options = page.table.options
    if not page.viewer.is_opener or not page.lobby.may_change:
        return {}
    is_own = "\n" in options.board
    return {
        "seats": str(options.seats),
        "board": "own" if is_own else options.board,
        **({"own": options.board} if is_own else {}),
        "pens": options.pens.value,
        "pace": str(options.clock),
        "help": "on" if options.help else "off",
        "practice": "on" if options.practice else "",
        "hints": "on" if options.hints else "",
    }
