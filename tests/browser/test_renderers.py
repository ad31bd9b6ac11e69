"""The same document in Chromium, in CairoSVG and as our own PNG: pixel by pixel nearly the same."""

from __future__ import annotations

import base64
import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser

from hashi.drawing import Theme, png_of, raster, svg
from hashi.drawing.theme import colours
from tests.drawing.positions import mid_game, scrawl

WIDTH = 640
FONTS = Path(raster.__file__).with_name("fonts")
LIMITS = {"Chromium": (0.8, 0.003), "CairoSVG": (1.3, 0.008)}
"""The mean difference of a channel (of 255), and the share of pixels that differ by over a quarter:
the programs smooth the edges of strokes and letters each in its own way."""

CAIRO = """
import sys, cairosvg
drawn = cairosvg.svg2png(bytestring=sys.stdin.buffer.read(), output_width=int(sys.argv[1]))
sys.stdout.buffer.write(drawn)
"""
FONTCONFIG = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def pixels(png: bytes, theme: Theme) -> NDArray[np.int16]:
    """Return a picture on the paper of its theme."""
    with Image.open(io.BytesIO(png)) as image:
        drawn = image.convert("RGBA")
    paper = Image.new("RGBA", drawn.size, colours(theme).paper)
    return np.asarray(Image.alpha_composite(paper, drawn).convert("RGB"), np.int16)


def in_chromium(chromium: Browser, document: str, height: int, *, dark: bool) -> bytes:
    faces = "".join(
        f"@font-face{{font-family:Roboto;font-weight:{weight};src:url(data:font/ttf;base64,"
        f"{base64.b64encode((FONTS / f'Roboto-{name}.ttf').read_bytes()).decode()})}}"
        for name, weight in (("Medium", 500), ("Bold", 700))
    )
    context = chromium.new_context(
        viewport={"width": WIDTH, "height": height}, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    body = document.replace("font-family:system-ui", "font-family:Roboto,system-ui")
    page.set_content(f"<style>{faces}body{{margin:0}}svg{{display:block}}</style>{body}")
    page.evaluate("document.fonts.ready")
    shot = page.screenshot(omit_background=True)
    context.close()
    return shot


def in_cairo(document: str, folder: Path) -> bytes:
    """Draw in a process of its own, which knows our fonts alone."""
    (folder / "fonts.conf").write_text(FONTCONFIG.format(fonts=FONTS, cache=folder / "cache"))
    return subprocess.run(
        [sys.executable, "-c", CAIRO, str(WIDTH)],
        input=document.encode(),
        capture_output=True,
        env=os.environ | {"FONTCONFIG_FILE": str(folder / "fonts.conf")},
        check=True,
    ).stdout


@pytest.mark.parametrize("scene", [mid_game(), scrawl()], ids=["mid-game", "scrawl"])
@pytest.mark.parametrize("theme", [Theme.AUTO, Theme.DARK])
def test_a_document_looks_the_same_everywhere(
    chromium: Browser, theme: Theme, scene: object, tmp_path: Path
) -> None:
    document = svg(scene, theme=theme, width=WIDTH)  # type: ignore[arg-type]
    ours = pixels(png_of(document, width=WIDTH), theme)
    shown = {
        "Chromium": in_chromium(chromium, document, len(ours), dark=theme is Theme.DARK),
        "CairoSVG": in_cairo(document, tmp_path),
    }
    for program, png in shown.items():
        theirs = pixels(png, theme)
        assert theirs.shape == ours.shape, program
        apart = np.abs(theirs - ours)
        far = (apart.max(axis=2) > 64).mean()
        mean, share = LIMITS[program]
        assert apart.mean() <= mean, program
        assert far <= share, program


def test_an_automatic_document_is_dark_for_a_reader_who_likes_it_dark(chromium: Browser) -> None:
    auto, dark = (svg(mid_game(), theme=theme, width=WIDTH) for theme in (Theme.AUTO, Theme.DARK))
    height = len(pixels(png_of(dark, width=WIDTH), Theme.DARK))
    assert in_chromium(chromium, auto, height, dark=True) == in_chromium(
        chromium, dark, height, dark=True
    )
