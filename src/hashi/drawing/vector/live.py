"""The board of a page: every island and every line is an element of its own, with an id, so that
a page can exchange those that changed and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape

from hashi.drawing.sheet_scene import Scene, span_of, spot_of
from hashi.drawing.vector.bridges import CLEAR, span_svg
from hashi.drawing.vector.islands import RADIUS, island_svg
from hashi.drawing.vector.sea import board_frame
from hashi.drawing.vector.strokes import num, polyline
from hashi.kept import Kept
from hashi.rules import Board
from hashi.rules.sheet_state import Scribble, SheetState

to_json = json.JSONEncoder(ensure_ascii=False).encode
TOUCH = 0.47
"""The radius around an island that reacts to a tap."""
Describe = Callable[[int], str]
"""Says what is on the island of an index, for a screen reader."""


def pieces(
    state: SheetState,
    describe: Describe | None = None,
    prefix: str = "",
    before: SheetState | None = None,
) -> dict[str, str]:
    """The elements of the lines and islands by id, written as JSON: those that differ from a state
    before, or all.

    An island that nothing describes is called by its name.
    """
    board = state.board
    islands, lines = state.changes_since(before)
    found = dict([_line[board, at, state.line(at), prefix] for at in lines])
    for at in islands:
        shown, scribbles = state.island(at)
        id, opening, rest = _island[board, at, shown, scribbles, prefix]
        label = describe(at) if describe else board.islands[at].name
        found[id] = f"{opening}{_label[label,]}{rest}"
    return found


def live_board(state: SheetState, describe: Describe, title: str) -> str:
    """The whole board as an element to play on."""
    return board_frame(
        state.board,
        "".join(map(json.loads, pieces(state, describe).values())),
        f'class="hashi live" role="group" aria-label="{escape(title)}"',
    )


def small_board(state: SheetState, prefix: str, seat: int) -> str:
    """The whole board as a picture whose elements can be exchanged; it is described elsewhere.

    Marks that stand out have the colour of this seat.
    """
    body = "".join(map(json.loads, pieces(state, prefix=prefix).values()))
    return board_frame(state.board, body, f'class="hashi" data-tint="{seat}" aria-hidden="true"')


def still_board(scene: Scene, title: str) -> str:
    """The whole board as a picture to look at. Ghosts of bridges lie above all other bridges."""
    spans = sorted(scene.spans, key=lambda span: bool(span.ghosts or span.is_ticked))
    body = "".join(map(span_svg, spans)) + "".join(map(island_svg, scene.spots))
    return board_frame(scene.board, body, f'class="hashi" role="img" aria-label="{escape(title)}"')


@Kept
def _label(text: str) -> str:
    """Return a label as it stands in an attribute that is written as JSON."""
    return to_json(escape(text))[1:-1]


@Kept
def _line(board: Board, at: int, shown: bytes, prefix: str) -> tuple[str, str]:
    """Return the element of a line, after its id."""
    span = span_of(board, at, shown)
    id, (x, y), far = f"{prefix}l-{span.name}", span.start, span.length - CLEAR
    across, down = ((x + CLEAR, y), (x + far, y)), ((x, y + CLEAR), (x, y + far))
    ends = across if span.is_horizontal else down
    return id, to_json(
        f'<g id="{id}" class="span" data-line="{span.name}">'
        f'<path class="hit" d="{polyline(*ends)}"/>{span_svg(span)}</g>'
    )


@Kept
def _island(
    board: Board, at: int, shown: bytes, scribbles: tuple[Scribble, ...], prefix: str
) -> tuple[str, str, str]:
    """Return the element of an island as it is before and after its label, after its id."""
    spot = spot_of(board, at, shown, scribbles)
    id, centre = f"{prefix}i-{spot.name}", f'cx="{num(spot.x)}" cy="{num(spot.y)}"'
    opening = (
        f'<g id="{id}" class="place" data-island="{spot.name}" role="button"'
        ' tabindex="-1" aria-label="'
    )
    rest = (
        f'"><circle class="touch" {centre} r="{num(TOUCH)}"/>{island_svg(spot)}'
        f'<circle class="focus" {centre} r="{num(RADIUS + 0.13)}"/></g>'
    )
    return id, to_json(opening)[:-1], to_json(rest)[1:]
