"""The page of the rules: chapters with drawn examples, the twelve ranks, and a way back."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.boards import board
from hashi.drawing import scene, still_board
from hashi.record import notation_for
from hashi.rules import Sheet
from hashi.rules.goals import GOALS
from hashi.rules.scoring import POINTS_FOR_AN_ISLAND
from hashi.rules.solo import RANK_FLOORS
from hashi.server.responses import local_path, respond
from hashi.server.visitor import visitor_of
from hashi.words import RANKS, chapters

SIDE = "A"


@dataclass(frozen=True, slots=True)
class RankRow:
    """A rank and the totals that earn it (R32)."""

    name: str
    least: int
    most: int


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
        rank_rows=rank_rows(),
        back=local_path(request.query_params.get("back", "")),
    )


def rank_rows() -> list[RankRow]:
    """Return the twelve ranks, lowest first, with the totals that can occur (R32)."""
    totals = possible_totals()
    ends = [above - 1 for _, above in pairwise(RANK_FLOORS)] + [max(totals)]
    return [
        RankRow(name, least, max(total for total in totals if total <= end))
        for name, least, end in zip(RANKS, RANK_FLOORS, ends, strict=True)
    ]


def possible_totals() -> set[int]:
    """Return the totals that can occur on a printed side.

    While a goal that asks for certain islands is not reached, an island is not finished.
    """
    totals = set()
    for paid in product(*((0, goal.low, goal.high) for goal in GOALS)):
        are_all = all(goal.joined or points for goal, points in zip(GOALS, paid, strict=True))
        most = len(board(SIDE).islands) - (not are_all)
        totals |= {POINTS_FOR_AN_ISLAND * count + sum(paid) for count in range(most + 1)}
    return totals
