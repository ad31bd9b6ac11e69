"""The page of the rules: chapters with drawn examples, the twelve ranks, and a way back."""

from __future__ import annotations

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.boards import board
from hashi.drawing import scene, still_board
from hashi.record import notation_for
from hashi.rules import Sheet
from hashi.server.responses import local_path, respond
from hashi.server.visitor import visitor_of
from hashi.words import chapters
from hashi.words.scores.ranks import rank_rows

SIDE = "A"


async def rules(request: WebRequest) -> Response:
    """Answer with the rules; `?back=/t/ID` names the page to return to."""
    visitor = visitor_of(request)
    read = notation_for(board(SIDE))
    shown_chapters = []
    for chapter in chapters(visitor.words):
        image = ""
        if chapter.example:
            sheet = Sheet.of(board(SIDE), read.turn(chapter.example.marks).marks)
            drawn = scene(sheet, fresh=read.turn(chapter.example.fresh))
            image = still_board(drawn, chapter.example.caption)
        shown_chapters.append((chapter, image))
    return respond(
        request,
        visitor,
        "rules",
        chapters=shown_chapters,
        rank_rows=rank_rows(board(SIDE)),
        back=local_path(request.query_params.get("back", "")),
    )
