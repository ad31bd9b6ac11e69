"""The points of the players as columns in SVG: a part for each item of points, from islands up.

A column is a picture beside a table with the same figures, so it is hidden from screen readers.
Patterns tell the parts apart in grey; they are those of the curve of a review.
"""

from __future__ import annotations

from collections.abc import Sequence

from hashi.drawing.goal_icons import ICONS
from hashi.drawing.vector.curve import BANDS, ISLANDS, band_colours
from hashi.rules.goals import GOALS

WIDTH, HIGH, HEAD = 64, 216, 44
"""A column in its own units: its width, its greatest height, and the room for the total above."""
SCALES = (5, 10, 20, 30, 40, 50, 60, 80, 100, 150, 200)
"""How many points the greatest height may stand for."""


def scale_of(totals: Sequence[int]) -> int:
    """Return how many points the greatest height stands for, the same for all columns."""
    most = max(totals, default=0)
    return next((scale for scale in SCALES if scale >= most), most)


def column_svg(points: Sequence[int], scale: int, shown: int = len(BANDS)) -> str:
    """Return a player's column with as many parts as are shown; `points` are those of all."""
    base = float(HEAD + HIGH)
    drawn, height = "", HIGH / scale
    for row, (band, earned) in enumerate(zip(BANDS[:shown], points, strict=False)):
        base -= earned * height
        if not earned:
            continue
        tint, edge = band_colours(row)
        box = f'x="2" y="{base:.1f}" width="{WIDTH - 4}" height="{earned * height:.1f}"'
        weave = "" if band == ISLANDS else f'<rect {box} fill="url(#weave-{band})"/>'
        drawn += (
            f'<g class="part" data-row="{row}">'
            f'<rect {box} fill="{tint}"/>{weave}'
            f'<rect class="rim" {box} fill="none" stroke="{edge}"/></g>'
        )
    total = f"{sum(points[:shown])}" if shown else ""
    return (
        f'<svg class="score-column" viewBox="0 0 {WIDTH} {HEAD + HIGH}" aria-hidden="true"'
        f' focusable="false">{drawn}'
        f'<text class="sum" x="{WIDTH / 2:g}" y="{base - 9:.1f}">{total}</text></svg>'
    )


def ground_svg() -> str:
    """Return the water that columns stand in, with the patterns of their parts."""
    waves = "".join(f"q5 {-4 if n % 2 else 4} 10 0" for n in range(24))
    patterns = ""
    for row, goal in enumerate(GOALS, start=1):
        weave = ICONS[goal.icon].weave
        turned = f' patternTransform="{weave.transform}"' if weave.transform else ""
        patterns += (
            f'<pattern id="weave-{goal}" width="{weave.size}" height="{weave.size}"'
            f' patternUnits="userSpaceOnUse"{turned}>'
            f"{weave.tile.format(colour=band_colours(row)[1])}</pattern>"
        )
    return (
        '<svg class="score-ground" viewBox="0 0 240 8" preserveAspectRatio="none"'
        f' aria-hidden="true" focusable="false"><defs>{patterns}</defs>'
        f'<path d="M0 4{waves}"/></svg>'
    )
