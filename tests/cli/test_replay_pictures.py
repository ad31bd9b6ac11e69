"""`hashi replay --png` and `--gif`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image
from tests.support.command import hashi

GAME = Path(__file__).parents[2] / "docs" / "pictures" / "game.json"


def test_a_moment_is_drawn_in_pixels(tmp_path: Path) -> None:
    picture = tmp_path / "out.png"
    done = hashi("replay", str(GAME), "--round", "9", "--png", str(picture), "--width", "300")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Image.open(picture) as image:
        assert image.width == 300


def test_a_whole_game_is_a_moving_picture(tmp_path: Path) -> None:
    picture = tmp_path / "out.gif"
    done = hashi("replay", str(GAME), "--gif", str(picture), "--width", "100", "--theme", "dark")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Image.open(picture) as image:
        assert image.n_frames == 18  # type: ignore[attr-defined]


def test_without_pillow_the_command_that_installs_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    done = hashi("replay", str(GAME), "--gif", str(tmp_path / "out.gif"))
    assert done.returncode == 2
    told = "Animations need one more package: python -m pip install 'hashi-game[pictures]'\n"
    assert done.stderr == told
