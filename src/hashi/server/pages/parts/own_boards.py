"""Boards of one's own, as an address names them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from starlette.requests import Request as WebRequest

from hashi.boards import BoardDraft, board, code_of, read_code, standard_deck
from hashi.drawing.vector.draft_board import draft_board
from hashi.rules import Card
from hashi.words import Words

BOARD = "b"
"""The parameter of an address that holds the code of a board."""
USUAL_SIZE = 6


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board with its deck."""

    draft: BoardDraft
    deck: tuple[Card, ...] = ()
    """No cards for the standard deck."""

    @property
    def code(self) -> str:
        return code_of(self.draft, self.deck)

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.deck or standard_deck()


def board_in(request: WebRequest) -> OwnBoard:
    """Return the board of an address, an empty one where it names none; raise Malformed for a code
    that is odd."""
    code = request.query_params.get(BOARD, "")
    if not code:
        return OwnBoard(BoardDraft.empty(USUAL_SIZE, USUAL_SIZE))
    return OwnBoard(*read_code(code))


def side_draft(side: str) -> BoardDraft:
    return BoardDraft(board(side).rows)


def workshop_link(own: OwnBoard, page: str = "") -> str:
    """Return the address of a page of the workshop with this board."""
    return f"/workshop{page}?{BOARD}={own.code}"


def cell_label(words: Words, own: BoardDraft, point: str) -> str:
    """Return what is at a point, for a screen reader: "c2, island, 3 lines"."""
    cell = own.cell(point)
    if cell == ".":
        return words.say("{point}, water", point=point)
    (island,) = (island for island in own.islands if island.name == point)
    count = own.lines_of(island)
    lines = words.say_many("{count} line", "{count} lines", count)
    kinds = {
        "o": words.say("{point}, island, {lines}", point=point, lines=lines),
        "r": words.say("{point}, island with a red flag, {lines}", point=point, lines=lines),
        "b": words.say("{point}, island with a blue flag, {lines}", point=point, lines=lines),
    }
    return kinds[cell]


def own_picture(words: Words, own: OwnBoard) -> str:
    """Return the picture of a board to choose."""
    title = escape(words.say("The board"))
    return draft_board(own.draft, f'class="hashi" role="img" aria-label="{title}"')
