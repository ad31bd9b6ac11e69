"""The sea in SVG: the board itself, with coordinates at its edges."""

from __future__ import annotations

from string import ascii_lowercase

from hashi.drawing.bridges import span_svg
from hashi.drawing.islands import island_svg
from hashi.drawing.sheet_scene import Scene
from hashi.drawing.strokes import at, num

TOP, RIGHT, BOTTOM = 0.9, 0.6, 0.56
"""From the sea's edge to the centres of the outermost islands."""

LABEL = 0.24

CORNER = 0.3


def sea_size(scene: Scene) -> tuple[float, float]:
    return _left(scene) + scene.columns - 1 + RIGHT, TOP + scene.rows - 1 + BOTTOM


def sea_svg(scene: Scene, width: float) -> str:
    """The board on a sea of that width, in its middle where the sea is wider."""
    own, height = sea_size(scene)
    x = _left(scene) + (width - own) / 2
    return (
        f'<rect class="sea" width="{num(width)}" height="{num(height)}" rx="{num(CORNER)}"/>'
        f'<g transform="translate({num(x)} {num(TOP)})">{_waves(scene)}{_coordinates(scene)}'
        f"{''.join(map(span_svg, scene.spans))}{''.join(map(island_svg, scene.spots))}</g>"
    )


def board_frame(scene: Scene, body: str, attributes: str) -> str:
    """An element for the sea with its coordinates around a body; no style of its own."""
    width, height = sea_size(scene)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}"'
        f' {attributes}><rect class="sea" width="{num(width)}" height="{num(height)}"'
        f' rx="{num(CORNER)}"/><g transform="translate({num(_left(scene))} {num(TOP)})">'
        f"{_waves(scene)}{_coordinates(scene)}{body}</g></svg>"
    )


def overlay_frame(scene: Scene, body: str, attributes: str) -> str:
    """An element of the size of `board_frame` around a body, without sea."""
    width, height = sea_size(scene)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}"'
        f' {attributes}><g transform="translate({num(_left(scene))} {num(TOP)})">{body}</g></svg>'
    )


def _left(scene: Scene) -> float:
    """The room for the row numbers, which have two digits on a high board."""
    return 0.78 if scene.rows < 10 else 0.92


def _coordinates(scene: Scene) -> str:
    letters = "".join(
        f'<text class="at" x="{num(column)}" y="{num(0.32 - TOP)}">{ascii_lowercase[column]}</text>'
        for column in range(scene.columns)
    )
    numbers = "".join(
        f'<text class="at" x="{num(LABEL - _left(scene))}" y="{num(row + 0.09)}">{row + 1}</text>'
        for row in range(scene.rows)
    )
    return letters + numbers


def _waves(scene: Scene) -> str:
    """A few waves in open water, away from lines and flags."""
    flags = {(spot.x, spot.y) for spot in scene.spots if spot.flag}
    path = "".join(
        f"M{at((x + 0.38, y + 0.52))}q{num(0.06)} {num(-0.08)} {num(0.12)} 0t{num(0.12)} 0"
        for y in range(scene.rows - 1)
        for x in range(scene.columns - 1)
        if (x + y * 2) % 3 == 0 and (x, y + 1) not in flags
    )
    return f'<path class="wave" d="{path}"/>' if path else ""
