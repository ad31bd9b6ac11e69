"""What `print` shows for a board, a sheet or a game: pictures of characters, without colours."""

from __future__ import annotations

from dataclasses import replace

from hashi.drawing.characters.paint import Palette
from hashi.drawing.characters.terminal import LEAST_WIDTH, text
from hashi.drawing.pictures import Shown, card_cells, seat_scene, subject_of
from hashi.drawing.sheet_scene import Scene, scene
from hashi.rules import View, total
from hashi.rules.game.name import on_one_line


def printed(thing: Shown) -> str:
    """Return the picture of a board, a sheet or a table as lines of text."""
    subject = subject_of(thing)
    if isinstance(subject, View):
        return _table(subject)
    return _text(scene(subject))


def _table(seen: View) -> str:
    """The sheets one below the other, each under its player and points; then the cards."""
    parts = []
    for seat, name in enumerate(seen.setup.players):
        points = str(total(seen.ledgers[seat]))
        parts.append(f" {on_one_line(name)}".ljust(LEAST_WIDTH - len(points) - 1) + points)
        shown = seat_scene(seen, seat)
        if seat == len(seen.setup.players) - 1:
            shown = replace(shown, cells=card_cells(seen))
        parts.append(_text(shown))
    return "\n".join(parts)


def _text(shown: Scene) -> str:
    return text(shown, palette=Palette.MONO)
