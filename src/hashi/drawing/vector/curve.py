"""The curve of expected points in SVG: a band for each item of points, luck and cost in lanes of
their own below, and what was still possible above.

Lengths are pixels of the page: the same curve is painted in several sizes, so that its text stays
as large as that of the page. Bands have the custom properties of the page as their colours, all
other elements classes. Texts are handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import floor

from hashi.drawing.goal_icons import ICONS, page_shape
from hashi.rules import Goal
from hashi.rules.goals import GOALS

Point = tuple[float, float]

ISLANDS = "islands"
BANDS: tuple[str, ...] = (ISLANDS, *GOALS)
"""What earns points, from the bottom of the curve to its top."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The curve before the first card, or after a round."""

    bands: tuple[float, ...]
    """Expected points in the order of BANDS."""
    value: str
    """Their sum as it is shown."""
    luck: float = 0.0
    cost: float = 0.0
    possible: int | None = None
    """What could still be reached."""
    is_costly: bool = False
    """Whether the turn is one of the costliest."""

    @property
    def total(self) -> float:
        return sum(self.bands)


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's game as a curve, with its texts."""

    stops: tuple[Stop, ...]
    names: tuple[str, ...]
    """What the bands are called."""
    ends: tuple[str, ...]
    """What each band came to."""
    total: str
    possible: str
    """How the line of what was possible is called; empty where there is none."""
    luck: tuple[str, str]
    """The sum of the luck and its name."""
    cost: tuple[str, str]
    deadlines: tuple[tuple[int, tuple[Goal, ...]], ...] = ()
    """Rounds after which goals pay less, in a game alone (R31)."""
    links: tuple[str, ...] = ()
    """Where a tap on each stop leads."""
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class Size:
    """How large a curve is painted."""

    name: str
    width: int
    left: int
    right: int
    point: float
    """The height of a point in the curve, at most."""
    lane: float
    """The height of a point in the lanes, at most; 0 for none, where the window is low."""


SIZES = (
    Size("small", 288, 24, 56, 5, 16),
    Size("phone", 358, 26, 58, 6, 16),
    Size("wide", 632, 30, 76, 5, 15),
    Size("low", 358, 26, 58, 2.5, 0),
)
HEAD = 30
"""The room above the curve for the flags of the deadlines."""
HIGHEST, HIGHEST_LANE = 250.0, 40.0
"""The most that the curve and a lane may take."""
NAME_HEIGHT = 14
APART = 20
"""The least distance of two texts at the right."""
_WAVE = 16
_GRID = 10


def curve_svg(curve: Curve, size: Size) -> str:
    """Return the curve in one size, as an element of a page."""
    return _Painter(curve, size).svg()


