"""Lines and bridges in SVG: dashes on the water, planks between the islands."""

from __future__ import annotations

from functools import lru_cache

from hashi.drawing.sheet_scene import Span
from hashi.drawing.vector.ghosts import ghost_bridge, tick_disc
from hashi.drawing.vector.islands import RADIUS
from hashi.drawing.vector.strokes import Point, dashes, num, polyline
from hashi.rules.board import MOST_ON_A_LINE

CLEAR = RADIUS + 0.06
"""How far from an island's centre its dashed lines begin."""


@lru_cache(maxsize=5_000)
def span_svg(span: Span) -> str:
    """A line with its bridges, from its start at the origin of the raster."""
    if span.ghosts:
        return haunted(span)
    if span.is_ticked:
        return _lying(span) + tick_disc(*_along(span, span.length / 2, 0))
    return _lying(span)


def haunted(span: Span, clear: float = 0) -> str:
    """A line with ghosts of bridges: beside a bridge, or where only water was.

    The ghosts are not cut where another line passes: they are painted above all others. `clear` is
    how far from the centres of its islands the bridge beside them begins.
    """
    offs = (-0.1, 0.1) if span.ghosts > 1 else (0.0,)
    bridge = ""
    if span.bridges:
        is_fresh = span.fresh > 0
        bridge, offs = _bridge(span, -0.085, clear, is_fresh=is_fresh), (0.085,)
    ticks = tick_disc(*_along(span, span.length / 2, -0.085)) if span.is_ticked else ""
    ghosts = "".join(
        ghost_bridge(_along(span, RADIUS, off), _along(span, span.length - RADIUS, off))
        for off in offs
    )
    return bridge + ghosts + ticks


def _lying(span: Span) -> str:
    """A line as it lies there, without ghosts."""
    if not span.bridges:
        kind = "target" if span.is_target else "blocked" if span.is_blocked else "open"
        return _dashed(span, kind)
    if span.bridges == 1 and span.is_target:
        return _bridge(span, -0.085, is_fresh=span.fresh > 0) + _dashed(span, "target", 0.085)
    slots = {1: (0.0,), 2: (-0.085, 0.085)}.get(span.bridges, (-0.105, 0.0, 0.105))
    older = max(0, len(slots) - span.fresh)
    planks = "".join(_bridge(span, off, is_fresh=n >= older) for n, off in enumerate(slots))
    return planks if span.bridges <= MOST_ON_A_LINE else _many(span, planks)


def _many(span: Span, planks: str) -> str:
    """Three bridges and more, which free pens may draw: their count stands near the start,
    the earlier ones plus those of this turn."""
    x, y = _along(span, 0.5 if span.length == 1 else 0.6, 0)  # never where lines cross
    older = span.bridges - span.fresh
    count = f"{older}+{span.fresh}" if older and span.fresh else str(span.bridges)
    half = 0.1 + 0.075 * len(count)
    return (
        f'<g class="many">{planks}<rect x="{num(x - half)}" y="{num(y - 0.16)}"'
        f' width="{num(2 * half)}" height="{num(0.32)}" rx="{num(0.16)}"/>'
        f'<text x="{num(x)}" y="{num(y + 0.094)}">{count}</text></g>'
    )


def _bridge(span: Span, off: float, clear: float = 0, *, is_fresh: bool) -> str:
    path = "".join(polyline(*ends) for ends in _pieces(span, clear, off, beside=0.1))
    fresh = " fresh" if is_fresh else ""
    return f'<path class="rail{fresh}" d="{path}"/><path class="plank{fresh}" d="{path}"/>'


def _dashed(span: Span, kind: str, off: float = 0) -> str:
    dash, gap = {"open": (0.09, 0.075), "blocked": (0.001, 0.17), "target": (0.115, 0.075)}[kind]
    return "".join(
        f'<path class="{kind}" d="{polyline(*ends)}"'
        f' stroke-dasharray="{dashes(*ends, dash, gap)}"/>'
        for ends in _pieces(span, CLEAR, off, beside=0.12)
    )


def _pieces(span: Span, clear: float, off: float, beside: float) -> list[tuple[Point, Point]]:
    """The line's ends, piece by piece between the gaps where it passes under another."""
    cuts = [clear]
    for gap in sorted(span.gaps, key=lambda gap: gap.at):
        half = beside + (0.1 if gap.bridges else 0)
        cuts += [gap.at - half, gap.at + half]
    cuts.append(span.length - clear)
    return [
        (_along(span, a, off), _along(span, b, off))
        for a, b in zip(cuts[::2], cuts[1::2], strict=True)
        if b > a
    ]


def _along(span: Span, distance: float, off: float) -> Point:
    x, y = span.start
    return (x + distance, y + off) if span.is_horizontal else (x + off, y + distance)
