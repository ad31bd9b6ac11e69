"""The board of a page: every island and every line is an element of its own, with an id, so that
a page can exchange those that changed and nothing else."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from json import JSONEncoder

from hashi.drawing.bridges import CLEAR, span_svg
from hashi.drawing.islands import RADIUS, island_svg
from hashi.drawing.sea import board_frame
from hashi.drawing.sheet_scene import MOST_STATES, Layout, Scene, Span, Spot
from hashi.drawing.strokes import num, polyline
from hashi.rules import Board

to_json = JSONEncoder(ensure_ascii=False).encode
_LABEL = "(label)"
"""Stands for the label where the rest of an island is kept."""
TOUCH = 0.47
"""The radius around an island that reacts to a tap."""


def pieces(scene: Scene, labels: dict[str, str], prefix: str = "") -> dict[str, str]:
    """The elements of the lines and islands by id; labels name the islands for a screen reader."""
    lines = {f"{prefix}l-{span.name}": line_piece(span, prefix) for span in scene.spans}
    islands = {
        f"{prefix}i-{spot.name}": island_piece(spot, labels.get(spot.name, spot.name), prefix)
        for spot in scene.spots
    }
    return {**lines, **islands}


def live_board(scene: Scene, labels: dict[str, str], title: str) -> str:
    """The whole board as an element to play on."""
    return board_frame(
        scene,
        "".join(pieces(scene, labels).values()),
        f'class="hashi live" role="group" aria-label="{escape(title)}"',
    )


def still_board(scene: Scene, title: str) -> str:
    """The whole board as a picture to look at. Ghosts of bridges lie above all other bridges."""
    spans = sorted(scene.spans, key=lambda span: bool(span.ghosts or span.is_ticked))
    body = "".join(map(_span, spans)) + "".join(map(_spot, scene.spots))
    return board_frame(scene, body, f'class="hashi" role="img" aria-label="{escape(title)}"')


def line_piece(span: Span, prefix: str = "") -> str:
    """The element of a line; its id is the prefix, `l-` and the line's name."""
    name = span.name
    body = span.painted.get("piece")
    if body is None:
        (x, y), far = span.start, span.length - CLEAR
        across, down = ((x + CLEAR, y), (x + far, y)), ((x, y + CLEAR), (x, y + far))
        ends = across if span.is_horizontal else down
        body = f'<path class="hit" d="{polyline(*ends)}"/>{_span(span)}'
        span.painted["piece"] = body
    return f'<g id="{prefix}l-{name}" class="span" data-line="{name}">{body}</g>'


def island_piece(spot: Spot, label: str, prefix: str = "") -> str:
    """The element of an island; its id is the prefix, `i-` and the island's name."""
    name = spot.name
    body = spot.painted.get("piece")
    if body is None:
        centre = f'cx="{num(spot.x)}" cy="{num(spot.y)}"'
        body = spot.painted["piece"] = (
            f'<circle class="touch" {centre} r="{num(TOUCH)}"/>{_spot(spot)}'
            f'<circle class="focus" {centre} r="{num(RADIUS + 0.13)}"/>'
        )
    return (
        f'<g id="{prefix}i-{name}" class="place" data-island="{name}" role="button"'
        f' tabindex="-1" aria-label="{escape(label)}">{body}</g>'
    )


@lru_cache(maxsize=32)
def live_pieces(board: Board) -> LivePieces:
    """Return the elements of a board, to be sent to pages."""
    return LivePieces(board)


class LivePieces:
    """The elements of the lines and islands of one board, written as JSON. They are kept by the
    bytes that decide how they are shown: a mark sends a few of them."""

    def __init__(self, board: Board) -> None:
        self.line_ids = tuple([f"l-{line.name}" for line in board.lines])
        self.island_ids = tuple([f"i-{island.name}" for island in board.islands])
        self._lines: tuple[dict[bytes, str], ...] = tuple([{} for _ in board.lines])
        self._islands: tuple[dict[bytes, str], ...] = tuple([{} for _ in board.islands])

    def line(self, layout: Layout, at: int) -> str:
        """Return the element of the line of this index."""
        kept = self._lines[at] if layout.is_kept else {}
        about = layout.span_bytes(at)
        found = kept.get(about)
        if found is None:
            found = to_json(line_piece(layout.span(at)))
            if len(kept) < MOST_STATES:
                kept[about] = found
        return found

    def island(self, layout: Layout, at: int, label: str) -> str:
        """Return the element of the island of this index; `attribute_json` has written its label,
        which is not kept."""
        kept = self._islands[at] if layout.is_kept else {}
        about = layout.spot_bytes(at)
        found = kept.get(about)
        if found is None:
            found = to_json(island_piece(layout.spot(at), _LABEL))
            if len(kept) < MOST_STATES:
                kept[about] = found
        return found.replace(_LABEL, label)


def attribute_json(text: str) -> str:
    """Return a text as it stands in an attribute of an element that is written as JSON."""
    return to_json(escape(text))[1:-1]


def _span(span: Span) -> str:
    found = span.painted.get("svg")
    if found is None:
        found = span.painted["svg"] = span_svg(span)
    return found


def _spot(spot: Spot) -> str:
    found = spot.painted.get("svg")
    if found is None:
        found = spot.painted["svg"] = island_svg(spot)
    return found
