"""The terminal painter: the same scene in characters."""

from __future__ import annotations

from string import ascii_lowercase

from hashi.drawing.characters import paint
from hashi.drawing.characters.canvas import Canvas
from hashi.drawing.characters.glyphs import ASCII, UNICODE, Glyphs
from hashi.drawing.characters.ledge import NARROW_WIDTH, goals_text, info_text
from hashi.drawing.characters.paint import Paint, Palette
from hashi.drawing.sheet_scene import IslandState, Scene, Span, Spot
from hashi.drawing.theme import Theme, colours
from hashi.rules import Flag

LEAST_WIDTH = 56
"""Nine cards of the info bar, or three goals."""

_NARROWEST, _WIDEST = 4, 9
_ABOVE = 2
"""Rows above the first islands: letters, and their flags."""
_AIRY_ROWS = 6
"""Boards up to that high have two rows between their islands, higher ones a single row."""


def text(scene: Scene, *, palette: Palette, width: int = 80, theme: Theme = Theme.LIGHT) -> str:
    """The scene as lines of at most that many columns; goals and cards take at least 36.

    Islands never come closer than four columns, so a board of more than eight columns may need
    more than 36, one of more than fourteen more than 60.
    """
    glyphs = ASCII if palette is Palette.ASCII else UNICODE
    raster = Raster(scene, width)
    has_bars = bool(scene.boxes or scene.cells)
    is_narrow = width < LEAST_WIDTH
    bars = NARROW_WIDTH if is_narrow else LEAST_WIDTH
    canvas = Canvas(max(raster.width, bars if has_bars else 0))
    goals_text(canvas, scene.boxes, glyphs, is_narrow=is_narrow)
    raster.draw(canvas, glyphs)
    info_text(canvas, scene.cells, glyphs, is_narrow=is_narrow)
    return canvas.written(palette, colours(theme))


class Raster:
    """Where the islands come to stand in rows and columns of characters.

    Rows count from the first one of the picture, or of the board where only that is drawn.
    """

    def __init__(self, scene: Scene, width: int) -> None:
        self._scene = scene
        self._left = len(str(scene.board.height)) + 2
        room = (width - self._left - 4) // max(1, scene.board.width - 1)
        self._across = max(_NARROWEST, min(_WIDEST, room))
        self._down = 3 if scene.board.height <= _AIRY_ROWS else 2
        self._top = _ABOVE

    @property
    def width(self) -> int:
        return self._left + (self._scene.board.width - 1) * self._across + 4

    @property
    def height(self) -> int:
        return 2 + _ABOVE + (self._scene.board.height - 1) * self._down

    def draw(self, canvas: Canvas, glyphs: Glyphs) -> None:
        # Letters, a row for the flags of the first islands, the raster, and water below it.
        first = canvas.add_rows(self.height, paint.SEA)
        self._top = first + _ABOVE
        for column in range(self._scene.board.width):
            canvas.write(first, self.cell(column, 0)[1], ascii_lowercase[column], paint.AT)
        for row in range(self._scene.board.height):
            label = f"{row + 1:>{self._left - 2}}"
            canvas.write(self.cell(0, row)[0], 1, label, paint.AT)
        for span in self._scene.spans:
            self._draw_span(canvas, glyphs, span)
        for spot in self._scene.spots:
            self._draw_spot(canvas, glyphs, spot)

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The row and column of an island's number."""
        return self._top + y * self._down, self._left + 1 + x * self._across

    def cells(self, span: Span) -> list[tuple[int, int]]:
        """The rows and columns of a line, from its start to its end."""
        row, column = self.cell(*span.start)
        if span.is_horizontal:
            hidden = {gap.at * self._across for gap in span.gaps}
            steps = [n for n in range(2, span.length * self._across - 1) if n not in hidden]
            return [(row, column + n) for n in steps]
        hidden = {gap.at * self._down for gap in span.gaps}
        steps = [n for n in range(1, span.length * self._down) if n not in hidden]
        return [(row + n, column) for n in steps]

    def _draw_span(self, canvas: Canvas, glyphs: Glyphs, span: Span) -> None:
        cells = self.cells(span)
        for cell, glyph in zip(cells, glyphs.run(span, len(cells)), strict=True):
            canvas.write(*cell, glyph, _span_paint(span, glyph, glyphs))

    def _draw_spot(self, canvas: Canvas, glyphs: Glyphs, spot: Spot) -> None:
        row, column = self.cell(spot.x, spot.y)
        dots = glyphs.dots[min(spot.dots, len(glyphs.dots) - 1)]
        inner = dots if spot.number is None else str(spot.number % 10)
        over = spot.scribbles[-1].number if spot.scribbles else None
        edge, middle = _spot_paints(spot)
        canvas.write(row, column - 1, glyphs.chip(spot.state, inner, over, spot.is_target), edge)
        canvas.write(row, column, inner, middle)
        if spot.flag:
            flag = paint.RED_FLAG if spot.flag is Flag.RED else paint.BLUE_FLAG
            canvas.write(row - 1, column + 1, glyphs.flags[spot.flag], flag)
        if spot.is_fresh or any(one.is_fresh for one in spot.scribbles):
            canvas.write(row - 1, column - 1, glyphs.fresh, paint.FRESH)
        elif spot.is_fresh_finish:
            canvas.write(row - 1, column - 1, glyphs.ringed, paint.FRESH)


def _span_paint(span: Span, glyph: str, glyphs: Glyphs) -> Paint:
    if glyph in (glyphs.fresh, *glyphs.target) or span.fresh == span.bridges > 0:
        return paint.FRESH
    if span.bridges:
        return paint.BRIDGE
    return paint.BLOCKED if span.is_blocked else paint.OPEN


def _spot_paints(spot: Spot) -> tuple[Paint, Paint]:
    """The paint of an island's brackets, and of what stands between them."""
    match spot.state:
        case IslandState.FINISHED:
            ring = paint.RINGED if spot.is_fresh_finish else paint.RING
            return ring, paint.RINGED if spot.is_fresh else paint.FINISHED
        case IslandState.DEAD | IslandState.STRUCK:
            return paint.FADED, paint.WRITTEN if spot.is_fresh else paint.FADED
        case IslandState.NUMBERED:
            both = paint.WRITTEN if spot.is_fresh else paint.NUMBERED
            return both, both
        case _:
            return paint.WRITTEN if spot.is_target else paint.EMPTY, paint.EMPTY
