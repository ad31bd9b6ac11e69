"""The compiled state of a board: the same as in plain Python."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi.drawing import Layout, sheet_scene
from hashi.rules import PASS, Sheet, Turn
from hashi.rules.law import open_islands, open_lines
from tests.support.generate import sheets
from tests.support.uncompiled import load_uncompiled


@pytest.fixture(scope="module")
def plain() -> Any:
    return load_uncompiled("hashi.drawing.board_state")


@given(sheet=sheets(free=True), is_fresh=st.booleans(), help=st.booleans())
def test_states_are_the_same_compiled_and_in_plain_python(
    plain: Any, sheet: Sheet, is_fresh: bool, help: bool
) -> None:
    marks, islands, lines = sheet.marks, open_islands(sheet, 4), open_lines(sheet)
    before = Layout(Sheet.blank(sheet.board), help=help)

    def layout() -> Layout:
        return Layout(sheet, Turn(marks) if is_fresh else PASS, PASS, islands, lines, help=help)

    now = layout()
    changed = now.changes_since(before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet_scene, "board_state", plain.board_state)
        patch.setattr(sheet_scene, "differences", plain.differences)
        assert layout().state == now.state
        assert now.changes_since(before) == changed
