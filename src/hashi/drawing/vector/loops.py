"""A soft loop around a few islands of a board: around them alone, and through none.

Islands that a line of the board joins share a loop: it follows, at one distance, these lines. Where
such a line would come near another island, or crosses another one, each has a ring of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, ceil, cos, dist, pi, sin, tan

from hashi.drawing.vector.islands import RING
from hashi.drawing.vector.strokes import Point, polyline
from hashi.rules import Board, Island

AROUND = 0.48
"""How far from the centres of its islands a loop runs."""
GAP = 0.05
"""What stays at least between a loop and another island."""
_SOFT = 0.24
"""The radius of its inner corners, where there is room."""
_STEP = pi / 18

Edge = tuple[Point, Point]


def loop(islands: Sequence[Island], board: Board) -> str:
    """Return the path of the loops around islands of a board."""
    return "".join(polyline(*outline, closed=True) for outline in outlines(islands, board))


def outlines(islands: Sequence[Island], board: Board) -> list[list[Point]]:
    """Return the loops around islands of a board as points."""
    points = [_centre(island) for island in islands]
    others = [_centre(island) for island in board.islands if island not in islands]
    lines = [line for line in board.lines if set(line.ends) <= set(islands)]
    edges = _joined(points, [_edge(*line.ends) for line in lines], others)
    alone = [point for point in points if not any(point in edge for edge in edges)]
    return [*(_ring(point) for point in alone), *_around(edges)]


def _centre(island: Island) -> Point:
    return (float(island.column), float(island.row))


# --- which islands share a loop


def _edge(one: Island, other: Island) -> Edge:
    return (_centre(one), _centre(other))


def _joined(points: Sequence[Point], lines: Sequence[Edge], others: Sequence[Point]) -> list[Edge]:
    """Return the lines between islands that leave the others alone, without a circle: the shortest
    first."""
    group = {point: number for number, point in enumerate(points)}
    chosen: list[Edge] = []
    for a, b in sorted(lines, key=lambda edge: (dist(*edge), edge)):
        if group[a] != group[b] and _fits((a, b), others, chosen):
            chosen.append((a, b))
            old, new = group[b], group[a]
            group = {point: new if own == old else own for point, own in group.items()}
    return chosen


def _fits(edge: Edge, others: Sequence[Point], chosen: Sequence[Edge]) -> bool:
    if any(_distance(edge, other) < AROUND + RING + GAP for other in others):
        return False
    return all(_agree(edge, other) for other in chosen)


def _agree(edge: Edge, other: Edge) -> bool:
    """Return whether the outlines of two edges meet at an end with room, or not at all."""
    shared = set(edge) & set(other)
    if shared:
        return _may_bend(shared.pop(), edge, other)
    return _apart(edge, other) >= 2 * AROUND


def _distance(edge: Edge, point: Point) -> float:
    """Return how far a point is from an edge."""
    (ax, ay), (bx, by), (px, py) = *edge, point
    dx, dy = bx - ax, by - ay
    part = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return dist(point, (ax + part * dx, ay + part * dy))


def _apart(one: Edge, two: Edge) -> float:
    """Return how far two edges are from each other; 0 where they cross."""
    if _cross(one, two):
        return 0.0
    return min(*(_distance(one, point) for point in two), *(_distance(two, p) for p in one))


def _cross(one: Edge, two: Edge) -> bool:
    def side(edge: Edge, point: Point) -> float:
        (ax, ay), (bx, by) = edge
        return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)

    return side(one, two[0]) * side(one, two[1]) < 0 and side(two, one[0]) * side(two, one[1]) < 0


def _may_bend(at: Point, one: Edge, two: Edge) -> bool:
    """Return whether the loop has room in the angle between two edges."""
    ends = [edge[0] if edge[1] == at else edge[1] for edge in (one, two)]
    turn = abs(_angle(at, ends[0]) - _angle(at, ends[1])) % (2 * pi)
    angle = min(turn, 2 * pi - turn)
    return min(dist(*one), dist(*two)) / 2 * tan(angle / 2) >= AROUND


def _angle(start: Point, end: Point) -> float:
    return atan2(end[1] - start[1], end[0] - start[0])


# --- the outline


def _ring(centre: Point) -> list[Point]:
    return list(_arc(centre, AROUND, 0.0, 2 * pi))


def _around(edges: Sequence[Edge]) -> Iterator[list[Point]]:
    """Yield an outline for each group of edges that hang together, by walking around it."""
    near: dict[Point, list[Point]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    left = {(a, b) for a in near for b in near[a]}
    while left:
        first = min(left)
        outline: list[Point] = []
        here = first
        while here in left:
            left.discard(here)
            start, corner = here
            following = min(near[corner], key=lambda end: _sweep(start, corner, end))
            outline += _corner(start, corner, following)
            here = (corner, following)
        yield outline


def _sweep(start: Point, corner: Point, end: Point) -> float:
    """Return the angle at a corner on the outline's side; all around where the way goes back."""
    return (_angle(corner, start) - _angle(corner, end)) % (2 * pi) or 2 * pi


def _corner(start: Point, corner: Point, end: Point) -> Iterator[Point]:
    """Yield the outline around a corner: an arc around it, or a soft one inside a bend."""
    sweep = _sweep(start, corner, end)
    to_start = _angle(corner, start)
    if sweep >= pi - 1e-9:
        yield from _arc(corner, AROUND, to_start - pi / 2, sweep - pi)
        return
    shorter = min(dist(start, corner), dist(corner, end))
    soft = min(_SOFT, shorter / 2 * tan(sweep / 2) - AROUND)
    middle, away = to_start - sweep / 2, (AROUND + soft) / sin(sweep / 2)
    centre = (corner[0] + away * cos(middle), corner[1] + away * sin(middle))
    yield from _arc(centre, soft, to_start + pi / 2, sweep - pi)


def _arc(centre: Point, radius: float, first: float, turn: float) -> Iterator[Point]:
    """Yield points of an arc from an angle on; it turns back by another."""
    steps = max(1, ceil(abs(turn) / _STEP))
    for step in range(steps + 1):
        angle = first - turn * step / steps
        yield (centre[0] + radius * cos(angle), centre[1] + radius * sin(angle))
