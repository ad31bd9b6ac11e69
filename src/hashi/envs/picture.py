"""What an environment shows of a game: the pictures of `hashi.drawing`."""

from __future__ import annotations

from dataclasses import replace

from hashi.arrays import Batch
from hashi.drawing import Palette, Scene, scene, text
from hashi.drawing.sheet_scene import Cell
from hashi.drawing.svg_painter import EDGE, bar_svg, document, framed, moved, sheet_svg, sheet_width
from hashi.drawing.theme import Theme

_BETWEEN = 0.3


def picture(batch: Batch, mode: str, game: int = 0) -> str:
    """All sheets of a game as they stand, with their goals, over the cards: `ansi` or `svg`.

    Whoever looks sees every seat, also the marks of the open round: it is not for players.
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
    return _svg(scenes, cells) if mode == "svg" else _text(scenes, cells)


def _text(scenes: list[Scene], cells: tuple[Cell, ...]) -> str:
    """The sheets one below the other; the cards below the last."""
    *upper, last = scenes
    return "\n".join(
        text(shown, palette=Palette.TRUECOLOUR) for shown in [*upper, replace(last, cells=cells)]
    )


def _svg(scenes: list[Scene], cells: tuple[Cell, ...]) -> str:
    """The sheets side by side, the cards below."""
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
        theme=Theme.AUTO,
    )
