"""A board of the workshop as a file: text for other programs, a picture for lists."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import PlainTextResponse, Response

from hashi.drawing import Theme, scene, svg
from hashi.rules import Sheet
from hashi.server.limits.gates import account_behind
from hashi.server.pages.parts.own_boards import board_in
from hashi.server.services import services_of
from hashi.server.visitor import visitor_of

A_DAY = 86_400


async def board_text(request: WebRequest) -> Response:
    """Answer with the board as a file that `hashi board` reads."""
    own = board_in(request)
    headers = {"content-disposition": 'attachment; filename="board.txt"'}
    return PlainTextResponse(own.draft.text(), headers=headers)


async def deck_text(request: WebRequest) -> Response:
    """Answer with the deck as a file that `--deck` reads."""
    own = board_in(request)
    headers = {"content-disposition": 'attachment; filename="deck.txt"'}
    return PlainTextResponse(f"{' '.join(map(str, own.cards))}\n", headers=headers)


async def board_picture(request: WebRequest) -> Response:
    """Answer with the picture of a board, which browsers keep: it follows from the address."""
    services_of(request).gates.pictures.take(account_behind(request))
    own, theme = board_in(request), Theme(visitor_of(request).theme)
    drawn = svg(scene(Sheet.blank(own.draft.board())), theme=theme)
    headers = {"cache-control": f"private, max-age={A_DAY}"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)
