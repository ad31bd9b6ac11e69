"""The course of a game so far in SVG: a line for each player's points, for those who watch.

Each line has the colour of its seat and a dash of its own, and ends at the sign of the seat and the
points. Signs are symbols of the page; the picture stands beside the same figures, so it is hidden
from screen readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

WIDTH, HIGH, HEAD, FOOT = 560, 104, 12, 22
"""The width of the picture, the height of its lines, and the room above and below them."""
LEFT, RIGHT = 26, 84
"""The room for the scale, and for signs and points."""
DASHES = ("", "9 5", "2 5", "12 4 2 4")
LEAST = 10
"""The points that fill the height at least."""
APART = 20
"""The least distance of two ends."""
SIGN = 18


def course_svg(totals: Sequence[Sequence[int]], rounds: int) -> str:
    """Return the points of every player after each closed round, from none before the first card;
    `rounds` is how many the whole game has."""
    closed = len(totals[0]) - 1
    top = max(LEAST, *(points for player in totals for points in player))
    step = (WIDTH - LEFT - RIGHT) / max(1, rounds)
    base = HEAD + HIGH

    def at(round: int, points: int) -> str:
        return f"{LEFT + round * step:.1f} {base - points * HIGH / top:.1f}"

    lines = "".join(
        f'<path class="seat-{seat}" stroke="currentcolor" stroke-dasharray="{DASHES[seat]}"'
        f' d="M{"L".join(at(round, points) for round, points in enumerate(player))}"/>'
        for seat, player in enumerate(totals)
    )
    ends = _ends([player[-1] for player in totals], LEFT + closed * step + 8, HIGH / top)
    named = sorted({1, *range(5, rounds, 5), rounds} - {closed}) if rounds > 1 else [1]
    names = "".join(
        f'<text class="round" x="{LEFT + round * step:.1f}" y="{base + 16}">{round}</text>'
        for round in sorted({*named, closed} - {0})
        if round == closed or abs(round - closed) * step > APART
    )
    return (
        f'<svg class="course" viewBox="0 0 {WIDTH} {base + FOOT}" aria-hidden="true"'
        f' focusable="false">{_grid(top)}{lines}{ends}{names}</svg>'
    )


def _grid(top: int) -> str:
    """Return lines at full tens, with their points, and the ground."""
    every = 10 if top <= 50 else 20 if top <= 100 else 50
    base = HEAD + HIGH
    painted = f'<path class="ground" d="M{LEFT} {base}H{WIDTH - RIGHT}"/>'
    for points in range(every, top + 1, every):
        y = base - points * HIGH / top
        painted += (
            f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
            f'<text class="scale" x="{LEFT - 6}" y="{y + 4:.1f}">{points}</text>'
        )
    return painted


def _ends(totals: Sequence[int], x: float, point: float) -> str:
    """Return signs and points behind the lines; players with as many points share one end."""
    ranked = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    ends = [(points, tuple(seats)) for points, seats in groupby(ranked, lambda s: totals[s])]
    heights = [HEAD + HIGH - points * point for points, _ in ends]
    for upper in range(1, len(heights)):
        heights[upper] = max(heights[upper], heights[upper - 1] + APART)
    heights[-1] = min(heights[-1], HEAD + HIGH - 2.0)
    for lower in range(len(heights) - 1, 0, -1):
        heights[lower - 1] = min(heights[lower - 1], heights[lower] - APART)
    painted = ""
    for (points, seats), y in zip(ends, heights, strict=True):
        for number, seat in enumerate(seats):
            painted += (
                f'<use class="seat-{seat}" href="#sign-{seat}" x="{x + number * (SIGN + 1):.1f}"'
                f' y="{y - SIGN / 2:.1f}" width="{SIGN}" height="{SIGN}"/>'
            )
        after = x + len(seats) * (SIGN + 1) + 4
        painted += f'<text class="sum" x="{after:.1f}" y="{y + 5.5:.1f}">{points}</text>'
    return painted
