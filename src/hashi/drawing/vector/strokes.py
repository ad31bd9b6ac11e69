"""The strokes of a pen as SVG path data. Lengths are in board units, drawn 100 to the unit."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt

Point = tuple[float, float]

SCALE = 100


def num(length: float) -> str:
    """A length as it is written into the picture: short, and the same on every machine."""
    return f"{round(length * SCALE, 1):g}"


def at(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def polyline(*points: Point, closed: bool = False) -> str:
    return "M" + "L".join(at(point) for point in points) + ("Z" if closed else "")


def ring(centre: Point, radius: float, turn: int) -> str:
    """A ring that looks drawn by hand: not quite round, its end running past its start.

    `turn` varies the hand from island to island; the same turn gives the same ring.
    """
    steps, phase = 11, turn * 1.3
    points = []
    for step in range(steps + 2):
        angle = 2 * pi * step / steps - 2.2
        drift = 0.05 * (step / steps - 0.5)
        wide = radius * (1 + drift + 0.028 * sin(2 * angle + phase))
        points.append((centre[0] + wide * cos(angle), centre[1] + wide * sin(angle)))
    return smooth(points)


def smooth(points: list[Point]) -> str:
    """A curve through all points (Catmull–Rom as Bézier)."""
    path = f"M{at(points[0])}"
    padded = [points[0], *points, points[-1]]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        leave = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        arrive = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        path += f"C{at(leave)} {at(arrive)} {at(end)}"
    return path


def hatched_disc(centre: Point, radius: float, step: float) -> str:
    """Slanting chords across a disc."""
    path, offset = "", step / 2 - radius + (2 * radius % step) / 2
    while offset < radius:
        half = sqrt(radius**2 - offset**2) / sqrt(2)
        middle = (centre[0] + offset / sqrt(2), centre[1] + offset / sqrt(2))
        path += polyline((middle[0] - half, middle[1] + half), (middle[0] + half, middle[1] - half))
        offset += step
    return path


def hatched_box(corner: Point, width: float, height: float, step: float) -> str:
    """Slanting strokes across a box."""
    path, offset = "", step
    while offset < width + height:
        low = (max(0.0, offset - height), min(height, offset))
        high = (min(width, offset), max(0.0, offset - width))
        path += polyline(
            (corner[0] + low[0], corner[1] + low[1]), (corner[0] + high[0], corner[1] + high[1])
        )
        offset += step
    return path


def dashes(start: Point, end: Point, dash: float, gap: float) -> str:
    """A dash pattern that begins and ends with a whole dash."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    count = max(2, round((length + gap) / (dash + gap)))
    return f"{num(dash)} {num((length - count * dash) / (count - 1))}"
