"""Drafts: turns in progress are private, and their marks can be taken back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from hashi.rules import Bridge, Flaw, Illegal, Malformed, Pens, Reason, view
from hashi.table import Objection, Options, Phase, draft_of
from tests.support.tables import LINUS, OWN_BOARD, TIM, TableFixture, open_table, people

DECK = ("4/2", "4/2", "4/2", "4/2")
"""In any order every card is a 4 with two bridges."""


@asynccontextmanager
async def alone(path: Path, **more: Any) -> AsyncIterator[TableFixture]:
    """Open a table for Tim alone: a small board, a 3 on a1 and the first card turned."""
    options = Options(board=OWN_BOARD, deck=DECK, **more)
    async with open_table(path, options) as here:
        await here.start(0, "a1=3")
        yield here


def marks(here: TableFixture, seat: int = 0) -> str:
    return str(here.table.seats[seat].marks)


async def test_marks_are_made_undone_redone_and_cleared(tmp_path: Path) -> None:
    async with alone(tmp_path) as here:
        await here.ask(TIM, "mark", seat=0, marks="4@b1 a1-b1")
        await here.ask(TIM, "mark", seat=0, marks="a1-b1")
        assert marks(here) == "4@b1 a1=b1"
        await here.ask(TIM, "undo", seat=0)
        await here.ask(TIM, "undo", seat=0)
        assert marks(here) == "4@b1"
        await here.ask(TIM, "redo", seat=0)
        assert marks(here) == "4@b1 a1-b1"
        await here.ask(TIM, "mark", seat=0, marks="a1-a2")
        assert await here.objection(TIM, "redo", seat=0) is Objection.NOTHING_TO_UNDO
        await here.ask(TIM, "clear", seat=0)
        assert marks(here) == "pass"
        number = here.table.number
        await here.ask(TIM, "clear", seat=0)
        assert here.table.number == number
        await here.ask(TIM, "undo", seat=0)
        assert marks(here) == "4@b1 a1-b1 a1-a2"
        await here.ask(TIM, "redo", seat=0)
        assert marks(here) == "pass"
        for _ in range(4):
            await here.ask(TIM, "undo", seat=0)
        assert marks(here) == "pass"
        assert await here.objection(TIM, "undo", seat=0) is Objection.NOTHING_TO_UNDO
        await here.check_log()


async def test_undo_works_after_done_was_taken_back(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, seats=2)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.ask(TIM, "mark", seat=0, marks="4@b1")
        await here.ask(TIM, "mark", seat=0, marks="4@c1")
        await here.ask(TIM, "done", seat=0)
        await here.ask(TIM, "reopen", seat=0)
        await here.ask(TIM, "undo", seat=0)
        assert marks(here) == "4@b1"


async def test_a_tap_writes_the_number_selects_and_takes_away(tmp_path: Path) -> None:
    async with alone(tmp_path) as here:
        answer = await here.ask(TIM, "tap", seat=0, island="b1")
        assert (marks(here), answer.selected) == ("4@b1", "")
        answer = await here.ask(TIM, "tap", seat=0, island="b1")
        assert answer.selected == "b1"
        await here.ask(TIM, "tap", seat=0, island="a1", origin="b1")
        assert marks(here) == "4@b1 a1-b1"
        answer = await here.ask(TIM, "tap", seat=0, island="a1")
        assert answer.selected == "a1"
        answer = await here.ask(TIM, "tap", seat=0, island="a1", origin="a1")
        assert answer.selected == ""
        await here.ask(TIM, "tap", seat=0, island="b1", origin="b1")
        assert marks(here) == "a1-b1"


async def test_a_tap_moves_the_number_and_writes_it_after_bridges(tmp_path: Path) -> None:
    async with alone(tmp_path) as here:
        await here.ask(TIM, "tap_line", seat=0, line="a1-a2")
        await here.ask(TIM, "tap", seat=0, island="c1")
        assert marks(here) == "4@c1 a1-a2"
        await here.ask(TIM, "tap", seat=0, island="d1", origin="a1")  # no line leads there
        assert marks(here) == "4@d1 a1-a2"
        await here.ask(TIM, "tap", seat=0, island="a2")
        assert marks(here) == "4@a2 a1-a2"
        answer = await here.ask(TIM, "tap", seat=0, island="b2")  # a flag, and a bridge may start
        assert (marks(here), answer.selected) == ("4@a2 a1-a2", "b2")
        await here.ask(TIM, "tap", seat=0, island="a2", origin="b2")
        assert marks(here) == "4@a2 a1-a2 a2-b2"
        with pytest.raises(Illegal) as caught:
            await here.ask(TIM, "tap", seat=0, island="d3")  # a flag, and no bridge leads there
        assert caught.value.refusal.reason is Reason.FLAG_WITHOUT_BRIDGE
        with pytest.raises(Illegal) as caught:
            await here.ask(TIM, "tap", seat=0, island="c1")
        assert caught.value.refusal.reason is Reason.NUMBER_NEEDED


async def test_a_tap_with_a_free_pen_moves_the_number_too(tmp_path: Path) -> None:
    async with alone(tmp_path, pens=Pens.FREE) as here:
        await here.ask(TIM, "tap_line", seat=0, line="a1-a2")
        await here.ask(TIM, "tap", seat=0, island="d3")
        assert marks(here) == "a1-a2 4@d3"
        await here.ask(TIM, "tap", seat=0, island="c1")
        assert marks(here) == "a1-a2 4@c1"


async def test_taking_the_number_back_takes_back_bridges_that_depend_on_it(tmp_path: Path) -> None:
    async with alone(tmp_path) as here:
        await here.ask(TIM, "mark", seat=0, marks="4@d1 c1-d1 a1-a2")
        await here.ask(TIM, "tap", seat=0, island="d1", origin="d1")
        assert marks(here) == "a1-a2"


async def test_a_tap_that_the_rules_refuse_says_why(tmp_path: Path) -> None:
    async with alone(tmp_path) as here:
        with pytest.raises(Illegal) as caught:
            await here.ask(TIM, "tap", seat=0, island="b2")
        assert caught.value.refusal.reason is Reason.FLAG_WITHOUT_BRIDGE
        with pytest.raises(Illegal):
            await here.ask(TIM, "mark", seat=0, marks="5@b1")
        with pytest.raises(Illegal):
            await here.ask(TIM, "mark", seat=0, marks="a1-c1")
        assert marks(here) == "pass"


async def test_taps_on_a_line_draw_one_bridge_two_bridges_and_none(tmp_path: Path) -> None:
    async with alone(tmp_path) as here:
        seen = []
        for _ in range(3):
            await here.ask(TIM, "tap_line", seat=0, line="b1-a1")
            seen.append(marks(here))
        assert seen == ["a1-b1", "a1=b1", "pass"]
        with pytest.raises(Malformed) as caught:
            await here.ask(TIM, "tap_line", seat=0, line="a1-c1")
        assert caught.value.flaw is Flaw.MARK
        for line in ("", "a1", "a1-b1-c1", "a1-a1", "z9-a1"):
            with pytest.raises(Malformed):
                await here.ask(TIM, "tap_line", seat=0, line=line)


async def test_a_tap_takes_back_only_bridges_of_this_turn(
    tmp_path: Path,
) -> None:
    async with alone(tmp_path) as here:
        await here.play(0, "a1-b1 a1-a2")
        await here.ask(TIM, "tap_line", seat=0, line="a1-b1")
        assert marks(here) == "a1-b1"
        await here.ask(TIM, "tap_line", seat=0, line="a1-b1")
        assert marks(here) == "pass"
        board = here.table.played.setup.board
        assert here.table.played.sheets[0].bridges(board.line("a1", "b1") or board.lines[0]) == 1


@pytest.mark.parametrize("text", ["5@a1 a1-b1 a1-a2", "a1 - b1", "4@a1 a1-b1", "pass"])
async def test_r5_a_typed_start_that_is_none_is_named_as_it_was_typed(
    tmp_path: Path, text: str
) -> None:
    async with open_table(tmp_path, Options(board=OWN_BOARD, deck=DECK)) as here:
        with pytest.raises(Malformed) as caught:
            await here.ask(TIM, "mark", seat=0, marks=text)
        assert caught.value.flaw is Flaw.START
        assert caught.value.details["given"] == text
        assert marks(here) == "pass"
        await here.ask(TIM, "mark", seat=0, marks="4 @ a1")
        assert marks(here) == "4@a1"


async def test_taps_on_an_island_write_three_four_and_no_start(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(board=OWN_BOARD, deck=DECK)) as here:
        seen = []
        for island in ("b1", "b1", "b1", "b1", "c1"):
            await here.ask(TIM, "tap", seat=0, island=island)
            seen.append(marks(here))
        assert seen == ["3@b1", "4@b1", "pass", "3@b1", "3@c1"]
        with pytest.raises(Illegal) as caught:
            await here.ask(TIM, "tap", seat=0, island="b2")
        assert caught.value.refusal.reason is Reason.START_FLAG
        await here.ask(TIM, "mark", seat=0, marks="4@a1")
        await here.ask(TIM, "mark", seat=0, marks=" b1 = 4 ")
        assert marks(here) == "4@b1"
        with pytest.raises(Illegal):
            await here.ask(TIM, "mark", seat=0, marks="b1=5")
        with pytest.raises(Illegal) as early:
            await here.ask(TIM, "tap_line", seat=0, line="a1-b1")
        assert early.value.refusal.reason is Reason.NO_CARD
        await here.ask(TIM, "clear", seat=0)
        assert await here.objection(TIM, "done", seat=0) is Objection.NOT_NOW
        draft = draft_of(here.table, 0)
        assert draft.lines == ()
        assert {island.name for island in draft.islands} >= {"a1", "b1"}
        assert "b2" not in {island.name for island in draft.islands}


async def test_done_needs_all_bridges_or_none(tmp_path: Path) -> None:
    async with alone(tmp_path) as here:
        await here.ask(TIM, "mark", seat=0, marks="a1-b1")
        with pytest.raises(Illegal) as caught:
            await here.ask(TIM, "done", seat=0)
        assert caught.value.refusal.reason is Reason.TOO_FEW_BRIDGES
        assert here.table.played.rounds == 0
        assert draft_of(here.table, 0).lines
        await here.ask(TIM, "mark", seat=0, marks="a1-b1")
        assert draft_of(here.table, 0).lines == ()
        await here.ask(TIM, "done", seat=0)
        assert here.table.played.rounds == 1


async def test_allowed_targets_are_what_the_draft_does_not_refuse(tmp_path: Path) -> None:
    async with alone(tmp_path) as here:
        for typed in ("pass", "4@b1", "a1-b1", "a1-a2"):
            await here.ask(TIM, "mark", seat=0, marks=typed)
            draft = draft_of(here.table, 0)
            lines = here.table.played.setup.board.lines
            allowed = tuple(line for line in lines if draft.refusal(Bridge(line)) is None)
            assert draft.lines == allowed


async def test_done_is_taken_back_while_the_round_is_open(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, seats=2)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        assert await here.objection(TIM, "reopen", seat=0) is Objection.NOTHING_TO_UNDO
        await here.start(0, "a1=3")
        assert await here.objection(TIM, "undo", seat=0) is Objection.DONE_ALREADY
        await here.start(1, "a1=3")
        assert await here.objection(TIM, "reopen", seat=0) is Objection.NOTHING_TO_UNDO
        await here.play(0, "4@b1")
        assert await here.objection(TIM, "mark", seat=0, marks="pass") is Objection.DONE_ALREADY
        await here.ask(TIM, "reopen", seat=0)
        assert marks(here) == "4@b1"
        await here.ask(TIM, "undo", seat=0)
        await here.play(0, "4@c1")
        await here.play(1, "4@b1")
        assert [str(turn) for turn in here.table.record.rounds[0]] == ["4@c1", "4@b1"]
        assert await here.objection(TIM, "reopen", seat=0) is Objection.NOTHING_TO_UNDO


async def test_a_draft_does_not_change_the_views_of_others(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, seats=2)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        before = [view(here.table.played, seat) for seat in (1, None)]
        record = here.table.record
        await here.ask(TIM, "mark", seat=0, marks="4@b1")
        await here.ask(TIM, "done", seat=0)
        assert [view(here.table.played, seat) for seat in (1, None)] == before
        assert here.table.record == record


async def test_free_pens_allow_any_marks_within_the_limits(tmp_path: Path) -> None:
    async with alone(tmp_path, pens=Pens.FREE) as here:
        await here.ask(TIM, "mark", seat=0, marks="5@b2 6@b2 d1-d2 d1=d2")
        for _ in range(2):
            await here.ask(TIM, "tap_line", seat=0, line="a1-b1")
        await here.ask(TIM, "tap_line", seat=0, line="a1-b1")
        assert marks(here) == "5@b2 6@b2 d1=d2 d1-d2"
        with pytest.raises(Illegal):
            await here.ask(TIM, "mark", seat=0, marks="a1-c1")
        await here.ask(TIM, "mark", seat=0, marks="a1=b1 " * 47)
        with pytest.raises(Illegal) as caught:
            await here.ask(TIM, "mark", seat=0, marks="a1-b1")
        assert caught.value.refusal.reason is Reason.TOO_MANY_MARKS
        assert len(here.table.seats[0].marks.marks) == 99
        await here.ask(TIM, "done", seat=0)
        assert here.phase() is Phase.ROUND


async def test_bad_fields_are_malformed_and_change_nothing(tmp_path: Path) -> None:
    async with alone(tmp_path) as here:
        number = here.table.number
        bad: list[tuple[str, dict[str, Any]]] = [
            ("mark", {"seat": 0}),
            ("mark", {"seat": 0, "marks": 5}),
            ("mark", {"seat": 0, "marks": "x" * 501}),
            ("mark", {"seat": 0, "marks": ""}),
            ("mark", {"seat": 0, "marks": "4@"}),
            ("mark", {"seat": "0", "marks": "pass"}),
            ("mark", {"seat": True, "marks": "pass"}),
            ("mark", {"seat": 10**4000, "marks": "pass"}),
            ("tap", {"seat": 0, "island": "z9"}),
            ("tap", {"seat": 0, "island": "a1", "from": "z9"}),
            ("undo", {"seat": 0, "round": "1"}),
            ("undo", {"seat": 0, "id": "i" * 65}),
            ("rewind", {"to": None}),
        ]
        for do, fields in bad:
            with pytest.raises(Malformed):
                await here.ask(TIM, do, **fields)
        assert here.table.number == number
