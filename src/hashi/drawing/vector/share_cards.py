"""Pictures for chats: a board beside a large figure, or above it, always in light colours.

The figure lies in the middle square, which many chats cut out. Words are handed in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from hashi.drawing.sheet_scene import Scene
from hashi.drawing.theme import LIGHT, Theme
from hashi.drawing.vector.svg_painter import escaped, svg

LETTER = 0.53
"""About how wide a letter is, in units of its size."""

_COORDINATES = re.compile(r'<text class="at"[^>]*>[^<]*</text>')
"""Letters and numbers along the edges: nobody needs them in a chat."""


class CardShape(StrEnum):
    """The two shapes of a picture."""

    WIDE = "wide"
    """1200×630, as link previews show it."""
    TALL = "tall"
    """1080×1350, for a post of its own."""


@dataclass(frozen=True, slots=True)
class ShareCard:
    """What a picture says. Empty texts leave their line out."""

    scene: Scene
    figure: str
    """Points, or a few words where there are none yet."""
    above: str = ""
    """Stands over the figure."""
    unit: str = ""
    """Stands under the figure: the word for points."""
    title: str = ""
    """The rank, the winner, or what this is."""
    name: str = ""
    detail: str = ""
    """The date or the cards, behind the name."""
    lines: tuple[tuple[str, int], ...] = ()
    """Points line by line, each with a word for it."""
    is_invitation: bool = False
    """Whether it invites: then all of it lies on the sea, and the figure has the accent."""


def share_svg(card: ShareCard, shape: CardShape) -> str:
    """Return the picture as an SVG document of its size."""
    return _tall(card) if shape is CardShape.TALL else _wide(card)


def _wide(card: ShareCard) -> str:
    ground = LIGHT.sea if card.is_invitation else LIGHT.paper
    body = f'<rect width="1200" height="630" fill="{ground}"/>'
    body += f'<rect width="564" height="630" fill="{LIGHT.sea}"/>'
    body += board_at(card.scene, 12, 45, 540)
    body += text_at(612, 80, "HASHI", 34, spacing=3)
    y = 128
    if card.above:
        y += 74
        body += text_at(612, y, card.above, fitted(card.above, 84, 550))
    figure = _figure_size(card.figure, 550, 252)
    y = max(y + round(0.74 * figure) + (18 if card.above else 0), 290)  # words stand lower
    body += text_at(
        606, y, card.figure, figure, fill=LIGHT.accent if card.is_invitation else LIGHT.ink
    )
    if card.unit:
        body += text_at(612, y + 68, card.unit, 48)
    body += _lines(card.lines, 952, 160, 208, 30)
    body += _titles(card.title, 612, 514, 550)
    body += _by(card, 612, 572, 550)
    return whole_document(body, 1200, 630)


def _tall(card: ShareCard) -> str:
    ground = LIGHT.sea if card.is_invitation else LIGHT.paper
    body = f'<rect width="1080" height="1350" fill="{ground}"/>'
    body += f'<rect width="1080" height="800" fill="{LIGHT.sea}"/>'
    body += board_at(card.scene, 150, 10, 780)
    body += text_at(72, 76, "HASHI", 34, spacing=3)
    figure = _figure_size(card.figure, 936 if not card.lines else 460, 230)
    y = 860 + round(0.74 * figure) + (70 if card.above else 0)
    if card.above:
        body += text_at(72, 900, card.above, fitted(card.above, 72, 936))
    body += text_at(
        66, y, card.figure, figure, fill=LIGHT.accent if card.is_invitation else LIGHT.ink
    )
    if card.unit:
        body += text_at(72, y + 66, card.unit, 46)
    body += _lines(card.lines, 680, 904, 328, 40)
    body += _titles(card.title, 72, 1222, 936)
    body += _by(card, 72, 1284, 936)
    return whole_document(body, 1080, 1350)


def _lines(lines: Sequence[tuple[str, int]], x: int, y: int, width: int, most: int) -> str:
    """Return points line by line, all words in one size."""
    size = min((fitted(word, most, width - 60) for word, _ in lines), default=most)
    body = ""
    for row, (word, points) in enumerate(lines):
        at = y + round(1.6 * most * row)
        body += text_at(x, at, word, size, fill=LIGHT.soft, weight=500)
        body += text_at(x + width, at, str(points), most + 4, anchor="end")
    return body


def _titles(title: str, x: int, y: int, width: int) -> str:
    """Return the title on one line, smaller if need be, else on two, the last one at `y`."""
    size = fitted(title, 58, width, least=40)
    if len(title) * LETTER * size <= width or " " not in title:
        return text_at(x, y, title, fitted(title, 58, width))
    words = title.split(" ")
    half = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(title) / 2))
    first, second = " ".join(words[:half]), " ".join(words[half:])
    small = min(fitted(each, 46, width) for each in (first, second))
    return text_at(x, y - round(1.1 * small), first, small) + text_at(x, y, second, small)


def _by(card: ShareCard, x: int, y: int, width: int) -> str:
    """Return the name and what stands behind it on one line, shortened where it is too long."""
    rest = f" · {card.detail}" if card.name and card.detail else card.detail
    size = fitted(card.name + rest, 38, width, least=26)
    name = shortened(card.name, size, width - round(LETTER * size * len(rest)))
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="500" fill="{LIGHT.soft}">'
        f'<tspan font-weight="700" fill="{LIGHT.ink}">{escaped(name)}</tspan>{escaped(rest)}</text>'
    )


def _figure_size(figure: str, width: int, most: int) -> int:
    """Return the size of the figure: figures are as large as they may be, words must fit."""
    return min(most, int(width / (0.6 * max(1, len(figure)))))


def fitted(text: str, size: int, width: int, least: int = 20) -> int:
    """Return the size at which a text is not wider than this, but not below the least."""
    return max(least, min(size, int(width / (LETTER * max(1, len(text))))))


def shortened(text: str, size: int, width: int) -> str:
    """Return a text that is not wider than this, its end left out where it is too long."""
    room = max(1, int(width / (LETTER * size)))
    return text if len(text) <= room else text[: room - 1] + "…"


def board_at(scene: Scene, x: int, y: int, side: int) -> str:
    """Return the board as an element of that size."""
    frame = f' x="{x}" y="{y}" width="{side}" height="{side}"'
    drawn = svg(scene, theme=Theme.LIGHT).strip().replace("<svg", f"<svg{frame}", 1)
    return _COORDINATES.sub("", drawn)


def text_at(
    x: int,
    y: int,
    text: str,
    size: int,
    *,
    fill: str = LIGHT.ink,
    weight: int = 700,
    anchor: str = "start",
    spacing: int = 0,
) -> str:
    """Return a line of text."""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}"'
        f' text-anchor="{anchor}" letter-spacing="{spacing}">{escaped(text)}</text>'
    )


def whole_document(body: str, wide: int, high: int) -> str:
    """Return the document around a body of that size."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
        f' viewBox="0 0 {wide} {high}" font-family="Roboto, sans-serif">{body}</svg>\n'
    )
