"""Plots of points as SVG for a page: who reached which rank, a ladder, days in a row.

Elements have classes and no colours; the style sheet of the page has them. A plot is a picture
beside a table with the same figures, so it is hidden from screen readers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from hashi.drawing.vector.svg_painter import escaped

WIDTH = 358
"""The width of a plot in its own units: pixels on a phone."""
BARS_FROM = 10
"""With fewer people than this a histogram shows a dot for each of them."""

COSTS_FROM = 0.05
"""What a turn costs at least to have a bar: less is shown as nothing."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One height on a ladder: who stands there, and with how many points."""

    points: int
    names: tuple[str, ...]
    kind: str
    """`own`, `bot` or `possible`."""


@dataclass(frozen=True, slots=True)
class DayCell:
    """One day of a streak."""

    label: str
    points: int | None
    kind: str
    """`timely`: finished on its date, `late`: played later, `missed`; `none` before the first."""
    is_today: bool = False


def histogram(counts: Sequence[int], labels: Sequence[str], own: int | None, you: str) -> str:
    """Return how many people are in each class; `own` is the reader's, marked with `you`."""
    step = WIDTH / len(counts)
    most = max(*counts, 1)
    is_dots = sum(counts) < BARS_FROM
    base, high = (28.0 + 16 * most, 0.0) if is_dots else (150.0, 112.0)
    body = ""
    for index, count in enumerate(counts):
        x = index * step
        middle = x + step / 2
        is_own = index == own
        if is_dots:
            for n in range(count):
                kind = "own" if is_own and n == 0 else "other"
                body += _circle(middle, base - 12 - n * 16, 6.5, f"dot {kind}")
            top = base - 12 - (count - 1) * 16 - 6
        else:
            tall = max(3.0, high * count / most) if count else 0.0
            top = base - tall
            if count:
                kind = "own" if is_own else "other"
                body += _box(x + 2.5, top, step - 5, tall, f"bar {kind}")
        if is_own:
            body += _text(middle, top - 9, you, "you")
        body += _text(middle, base + 20, labels[index], "axis own" if is_own else "axis")
    body += f'<path class="floor" d="M0 {_n(base)}H{WIDTH}"/>'
    return _svg(body, base + 28, "histogram")


def ladder(rungs: Sequence[Rung]) -> str:
    """Return a ladder with a rung for each number of points, the most at the top.

    Twelve pixels are a point; neighbours are never so close that names touch, and a long way
    between two is cut short where the side rails are dotted.
    """
    ordered = sorted(rungs, key=lambda rung: -rung.points)
    heights, body = [30.0], ""
    for upper, lower in pairwise(ordered):
        gap = 12 * (upper.points - lower.points)
        heights.append(heights[-1] + min(max(gap, 30), 96))
        if gap > 96:
            y = (heights[-1] + heights[-2]) / 2
            body += f'<path class="cut" d="M0 {_n(y - 3)}H70M0 {_n(y + 3)}H70"/>'
        else:
            for n in range(1, upper.points - lower.points):
                y = heights[-2] + n * (heights[-1] - heights[-2]) / (upper.points - lower.points)
                body += f'<path class="thin" d="M12 {_n(y)}H58"/>'
    foot = heights[-1] + 24
    rails = f'<path class="rail" d="M9 4V{_n(foot)}M61 4V{_n(foot)}"/>'
    body = rails.replace('"rail"', '"rail edge"') + rails + body
    for rung, y in zip(ordered, heights, strict=True):
        wide = (2, 66) if rung.kind == "own" else (11, 48)
        body += _box(wide[0], y - 5, wide[1], 10, f"rung {rung.kind}")
        body += _text(92, y + 6, ", ".join(rung.names), f"name {rung.kind}")
        body += _text(WIDTH - 2, y + 6, str(rung.points), f"figure {rung.kind}")
    return _svg(body, foot + 4, "ladder")