class _Painter:
    """Paints one curve in one size."""

    def __init__(self, curve: Curve, size: Size) -> None:
        self.curve, self.size = curve, size
        self.last = len(curve.stops) - 1
        self.right = size.width - size.right
        self.step = (self.right - size.left) / max(1, self.last)
        self.half = min(10.0, 0.3 * self.step)
        self.beside = self.right + max(7.0, self.half + 4)
        least = min(stop.bands[0] for stop in curve.stops)
        self.base = max(0, 2 * floor((least - 5) / 2))
        highest = max(max(stop.total, stop.possible or 0) for stop in curve.stops)
        self.top = highest + 2
        self.point = min(size.point, HIGHEST / (self.top - self.base))
        drawn = (self.top - self.base) * self.point
        texts = 1 + len(BANDS)  # at the right
        self.bottom = max(HEAD + drawn, texts * APART)
        lucks = [stop.luck for stop in curve.stops]
        costs = [max(0.0, stop.cost) for stop in curve.stops]
        self.lane = min(size.lane, HIGHEST_LANE / max(0.1, *map(abs, lucks), *costs))
        self.luck_at = self.bottom + 22 + max(14.0, max(lucks) * self.lane)
        self.cost_at = self.luck_at + max(24.0, -min(lucks) * self.lane + 14)
        below = self.cost_at + max(26.0, max(costs) * self.lane + 6) if size.lane else self.bottom
        self.axis = below + 18

    def x(self, stop: float) -> float:
        return self.size.left + stop * self.step

    def y(self, points: float) -> float:
        return self.bottom - (points - self.base) * self.point

    def level(self, stop: int, bands: int) -> Point:
        """Return where the edge above so many bands is at a stop."""
        return self.x(stop), self.y(sum(self.curve.stops[stop].bands[:bands]))

    def svg(self) -> str:
        parts = (
            self._patterns(),
            self._grid(),
            self._bands(),
            self._base(),
            self._deadlines(),
            self._possible(),
            self._line(),
            self._lanes() if self.size.lane else "",
            self._names(),
            self._ends(),
            self._axis(),
            *map(self._stop, range(self.last + 1)),
        )
        height = round(self.axis + 8)
        return (
            f'<svg class="curve curve-{self.size.name}" xmlns="http://www.w3.org/2000/svg"'
            f' viewBox="0 0 {self.size.width} {height}" width="{self.size.width}"'
            f' height="{height}" aria-hidden="true" focusable="false">{"".join(parts)}</svg>'
        )

    # --- the curve

    def _id(self, band: str) -> str:
        return f"{self.size.name}-{band}"

    def _patterns(self) -> str:
        painted = ""
        for goal in GOALS:
            weave = ICONS[goal.icon].weave
            turned = f' patternTransform="{weave.transform}"' if weave.transform else ""
            painted += (
                f'<pattern id="{self._id(goal)}" width="{weave.size}" height="{weave.size}"'
                f' patternUnits="userSpaceOnUse"{turned}>'
                f"{weave.tile.format(colour=_colour(goal.colour))}</pattern>"
            )
        return f"<defs>{painted}</defs>"

    def _grid(self) -> str:
        first = self.base - self.base % _GRID + _GRID
        values = range(int(first), int(self.top) + 1, _GRID)
        return "".join(
            f'<path class="grid" d="M{self.size.left} {_n(self.y(value))}H{_n(self.right)}"/>'
            f'<text class="scale" x="{self.size.left - 6}" y="{_n(self.y(value) + 4)}">'
            f"{value}</text>"
            for value in values
        )

    def _bands(self) -> str:
        stops = range(self.last + 1)
        painted = ""
        for index, band in enumerate(BANDS):
            lower = (
                [(self.x(stop), self.bottom) for stop in stops]
                if index == 0
                else [self.level(stop, index) for stop in stops]
            )
            upper = [self.level(stop, index + 1) for stop in stops]
            shape = f"{_path(upper)}L{_path(lower[::-1])[1:]}Z"
            tint, edge = band_colours(index)
            painted += f'<path class="band {band}" d="{shape}" fill="{tint}"/>'
            if band != ISLANDS:
                painted += f'<path class="weave" d="{shape}" fill="url(#{self._id(band)})"/>'
            if band != BANDS[-1]:  # there the line of the whole is drawn
                painted += f'<path class="edge {band}" d="{_path(upper)}" stroke="{edge}"/>'
        return painted

    def _base(self) -> str:
        """The lower end: a wave where the first points are under water, a line at zero."""
        left, right = self.size.left, self.right
        if not self.base:
            return f'<path class="ground" d="M{left} {_n(self.bottom)}H{_n(right)}"/>'
        count = round((right - left) / _WAVE / 2) * 2
        half = (right - left) / count
        crests = "".join(
            f"q{_n(half / 2)} {4 if wave % 2 else -4} {_n(half)} 0" for wave in range(count)
        )
        water = f"M{left} {_n(self.bottom)}{crests}"
        return f'<path class="under" d="{water}v6H{left}Z"/><path class="ground" d="{water}"/>'

    def _deadlines(self) -> str:
        painted = ""
        for round, goals in self.curve.deadlines:
            x = self.x(round + 0.5)
            painted += f'<path class="until" d="M{_n(x)} {HEAD - 12}V{_n(self.bottom)}"/>'
            for index, goal in enumerate(goals):
                painted += _sign(goal, x + 2 + 19 * index, 12)
        return painted

    def _possible(self) -> str:
        """What could still be reached: it falls with the turn that closed a door."""
        points: list[Point] = []
        for number, stop in enumerate(self.curve.stops):
            if stop.possible is None:
                continue
            y = self.y(stop.possible)
            if points and points[-1][1] != y:
                points.append((self.x(number), points[-1][1]))
            points.append((self.x(number), y))
        if len(points) < 2 or not self.curve.possible:
            return ""
        return f'<path class="possible" d="{_path(points)}"/>'

    def _line(self) -> str:
        stops = self.curve.stops
        points = [(self.x(number), self.y(stop.total)) for number, stop in enumerate(stops)]
        ends = "".join(
            f'<circle class="end" cx="{_n(x)}" cy="{_n(y)}" r="4"/>'
            for x, y in (points[0], points[-1])
        )
        costly = "".join(
            f'<circle class="costly" cx="{_n(x)}" cy="{_n(y)}" r="4.5"/>'
            for (x, y), stop in zip(points, stops, strict=True)
            if stop.is_costly
        )
        return f'<path class="total" d="{_path(points)}"/>{ends}{costly}'

    # --- the lanes

    def _lanes(self) -> str:
        left, right, half = self.size.left, self.right, self.half
        painted = ""
        for number, stop in enumerate(self.curve.stops):
            x = _n(self.x(number) - half)
            tall = abs(stop.luck) * self.lane
            if tall >= 0.5:
                y = self.luck_at - (tall if stop.luck > 0 else 0)
                painted += (
                    f'<rect class="luck" x="{x}" y="{_n(y)}" width="{_n(2 * half)}"'
                    f' height="{_n(tall)}"/>'
                )
            tall = stop.cost * self.lane
            if tall >= 0.5:
                costly = " costly" if stop.is_costly else ""
                painted += (
                    f'<rect class="cost{costly}" x="{x}" y="{_n(self.cost_at)}"'
                    f' width="{_n(2 * half)}" height="{_n(tall)}"/>'
                )
        lines = "".join(
            f'<path class="lane" d="M{left} {_n(y)}H{_n(right + 6)}"/>'
            for y in (self.luck_at, self.cost_at)
        )
        return painted + lines + self._sum("luck", self.luck_at) + self._sum("cost", self.cost_at)

    def _sum(self, kind: str, y: float) -> str:
        """The sum of a lane and its name, at the right."""
        value, name = self.curve.luck if kind == "luck" else self.curve.cost
        x, y = self.beside, y + (-4 if kind == "luck" else 8)
        return (
            f'<text class="sum {kind}" x="{_n(x)}" y="{_n(y)}">{escape(value)}</text>'
            f'<text class="of" x="{_n(x)}" y="{_n(y + 16)}">{escape(name)}</text>'
        )

    # --- texts

    def _names(self) -> str:
        """Names in the bands that are high enough at the left; the others have their signs."""
        painted = ""
        for index, name in enumerate(self.curve.names):
            covered = range(min(self.last, 4) + 1)
            upper = max(self.level(stop, index + 1)[1] for stop in covered)
            lower = min(
                self.level(stop, index)[1] if index else self.bottom - 4 for stop in covered
            )
            if lower - upper >= NAME_HEIGHT:
                painted += (
                    f'<text class="band-name {BANDS[index]}" x="{self.size.left + 7}"'
                    f' y="{_n((upper + lower) / 2 + 4.5)}" stroke="{band_colours(index)[0]}">'
                    f"{escape(name)}</text>"
                )
        if self.curve.possible and self.curve.stops[0].possible is not None:
            y = self.y(self.curve.stops[0].possible) - 6
            painted += (
                f'<text class="possible-name" x="{self.size.left + 3}" y="{_n(y)}">'
                f"{escape(self.curve.possible)}</text>"
            )
        return painted

    def _ends(self) -> str:
        """What the whole and each band came to, at the right, kept apart from each other."""
        downwards = range(len(BANDS) - 1, -1, -1)
        wanted = [self.level(self.last, len(BANDS))[1]]
        for index in downwards:
            lower = self.level(self.last, index)[1] if index else self.bottom
            wanted.append((self.level(self.last, index + 1)[1] + lower) / 2)
        heights = _apart(wanted, APART, self.bottom)
        heights[0] = min(heights[0], heights[1] - APART - 3)
        x = self.beside
        painted = (
            f'<text class="whole" x="{_n(x)}" y="{_n(heights[0] + 6)}">'
            f"{escape(self.curve.total)}</text>"
        )
        for height, index in zip(heights[1:], downwards, strict=True):
            goal, end = GOALS[index - 1] if index else None, self.curve.ends[index]
            painted += (
                f"{_sign(goal, x + 1, height)}"
                f'<text class="came" x="{_n(x + 24)}" y="{_n(height + 5)}">{escape(end)}</text>'
            )
        return painted

    @property
    def rounds(self) -> list[int]:
        """The rounds that are named below the curve."""
        return sorted({1, *(round for round, _ in self.curve.deadlines), self.last} - {0})

    def _axis(self) -> str:
        return "".join(
            f'<text class="round" x="{_n(self.x(round))}" y="{_n(self.axis)}">{round}</text>'
            for round in self.rounds
        )

    def _named_nearby(self, number: int) -> str:
        """Return what lies over names of rounds that are too near to that of a stop."""
        gaps = [round - number for round in self.rounds]
        gaps = [gap for gap in gaps if gap and abs(gap) * self.step < APART + 4]
        if not gaps:
            return ""
        start, end = self.x(number + min(0, *gaps)), self.x(number + max(0, *gaps))
        return (
            f'<rect class="under" x="{_n(start - 9)}" y="{_n(self.axis - 12)}" '
            f'width="{_n(end - start + 18)}" height="16"/>'
        )

    def _stop(self, number: int) -> str:
        """A stop: its column to tap; where it is chosen, a veil, a ring and its value."""
        stop, x = self.curve.stops[number], self.x(number)
        y, half = self.y(stop.total), self.step / 2
        edge = max(self.size.left, min(self.right, x))
        beside = min(max(edge, self.size.left + 16), self.right - 14)
        high = self.axis - HEAD + 16
        chosen = " chosen" if number == self.curve.chosen else ""
        column = f'x="{_n(x - half)}" y="{HEAD - 8}" width="{_n(self.step)}" height="{_n(high)}"'
        shown = (
            f"{self._named_nearby(number)}"
            f'<rect class="veil" {column}/>'
            f'<circle class="here" cx="{_n(x)}" cy="{_n(y)}" r="6.5"/>'
            f'<text class="value" x="{_n(beside)}" y="{_n(max(12.0, y - 15))}">'
            f"{escape(stop.value)}</text>"
            f'<text class="round here-round" x="{_n(x)}" y="{_n(self.axis)}">{number or "·"}</text>'
        )
        rect = f'<rect class="column" {column}/>'
        if self.curve.links:
            rect = f'<a href="{escape(self.curve.links[number])}" tabindex="-1">{rect}</a>'
        return f'<g class="stop{chosen}" data-stop="{number}"><g class="at">{shown}</g>{rect}</g>'


