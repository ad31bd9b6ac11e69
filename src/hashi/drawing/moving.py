"""The frames of a game as a moving picture: all boards, the card, and which round it is.

Always light, as pictures for chats are, and made to be read at the width of a phone. Words are
handed in.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashi.drawing.sheet_scene import Scene
from hashi.drawing.theme import LIGHT
from hashi.drawing.vector.share_cards import board_at, fitted, shortened, text_at, whole_document

WIDTH, EDGE, GAP = 720, 24, 16
HEAD, NAME, FOOT = 84, 60, 104
"""How high the line above the boards is, the one under each board, and the one under all."""


@dataclass(frozen=True, slots=True)
class FrameBoard:
    """One player's board at that moment."""

    scene: Scene
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a game."""

    boards: tuple[FrameBoard, ...]
    head: str
    """Which round it is."""
    foot: str = ""
    """How the game ended; only the last frame has it."""
    card: tuple[int, int] | None = None
    """Number and bridges of the round's card."""


def frame_svg(frame: Frame) -> str:
    """Return a frame as an SVG document; all frames of a game have one size."""
    columns = 1 if len(frame.boards) == 1 else 2
    side = (WIDTH - 2 * EDGE - (columns - 1) * GAP) // columns
    rows = -(-len(frame.boards) // columns)
    high = HEAD + rows * (side + NAME) + FOOT
    body = f'<rect width="{WIDTH}" height="{high}" fill="{LIGHT.paper}"/>'
    body += text_at(EDGE, 56, "HASHI", 34, spacing=3)
    body += text_at(WIDTH - EDGE, 56, frame.head, fitted(frame.head, 34, 470), anchor="end")
    for number, board in enumerate(frame.boards):
        row, column = divmod(number, columns)
        x, y = EDGE + column * (side + GAP), HEAD + row * (side + NAME)
        body += _board(board, x, y, side)
    if frame.foot:
        size = fitted(frame.foot, 44, WIDTH - 2 * EDGE)
        body += text_at(WIDTH // 2, high - 34, frame.foot, size, anchor="middle", fill=LIGHT.accent)
    elif frame.card:
        body += _card(*frame.card, WIDTH // 2, high - FOOT + 8)
    return whole_document(body, WIDTH, high)


def _board(board: FrameBoard, x: int, y: int, side: int) -> str:
    sea = f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="18" fill="{LIGHT.sea}"/>'
    room = side - 24 * len(board.points) - 24
    size = fitted(board.name, 32, room, least=24)
    name = shortened(board.name, size, room)
    below = y + side + 40
    return (
        sea
        + board_at(board.scene, x, y, side)
        + text_at(x + 4, below, name, size, weight=500, fill=LIGHT.soft)
        + text_at(x + side - 4, below, board.points, 38, anchor="end")
    )


def _card(number: int, bridges: int, middle: int, top: int) -> str:
    """Return the card: its number, and a plank for each of its bridges."""
    wide, high = 76 + 30 * bridges, 76
    x = middle - wide // 2
    card = (
        f'<rect x="{x}" y="{top}" width="{wide}" height="{high}" rx="12" fill="{LIGHT.land}"'
        f' stroke="{LIGHT.line}" stroke-width="2"/>'
    )
    planks = "".join(
        f'<rect x="{x + 68 + 30 * at}" y="{top + 16}" width="16" height="44" rx="4"'
        f' fill="{LIGHT.plank}" stroke="{LIGHT.wood}" stroke-width="3"/>'
        for at in range(bridges)
    )
    return card + text_at(x + 36, top + 55, str(number), 50, anchor="middle") + planks
