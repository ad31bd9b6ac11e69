"""Draws how the master learned: docs/curves/*.json as docs/pictures/learning.svg.

python -m tools.curve
"""

from __future__ import annotations

import json
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
SIDES = {"a": ("A", "#1f6f8b"), "b": ("B", "#c0562f")}
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 400, 56, 24, 40, 52
LOWEST, HIGHEST = 14, 54
MEANS = range(20, 51, 10)

Point = tuple[float, float]


def points(side: str) -> list[Point]:
    """Millions of games played so far and the mean alone, over all runs of a side."""
    found: list[Point] = []
    before = 0.0
    for run in json.loads((DOCS / "curves" / f"{side}.json").read_text("utf-8")):
        found += [(before + line["games"] / 1e6, line["alone"]) for line in run["curve"]]
        before = found[-1][0]
    return found


def picture() -> str:
    curves = {side: points(side) for side in SIDES}
    most = max(curve[-1][0] for curve in curves.values())

    def at(point: Point) -> Point:
        x = LEFT + point[0] / most * (WIDTH - LEFT - RIGHT)
        y = TOP + (HIGHEST - point[1]) / (HIGHEST - LOWEST) * (HEIGHT - TOP - BOTTOM)
        return round(x, 1), round(y, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="14">',
        "<title>Mean points alone while the values were learned, sides A and B</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#fffdf8"/>',
    ]
    for mean in MEANS:
        x, y = at((0, mean))
        parts.append(f'<path d="M{x} {y}H{WIDTH - RIGHT}" stroke="#d9d2c3"/>')
        parts.append(
            f'<text x="{x - 10}" y="{y + 5}" text-anchor="end" fill="#57513f">{mean}</text>'
        )
    for games in range(0, int(most) + 1, 5):
        x, _ = at((games, 0))
        parts.append(
            f'<text x="{x}" y="{HEIGHT - BOTTOM + 22}" text-anchor="middle" fill="#57513f">{games}'
            "</text>"
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle" fill="#57513f">'
        "million games; mean points alone, by the values with no search</text>"
    )
    for side, (name, colour) in SIDES.items():
        way = "L".join(f"{x} {y}" for x, y in map(at, curves[side]))
        parts.append(f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        end = curves[side][-1]
        x, y = at(end)
        right, down = (8, 5) if end[0] == most else (-5, 20)  # under an end that others pass by
        parts.append(
            f'<text x="{x + right}" y="{y + down}" font-weight="700" fill="{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    (DOCS / "pictures" / "learning.svg").write_text(picture(), "utf-8")
