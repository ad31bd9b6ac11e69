"""What is laid over a board that is played on: where a hint points, and the marks of a hint."""

from __future__ import annotations

from collections.abc import Sequence

from hashi.drawing.sheet_scene import Scene
from hashi.drawing.vector.bridges import haunted
from hashi.drawing.vector.ghosts import ghost_number, tick_disc
from hashi.drawing.vector.islands import RADIUS, flag_svg
from hashi.drawing.vector.loops import loop
from hashi.drawing.vector.sea import overlay_frame
from hashi.drawing.vector.strokes import polyline
from hashi.rules import Island


def islands_overlay(scene: Scene, islands: Sequence[Island]) -> str:
    """Return a soft loop around islands, to be laid over a board."""
    path = loop(islands, scene.board)
    return _overlay(scene, f'<path class="loop" pathLength="1" d="{path}"/>' if islands else "")


def marks_overlay(scene: Scene) -> str:
    """Return the ghosts of a scene, to be laid over a board that does not have them."""
    body = ""
    for span in scene.spans:
        if span.ghosts:
            (x, y), far = span.start, span.length - RADIUS - 0.03
            near = RADIUS + 0.03
            ends = (
                ((x + near, y), (x + far, y))
                if span.is_horizontal
                else ((x, y + near), (x, y + far))
            )
            body += f'<path class="cover" d="{polyline(*ends)}"/>{haunted(span, RADIUS)}'
        elif span.is_ticked:
            (x, y), half = span.start, span.length / 2
            body += tick_disc(x + half, y) if span.is_horizontal else tick_disc(x, y + half)
    for spot in scene.spots:
        if spot.ghost is not None:
            number = ghost_number(spot.x, spot.y, spot.ghost)
            body += f'<g class="isle">{number}{flag_svg(spot.flag, (spot.x, spot.y))}</g>'
        elif spot.is_ticked:
            body += tick_disc(spot.x + 0.24, spot.y + 0.24)
    return _overlay(scene, body)


def _overlay(scene: Scene, body: str) -> str:
    return overlay_frame(scene.board, body, 'class="hashi overlay" aria-hidden="true"')
