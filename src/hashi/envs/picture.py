"""Pictures of a game for the `render` methods, drawn by `hashi.drawing`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hashi.arrays import Batch
from hashi.drawing import Palette, Scene, image_of, scene, text
from hashi.drawing.sheet_scene import Cell
from hashi.drawing.theme import Theme
from hashi.drawing.vector.svg_painter import (
    EDGE,
    bar_svg,
    document,
    framed,
    moved,
    sheet_svg,
    sheet_width,
)

_BETWEEN = 0.3


WIDTH = 640
"""How many pixels a sheet is wide in the mode `rgb_array`."""
Rendered = str | NDArray[np.uint8]


def picture(batch: Batch, mode: str, game: int = 0) -> Rendered:
    """Return all sheets of a game with their goals and the cards.

    The mode is `ansi` (text for a terminal), `svg` or `rgb_array` (pixels, [height, width, 3]).
    The picture shows the marks of the open round of every seat, so it is not for players.
    """
    turned = batch.turned(game)
    cells = scene(
        batch.sheet(game, 0),
        deck=batch.deck,
        turned=turned,
        card=turned[-1] if turned and not batch.over[game] else None,
    ).cells
    scenes = [
        scene(batch.sheet(game, seat), boxes=batch.boxes(game, seat)) for seat in range(batch.seats)
    ]
    if mode == "ansi":
        return _text(scenes, cells)
    if mode == "svg":
        return _svg(scenes, cells, Theme.AUTO)
    image = image_of(_svg(scenes, cells, Theme.LIGHT), width=WIDTH * len(scenes))
    return np.asarray(image, np.uint8)


def _text(scenes: list[Scene], cells: tuple[Cell, ...]) -> str:
    """Return the sheets one below the other, with the cards below the last."""
    *upper, last = scenes
    return "\n".join(
        text(shown, palette=Palette.TRUECOLOUR) for shown in [*upper, replace(last, cells=cells)]
    )


def _svg(scenes: list[Scene], cells: tuple[Cell, ...], theme: Theme) -> str:
    """Return the sheets side by side, with the cards below."""
    wide = sheet_width(scenes[0])
    panels = [sheet_svg(shown, wide) for shown in scenes]
    across, down = len(scenes) * (wide + _BETWEEN) - _BETWEEN, panels[0][1]
    body = "".join(
        moved(panel, seat * (wide + _BETWEEN), 0) for seat, (panel, _) in enumerate(panels)
    )
    bar, more = bar_svg(cells, across, down)
    return document(
        framed(body + bar, across, down + more),
        across + 2 * EDGE,
        down + more + 2 * EDGE,
        theme=theme,
    )
