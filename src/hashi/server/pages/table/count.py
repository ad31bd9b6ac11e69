"""The page on which the points of a game in company are counted, line by line.

A page of the game leads here when it is over. Nothing in it tells who wins: its script fetches the
page of the result, and shows that in the end. Without a script `Show everything` leads there.
"""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.host import LoadedTable
from hashi.server.responses import respond
from hashi.server.view.result import counting_of
from hashi.server.view.table_page import TablePage
from hashi.server.visitor import Visitor
from hashi.table import Phase

COUNT = "count"
"""The parameter by which a page asks for the counting."""


def show_count(
    request: WebRequest, visitor: Visitor, loaded: LoadedTable, page: TablePage
) -> Response:
    """Answer with the score of a finished game before it is counted, else lead to the table."""
    link = f"/t/{loaded.id}"
    if page.phase is not Phase.OVER or len(loaded.table.seats) == 1:
        return RedirectResponse(link, 303)
    result = counting_of(visitor.words, page.game, page.viewer.own_seats)
    return respond(request, visitor, "table/count", t=page, link=link, result=result)
