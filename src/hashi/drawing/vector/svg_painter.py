"""The SVG painter: a standalone document with one sheet, its goals and its info bar."""

from __future__ import annotations

import re
from html import escape

from hashi.drawing.sheet_scene import Cell, Scene
from hashi.drawing.theme import Theme
from hashi.drawing.vector.bars import (
    CELL_GAP,
    CELL_HEIGHT,
    GAP,
    goals_height,
    goals_svg,
    info_rows,
    info_svg,
)
from hashi.drawing.vector.sea import sea_size, sea_svg
from hashi.drawing.vector.strokes import num
from hashi.drawing.vector.style import document_css

EDGE = 0.16
LEAST_WIDTH = 6.38
"""What the goal boxes and a row of the info bar need: the sea of a board of six columns."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def svg(
    scene: Scene, *, theme: Theme = Theme.AUTO, title: str = "", width: int | None = None
) -> str:
    """A standalone SVG document. Without a width it scales with what it stands in."""
    if not scene.boxes and not scene.cells:
        wide, high = sea_size(scene.board)
        return document(sea_svg(scene, wide), wide, high, theme=theme, title=title, width=width)
    wide = sheet_width(scene)
    upper, high = sheet_svg(scene, wide)
    lower, more = bar_svg(scene.cells, wide, high)
    return document(
        framed(upper + lower, wide, high + more),
        wide + 2 * EDGE,
        high + more + 2 * EDGE,
        theme=theme,
        title=title,
        width=width,
    )


def sheet_width(scene: Scene) -> float:
    """How wide a sheet is with its goals: never narrower than the boxes need."""
    return max(sea_size(scene.board)[0], LEAST_WIDTH)


def sheet_svg(scene: Scene, width: float) -> tuple[str, float]:
    """The goal boxes, if any, above the sea; and how high both are."""
    down = goals_height(scene.boxes)
    return (
        goals_svg(scene.boxes, width) + moved(sea_svg(scene, width), 0, down),
        down + sea_size(scene.board)[1],
    )


def bar_svg(cells: tuple[Cell, ...], width: float, down: float) -> tuple[str, float]:
    """The info bar, that far down; and how much height it adds."""
    if not cells:
        return "", 0.0
    high = info_rows(cells, width) * (CELL_HEIGHT + CELL_GAP) - CELL_GAP
    return moved(info_svg(cells, width), 0, down + GAP), GAP + high


def framed(body: str, width: float, height: float) -> str:
    """The body on paper, with a narrow edge all around."""
    return (
        f'<rect class="paper" width="{num(width + 2 * EDGE)}" height="{num(height + 2 * EDGE)}"'
        f' rx="{num(0.36)}"/>{moved(body, EDGE, EDGE)}'
    )


def moved(body: str, x: float, y: float) -> str:
    return f'<g transform="translate({num(x)} {num(y)})">{body}</g>'


def escaped(text: str) -> str:
    """Return the text escaped, and without characters that XML does not allow."""
    return escape(_UNPRINTABLE.sub("\ufffd", text))


def document(
    body: str, wide: float, high: float, *, theme: Theme, title: str = "", width: int | None = None
) -> str:
    """The document around a body of that size."""
    size = f' width="{width}" height="{round(width * high / wide)}"' if width else ""
    named = f"<title>{escaped(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hashi hashi-{theme}" role="img"'
        f' viewBox="0 0 {num(wide)} {num(high)}"{size}>{named}'
        f"<style>\n{document_css(theme)}</style>{body}</svg>\n"
    )
