"""Pictures of a board, a sheet or a whole game, as SVG, PNG or GIF."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from hashi.drawing.raster import WIDTH, gif_of, png_of
from hashi.drawing.sheet_scene import Cell, Scene, scene
from hashi.drawing.theme import Theme
from hashi.drawing.vector.bars import GAP
from hashi.drawing.vector.sea import sea_size
from hashi.drawing.vector.strokes import num
from hashi.drawing.vector.svg_painter import (
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
from hashi.rules import PASS, Board, Game, Sheet, View, total, view
from hashi.rules.dead import numbers_to_come

_HEAD = 0.56
_BETWEEN = 0.3
_LONGEST_NAME = 22
_PIXELS = 56
"""How large a notebook shows one unit of the raster."""


class HasState(Protocol):
    """Something that holds a game, such as `hashi.DealtGame`."""

    @property
    def state(self) -> Game:
        """Where the game stands."""


Shown = Board | Sheet | Game | View | HasState
"""What a picture can be made of."""


def picture(thing: Shown, *, theme: Theme | str = Theme.AUTO) -> str:
    """Return a board, a sheet or the table of a game as an SVG document.

    Of a game it is what lies open to all, of a view what its seat sees. The theme is `light`,
    `dark`, or `auto`, which follows the reader's own setting.

    >>> svg = hashi.picture(hashi.board("A"), theme="dark")
    >>> svg.startswith("<svg")
    True
    """
    subject, chosen = subject_of(thing), Theme(theme)
    if isinstance(subject, View):
        return _table(subject, chosen)
    shown = scene(subject)
    return svg(shown, theme=chosen, width=round(sea_size(shown.board)[0] * _PIXELS))


def png(thing: Shown, *, theme: Theme | str = Theme.LIGHT, width: int = WIDTH) -> bytes:
    """Return the picture of a board, a sheet or a game as PNG, that many pixels wide.

    >>> hashi.png(hashi.board("A"), width=300)[:4]
    b'\\x89PNG'
    """
    return png_of(picture(thing, theme=theme), width=width)


def gif(
    things: Iterable[Shown],
    *,
    theme: Theme | str = Theme.LIGHT,
    width: int = WIDTH,
    seconds: float = 1.0,
) -> bytes:
    """Return the pictures of several boards, sheets or games as a GIF that repeats.

    `seconds` is how long each one stands; the last one stands longer. `Record.games` are the
    moments of a recorded game. It needs Pillow (`hashi-game[pictures]`).

    >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").play("pass")
    >>> hashi.gif(game.record.games, width=300)[:6]
    b'GIF89a'
    """
    chosen = Theme(theme)
    frames = [picture(thing, theme=chosen) for thing in things]
    return gif_of(frames, theme=chosen, width=width, seconds=seconds)


def subject_of(thing: Shown) -> Sheet | View:
    """Return what is drawn: a sheet, blank for a board, or what is seen of a game."""
    match thing:
        case Sheet() | View():
            return thing
        case Board():
            return Sheet.blank(thing)
    state = thing if isinstance(thing, Game) else getattr(thing, "state", None)
    if not isinstance(state, Game):
        raise TypeError(f"a board, a sheet, a game or a view has a picture, not {thing!r}")
    return view(state, None)


def _table(seen: View, theme: Theme) -> str:
    """Every seat's sheet under its name, two or three in a row, and one info bar for all."""
    scenes = [seat_scene(seen, seat) for seat in range(len(seen.sheets))]
    in_a_row = 2 if len(scenes) in (2, 4) else len(scenes)
    wide = sheet_width(scenes[0])
    high = _HEAD + sheet_svg(scenes[0], wide)[1]
    body = ""
    for seat, shown in enumerate(scenes):
        row, column = divmod(seat, in_a_row)
        panel = _named(seen, seat, wide) + moved(sheet_svg(shown, wide)[0], 0, _HEAD)
        body += moved(panel, column * (wide + _BETWEEN), row * (high + _BETWEEN))
    rows = -(-len(scenes) // in_a_row)
    across = in_a_row * (wide + _BETWEEN) - _BETWEEN
    down = rows * (high + _BETWEEN) - _BETWEEN
    bar, more = bar_svg(card_cells(seen), across, down + _BETWEEN - GAP)
    more += _BETWEEN - GAP
    return document(
        framed(body + bar, across, down + more),
        across + 2 * EDGE,
        down + more + 2 * EDGE,
        theme=theme,
        title=", ".join(seen.setup.players),
        width=round(across * _PIXELS),
    )


def seat_scene(seen: View, seat: int) -> Scene:
    """The seat's sheet; the marks of the last round are fresh until the game is over."""
    turn = None if seen.is_finished else seen.turns[seat] if seen.turns else None
    numbers = numbers_to_come(seen.setup.deck, seen.cards)
    return scene(seen.sheets[seat], fresh=turn or PASS, boxes=seen.boxes[seat], numbers=numbers)


def card_cells(seen: View) -> tuple[Cell, ...]:
    """The cards of the info bar."""
    return scene(seen.sheets[0], deck=seen.setup.deck, turned=seen.cards, card=seen.card).cells


def _named(seen: View, seat: int, width: float) -> str:
    name = seen.setup.players[seat]
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "…"
    return (
        f'<text class="name" x="{num(0.08)}" y="{num(0.38)}">{escaped(name)}</text>'
        f'<text class="total" x="{num(width - 0.08)}" y="{num(0.38)}">'
        f"{total(seen.ledgers[seat])}</text>"
    )
