"""The curve of a review."""

from __future__ import annotations

import re

import pytest

from hashi.drawing.vector.curve import SIZES, Curve, Size, Stop, curve_svg


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size.name))
@pytest.mark.parametrize("points", [0.0, 6.0, 20.0, 60.0])
def test_no_text_is_cut_off_above_however_few_points_there_are(size: Size, points: float) -> None:
    stop = Stop((points, 0.0, 0.0, 0.0), str(points), possible=int(points))
    curve = Curve(
        stops=(stop,) * 6,
        names=("islands", "red", "blue", "six"),
        ends=(str(points), "–", "–", "–"),
        total=str(points),
        possible="possible",
        luck=("0", "cards"),
        cost=("0", "turns"),
    )
    lines = [float(y) for y in re.findall(r'<text [^>]*y="([\d.-]+)"', curve_svg(curve, size))]
    assert min(lines) >= 15  # the height of a large digit
