"""What is laid over a board that is played on: the region of a hint, and the marks of a hint."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin

from hashi.drawing.bridges import haunted
from hashi.drawing.ghosts import ghost_number, tick_disc
from hashi.drawing.islands import RADIUS, flag_svg
from hashi.drawing.sea import overlay_frame
from hashi.drawing.sheet_scene import Scene
from hashi.drawing.strokes import Point, polyline, smooth
from hashi.rules import Island

_AROUND = 0.52
"""How far from the centres of its islands a loop runs."""
_CORNERS = 8


def islands_overlay(scene: Scene, islands: Sequence[Island]) -> str:
    """Return a pencil loop around islands, to be laid over a board."""
    return _overlay(scene, f'<path class="loop" d="{loop(islands)}"/>' if islands else "")


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


def loop(islands: Sequence[Island]) -> str:
    """Return a curve around islands that looks drawn by hand: its end runs past its start."""
    hull = _hull(
        [
            (island.column + _AROUND * cos(angle), island.row + _AROUND * sin(angle))
            for island in islands
            for angle in (2 * pi * corner / _CORNERS for corner in range(_CORNERS))
        ]
    )
    middle = (sum(x for x, _ in hull) / len(hull), sum(y for _, y in hull) / len(hull))
    hull.sort(key=lambda point: atan2(point[1] - middle[1], point[0] - middle[0]))
    first, second = hull[0], hull[1]
    past = [_outwards(first, middle, 0.05), _outwards(second, middle, 0.07)]
    return smooth([*hull, *past])


def _outwards(point: Point, middle: Point, by: float) -> Point:
    dx, dy = point[0] - middle[0], point[1] - middle[1]
    length = hypot(dx, dy) or 1.0
    return point[0] + by * dx / length, point[1] + by * dy / length


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the corners of the smallest convex shape around points (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def half(chain: Sequence[Point]) -> list[Point]:
        found: list[Point] = []
        for point in chain:
            while len(found) > 1 and _turns_right(found[-2], found[-1], point):
                found.pop()
            found.append(point)
        return found[:-1]

    return half(ordered) + half(ordered[::-1])


def _turns_right(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0
