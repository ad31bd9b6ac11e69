"""Pixels: PNG and GIF made of SVG pictures, the same on every machine.

resvg draws them, with fonts of our own for Latin letters; the fonts of the system are loaded only
for a name in another script.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.drawing.theme import Theme, colours
from hashi.extras import missing

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 800
"""How many pixels a picture is wide unless another width is asked for."""
NARROWEST, WIDEST = 16, 8192
LAST_FRAME = 4
"""For how many frames' time the end of a GIF stands still."""
COLOURS, SAMPLES = 128, 4
"""The colours of a GIF, and from about how many of its frames they are chosen."""

_FONTS = [
    str(Path(__file__).with_name("fonts") / f"Roboto-{weight}.ttf") for weight in ("Medium", "Bold")
]
_FOREIGN = re.compile("[^\t\n\r\x20-\x7e\xa0-\u017f\u0218-\u021b\u2010-\u2026\ufffd]")
"""A character that our fonts do not have."""


def png_of(svg: str, *, width: int = WIDTH) -> bytes:
    """Return an SVG picture as PNG, that many pixels wide."""
    from resvg_py import svg_to_bytes  # late: only few programs need it

    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"a picture is {NARROWEST} to {WIDEST} pixels wide, not {width}")
    return bytes(
        svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=not _FOREIGN.search(svg),
            font_files=_FONTS,
            font_family="Roboto",
            sans_serif_family="Roboto",
        )
    )


def image_of(svg: str, *, theme: Theme = Theme.LIGHT, width: int = WIDTH) -> Image:
    """Return an SVG picture as an image of Pillow in RGB, on the paper of its theme."""
    try:
        from PIL import Image
    except ImportError as error:
        raise missing("moving pictures and arrays of pixels", "pillow", "pictures") from error
    drawn = Image.open(io.BytesIO(png_of(svg, width=width))).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, colours(theme).paper)
    return Image.alpha_composite(paper, drawn).convert("RGB")


def gif_of(
    svgs: Iterable[str], *, theme: Theme = Theme.LIGHT, width: int = WIDTH, seconds: float = 1.0
) -> bytes:
    """Return SVG pictures of one size as a GIF that repeats; the last one stands longer."""
    images = [image_of(svg, theme=theme, width=width) for svg in svgs]
    if not images:
        raise ValueError("a moving picture needs at least one frame")
    from PIL import Image  # after `image_of`, which says what to install where it is missing

    palette = _strip(images[:: max(1, len(images) // SAMPLES)]).quantize(COLOURS)
    frames = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    milliseconds = max(20, round(1000 * seconds))
    out = io.BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[milliseconds] * (len(frames) - 1) + [LAST_FRAME * milliseconds],
        loop=0,
        optimize=True,
    )
    return out.getvalue()


def _strip(images: Sequence[Image]) -> Image:
    """Return images of one size below each other: together they have all colours of a game."""
    from PIL import Image

    wide, high = images[0].size
    strip = Image.new("RGB", (wide, high * len(images)))
    for at, image in enumerate(images):
        strip.paste(image, (0, at * high))
    return strip
