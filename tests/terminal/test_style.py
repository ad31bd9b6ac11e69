"""Choosing colours, theme and width."""

from __future__ import annotations

import io

import pytest

from hashi.drawing import Palette, Theme
from hashi.terminal.seats import seat_of
from hashi.terminal.style import choose_palette, choose_theme, terminal_width


class Output(io.TextIOWrapper):
    """An output of a given encoding that is or is not a terminal."""

    def __init__(self, encoding: str, *, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    ("asked", "encoding", "terminal", "environ", "palette"),
    [
        (None, "ascii", True, {"COLORTERM": "truecolor"}, Palette.ASCII),
        (None, "utf-8", False, {"COLORTERM": "truecolor"}, Palette.MONO),
        (None, "utf-8", True, {"COLORTERM": "truecolor"}, Palette.TRUECOLOUR),
        (None, "utf-8", True, {"COLORTERM": "24bit"}, Palette.TRUECOLOUR),
        (None, "UTF8", True, {}, Palette.SIXTEEN),
        (None, "utf-8", True, {"NO_COLOR": "1"}, Palette.MONO),
        (None, "utf-8", True, {"TERM": "dumb"}, Palette.MONO),
        ("16", "ascii", False, {}, Palette.SIXTEEN),
        ("ascii", "utf-8", True, {}, Palette.ASCII),
    ],
)
def test_the_palette_is_the_one_asked_for_or_the_richest_that_can_be_shown(
    asked: str | None, encoding: str, terminal: bool, environ: dict[str, str], palette: Palette
) -> None:
    assert choose_palette(asked, Output(encoding, terminal=terminal), environ) is palette


def test_the_theme_follows_the_terminals_background() -> None:
    assert choose_theme(None, {}) is Theme.DARK
    assert choose_theme(None, {"COLORFGBG": "15;0"}) is Theme.DARK
    assert choose_theme(None, {"COLORFGBG": "0;default;15"}) is Theme.LIGHT
    assert choose_theme("light", {"COLORFGBG": "15;0"}) is Theme.LIGHT


def test_pictures_are_never_narrower_than_thirty_six_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for columns, width in (("20", 36), ("40", 40), ("500", 200)):
        monkeypatch.setenv("COLUMNS", columns)
        assert terminal_width() == width


def test_players_are_found_by_name_prefix_or_number() -> None:
    players = ("Tim", "Tina", "2", "Ida")
    assert [seat_of(players, typed) for typed in ("tim", "TINA", "i", "4", "2", "ti", "", "9")] == [
        0, 1, 3, 3, 2, None, None, None,
    ]  # fmt: skip