def band_colours(band: int) -> tuple[str, str]:
    """Return the colour of a band and that of its upper edge."""
    if not band:
        return _colour("meadow"), _colour("done")
    goal = GOALS[band - 1]
    return _colour(f"tint-{goal}"), _colour(goal.colour)


def _colour(name: str) -> str:
    return f"var(--{name})"


def _sign(goal: Goal | None, x: float, y: float) -> str:
    """The sign of a band, 17 wide, around a middle: the icon of a goal, or a ring for islands."""
    if goal is None:
        transform = f"translate({_n(x)} {_n(y)})"
        drawn = '<circle cx="7" cy="0" r="6"/><circle cx="7" cy="0" r="3.2"/>'
    else:
        transform = f"translate({_n(x - 1.9)} {_n(y - 8)}) scale(.64)"
        drawn = page_shape(goal)
    return f'<g class="sign {goal or ISLANDS}" transform="{transform}">{drawn}</g>'


def _apart(wanted: Sequence[float], least: float, bottom: float) -> list[float]:
    """Return heights from above to below, near those that are wanted, so far from each other."""
    heights: list[float] = []
    for height in wanted:
        heights.append(max(height, heights[-1] + least) if heights else height)
    for index in range(len(heights) - 1, -1, -1):
        room = bottom - 2 if index == len(heights) - 1 else heights[index + 1] - least
        heights[index] = min(heights[index], room)
    return heights


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(length: float) -> str:
    return f"{round(length, 1):g}"
