"""Boards as files: our two sides, any raster of one's own, and what can be wrong with one."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hashi.boards
from hashi.boards import SIDES, board, board_from_lines, read_board
from hashi.rules import Board, Flag, Flaw, Malformed

FOLDER = Path(hashi.boards.__file__).parent
FINE = ["o . o", "r . b", "o o o"]


def flawed(lines: list[str]) -> tuple[StrEnum, dict[str, str | int]]:
    with pytest.raises(Malformed) as caught:
        board_from_lines(lines)
    return caught.value.flaw, caught.value.details


# --- our sides


@pytest.mark.parametrize("side", SIDES)
def test_r1_a_side_has_18_islands_on_a_raster_of_6_by_6(side: str) -> None:
    drawn = board(side)
    assert (drawn.width, drawn.height, drawn.name) == (6, 6, side)
    assert Counter(island.flag for island in drawn.islands) == {
        Flag.RED: 4,
        Flag.BLUE: 3,
        None: 11,
    }


@pytest.mark.parametrize("side", SIDES)
def test_a_side_is_what_its_file_says(side: str) -> None:
    path = FOLDER / f"{side.lower()}.txt"
    rows = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert [" ".join(row) for row in board(side).rows] == rows
    assert read_board(path).rows == board(side).rows


def test_the_sides_are_a_and_b() -> None:
    assert SIDES == ("A", "B")
    assert board("A") is board("A")
    assert board("A") != board("B")


def test_r2_lines_cross_on_both_sides() -> None:
    assert all(any(board(side).crossings) for side in SIDES)


@pytest.mark.parametrize("side", SIDES)
def test_a_side_is_named_by_a_small_letter_too(side: str) -> None:
    assert board(side.lower()) is board(side)


@pytest.mark.parametrize("name", ["C", "", "A ", "AB", "../a"])
def test_there_is_no_other_side(name: str) -> None:
    with pytest.raises(Malformed) as caught:
        board(name)
    assert (caught.value.flaw, caught.value.details) == (Flaw.BOARD_NAME, {"given": name})


# --- boards of one's own


@st.composite
def rasters(draw: st.DrawFn) -> list[str]:
    """Rows of cells: 6 to 60 islands anywhere on a raster of up to 26 by 26."""
    width, height = draw(st.sampled_from([(1, 6), (6, 1), (26, 26), (5, 7), (26, 3), (8, 8)]))
    most = min(60, width * height)
    places = st.lists(st.integers(0, width * height - 1), min_size=6, max_size=most, unique=True)
    cells = dict.fromkeys(range(width * height), ".")
    for place in draw(places):
        cells[place] = draw(st.sampled_from("orb"))
    text = "".join(cells.values())
    return [text[at : at + width] for at in range(0, len(text), width)]


@given(rasters())
def test_any_raster_is_read_cell_by_cell(rows: list[str]) -> None:
    drawn = board_from_lines([" ".join(row) for row in rows])
    assert drawn.rows == tuple(rows)
    assert drawn.name is None
    assert (drawn.width, drawn.height) == (len(rows[0]), len(rows))
    islands = {(island.column, island.row): island.flag for island in drawn.islands}
    flags = {"o": None, "r": Flag.RED, "b": Flag.BLUE}
    assert islands == {
        (column, row): flags[cell]
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell != "."
    }


@given(rasters(), st.randoms(use_true_random=False))
def test_space_blank_lines_and_comments_change_nothing(rows: list[str], rng: Random) -> None:
    lines = []
    for row in rows:
        lines += rng.choice([[], [""], [" \t"], ["# o o x"], ["  #"]])
        lines.append(rng.choice(["", " ", "\t"]) + rng.choice([" ", "  ", "\t"]).join(row) + " ")
    assert board_from_lines(lines).rows == tuple(rows)


def test_the_largest_board() -> None:
    rows = [
        " ".join("o" * 26),
        " ".join("r" * 26),
        *[" ".join("." * 26)] * 23,
        "o " * 8 + ". " * 18,
    ]
    drawn = board_from_lines(rows)
    assert (drawn.width, drawn.height, len(drawn.islands)) == (26, 26, 60)
    assert drawn.islands[-1].name == "h26"


def test_a_file_is_read_whatever_its_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    expected = Board(("o.o", "r.b", "ooo"))
    for content in (
        "\n".join(FINE).encode(),
        "\r\n".join(FINE).encode() + b"\r\n",
        b"\xef\xbb\xbf" + "\n".join(FINE).encode(),
        b"\xef\xbb\xbf# eigene Br\xc3\xbccken\r\n\r\n" + "\n".join(FINE).encode(),
        "\n".join(FINE).replace(" ", "\t").encode(),
    ):
        path.write_bytes(content)
        assert read_board(path) == expected


# --- what can be wrong


@pytest.mark.parametrize(
    ("lines", "flaw", "details"),
    [
        (["o . x", *FINE], Flaw.CELL, {"line": 1, "column": 5, "given": "x"}),
        ([*FINE[:2], "o o O"], Flaw.CELL, {"line": 3, "column": 5, "given": "O"}),
        ([*FINE[:2], "o 0 o"], Flaw.CELL, {"line": 3, "column": 3, "given": "0"}),
        (["o.o", "r.b", "ooo"], Flaw.CELL, {"line": 1, "column": 1, "given": "o.o"}),
        ([*FINE, "o  oo"], Flaw.CELL, {"line": 4, "column": 4, "given": "oo"}),
        ([FINE[0], FINE[1] + " # mine"], Flaw.CELL, {"line": 2, "column": 7, "given": "#"}),
        (["# mine", "", FINE[0], "\t", "r ? b"], Flaw.CELL, {"line": 5, "column": 3, "given": "?"}),
        (["\to\t.\tx"], Flaw.CELL, {"line": 1, "column": 6, "given": "x"}),
        (["\ufeffo . o"], Flaw.CELL, {"line": 1, "column": 1, "given": "\ufeffo"}),
        (["o . \N{CYRILLIC SMALL LETTER O}"], Flaw.CELL, {"line": 1, "column": 5, "given": "о"}),
        ([*FINE[:2], "o o"], Flaw.RAGGED, {"line": 3, "column": 5, "given": 2, "expected": 3}),
        ([*FINE[:2], "o  o  "], Flaw.RAGGED, {"line": 3, "column": 6, "given": 2, "expected": 3}),
        ([*FINE, "o . o  r"], Flaw.RAGGED, {"line": 4, "column": 8, "given": 4, "expected": 3}),
        (
            ["# mine", "o o o o", "", "o"],
            Flaw.RAGGED,
            {"line": 4, "column": 3, "given": 1, "expected": 4},
        ),
        (
            ["o " * 27],
            Flaw.RASTER,
            {"line": 1, "column": 53, "given": 27, "expected": 26},
        ),
        (
            ["o " * 6 + ". " * 20, ". " * 40],
            Flaw.RASTER,
            {"line": 2, "column": 53, "given": 40, "expected": 26},
        ),
        (
            ["#", *["  o"] * 28],
            Flaw.RASTER,
            {"line": 28, "column": 3, "given": 28, "expected": 26},
        ),
        ([], Flaw.RASTER, {"given": 0, "expected": 26}),
        (["# nothing", " "], Flaw.RASTER, {"given": 0, "expected": 26}),
        (["o o o o o ."], Flaw.ISLANDS, {"given": 5, "least": 6, "most": 60}),
        ([". ."], Flaw.ISLANDS, {"given": 0, "least": 6, "most": 60}),
        (["o " * 8] * 8, Flaw.ISLANDS, {"given": 64, "least": 6, "most": 60}),
        (["o " * 26] * 26, Flaw.ISLANDS, {"given": 676, "least": 6, "most": 60}),
    ],
)
def test_what_is_wrong_is_told_with_line_and_column(
    lines: list[str], flaw: Flaw, details: dict[str, str | int]
) -> None:
    assert flawed(lines) == (flaw, details)


@given(rasters(), st.data())
def test_a_wrong_cell_anywhere_is_found(rows: list[str], data: st.DataObject) -> None:
    row = data.draw(st.integers(0, len(rows) - 1))
    column = data.draw(st.integers(0, len(rows[0]) - 1))
    wrong = data.draw(st.sampled_from("xOR0,-–"))
    lines = [" ".join(cells) for cells in rows]
    lines[row] = " ".join([*rows[row][:column], wrong, *rows[row][column + 1 :]])
    place: dict[str, str | int] = {"line": row + 1, "column": 2 * column + 1, "given": wrong}
    assert flawed(lines) == (Flaw.CELL, place)


# --- files


@pytest.mark.parametrize(
    ("content", "flaw"),
    [
        (b"o o o o o o\xff", Flaw.ENCODING),
        ("o o o o o o".encode("utf-16"), Flaw.ENCODING),
        (b"o o o\n" * 20_000, Flaw.TOO_LONG),
        (b"#" * 65_537, Flaw.TOO_LONG),
        (b"#" * 65_536, Flaw.RASTER),
        (b"", Flaw.RASTER),
        (b"o o o o o o\0", Flaw.CELL),
    ],
)
def test_a_file_that_is_no_board(tmp_path: Path, content: bytes, flaw: Flaw) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    with pytest.raises(Malformed) as caught:
        read_board(path)
    assert caught.value.flaw is flaw
    assert caught.value.details["file"] == str(path)


def test_the_place_in_a_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(b"\xef\xbb\xbf# mine\r\n\r\no . o\r\nr x b\r\n")
    with pytest.raises(Malformed) as caught:
        read_board(path)
    place = {"file": str(path), "line": 4, "column": 3, "given": "x"}
    assert (caught.value.flaw, caught.value.details) == (Flaw.CELL, place)


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path / "none.txt", tmp_path, tmp_path / "x" / "y"):
        with pytest.raises(Malformed) as caught:
            read_board(path)
        assert caught.value.flaw is Flaw.FILE
        assert caught.value.details["file"] == str(path)
        assert caught.value.details["given"]
