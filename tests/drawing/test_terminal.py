from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi.boards import standard_deck
from hashi.drawing import Palette, Theme, scene, text
from hashi.drawing.characters.glyphs import ASCII, UNICODE
from hashi.rules import Board, Card, Sheet
from tests.drawing.positions import BOXES, mid_game, sheet
from tests.support.generate import sheets

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def plain(drawn: str) -> list[str]:
    return ESCAPE.sub("", drawn).split("\n")


@given(
    st.one_of(sheets(largest=14), sheets(free=True, largest=14)),
    st.sampled_from(Palette),
    st.integers(60, 120),
)
def test_lines_keep_to_the_width(own: Sheet, palette: Palette, width: int) -> None:
    shown = scene(own, boxes=BOXES, deck=standard_deck(), turned=(Card(1, 1),))
    lines = plain(text(shown, palette=palette, width=width))
    assert max(map(len, lines)) <= width
    assert all(unicodedata.combining(one) == 0 for line in lines for one in line)
    assert all(unicodedata.east_asian_width(one) not in "WF" for line in lines for one in line)


@given(
    st.one_of(sheets(largest=8), sheets(free=True, largest=8)),
    st.sampled_from(Palette),
    st.integers(36, 60),
)
def test_eight_columns_with_goals_and_cards_fit_into_thirty_six(
    own: Sheet, palette: Palette, width: int
) -> None:
    for card in (None, Card(6, 3)):
        shown = scene(own, boxes=BOXES, deck=standard_deck(), turned=(Card(1, 1),), card=card)
        lines = plain(text(shown, palette=palette, width=width))
        assert max(map(len, lines)) <= width


@pytest.mark.parametrize("palette", Palette)
def test_fourteen_columns_fit_into_sixty(palette: Palette) -> None:
    board = Board(("o" * 14,) + ("." * 14,) * 24 + ("o" * 14,))
    assert max(map(len, plain(text(scene(Sheet.blank(board)), palette=palette, width=60)))) <= 60


def test_wider_boards_take_the_narrowest_pitch() -> None:
    board = Board(("o" * 26,))
    lines = plain(text(scene(Sheet.blank(board)), palette=Palette.MONO))
    assert lines[2] == " 1 " + "┄".join(["[ ]"] * 26)


@given(st.one_of(sheets(), sheets(free=True)))
def test_ascii_is_ascii(own: Sheet) -> None:
    shown = scene(own, boxes=BOXES, deck=standard_deck(), turned=(Card(1, 1),), card=Card(2, 1))
    assert text(shown, palette=Palette.ASCII).isascii()
    assert "\x1b" not in text(shown, palette=Palette.MONO)


@given(sheets(free=True))
def test_every_number_stands_in_its_place(own: Sheet) -> None:
    """Found again by the coordinates at the edges, as a player finds them."""
    lines = plain(text(scene(own), palette=Palette.MONO))
    columns = {letter: at for at, letter in enumerate(lines[0]) if letter != " "}
    rows = {line.split()[0]: line for line in lines if re.match(r" ?\d+ ", line)}
    for island in own.board.islands:
        line, column = rows[island.name[1:]], columns[island.name[0]]
        number = own.number(island)
        assert line[column] == str(number) if number else line[column] in UNICODE.dots


@given(sheets())
def test_all_palettes_draw_the_same_shapes(own: Sheet) -> None:
    shown = scene(own, boxes=BOXES, deck=standard_deck())
    mono = text(shown, palette=Palette.MONO)
    for palette in (Palette.SIXTEEN, Palette.TRUECOLOUR):
        for theme in (Theme.LIGHT, Theme.DARK):
            coloured = plain(text(shown, palette=palette, theme=theme))
            assert [line.rstrip() for line in coloured] == mono.split("\n")
    assert len(text(shown, palette=Palette.ASCII).split("\n")) == len(mono.split("\n"))


def test_a_turn_at_six_by_six_fits_a_terminal_of_24_rows() -> None:
    lines = text(mid_game(), palette=Palette.MONO).split("\n")
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 60


def test_colours_are_those_of_the_theme() -> None:
    light = text(mid_game(), palette=Palette.TRUECOLOUR)
    dark = text(mid_game(), palette=Palette.TRUECOLOUR, theme=Theme.DARK)
    assert "48;2;217;232;230" in light
    assert "48;2;18;40;58" in dark
    assert "48;2" not in text(mid_game(), palette=Palette.SIXTEEN)
    assert text(mid_game(), palette=Palette.TRUECOLOUR, theme=Theme.AUTO) == light


def test_glyphs_are_one_column_wide_and_told_apart() -> None:
    for glyphs in (UNICODE, ASCII):
        assert len(set(glyphs.dots)) == len(glyphs.dots) == 8
        assert len(glyphs.raised) == 10
        for down in range(2):
            lines = [glyphs.open, glyphs.blocked, glyphs.target, *glyphs.bridges[:2]]
            shown = [pair[down] for pair in (*lines, *glyphs.short.values())]
            assert len(set(shown)) == len(shown)
            assert all(len(one) == 1 for one in shown)


def test_an_island_with_many_bridges_and_no_number() -> None:
    drawn = text(scene(sheet("c4=c6 " * 5), help=False), palette=Palette.MONO)
    assert "[⣿]" in drawn
    assert "+" in drawn


@pytest.mark.parametrize("palette", Palette)
def test_repr_can_be_pasted_back(palette: Palette) -> None:
    assert eval(repr(palette)) is palette
    assert all(eval(repr(theme)) is theme for theme in Theme)
