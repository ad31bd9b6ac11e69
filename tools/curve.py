"""Draws the master's learning curves: docs/curves/*.json as docs/pictures/learning*.svg.

python -m tools.curve
"""

from __future__ import annotations

import json
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = {
    "learning": ("sides A and B", {"a": ("A", "#1f6f8b"), "b": ("B", "#c0562f")}),
    "learning-any": ("any board", {"any": ("", "#1f6f8b")}),
}
"""What each picture shows, and for each of its curves the name and the colour."""
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 400, 56, 24, 40, 52
LOWEST, HIGHEST = 14, 54
MEANS = range(20, 51, 10)

Point = tuple[float, float]


def points(curve: str) -> list[Point]:
    """Return millions of games and mean solo points, over all training runs of a curve."""
    found: list[Point] = []
    before = 0.0
    for run in json.loads((DOCS / "curves" / f"{curve}.json").read_text("utf-8")):
        found += [(before + line["games"] / 1e6, line["alone"]) for line in run["curve"]]
        before = found[-1][0]
    return found


def picture(title: str, drawn: dict[str, tuple[str, str]]) -> str:
    curves = {name: points(name) for name in drawn}
    most = max(curve[-1][0] for curve in curves.values())
    step = 5.0 if most > 10 else 1.0

    def at(point: Point) -> Point:
        x = LEFT + point[0] / most * (WIDTH - LEFT - RIGHT)
        y = TOP + (HIGHEST - point[1]) / (HIGHEST - LOWEST) * (HEIGHT - TOP - BOTTOM)
        return round(x, 1), round(y, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="14">',
        f"<title>Mean points alone while the values were learned, {title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#fffdf8"/>',
    ]
    for mean in MEANS:
        x, y = at((0, mean))
        parts.append(f'<path d="M{x} {y}H{WIDTH - RIGHT}" stroke="#d9d2c3"/>')
        parts.append(
            f'<text x="{x - 10}" y="{y + 5}" text-anchor="end" fill="#57513f">{mean}</text>'
        )
    for tick in range(int(most / step) + 1):
        x, _ = at((tick * step, 0))
        parts.append(
            f'<text x="{x}" y="{HEIGHT - BOTTOM + 22}" text-anchor="middle" fill="#57513f">'
            f"{tick * step:g}</text>"
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle" fill="#57513f">'
        "million games; mean points alone, by the values with no search</text>"
    )
    for curve, (name, colour) in drawn.items():
        way = "L".join(f"{x} {y}" for x, y in map(at, curves[curve]))
        parts.append(f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        end = curves[curve][-1]
        x, y = at(end)
        right, down = (8, 5) if end[0] == most else (-5, 20)  # under an end that others pass by
        parts.append(
            f'<text x="{x + right}" y="{y + down}" font-weight="700" fill="{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    for file, (title, drawn) in PICTURES.items():
        (DOCS / "pictures" / f"{file}.svg").write_text(picture(title, drawn), "utf-8")
