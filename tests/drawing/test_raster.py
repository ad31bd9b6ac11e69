"""PNG and GIF: sizes, themes, letters, frames, and what is missing."""

from __future__ import annotations

import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

import hashi
from hashi.boards import board
from hashi.drawing import Theme, gif_of, image_of, png_of, svg
from hashi.drawing.raster import LAST_FRAME
from hashi.drawing.theme import colours
from hashi.rules import Sheet
from tests.drawing.positions import mid_game, sheet


def opened(content: bytes) -> Image.Image:
    with Image.open(io.BytesIO(content)) as image:
        image.load()
        return image.copy()


@pytest.mark.parametrize("width", [16, 320, 1000])
def test_a_picture_is_as_wide_as_asked_for(width: int) -> None:
    image = opened(hashi.png(board("A"), width=width))
    assert image.width == width
    assert image.format is None or image.format == "PNG"


@pytest.mark.parametrize("width", [0, 15, 8193])
def test_a_width_that_makes_no_picture_is_told(width: int) -> None:
    with pytest.raises(ValueError, match="16 to 8192 pixels wide"):
        hashi.png(board("A"), width=width)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_has_its_sea(theme: str) -> None:
    image = opened(hashi.png(board("A"), theme=theme, width=400)).convert("RGB")
    wanted = colours(Theme(theme)).sea
    assert "#{:02x}{:02x}{:02x}".format(*image.getpixel((200, 8))) == wanted  # type: ignore[misc]


def test_numbers_are_drawn_on_a_machine_without_fonts() -> None:
    """The fonts come with the game: a number changes pixels inside its island alone."""
    marks = [
        np.asarray(opened(hashi.png(sheet(text), width=638)), np.int16) for text in ("", "4@c2")
    ]
    changed = np.argwhere(np.abs(marks[0] - marks[1]).max(axis=2) > 100)
    assert len(changed) > 100
    (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
    assert bottom - top < 60
    assert right - left < 60


@pytest.mark.parametrize("title", ["Brücke", "Žluťoučký kůň", "橋", "🏝"])
def test_every_name_can_be_drawn(title: str) -> None:
    game = hashi.new_game("A", [title], seed=1)
    assert opened(hashi.png(game, width=300)).width == 300


def test_the_same_picture_has_the_same_pixels() -> None:
    document = svg(mid_game(), theme=Theme.LIGHT)
    assert png_of(document) == png_of(document)


def test_a_gif_shows_every_moment_and_rests_at_the_end() -> None:
    game = hashi.new_game("A", ["Tim"], cards=["3/1", "4/1", "1/1"])
    game = game.start("4@c2").play("3@c4 c2-c4").play("c2-e2")
    image = Image.open(io.BytesIO(hashi.gif(game.record.games, width=200, seconds=0.5)))
    durations = []
    for frame in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(frame)
        durations.append(image.info["duration"])
    assert durations == [500, 500, 500 * LAST_FRAME]
    assert image.info["loop"] == 0
    image.seek(1)
    fresh = np.abs(np.asarray(image.convert("RGB"), np.int16) - (0x20, 0x63, 0x9B)).max(axis=2)
    assert (fresh < 8).sum() > 20, "the marks of a turn keep their colour"
    image.close()
    with pytest.raises(ValueError, match="at least one frame"):
        gif_of([])


def test_pixels_lie_on_the_paper_of_the_theme() -> None:
    image = image_of(svg(mid_game(), theme=Theme.DARK), theme=Theme.DARK, width=200)
    corner = "#{:02x}{:02x}{:02x}".format(*image.getpixel((0, 0)))  # type: ignore[misc]
    assert corner == colours(Theme.DARK).paper


def test_without_pillow_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "import hashi; hashi.png(hashi.board('A'), width=99); hashi.gif([hashi.board('A')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "python -m pip install 'hashi-game[pictures]'" in done.stderr


def test_a_blank_sheet_is_the_board() -> None:
    assert hashi.png(Sheet.blank(board("A")), width=99) == hashi.png(board("A"), width=99)
