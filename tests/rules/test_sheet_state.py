"""The state of a sheet: what each of its bits says, compiled and in plain Python."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.generate import sheets
from tests.support.sheets import draw_sheet
from tests.support.uncompiled import load_uncompiled

from hashi.boards import board
from hashi.rules import (
    PASS,
    Bridge,
    Line,
    Mark,
    Number,
    Sheet,
    Stray,
    Turn,
    dead_islands,
    sheet_state,
)
from hashi.rules.law import open_islands, open_lines, refusals
from hashi.rules.reason import Reason
from hashi.rules.sheet_state import Scribble, SheetState, Targets
from hashi.rules.state_layout import (
    ACROSS,
    CROSSED,
    DEAD,
    DRAWN,
    FINISHED,
    FREE,
    HATCHED,
    HORIZONTAL,
    RINGED,
    STRUCK,
    TARGET,
    TICKED,
    WRITTEN,
)

SHUT = {Reason.CROSSING, Reason.ISLAND_FULL, Reason.ISLAND_FINISHED}


@pytest.fixture(scope="module")
def plain() -> Any:
    return load_uncompiled("hashi.rules.state_bytes")


def targets_on(sheet: Sheet) -> Targets:
    return Targets(open_islands(sheet, 4), open_lines(sheet))


@given(
    sheet=sheets(free=True),
    struck=st.integers(0, 2**16),
    turns=st.tuples(st.booleans(), st.booleans()),
    help=st.booleans(),
)
def test_states_are_the_same_compiled_and_in_plain_python(
    plain: Any, sheet: Sheet, struck: int, turns: tuple[bool, bool], help: bool
) -> None:
    sheet = sheet.with_struck(struck & (1 << len(sheet.digits)) - 1)
    turn, better = (Turn(sheet.marks) if is_all else PASS for is_all in turns)
    before = SheetState(Sheet.blank(sheet.board), help=help)

    def state() -> SheetState:
        return SheetState(sheet, turn, better, targets_on(sheet), help=help)

    now = state()
    changed = now.changes_since(before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet_state, "state_bytes", plain.state_bytes)
        patch.setattr(sheet_state, "differences", plain.differences)
        assert state().content == now.content
        assert now.changes_since(before) == changed


@pytest.mark.parametrize("side", ["A", "B"])
def test_states_of_whole_boards_are_the_same_in_plain_python(plain: Any, side: str) -> None:
    """Sheets that grow by chance with free pens, each compared with the one before."""
    rng, sheet, before = Random(f"states of {side}"), Sheet.blank(board(side)), None
    for number in range(60):
        turn = Turn(tuple(random_marks(rng, sheet, [])))
        sheet = sheet.with_marks(turn.marks)
        if number % 20 == 19:
            sheet = sheet.with_struck(1 << rng.randrange(len(sheet.digits)))

        better, help = turn if number % 3 else PASS, number % 2 == 0

        def state(sheet: Sheet = sheet, turn: Turn = turn) -> SheetState:
            return SheetState(sheet, turn, better, targets_on(sheet), help=help)  # noqa: B023

        now = state()
        changed = now.changes_since(before)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sheet_state, "state_bytes", plain.state_bytes)
            patch.setattr(sheet_state, "differences", plain.differences)
            assert state().content == now.content
            assert now.changes_since(before) == changed
        before = now


@given(sheet=st.one_of(sheets(), sheets(free=True)), struck=st.integers(0, 2**16))
def test_how_islands_stand_is_what_the_rules_say(sheet: Sheet, struck: int) -> None:
    sheet = sheet.with_struck(struck & (1 << len(sheet.digits)) - 1)
    state, dead = SheetState(sheet), dead_islands(sheet)
    for island in sheet.board.islands:
        number, stands, on_lines = state.said(island.index)
        assert number == sheet.digits[island.index]
        assert stands == (
            FINISHED * sheet.is_finished(island)
            | STRUCK * sheet.is_struck(island)
            | DEAD * (island in dead)
        )
        lines = sheet.board.lines_of[island.index]
        told = [sheet.bridges(line) or ACROSS * sheet.is_blocked(line) for line in lines]
        assert list(on_lines[: len(lines)]) == told
        assert not any(on_lines[len(lines) :])


@given(sheet=st.one_of(sheets(), sheets(free=True)), help=st.booleans())
def test_how_lines_look_is_what_the_rules_say(sheet: Sheet, help: bool) -> None:
    state = SheetState(sheet, targets=targets_on(sheet), help=help)
    for line in sheet.board.lines:
        bridges, looks, fresh, ghosts, *_ = state.line(line.index)
        against = {refusal.reason for refusal in refusals(sheet, Bridge(line))}
        assert (bridges, fresh, ghosts) == (sheet.bridges(line), 0, 0)
        assert bool(looks & HORIZONTAL) == line.is_horizontal
        assert bool(looks & DRAWN) == (bridges > 0)
        assert bool(looks & TARGET) == (not against)
        assert bool(looks & CROSSED) == (Reason.CROSSING in against) == sheet.is_blocked(line)
        assert bool(looks & FREE) == (not help or bridges > 0 or not against & SHUT)


def test_help_hatches_the_dead() -> None:
    sheet = draw_sheet("o3  o   o   o   o   o")
    for help in (True, False):
        state = SheetState(sheet, help=help)
        assert state.said(0)[1] == DEAD, "it is said to be dead in any case"
        assert bool(state.island(0)[0][1] & HATCHED) == help


def test_marks_of_a_turn_and_of_a_better_one() -> None:
    sheet = draw_sheet("o2==o   o1--o   o   o")
    a, b, c, d, e, _ = sheet.board.islands
    ab, bc, cd, de, _ = sheet.board.lines
    turn = Turn((Number(c, 1), Bridge(ab), Bridge(cd)))
    better = Turn((Number(c, 1), Bridge(ab), Bridge(ab), Bridge(de), Number(e, 3)))
    state = SheetState(sheet, turn, better)

    def looks(at: int) -> int:
        return state.island(at)[0][1]

    assert looks(a.index) == RINGED, "finished by a bridge of the turn"
    assert looks(c.index) == RINGED | WRITTEN | TICKED
    assert looks(b.index) == looks(d.index) == looks(e.index) == 0
    assert [state.island(at.index)[0][2] for at in (a, b, c, d, e)] == [0, 0, 0, 0, 3]
    assert [tuple(state.line(line.index)[:4]) for line in (ab, bc, cd, de)] == [
        (2, HORIZONTAL | FREE | DRAWN | TICKED, 1, 1),
        (0, HORIZONTAL, 0, 0),
        (1, HORIZONTAL | FREE | DRAWN, 1, 0),
        (0, HORIZONTAL | FREE, 0, 1),
    ]
    older = SheetState(sheet, Turn((Bridge(cd), Bridge(cd))))
    assert older.island(a.index)[0][1] == 0
    assert older.line(cd.index)[2] == 1, "no more bridges are fresh than there are"


def test_numbers_written_over_others_are_fresh_from_the_last_on() -> None:
    own = draw_sheet("o4  o   o   o   o   o").board.islands[0]
    written = [Number(own, number) for number in (4, 2, 6)]
    sheet = Sheet.of(draw_sheet("o   o   o   o   o   o").board, written)

    def shown(turn: Turn) -> tuple[bool, tuple[Scribble, ...]]:
        about, scribbles = SheetState(sheet, turn).island(0)
        return bool(about[1] & WRITTEN), scribbles

    assert shown(PASS) == (False, (Scribble(2, False), Scribble(6, False)))
    assert shown(Turn((written[2],))) == (False, (Scribble(2, False), Scribble(6, True)))
    assert shown(Turn(tuple(written))) == (True, (Scribble(2, True), Scribble(6, True)))


def test_targets_are_islands_and_lines() -> None:
    board = draw_sheet("o   o   o   o   o   o").board
    targets = Targets.of((board.islands[3], board.lines[1], board.islands[0]))
    assert targets == Targets(islands=0b1001, lines=0b10)
    assert Targets.of(()) == Targets()


@examples(1000)
@given(any_sheet=sheets(), seed=st.integers(0, 2**32), help=st.booleans())
def test_what_has_changed_are_the_pieces_whose_bytes_differ(
    any_sheet: Sheet, seed: int, help: bool
) -> None:
    """Marks are made and taken back by chance, lawful or not, and targets come and go."""
    rng = Random(seed)
    marks: list[Mark] = []
    before = None
    for _ in range(12):
        if rng.random() < 0.1:  # what was there before the turn may change, too
            any_sheet = any_sheet.with_mark(random_marks(rng, any_sheet, [])[0])
        marks = random_marks(rng, any_sheet, marks)
        sheet = any_sheet.with_marks(marks)
        if rng.random() < 0.1:
            sheet = sheet.with_struck(1 << rng.randrange(len(sheet.digits)))
        islands = open_islands(sheet, rng.randint(1, 6)) if rng.random() < 0.5 else 0
        lines = open_lines(sheet) if rng.random() < 0.7 else 0
        now = SheetState(sheet, Turn(tuple(marks)), PASS, Targets(islands, lines), help=help)
        every = (list(range(len(sheet.digits))), list(range(len(sheet.planks))))
        assert tuple(map(list, now.changes_since(None))) == every
        if before is not None:
            assert now.changes_since(before) == (
                [
                    at
                    for at in every[0]
                    if (now.island(at), now.said(at)) != (before.island(at), before.said(at))
                ],
                [at for at in every[1] if now.line(at) != before.line(at)],
            )
        before = now


def random_marks(rng: Random, sheet: Sheet, marks: list[Mark]) -> list[Mark]:
    """Return these marks with one more of them, or without the last one."""
    if marks and rng.random() < 0.3:
        return marks[:-1]
    lines: tuple[Line, ...] = sheet.board.lines
    if lines and rng.random() < 0.7:
        return [*marks, Bridge(rng.choice(lines))]
    return [*marks, Number(rng.choice(sheet.board.islands), rng.randint(1, 6))]


def test_a_bridge_where_no_line_is_shows_nothing() -> None:
    sheet = draw_sheet("o3  o   o   o   o   o")
    a, *_, f = sheet.board.islands
    assert SheetState(sheet, Turn((Stray((a, f)),))).content == SheetState(sheet).content
