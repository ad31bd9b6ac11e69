"""Ghosts in SVG: the marks of a better turn, dashed, and a tick on those that were made."""

from __future__ import annotations

from hashi.drawing.vector.strokes import Point, num, polyline

RAIL = 0.052
"""How far a ghost's rails are from its middle."""
_DISC, _RING, _TICK = 0.33, 0.3, 0.15


def ghost_bridge(start: Point, end: Point) -> str:
    """Two dashed rails with land between them."""
    (ax, ay), (bx, by) = start, end
    dx, dy = (0.0, RAIL) if ay == by else (RAIL, 0.0)
    rails = polyline((ax - dx, ay - dy), (bx - dx, by - dy)) + polyline(
        (ax + dx, ay + dy), (bx + dx, by + dy)
    )
    return f'<path class="bed" d="{polyline(start, end)}"/><path class="ghost" d="{rails}"/>'


def ghost_number(x: float, y: float, number: int) -> str:
    """A number in a dashed ring, on land that covers the island below."""
    centre = f'cx="{num(x)}" cy="{num(y)}"'
    return (
        f'<circle class="ghost-land" {centre} r="{num(_DISC)}"/>'
        f'<circle class="ghost-ring" {centre} r="{num(_RING)}"/>'
        f'<text class="ghost" x="{num(x)}" y="{num(y + 0.151)}">{number}</text>'
    )


def tick_disc(x: float, y: float) -> str:
    """A tick for a mark that is both made and best."""
    tick = polyline((x - 0.07, y + 0.005), (x - 0.02, y + 0.06), (x + 0.075, y - 0.055))
    return (
        f'<circle class="ticked" cx="{num(x)}" cy="{num(y)}" r="{num(_TICK)}"/>'
        f'<path class="ticked-sign" d="{tick}"/>'
    )
