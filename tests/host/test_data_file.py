"""A file of tables that is moved, replaced or deleted under the server: nothing is acknowledged."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from hashi.host import SqliteStore, StoreDown
from hashi.table import LogEntry
from hashi.table.event import Checked


def event(number: int) -> LogEntry:
    return LogEntry(number, 0.0, Checked(0))


def copied(path: Path, away: Path) -> None:
    """Put a copy in its place, as a program does that saves by renaming."""
    path.rename(away)
    shutil.copy(away, path)


def emptied(path: Path, away: Path) -> None:
    path.rename(away)
    path.touch()


WAYS: dict[str, Callable[[Path, Path], object]] = {
    "renamed": Path.rename,
    "copied": copied,
    "emptied": emptied,
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_acknowledged_until_the_file_is_back(tmp_path: Path, way: str) -> None:
    """What was written meanwhile may be kept, but nobody was told so."""
    path, away = tmp_path / "t.sqlite", tmp_path / "away"
    with closing(SqliteStore(path)) as store:
        store.append("t", [event(1)]).result(10)
        assert store.read("t")
        store.check_ready()
        WAYS[way](path, away)
        with pytest.raises(StoreDown, match="Put back the file that was there"):
            store.check_ready()
        for _ in range(3):
            with pytest.raises(StoreDown, match="Put back the file that was there"):
                store.append("t", [event(2)]).result(10)
            with pytest.raises(StoreDown, match="Put back the file that was there"):
                store.check_ready()
        away.rename(path)
        last = store.heads(["t"])["t"]
        store.append("t", [event(last + 1)]).result(10)
        store.check_ready()
    with closing(SqliteStore(path)) as store:
        assert [number for number, _ in store.read("t")] == list(range(1, last + 2))


@pytest.mark.parametrize("end", ["-wal", "-shm"])
@pytest.mark.parametrize("way", [*WAYS, "deleted"])
def test_a_write_ahead_log_that_is_gone_is_begun_anew(tmp_path: Path, end: str, way: str) -> None:
    """What it holds is kept by whoever closes the file last."""
    path = tmp_path / "t.sqlite"
    log = path.with_name(path.name + end)
    with closing(SqliteStore(path)) as store:
        for number in range(1, 30):
            store.append("t", [event(number)]).result(10)
        assert store.read("t")
        if way == "deleted":
            log.unlink()
        else:
            WAYS[way](log, tmp_path / "away")
        with pytest.raises(StoreDown, match="another one is begun"):
            store.append("t", [event(30)]).result(10)
        store.append("t", [event(31)]).result(10)
        store.check_ready()
    with closing(SqliteStore(path)) as store:
        assert [number for number, _ in store.read("t")] == list(range(1, 32))
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_log_that_sqlite_removes_and_makes_again_is_no_fault(tmp_path: Path) -> None:
    """After a failure nobody has the file open for a moment."""
    path = tmp_path / "t.sqlite"
    with closing(SqliteStore(path)) as store:
        for number in range(1, 5):
            store.append("t", [event(number)]).result(10)
            assert store.read("t")
            with closing(sqlite3.connect(path)) as other:
                other.execute("ALTER TABLE event RENAME TO elsewhere")
            with pytest.raises(StoreDown, match="no such table"):
                store.append("t", [event(number + 1)]).result(10)
            assert not path.with_name("t.sqlite-wal").exists()
            with closing(sqlite3.connect(path)) as other:
                other.execute("ALTER TABLE elsewhere RENAME TO event")
        store.check_ready()
        assert len(store.read("t")) == 4
