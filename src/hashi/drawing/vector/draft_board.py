"""A board that is being drawn: its points as rings, its lines with gaps, what is wrong with it."""

from __future__ import annotations

from collections.abc import Collection

from hashi.boards import BoardDraft
from hashi.drawing.sheet_scene import Gap, IslandState, Span, Spot
from hashi.drawing.vector.bridges import span_svg
from hashi.drawing.vector.islands import RADIUS, island_svg
from hashi.drawing.vector.sea import board_frame
from hashi.drawing.vector.strokes import hatched_disc, num
from hashi.rules import Line

POINT = 0.1
"""The radius of a point where no island lies."""


def draft_board(
    draft: BoardDraft, attributes: str, *, outside: Collection[str] = (), weak: Collection[str] = ()
) -> str:
    """Return the picture; islands outside are hatched, weak ones have a dashed ring."""
    crossed = {point for lines in draft.crossings for point in [_meeting(*lines)]}
    islands = {(island.column, island.row) for island in draft.islands}
    points = "".join(
        f'<circle class="point" cx="{num(column)}" cy="{num(row)}" r="{num(POINT)}"/>'
        for row in range(draft.height)
        for column in range(draft.width)
        if (column, row) not in crossed | islands
    )
    lines = "".join(span_svg(_span(draft, line)) for line in draft.lines)
    drawn = []
    for island in draft.islands:
        spot = Spot(
            island.name,
            island.column,
            island.row,
            island.flag,
            IslandState.EMPTY,
            number=None,
            is_fresh=False,
            is_fresh_finish=False,
            is_target=False,
            dots=0,
            scribbles=(),
        )
        centre = (float(island.column), float(island.row))
        marks = ""
        if island.name in outside:
            marks = f'<path class="apart" d="{hatched_disc(centre, RADIUS, 0.1)}"/>'
        if island.name in weak:
            marks += (
                f'<circle class="weak" cx="{num(centre[0])}" cy="{num(centre[1])}"'
                f' r="{num(RADIUS + 0.1)}"/>'
            )
        drawn.append(island_svg(spot) + marks)
    return board_frame(draft, f"{points}{lines}{''.join(drawn)}", attributes)


def _meeting(across: Line, down: Line) -> tuple[int, int]:
    return down.ends[0].column, across.ends[0].row


def _span(draft: BoardDraft, line: Line) -> Span:
    """Return a line; the upright one has a gap where another one crosses it."""
    a, b = line.ends
    gaps = [
        Gap(_meeting(across, down)[1] - a.row, 0)
        for across, down in draft.crossings
        if down == line
    ]
    return Span(
        line.name,
        (a.column, a.row),
        b.column - a.column + b.row - a.row,
        line.is_horizontal,
        bridges=0,
        fresh=0,
        is_target=False,
        is_blocked=False,
        gaps=tuple(gaps),
    )
