"""Pictures: one geometry, two painters. No sentences; names and titles are handed in."""

from hashi.drawing.live import live_board, page_css, pieces, still_board
from hashi.drawing.notebook import picture
from hashi.drawing.paint import Palette
from hashi.drawing.sheet_scene import Scene, scene
from hashi.drawing.svg_painter import svg
from hashi.drawing.terminal import text
from hashi.drawing.theme import DARK, LIGHT, Theme

__all__ = [
    "DARK",
    "LIGHT",
    "Palette",
    "Scene",
    "Theme",
    "live_board",
    "page_css",
    "picture",
    "pieces",
    "scene",
    "still_board",
    "svg",
    "text",
]