def streak(days: Sequence[DayCell], letters: Sequence[str]) -> str:
    """Return the last days in rows of seven, today at the lower right; a row of days is joined."""
    wide, high, radius = WIDTH / 7, 74, 18
    body = ""
    for index, letter in enumerate(letters):
        body += _text((index + 0.5) * wide, 14, letter, "axis")

    def centre(n: int) -> tuple[float, float]:
        return (n % 7 + 0.5) * wide, 46 + n // 7 * high

    for n, (day, after) in enumerate(pairwise(days)):
        if day.kind == after.kind == "timely":
            (x, y), (to, _) = centre(n), centre(n + 1)
            if to > x:
                body += _planks(x + radius, y, to - radius)
            else:
                body += _planks(x + radius, y, WIDTH) + _planks(0, y + high, to - radius)
    for n, day in enumerate(days):
        x, y = centre(n)
        if day.kind != "none":
            body += _circle(x, y, radius, f"day {day.kind}{' today' if day.is_today else ''}")
        if day.points is not None:
            body += _text(x, y + 6, str(day.points), "figure today" if day.is_today else "figure")
        body += _text(x, y + 36, day.label, "axis own" if day.is_today else "axis")
    return _svg(body, high * -(-len(days) // 7) + 16, "streak")


def costs(lost: Sequence[float], marked: Sequence[int]) -> str:
    """Return what each turn cost as bars that hang; those of the `marked` rounds stand out."""
    step, top, high = WIDTH / len(lost), 24.0, 64.0
    most = max(*lost, 1.0)
    body = f'<path class="floor" d="M0 {_n(top)}H{WIDTH}"/>'
    for round, cost in enumerate(lost, start=1):
        x = (round - 1) * step
        is_marked = round in marked
        if cost >= COSTS_FROM:
            kind = "cost marked" if is_marked else "cost"
            body += _box(x + 3, top, step - 6, max(2.0, high * cost / most), kind)
        if is_marked or round in (1, len(lost)):
            body += _text(x + step / 2, top - 9, str(round), "axis")
    return _svg(body, top + high + 4, "costs")


@dataclass(frozen=True, slots=True)
class Scale:
    """The values of a trend from the lower edge to the upper one, and how far lines are apart."""

    low: float
    high: float
    step: float
    is_low_best: bool = False

    @property
    def levels(self) -> list[float]:
        return [self.low + n * self.step for n in range(1 + round(self.span / self.step))]

    @property
    def span(self) -> float:
        return self.high - self.low


def points_scale(values: Sequence[int]) -> Scale:
    """Return the scale of points: up to 60, down to the lowest ten."""
    return Scale(min(*values, 30) // 10 * 10, 60, 10)


def cost_scale(values: Sequence[float]) -> Scale:
    """Return the scale of points lost per turn: down to nothing, up to the next half."""
    return Scale(0, max(1, ceil(2 * max(values)) / 2), 0.5, is_low_best=True)


def trend(
    values: Sequence[float],
    means: Sequence[float],
    best: str,
    mean: str,
    scale: Scale,
    say: Callable[[float], str] = "{:g}".format,
) -> str:
    """Return games as dots, and the mean of the last ones as a line that ends at the last game.

    `best` names the best dot, `mean` the end of the line; `say` writes the numbers of the axis.
    """
    left, right, high = 30.0, WIDTH - 44.0, 170.0

    def x(n: int) -> float:
        return left + (right - left) * (n + 0.5) / len(values)

    def y(value: float) -> float:
        return 12 + high * (scale.high - value) / scale.span

    body = ""
    for level in scale.levels:
        body += f'<path class="level" d="M{_n(left)} {_n(y(level))}H{_n(right)}"/>'
        body += _text(12, y(level) + 4, say(level), "axis")
    sign = -1 if scale.is_low_best else 1
    top = max(range(len(values)), key=lambda n: (sign * values[n], n))
    for n, value in enumerate(values):
        body += _circle(x(n), y(value), 3, "game")
    body += _circle(x(top), y(values[top]), 7, "best")
    is_left = x(top) > WIDTH / 2
    label = x(top) + (-12 if is_left else 12), y(values[top]) - 8
    body += _text(*label, best, "best left" if is_left else "best right")
    first = len(values) - len(means)
    points = "L".join(f"{_n(x(first + n))} {_n(y(each))}" for n, each in enumerate(means))
    if points:
        body += f'<path class="mean" d="M{points}"/>'
        body += _circle(x(len(values) - 1), y(means[-1]), 4.5, "end")
        body += _text(WIDTH - 2, y(means[-1]) + 6, mean, "mean")
    return _svg(body, high + 24, "trend")


def bar(parts: Sequence[tuple[float, str]]) -> str:
    """Return a bar of parts beside each other: each its share of the whole, and its class."""
    body, at = "", 0.0
    for share, kind in parts:
        if share > 0:
            body += _box(100 * at, 0, max(0.5, 100 * share - 0.5), 8, kind)
            at += share
    return (
        '<svg class="plot share" viewBox="0 0 100 8" preserveAspectRatio="none"'
        f' aria-hidden="true">{body}</svg>'
    )


def _planks(x: float, y: float, to: float) -> str:
    return (
        f'<path class="wood" d="M{_n(x)} {_n(y)}H{_n(to)}"/>'
        f'<path class="plank" d="M{_n(x)} {_n(y)}H{_n(to)}"/>'
    )


def _svg(body: str, height: float, name: str) -> str:
    return (
        f'<svg class="plot {name}" viewBox="0 0 {WIDTH} {_n(height)}" aria-hidden="true">'
        f"{body}</svg>"
    )


def _circle(x: float, y: float, radius: float, kind: str) -> str:
    return f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"/>'


def _box(x: float, y: float, wide: float, high: float, kind: str) -> str:
    rounding = 4 if "bar" in kind else 1
    return (
        f'<rect class="{kind}" x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}"'
        f' rx="{rounding}"/>'
    )


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}">{escaped(text)}</text>'


def _n(length: float) -> str:
    return f"{round(length, 1):g}"
