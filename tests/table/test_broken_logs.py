"""A log that cannot be replayed is one broken table, and nothing else suffers."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hashi.table import BrokenLog, Objected, Objection, OpenTable, Options, Table, read_log, replay
from tests.support.tables import LINUS, TIM, open_table, people

OPENED = json.dumps({"v": 1, "kind": "opened", "at": 1.0, "options": {}, "holder": "tim"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"v": 1, "kind": "flown", "at": 1.0}',
        '{"v": 1, "kind": "unseated", "at": 1.0, "seat": 9}',
        '{"v": 1, "kind": "unseated", "at": 1.0, "chair": 0}',
        '{"v": 1, "kind": "begun", "at": 1, "cards": ["9/9"], "box": "1", "salt": "", "seal": ""}',
        '{"v": 1, "kind": "finished", "at": 1.0, "seat": 0, "turn": "pass"}',
        '{"v": 1, "kind": "drafted", "at": 1.0, "seat": 0, "marks": "z9-z9", "undone": ""}',
        '{"v": 2, "kind": "unseated", "at": 1.0, "seat": 0}',
    ],
)
def test_the_entry_that_is_wrong_is_named(text: str) -> None:
    with pytest.raises(BrokenLog) as caught:
        replay([(1, OPENED), (2, text)])
    assert caught.value.number == 2


def test_marks_before_the_table_is_opened_are_no_log() -> None:
    with pytest.raises(BrokenLog):
        list(read_log([(1, '{"v": 1, "kind": "turned", "at": 1.0, "card": "5/3"}')]))


def test_an_empty_log_is_an_empty_table() -> None:
    assert replay([]) == Table()


async def test_one_broken_table_harms_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_table(tmp_path, seats=people(TIM)) as here:
        broken = await here.host.open(Options(), TIM, people(TIM))
        del here.host._cache._held[broken], here.host._cache._recent[broken]
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("UPDATE event SET body = '{}' WHERE place = ? AND number = 2", [broken])
            other.commit()
        with pytest.raises(Objected) as caught:
            await here.host.live(broken)
        assert caught.value.objection is Objection.BROKEN_TABLE
        assert broken in caplog.text
        found = await here.host.tables_of(TIM)
        assert {t.id if isinstance(t, OpenTable) else t for t in found} == {broken, here.live.id}
        assert broken in found
        assert await here.host.tables_of(LINUS) == []
        await here.play_out()
