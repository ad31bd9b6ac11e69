"""The drawings of the tests mean what they show."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.support.games import bridges, finished_islands
from tests.support.generate import sheets
from tests.support.sheets import draw_sheet, drawing_of

from hashi.rules import Flag, Sheet


def test_a_drawing_is_read_as_documented() -> None:
    sheet = draw_sheet("""
        o3==r5--o
        |       "
        o1  b   o
    """)
    assert sheet.board.rows == ("oro", "obo")
    assert [i.flag for i in sheet.board.islands] == [None, Flag.RED, None, None, Flag.BLUE, None]
    assert {i.name: n for i, n in sheet.numbers.items()} == {"a1": 3, "b1": 5, "a2": 1}
    assert bridges(sheet) == {"a1-b1": 2, "a1-a2": 1, "b1-c1": 1, "c1-c2": 2}
    assert finished_islands(sheet) == "a1 a2"


def test_a_bridge_runs_over_water_in_one_stretch() -> None:
    sheet = draw_sheet("""
        o   o1------r
        |
        |   b       .
        |
        o       o   o
    """)
    assert bridges(sheet) == {"a1-a3": 1, "b1-d1": 1}


@pytest.mark.parametrize(
    "text",
    [
        "o-  o   o   o   o   o",  # a stretch not drawn through
        "o   o-- .   o   o   o   o",  # a bridge that ends in the water
        "o   o   o   o   o   o7x",  # ink that means nothing
        "o   o   o   o   o   o\n|",  # a bridge to nowhere
    ],
)
def test_other_drawings_are_errors(text: str) -> None:
    with pytest.raises(ValueError, match="documented form"):
        draw_sheet(text)


@given(sheets())
def test_a_drawn_sheet_reads_back(sheet: Sheet) -> None:
    again = draw_sheet(drawing_of(sheet))
    if again.board.rows == sheet.board.rows:  # water at the edge leaves no trace
        assert again.numbers == sheet.numbers
        assert again.planks == sheet.planks
        assert again.finished == sheet.finished
