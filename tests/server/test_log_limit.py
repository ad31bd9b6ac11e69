"""The log: whatever strangers send, it gets few lines, and each is one line."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.support.server import Browser, serving

from hashi.host.broken_tables import MOST_TOLD, BrokenTables
from hashi.server.operation.log_limit import AT_ONCE, PAUSE, LogLimit


class Lines(logging.Handler):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def test_one_place_writes_so_many_lines_and_says_how_many_it_left_out() -> None:
    now, lines = [0.0], Lines()
    lines.addFilter(LogLimit(lambda: now[0]))
    log = logging.getLogger("tests.limited")
    log.addHandler(lines)
    for second in (0.0, PAUSE):
        now[0] = second
        for number in range(AT_ONCE + 5):
            log.warning("one %s", number)
    assert len(lines.lines) == AT_ONCE + 1
    assert lines.lines[-1] == "one 0 (and 5 more like this before)"
    log.error("another place")
    log.removeHandler(lines)
    assert lines.lines[-1] == "another place"


def test_a_broken_table_is_told_once(tmp_path: Path) -> None:
    data = tmp_path / "t.sqlite"
    with serving(data) as server:
        visitor = Browser(server)
        id = visitor.open_table(mode="solo")
        server.stop()
        with closing(sqlite3.connect(data)) as store, store:
            store.execute("UPDATE event SET body = '{}' WHERE place = ? AND number = 2", [id])
        server.start()
        for _ in range(20):
            assert visitor.fetch(f"/t/{id}")[0] == 410
        assert visitor.fetch("/")[0] == 200  # one's own games, this one among them
        said = server.stop()
    assert said.count("\n") == 1
    assert id in said


def test_what_is_remembered_of_broken_tables_is_bounded() -> None:
    broken = BrokenTables()
    for number in range(3 * MOST_TOLD):
        broken.tell(str(number), ValueError())
    assert len(broken._told) <= MOST_TOLD
