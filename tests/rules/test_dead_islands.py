"""Dead islands, against every way to go on."""

from __future__ import annotations

from random import Random

from hypothesis import given
from tests.support.examples import examples
from tests.support.games import with_marks
from tests.support.generate import rngs, sheets
from tests.support.sheets import draw_sheet

from hashi.rules import (
    Board,
    Bridge,
    Mark,
    Number,
    Sheet,
    allowed_islands,
    allowed_lines,
    dead_islands,
)
from hashi.rules.dead import is_dead

BOARDS = [
    Board(("ooo", "ooo")),
    Board(("or.", "b.o", ".oo")),
    Board((".o.r", "o.o.", ".o.b")),  # a crossing
    Board((".oo.", "o..o", ".oo.")),  # two crossings on one line
    Board(("oooooo",)),
    Board((".o.", "ooo", ".oo")),
]


def names(sheet: Sheet) -> str:
    return " ".join(island.name for island in dead_islands(sheet))


def finishable(sheet: Sheet) -> int:
    """The islands that some sequence of legal marks finishes, whatever the cards; a mask."""
    seen, edge, found = {sheet}, [sheet], 0
    while edge:
        here = edge.pop()
        found |= here.finished
        ahead: list[Mark] = [Bridge(line) for line in allowed_lines(here)]
        ahead += [Number(i, n) for n in range(1, 7) for i in allowed_islands(here, n)]
        for mark in ahead:
            after = here.with_mark(mark)
            if after not in seen:
                seen.add(after)
                edge.append(after)
    return found


def late_sheet(rng: Random) -> Sheet:
    """A sheet on which at most two islands have no number, with some bridges on it."""
    board = rng.choice(BOARDS)
    sheet = Sheet.blank(board)
    islands = rng.sample(board.islands, len(board.islands))
    for island in islands[: len(islands) - rng.randint(0, 2)]:
        sheet = sheet.with_number(island, rng.randint(1, 6))
    for _ in range(rng.randint(len(board.lines) // 2, 2 * len(board.lines))):
        open_lines = allowed_lines(sheet)
        if open_lines:
            sheet = sheet.with_bridge(rng.choice(open_lines))
    return sheet


@examples(100)
@given(rngs)
def test_dead_is_what_no_way_to_go_on_finishes(rng: Random) -> None:
    sheet = late_sheet(rng)
    alive = finishable(sheet)
    dead = [i for i in sheet.board.islands if sheet.number(i) and not alive >> i.index & 1]
    assert list(dead_islands(sheet)) == dead
    assert [island for island in sheet.board.islands if is_dead(sheet, island)] == dead


@examples(100)
@given(rngs)
def test_dead_is_exact_on_sheets_with_mistakes(rng: Random) -> None:
    """Free pens: bridges that cross, islands with more bridges than their number."""
    sheet = late_sheet(rng)
    for _ in range(rng.randint(1, 3)):
        sheet = sheet.with_bridge(rng.choice(sheet.board.lines))
    for island in sheet.board.islands:
        if sheet.number(island) is None:
            sheet = sheet.with_number(island, rng.randint(1, 6))
    alive = finishable(sheet)
    dead = [i for i in sheet.board.islands if sheet.number(i) and not alive >> i.index & 1]
    assert list(dead_islands(sheet)) == dead


def test_an_island_overfilled_by_a_free_pen_is_dead() -> None:
    """Its number was written below the bridges that led there, so it was never circled."""
    sheet = with_marks(draw_sheet("o2==o   o   o   o   o"), "1@b1")
    assert names(sheet) == "b1"


def test_an_island_is_dead_when_its_lines_carry_too_few() -> None:
    assert names(draw_sheet("o3  o   o   o   o   o")) == "a1"
    assert names(draw_sheet("o2  o   o   o   o   o")) == ""
    assert names(draw_sheet("o5  o1  o\n.\no2  o   o")) == "a1"  # 1 and 2 at most
    assert names(draw_sheet("o4  o2  o\n.\no2  o   o")) == ""


def test_a_bridge_across_blocks_a_line() -> None:
    free = """
            o4      r
            .
        o2      o
            .
            o       b
    """
    assert names(draw_sheet(free)) == ""
    assert names(with_marks(draw_sheet(free), "b1-b3")) == "a2"


def test_finished_and_struck_islands_are_not_dead() -> None:
    sheet = draw_sheet("o2==o2  o3  o   o   o")
    assert names(sheet) == "c1"
    assert [island.name for island in sheet.board.islands if is_dead(sheet, island)] == ["c1"]
    struck = sheet.with_struck(1 << sheet.board.island("c1").index)
    assert names(struck) == ""
    assert not any(is_dead(struck, island) for island in struck.board.islands)


@examples(60)
@given(sheets())
def test_dead_islands_stay_dead(sheet: Sheet) -> None:
    dead = set(dead_islands(sheet))
    for line in allowed_lines(sheet):
        assert dead <= set(dead_islands(sheet.with_bridge(line)))
