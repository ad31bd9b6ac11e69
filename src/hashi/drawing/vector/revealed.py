"""A board as it is shown for a moment after a round: the new marks first, all else faint and lean.

It is a fifth of the size of the board to play on: nothing on it can be touched or exchanged.
"""

from __future__ import annotations

from hashi.drawing.sheet_scene import IslandState, Span, Spot, span_of, spot_of
from hashi.drawing.vector.bridges import CLEAR
from hashi.drawing.vector.islands import RADIUS, RING, flag_svg, number_svg
from hashi.drawing.vector.strokes import hatched_disc, num, polyline
from hashi.rules.sheet_state import SheetState

LEFT, TOP, RIGHT, BOTTOM = 0.5, 0.66, 0.58, 0.5
"""From the edges to the centres of the outermost islands: room for rings and flags alone."""


def revealed_board(state: SheetState, seat: int) -> str:
    """The whole board as a picture without a sea; new marks have the colour of this seat."""
    board = state.board
    spans = [span_of(board, at, state.line(at)) for at in range(len(board.lines))]
    spots = [spot_of(board, at, *state.island(at)) for at in range(len(board.islands))]
    width, height = LEFT + board.width - 1 + RIGHT, TOP + board.height - 1 + BOTTOM
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hashi revealed" data-tint="{seat}"'
        f' viewBox="0 0 {num(width)} {num(height)}" aria-hidden="true">'
        f'<g transform="translate({num(LEFT)} {num(TOP)})">'
        f"{_path('open', [_line(span, 0, CLEAR) for span in spans if not span.bridges])}"
        f"{_path('rail', [line for span in spans for line in _bridges(span)[: _old(span)]])}"
        f"{''.join(_fresh(span) for span in spans)}{''.join(map(_island, spots))}</g></svg>"
    )


def _old(span: Span) -> int:
    """How many of the bridges that are drawn were there before."""
    return max(0, len(_bridges(span)) - span.fresh)


def _path(kind: str, pieces: list[str]) -> str:
    return f'<path class="{kind}" d="{"".join(pieces)}"/>' if pieces else ""


def _bridges(span: Span) -> list[str]:
    """The bridges on a line, up to three; free pens may draw more."""
    offs = {0: (), 1: (0.0,), 2: (-0.1, 0.1)}.get(span.bridges, (-0.12, 0.0, 0.12))
    return [_line(span, off, 0) for off in offs]


def _line(span: Span, off: float, clear: float) -> str:
    x, y = span.start
    far = span.length - clear
    if span.is_horizontal:
        return polyline((x + clear, y + off), (x + far, y + off))
    return polyline((x + off, y + clear), (x + off, y + far))


def _fresh(span: Span) -> str:
    return "".join(
        f'<path class="rail fresh" pathLength="1" d="{line}"/>'
        f'<path class="plank fresh" d="{line}"/>'
        for line in _bridges(span)[_old(span) :]
    )


def _island(spot: Spot) -> str:
    classes = " ".join(["isle", spot.state.value, *(["fresh"] if spot.is_fresh else [])])
    centre = f'cx="{num(spot.x)}" cy="{num(spot.y)}"'
    ring = hatch = ""
    if spot.state is IslandState.FINISHED:
        fresh = " fresh" if spot.is_fresh_finish else ""
        ring = f'<circle class="ring{fresh}" {centre} r="{num(RING)}"/>'
    elif spot.state in (IslandState.DEAD, IslandState.STRUCK):
        hatch = f'<path class="hatch" d="{hatched_disc((spot.x, spot.y), RADIUS, 0.1)}"/>'
    return (
        f'<g class="{classes}"><circle class="disc" {centre} r="{num(RADIUS)}"/>{ring}{hatch}'
        f"{number_svg(spot)}{flag_svg(spot.flag, (spot.x, spot.y))}</g>"
    )
