"""Pictures: one geometry; painters for SVG, PNG, GIF and the terminal.

There are no sentences here; names and titles are handed in.
"""

from hashi.drawing.characters.paint import Palette
from hashi.drawing.characters.plain_text import printed
from hashi.drawing.characters.terminal import text
from hashi.drawing.moving import Frame, FrameBoard, frame_svg
from hashi.drawing.pictures import gif, picture, png
from hashi.drawing.raster import gif_of, image_of, png_of
from hashi.drawing.sheet_scene import Scene, scene
from hashi.drawing.theme import DARK, LIGHT, Theme
from hashi.drawing.vector.course import course_svg
from hashi.drawing.vector.curve import SIZES, Curve, Stop, curve_svg
from hashi.drawing.vector.live import (
    live_board,
    pieces,
    small_board,
    still_board,
)
from hashi.drawing.vector.overlay import islands_overlay, marks_overlay
from hashi.drawing.vector.plots import (
    DayCell,
    Rung,
    bar,
    cost_scale,
    costs,
    histogram,
    ladder,
    points_scale,
    streak,
    trend,
)
from hashi.drawing.vector.revealed import revealed_board
from hashi.drawing.vector.score_columns import column_svg, ground_svg, scale_of
from hashi.drawing.vector.share_cards import CardShape, ShareCard, share_svg
from hashi.drawing.vector.style import page_css
from hashi.drawing.vector.svg_painter import svg

__all__ = [
    "DARK",
    "LIGHT",
    "SIZES",
    "CardShape",
    "Curve",
    "DayCell",
    "Frame",
    "FrameBoard",
    "Palette",
    "Rung",
    "Scene",
    "ShareCard",
    "Stop",
    "Theme",
    "bar",
    "column_svg",
    "cost_scale",
    "costs",
    "course_svg",
    "curve_svg",
    "frame_svg",
    "gif",
    "gif_of",
    "ground_svg",
    "histogram",
    "image_of",
    "islands_overlay",
    "ladder",
    "live_board",
    "marks_overlay",
    "page_css",
    "picture",
    "pieces",
    "png",
    "png_of",
    "points_scale",
    "printed",
    "revealed_board",
    "scale_of",
    "scene",
    "share_svg",
    "small_board",
    "still_board",
    "streak",
    "svg",
    "text",
    "trend",
]
