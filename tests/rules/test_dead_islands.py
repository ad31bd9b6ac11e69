"""Dead islands, with a number or without, against every way to go on."""

from __future__ import annotations

from random import Random

from hypothesis import given
from tests.rules.dead_goals import reach
from tests.support.examples import examples
from tests.support.games import with_marks
from tests.support.generate import rngs, sheets
from tests.support.sheets import draw_sheet

from hashi.rules import (
    Board,
    Sheet,
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
    found = reach(sheet)
    assert found is not None
    return found.islands


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
    dead = [island for island in sheet.board.islands if not alive >> island.index & 1]
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
    dead = [island for island in sheet.board.islands if not alive >> island.index & 1]
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
    assert names(with_marks(draw_sheet(free), "b1-b3")) == "a2 c2"


def test_an_island_without_a_number_is_dead_when_no_bridge_can_lead_to_it() -> None:
    closed = """
            o1      b
            |
            o   o       r   o   o
    """
    assert names(draw_sheet(closed)) == "c1"
    assert names(draw_sheet(closed.replace("b", "o").replace("r", "o"))) == "c1"
    alone = draw_sheet("o1--o1  o   o2==o2  o")
    assert names(alone) == "c1 f1"


def test_a_flag_is_dead_when_only_bare_flags_could_give_it_a_bridge() -> None:
    """No flag takes a number before a bridge leads there, so none can begin (R11)."""
    flags = "o1--o1  b   r   r   o   o   o"
    assert names(draw_sheet(flags)) == ""
    assert names(draw_sheet("o1--o1  b   r   r   o1--o1  o")) == "c1 d1 e1 h1"
    assert names(draw_sheet("o1--o1  b   r   r   o2--o1  o")) == "h1"
    by_mistake = draw_sheet("o1--o1  b2  r   r   o1--o1  o")  # a number without a bridge
    assert names(by_mistake) == "h1"
    surrounded = """
            .   r   .   .

            r   b   r   .

            .   r   .   .

            .   .   .   o
    """
    assert names(draw_sheet(surrounded)) == "b1 a2 b2 c2 b3 d4"


def test_where_all_islands_have_flags_none_gets_a_first_bridge() -> None:
    """R11: the one in the middle has neighbours on all four sides, all without a number."""
    assert names(Sheet.blank(Board((".r.", "rrr", ".rr")))) == "b1 a2 b2 c2 b3 c3"


def test_an_island_is_dead_when_no_number_that_is_left_fits() -> None:
    sheet = draw_sheet("o6==o   o3  o   o   o1")
    b1, e1 = sheet.board.island("b1"), sheet.board.island("e1")
    assert [island.name for island in dead_islands(sheet, 1 << 1)] == ["a1", "b1"]
    assert is_dead(sheet, b1, 1 << 5)
    assert not is_dead(sheet, b1, 1 << 4)
    assert is_dead(sheet, e1, 1 << 4)
    assert not is_dead(sheet, e1, 1 << 3)


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
