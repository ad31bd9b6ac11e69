"""What a notebook shows for a sheet or a game."""

from __future__ import annotations

from hashi.drawing.bars import GAP
from hashi.drawing.sea import sea_size
from hashi.drawing.sheet_scene import Scene, scene
from hashi.drawing.strokes import num
from hashi.drawing.svg_painter import (
    EDGE,
    bar_svg,
    document,
    escaped,
    framed,
    moved,
    sheet_svg,
    sheet_width,
    svg,
)
from hashi.drawing.theme import Theme
from hashi.rules import PASS, Game, Sheet, View, total, view

_HEAD = 0.56
_BETWEEN = 0.3
_LONGEST_NAME = 22
_PIXELS = 56
"""How large a notebook shows one unit of the raster."""


def picture(thing: Sheet | Game) -> str:
    """The picture of a sheet, or of all that lies open at the table of a game."""
    if isinstance(thing, Game):
        return _table(view(thing, None))
    shown = scene(thing)
    return svg(shown, width=round(sea_size(shown)[0] * _PIXELS))


def _table(seen: View) -> str:
    """Every seat's sheet under its name, two or three in a row, and one info bar for all."""
    scenes = [_seat(seen, seat) for seat in range(len(seen.sheets))]
    in_a_row = 2 if len(scenes) in (2, 4) else len(scenes)
    wide = sheet_width(scenes[0])
    high = _HEAD + sheet_svg(scenes[0], wide)[1]
    body = ""
    for seat, shown in enumerate(scenes):
        row, place = divmod(seat, in_a_row)
        panel = _named(seen, seat, wide) + moved(sheet_svg(shown, wide)[0], 0, _HEAD)
        body += moved(panel, place * (wide + _BETWEEN), row * (high + _BETWEEN))
    rows = -(-len(scenes) // in_a_row)
    across = in_a_row * (wide + _BETWEEN) - _BETWEEN
    down = rows * (high + _BETWEEN) - _BETWEEN
    cells = scene(seen.sheets[0], deck=seen.setup.deck, turned=seen.cards, card=seen.card).cells
    bar, more = bar_svg(cells, across, down + _BETWEEN - GAP)
    more += _BETWEEN - GAP
    return document(
        framed(body + bar, across, down + more),
        across + 2 * EDGE,
        down + more + 2 * EDGE,
        theme=Theme.AUTO,
        title=", ".join(seen.setup.players),
        width=round(across * _PIXELS),
    )


def _seat(seen: View, seat: int) -> Scene:
    """The seat's sheet; the marks of the last round are fresh until the game is over."""
    turn = None if seen.is_finished else seen.turns[seat] if seen.turns else None
    return scene(seen.sheets[seat], fresh=turn or PASS, boxes=seen.boxes[seat])


def _named(seen: View, seat: int, width: float) -> str:
    name = seen.setup.players[seat]
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "…"
    return (
        f'<text class="name" x="{num(0.08)}" y="{num(0.38)}">{escaped(name)}</text>'
        f'<text class="total" x="{num(width - 0.08)}" y="{num(0.38)}">'
        f"{total(seen.ledgers[seat])}</text>"
    )
