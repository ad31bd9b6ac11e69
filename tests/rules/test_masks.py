"""The compiled masks: the same as in plain Python, on boards with any number of lines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.support.uncompiled import load_uncompiled

import hashi
from hashi.rules import Board, Sheet, masks
from hashi.rules.dead import ALL_NUMBERS, room
from hashi.rules.law import refusal
from hashi.rules.mark import Bridge, Number

LARGE = Board(("o." * 5, ".o" * 5) * 6)
"""A board with more lines than a machine word has bits, all of them crossed but for the edges."""
FLAGS = Board((".r.", "rrr", ".rr"))
"""A board of flags alone: the one in the middle looks at four neighbours in vain."""
BOARDS = [hashi.board("A"), hashi.board("B"), LARGE, FLAGS]


@pytest.fixture(scope="module")
def plain() -> Any:
    return load_uncompiled("hashi.rules.masks")


def scrawls(board: Board, count: int) -> list[Sheet]:
    """Return sheets with anything on them, as free pens leave them."""
    rng, found = Random(f"masks of {board.rows}"), []
    for number in range(count):
        digits = bytes(rng.choice((0, 0, 0, 1, 2, 3, 4, 5, 6)) for _ in board.islands)
        planks = bytes(rng.choice((0, 0, 0, 0, number % 2, 2, 3)) for _ in board.lines)
        counts = bytearray(len(board.islands))
        for bridges, ends in zip(planks, board.ends, strict=True):
            for end in ends:
                counts[end] += bridges
        found.append(Sheet(board, digits, planks, bytes(counts), rng.getrandbits(len(digits))))
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_masks_are_the_same_compiled_and_in_plain_python(board: Board, plain: Any) -> None:
    for sheet in [Sheet.blank(board), *scrawls(board, 12)]:
        of_islands = (sheet.digits, sheet.counts)
        of_sheet = (board.plan, *of_islands, sheet.planks)
        for number in (1, 4):
            given = (*of_islands, number, board.with_flags)
            assert masks.open_islands(*given) == plain.open_islands(*given)
        lines = masks.open_lines(*of_sheet)
        assert lines == plain.open_lines(*of_sheet)
        chosen = [at for at in range(len(board.lines)) if lines >> at & 1]
        assert masks.indexes(lines) == plain.indexes(lines) == chosen
        for numbers in (ALL_NUMBERS, 1 << 2 | 1 << 4):
            of_board = (board.with_flags, numbers)
            dead = masks.dead_islands(*of_sheet, sheet.finished, *of_board)
            assert dead == plain.dead_islands(*of_sheet, sheet.finished, *of_board)
            alive = (1 << len(board.islands)) - 1 & ~dead
            for needed in (6, 18):
                copied = (bytearray(sheet.counts), bytearray(sheet.planks))
                joining = (board.plan, sheet.digits, *copied, alive, numbers, needed)
                assert masks.can_join(*joining) == plain.can_join(*joining)
        for line, across in zip(board.lines, board.crossings, strict=True):
            is_crossed = any(sheet.bridges(other) for other in across)
            assert sheet.is_blocked(line) is is_crossed
            assert plain.is_crossed(board.plan, sheet.planks, line.index) is is_crossed
        for island in board.islands:
            assert room(sheet, island) == plain.room(*of_sheet, island.index)
        for bridges in range(1, 4):
            copied = (bytearray(sheet.counts), bytearray(sheet.planks))
            room_for = (board.plan, sheet.digits, *copied, bridges, 0)
            assert masks.first_line(*room_for) == plain.first_line(*room_for)
            assert list(copied) == [sheet.counts, sheet.planks], (
                "what was drawn is taken away again"
            )


@pytest.mark.parametrize("board", BOARDS)
def test_masks_allow_what_is_not_refused(board: Board, plain: Any) -> None:
    for sheet in scrawls(board, 4):
        of_islands = (sheet.digits, sheet.counts)
        assert plain.open_lines(board.plan, *of_islands, sheet.planks) == sum(
            1 << line.index for line in board.lines if refusal(sheet, Bridge(line)) is None
        )
        for number in range(1, 7):
            assert plain.open_islands(*of_islands, number, board.with_flags) == sum(
                1 << island.index
                for island in board.islands
                if refusal(sheet, Number(island, number)) is None
            )
