"""Islands in SVG: the disc, its number or dots, its flag, and the marks of its state."""

from __future__ import annotations

from functools import lru_cache

from hashi.drawing.sheet_scene import IslandState, Spot
from hashi.drawing.vector.ghosts import ghost_number, tick_disc
from hashi.drawing.vector.strokes import Point, hatched_disc, num, polyline, ring
from hashi.rules import Flag

RADIUS = 0.3
RING = 0.385

_DICE: dict[int, tuple[Point, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, 0), (1, 0)),
    3: ((-1, 0.7), (1, 0.7), (0, -0.9)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1.2), (1, -1.2), (-1, 0), (1, 0), (-1, 1.2), (1, 1.2)),
}
_BEYOND = (*_DICE[6], (0, -1.2), (0, 0), (0, 1.2))
"""More than six bridges at an island without a number: free pens only."""

_MOST_OVER = 2


@lru_cache(maxsize=5_000)
def island_svg(spot: Spot) -> str:
    """An island in the raster. The flag comes last: nothing covers it."""
    classes = ["isle", spot.state.value]
    classes += ["fresh"] if spot.is_fresh else []
    classes += ["target"] if spot.is_target else []
    centre = (spot.x, spot.y)
    disc = f'<circle class="disc" cx="{num(spot.x)}" cy="{num(spot.y)}" r="{num(RADIUS)}"/>'
    return (
        f'<g class="{" ".join(classes)}" data-island="{spot.name}">{disc}'
        f"{_state(spot, centre)}{number_svg(spot)}{_over(spot)}{_better(spot)}"
        f"{flag_svg(spot.flag, centre)}{_lost_flag(spot)}</g>"
    )


def _better(spot: Spot) -> str:
    """What a better turn writes here, as a ghost; a tick where it is written."""
    if spot.ghost is not None:
        return ghost_number(spot.x, spot.y, spot.ghost)
    return tick_disc(spot.x + 0.24, spot.y + 0.24) if spot.is_ticked else ""


def flag_svg(flag: Flag | None, centre: Point) -> str:
    """A red flag is a pointed pennant, a blue one a swallowtail."""
    if flag is None:
        return ""
    x, y = centre[0] + 0.2, centre[1] - 0.6
    cloth = (
        polyline((x, y), (x + 0.31, y + 0.11), (x, y + 0.22), closed=True)
        if flag is Flag.RED
        else polyline(
            (x, y),
            (x + 0.28, y),
            (x + 0.19, y + 0.11),
            (x + 0.28, y + 0.22),
            (x, y + 0.22),
            closed=True,
        )
    )
    return (
        f'<path class="flag {flag.value}" d="{cloth}"/>'
        f'<path class="pole" d="{polyline((x, y), (x, y + 0.385))}"/>'
    )


def _lost_flag(spot: Spot) -> str:
    """A stroke through a flag that cannot be finished any more."""
    if spot.flag is None or spot.state not in (IslandState.DEAD, IslandState.STRUCK):
        return ""
    x, y = spot.x + 0.14, spot.y - 0.33
    stroke = polyline((x, y), (x + 0.38, y - 0.34))
    return f'<path class="lost bed" d="{stroke}"/><path class="lost" d="{stroke}"/>'


def _state(spot: Spot, centre: Point) -> str:
    x, y = centre
    match spot.state:
        case IslandState.FINISHED:
            fresh = " fresh" if spot.is_fresh_finish else ""
            drawn = ring(centre, RING, spot.x * 3 + spot.y * 5)
            return f'<path class="ring{fresh}" d="{drawn}"/>'
        case IslandState.DEAD:
            return f'<path class="hatch" d="{hatched_disc(centre, RADIUS, 0.1)}"/>'
        case IslandState.STRUCK:
            arm = 0.3
            falling = polyline((x - arm, y - arm), (x + arm, y + arm))
            rising = polyline((x - arm, y + arm), (x + arm, y - arm))
            return f'<path class="cross" d="{falling}{rising}"/>'
        case _:
            return ""


def number_svg(spot: Spot) -> str:
    """The number, above a wide copy of itself (a halo) where strokes run behind it.

    SVG has `paint-order` for that, which many programs do not know.
    """
    if spot.number is not None:
        at = f'x="{num(spot.x)}" y="{num(spot.y + 0.151)}"'
        is_covered = spot.state in (IslandState.DEAD, IslandState.STRUCK)
        halo = f'<text class="halo" {at}>{spot.number}</text>' if is_covered else ""
        now = ' class="now"' if spot.is_fresh else ""
        return f"{halo}<text {at}{now}>{spot.number}</text>"
    return "".join(
        f'<circle class="dot" cx="{num(spot.x + 0.085 * dx)}" cy="{num(spot.y + 0.085 * dy)}"'
        f' r="{num(0.042)}"/>'
        for dx, dy in _DICE.get(spot.dots, _BEYOND)
    )


def _over(spot: Spot) -> str:
    """Numbers written over the first one: small, at the lower left."""
    if not spot.scribbles:
        return ""
    fits = len(spot.scribbles) <= _MOST_OVER
    shown, more = (spot.scribbles, "") if fits else (spot.scribbles[-1:], "…")
    digits = " ".join(
        f'<tspan class="now">{one.number}</tspan>' if one.is_fresh else str(one.number)
        for one in shown
    )
    is_at_edge = spot.x == 0 and len(spot.scribbles) > 1  # several of them are wider than the room
    aside = 0.21 if is_at_edge else 0.34
    rest = f'x="{num(spot.x - aside)}" y="{num(spot.y + 0.42)}">{more}{digits}</text>'
    return f'<text class="over halo" {rest}<text class="over" {rest}'
