"""Plots of what was measured on a board: bars of means, of shares, strokes of starts."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT = 1000.0, 40.0
STEPS = (10, 20, 30, 50, 100)
"""Where a scale of percent ends: at the next of these above the highest share."""


def mean_bar(mean: float, sides: Sequence[float], most: float) -> str:
    """Return a bar from 0 to the most points, with a pole where each side stands: A's is whole,
    B's is dashed."""
    wide = WIDTH * mean / most
    poles = "".join(
        f'<path class="halo" d="{_pole(WIDTH * side / most)}"/>'
        f'<path class="pole{at}" d="{_pole(WIDTH * side / most)}"/>'
        for at, side in enumerate(sides)
    )
    body = (
        f'<rect class="ground" y="10" width="{_n(WIDTH)}" height="20" rx="10"/>'
        f'<rect class="own" y="10" width="{_n(wide)}" height="20" rx="10"/>{poles}'
    )
    return _plot(body, "means")


def share_bar(percent: float, highest: float, *, is_own: bool) -> str:
    """Return a bar without a frame, which would read as 100 %."""
    end = next(step for step in STEPS if step >= min(highest, STEPS[-1]))
    kind = "own" if is_own else "other"
    wide = max(6.0, WIDTH * percent / end)
    return _plot(f'<rect class="{kind}" y="6" width="{_n(wide)}" height="28" rx="8"/>', "shares")


def starts_strip(means: Sequence[float], least: float, most: float, *, is_own: bool) -> str:
    """Return a stroke for each start between the least and the most of all boards."""
    span = max(0.1, most - least)
    places = sorted(10 + (WIDTH - 20) * (mean - least) / span for mean in means)
    kind = "own" if is_own else "other"
    strokes = "".join(f"M{_n(x)} 4V36" for x in places)
    return _plot(
        f'<path class="{kind}" d="M{_n(places[0])} 20H{_n(places[-1])}{strokes}"/>', "starts"
    )


def _pole(x: float) -> str:
    return f"M{_n(x)} 0V40"


def _plot(body: str, kind: str) -> str:
    return (
        f'<svg class="measured {kind}" viewBox="0 0 {_n(WIDTH)} {_n(HEIGHT)}"'
        f' preserveAspectRatio="none" aria-hidden="true">{body}</svg>'
    )


def _n(length: float) -> str:
    return f"{round(length, 1):g}"
