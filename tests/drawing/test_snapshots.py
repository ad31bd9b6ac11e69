from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from benchmarks.random_play import random_record

from hashi.boards import board
from hashi.drawing import Palette, Scene, Theme, picture, scene, svg, text
from tests.drawing.positions import mid_game, scrawl, sheet
from tests.drawing.snapshot import compare

SCENES: dict[str, Scene] = {
    "empty-a": scene(sheet(side="A")),
    "empty-b": scene(sheet(side="B")),
    "mid-game": mid_game(),
    "scrawl": scrawl(),
}


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("palette", Palette)
def test_terminal(name: str, palette: Palette) -> None:
    compare(f"{name}-{palette}.txt", text(SCENES[name], palette=palette) + "\n")


def test_terminal_dark() -> None:
    dark = text(SCENES["mid-game"], palette=Palette.TRUECOLOUR, theme=Theme.DARK)
    compare("mid-game-truecolour-dark.txt", dark + "\n")


@pytest.mark.parametrize("palette", [Palette.MONO, Palette.ASCII])
def test_terminal_of_60_columns(palette: Palette) -> None:
    compare(
        f"mid-game-60-{palette}.txt", text(SCENES["mid-game"], palette=palette, width=60) + "\n"
    )


@pytest.mark.parametrize("name", SCENES)
def test_svg(name: str) -> None:
    compare(f"{name}.svg", svg(SCENES[name], theme=Theme.LIGHT, title=name))


@pytest.mark.parametrize("theme", [Theme.AUTO, Theme.DARK])
def test_svg_of_a_theme(theme: Theme) -> None:
    compare(f"mid-game-{theme}.svg", svg(SCENES["mid-game"], theme=theme, width=390))


def test_table() -> None:
    _, game = random_record(Random(7), board("A"), 3, rounds=6)
    compare("table.svg", picture(game))


def test_a_rewritten_snapshot_fails_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.drawing.snapshot._FOLDER", tmp_path / "snapshots")
    monkeypatch.delenv("HASHI_UPDATE_SNAPSHOTS", raising=False)
    with pytest.raises(AssertionError, match="is missing"):
        compare("new.txt", "new")
    monkeypatch.setenv("HASHI_UPDATE_SNAPSHOTS", "1")
    with pytest.raises(AssertionError, match="was rewritten"):
        compare("new.txt", "new")
    compare("new.txt", "new")
    monkeypatch.delenv("HASHI_UPDATE_SNAPSHOTS")
    with pytest.raises(AssertionError, match="differs"):
        compare("new.txt", "other")
