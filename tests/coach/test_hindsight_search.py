"""The compiled search and the same file as plain Python."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hashi
from hashi.coach import hindsight, hindsight_search
from hashi.coach.board_tables import BoardTables
from hashi.coach.hindsight import HindsightPosition, solve
from hashi.rules import Goal, Sheet
from tests.coach.tiny_games import tiny_record
from tests.support.uncompiled import load_uncompiled

DEADLINES = {goal: goal.deadline for goal in Goal}


def test_plain_python_searches_step_by_step_as_the_compiled_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not hindsight_search.is_compiled:
        pytest.skip("not compiled here: no C compiler was at hand when the package was installed")
    plain = load_uncompiled("hashi.coach.hindsight_search")
    searched: list[dict[str, Any]] = []

    class Both:
        """Searches twice, and compares all that is told."""

        def __init__(self) -> None:
            self.engines = [hindsight_search.HindsightSearch(), plain.HindsightSearch()]

        def set_board(self, tables: BoardTables) -> None:
            for engine in self.engines:
                engine.set_board(tables)

        def set_position(self, *position: object) -> None:
            for engine in self.engines:
                engine.set_position(*position)

        def set_scenario(self, **scenario: object) -> None:
            for engine in self.engines:
                engine.set_scenario(**scenario)

        def search(self, *limits: int) -> dict[str, Any]:
            compiled, slow = (engine.search(*limits) for engine in self.engines)
            assert compiled == slow
            searched.append(compiled)
            return searched[-1]

    monkeypatch.setattr(hindsight, "HindsightSearch", Both)
    for seed in range(12):
        record = tiny_record(Random(seed), 1)
        blank = Sheet.blank(record.setup.board)
        solve(HindsightPosition(blank, record.cards, 0, DEADLINES, is_start=True), 0, None, None)
    played = hashi.new_game("A", ["Ida"], seed="sea").play_out([hashi.bot("greedy")])
    late = played.record.until(13).replay()
    until = dict.fromkeys(Goal, 4)
    cards = played.record.cards[13:]
    solve(HindsightPosition(late.sheets[0], cards, 0, until), 0, None, None)
    assert any(found["is_found"] for found in searched)
    assert any(not found["is_found"] for found in searched)
    assert sum(found["tasks"] for found in searched) > 20


def test_a_machine_that_is_too_busy_for_an_answer_is_given_no_number_beyond_64_bits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Steps grow each time that nothing could be decided, which may be very often."""
    monkeypatch.setattr(hindsight, "SAMPLE", 10)
    monkeypatch.setattr(hindsight, "SHARE", 0.0)
    monkeypatch.setattr(hindsight, "FIRST_TASK_STEPS", 10**14)
    played = hashi.new_game("A", ["Ida"], seed="sea").play_out([hashi.bot("greedy")])
    position = HindsightPosition(
        Sheet.blank(played.record.setup.board), played.record.cards, 0, DEADLINES
    )
    found = solve(position, 0, None, 1.0)
    assert found.points <= found.bound
