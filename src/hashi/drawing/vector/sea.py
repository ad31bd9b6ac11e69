"""The sea in SVG: the board itself, with coordinates at its edges."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Protocol

from hashi.drawing.sheet_scene import Scene
from hashi.drawing.vector.bridges import span_svg
from hashi.drawing.vector.islands import island_svg
from hashi.drawing.vector.strokes import at, num
from hashi.rules import Board, Island

TOP, RIGHT, BOTTOM = 0.9, 0.6, 0.56
"""From the sea's edge to the centres of the outermost islands."""

LABEL = 0.24

CORNER = 0.3


class SeaShape(Protocol):
    """What the sea is drawn for: a board, or one that is still being drawn."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def islands(self) -> tuple[Island, ...]: ...


def sea_size(board: SeaShape) -> tuple[float, float]:
    """Return the width and the height of the sea."""
    return sea_left(board) + board.width - 1 + RIGHT, TOP + board.height - 1 + BOTTOM


def sea_svg(scene: Scene, width: float) -> str:
    """The board on a sea of that width, in its middle where the sea is wider."""
    board = scene.board
    own, height = sea_size(board)
    x = sea_left(board) + (width - own) / 2
    return (
        f'<rect class="sea" width="{num(width)}" height="{num(height)}" rx="{num(CORNER)}"/>'
        f'<g transform="translate({num(x)} {num(TOP)})">{_waves(board)}{_coordinates(board)}'
        f"{''.join(map(span_svg, scene.spans))}{''.join(map(island_svg, scene.spots))}</g>"
    )


def board_frame(board: SeaShape, body: str, attributes: str) -> str:
    """An element for the sea with its coordinates around a body; no style of its own."""
    width, height = sea_size(board)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}"'
        f' {attributes}><rect class="sea" width="{num(width)}" height="{num(height)}"'
        f' rx="{num(CORNER)}"/><g transform="translate({num(sea_left(board))} {num(TOP)})">'
        f"{_waves(board)}{_coordinates(board)}{body}</g></svg>"
    )


def overlay_frame(board: Board, body: str, attributes: str) -> str:
    """An element of the size of `board_frame` around a body, without sea."""
    width, height = sea_size(board)
    place = f"translate({num(sea_left(board))} {num(TOP)})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}"'
        f' {attributes}><g transform="{place}">{body}</g></svg>'
    )


def sea_left(board: SeaShape) -> float:
    """The room for the row numbers, which have two digits on a high board."""
    return 0.78 if board.height < 10 else 0.92


def _coordinates(board: SeaShape) -> str:
    letters = "".join(
        f'<text class="at" x="{num(column)}" y="{num(0.32 - TOP)}">{ascii_lowercase[column]}</text>'
        for column in range(board.width)
    )
    x = num(LABEL - sea_left(board))
    numbers = "".join(
        f'<text class="at" x="{x}" y="{num(row + 0.09)}">{row + 1}</text>'
        for row in range(board.height)
    )
    return letters + numbers


def _waves(board: SeaShape) -> str:
    """A few waves in open water, away from lines and flags."""
    flags = {(island.column, island.row) for island in board.islands if island.flag}
    path = "".join(
        f"M{at((x + 0.38, y + 0.52))}q{num(0.06)} {num(-0.08)} {num(0.12)} 0t{num(0.12)} 0"
        for y in range(board.height - 1)
        for x in range(board.width - 1)
        if (x + y * 2) % 3 == 0 and (x, y + 1) not in flags
    )
    return f'<path class="wave" d="{path}"/>' if path else ""
