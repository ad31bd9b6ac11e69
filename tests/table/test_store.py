"""The store: in order, durable before it says so, readable by others."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hashi.table import Conflict, LogEntry, SqliteStore, read_log
from hashi.table import store as store_module
from hashi.table.event import Checked, Unseated
from hashi.table.store import StoreDown


def event(number: int, seat: int = 0) -> LogEntry:
    return LogEntry(number, float(number), Checked(seat), f"id{number}")


def test_events_come_back_as_they_were_in_order(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store.append("t", [event(1), event(2)]).result(10)
    store.append("t", [LogEntry(3, 0.5, Unseated(2), "\ud800ä")]).result(10)
    store.append("u", [event(1, seat=3)]).result(10)
    assert [number for number, _ in store.read("t")] == [1, 2, 3]
    assert list(read_log(store.read("t", after=2))) == [LogEntry(3, 0.5, Unseated(2), "\ud800ä")]
    assert list(read_log(store.read("u"))) == [event(1, seat=3)]
    assert store.read("nothing") == []
    store.close()


def test_tables_are_found_by_label_the_latest_first(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    for number, table in enumerate(["a", "b", "c"], start=1):
        at = LogEntry(1, float(number), Checked(0))
        store.append(table, [at], ["tim", f"only-{table}"]).result(10)
    assert store.tables("tim") == ["c", "b", "a"]
    assert store.tables("tim", most=2) == ["c", "b"]
    store.append("a", [LogEntry(2, 9.0, Checked(0))], ["tim"]).result(10)
    assert store.tables("tim") == ["a", "c", "b"]
    assert store.tables("only-b") == ["b"]
    assert store.tables("nobody") == []
    store.append("d", [], ["tim"]).result(10)
    assert store.tables("tim") == ["a", "c", "b"]
    store.close()


def test_what_does_not_follow_the_last_event_fails_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store.append("t", [event(1), event(2)], ["x"]).result(10)
    attempts = [
        store.append("t", [event(2)], ["stranger"]),
        store.append("t", [event(4)]),
        store.append("t", [event(3), event(5)]),
        store.append("v", [event(2)]),
        store.append("u", [event(1)]),
        store.append("t", [event(3)]),
    ]
    outcomes = [type(attempt.exception(10)) for attempt in attempts]
    assert outcomes == [Conflict] * 4 + [type(None)] * 2
    assert [number for number, _ in store.read("t")] == [1, 2, 3]
    assert store.tables("stranger") == []
    store.close()


def test_the_file_is_durable_and_in_wal_mode(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    connection = store._connect()
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()
    store.close()


def test_many_appends_share_few_commits_and_none_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "s.db")
    commits: list[int] = []
    commit = store_module._commit

    def counted(database: sqlite3.Connection, jobs: list[Any]) -> Sequence[Exception | None]:
        commits.append(len(jobs))
        return commit(database, jobs)

    monkeypatch.setattr(store_module, "_commit", counted)
    futures = [store.append(f"t{n % 50}", [event(n // 50 + 1)]) for n in range(5000)]
    for future in futures:
        future.result(30)
    assert sum(commits) == 5000
    assert len(commits) < 1000
    assert all(len(store.read(f"t{n}")) == 100 for n in range(50))
    store.close()


def test_threads_read_while_others_write(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")

    def write(table: str) -> None:
        for number in range(1, 101):
            store.append(table, [event(number)]).result(30)

    def read(table: str) -> None:
        seen = 0
        while seen < 100:
            numbers = [number for number, _ in store.read(table)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) >= seen
            seen = len(numbers)

    with ThreadPoolExecutor(6) as pool:
        jobs = [pool.submit(task, f"t{n}") for n in range(3) for task in (write, read)]
        for job in jobs:
            job.result(60)
    store.close()


def test_closing_writes_what_waits_and_takes_no_more(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    futures = [store.append("t", [event(number)]) for number in range(1, 2001)]
    store.close()
    assert all(future.done() and future.exception() is None for future in futures)
    store.close()
    with pytest.raises(RuntimeError, match="closed"):
        store.append("t", [event(2001)])
    again = SqliteStore(tmp_path / "s.db")
    assert len(again.read("t")) == 2000
    again.close()


def test_an_append_that_is_given_up_stops_nobody(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    given_up: list[Future[None]] = []
    for number in range(500):
        future = store.append(f"given up {number}", [event(1)])
        future.cancel()
        given_up.append(future)
    store.append("t", [event(1)]).result(10)
    for number, future in enumerate(given_up):
        kept = len(store.read(f"given up {number}"))
        assert kept == (0 if future.cancelled() else 1)
    store.close()


def test_a_failing_disk_fails_the_append_and_not_the_store(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store.append("t", [event(1)]).result(10)
    other = sqlite3.connect(tmp_path / "s.db")
    other.execute("ALTER TABLE label RENAME TO elsewhere")
    other.commit()
    with pytest.raises(StoreDown):
        store.append("t", [event(2)], ["tim"]).result(10)
    other.execute("ALTER TABLE elsewhere RENAME TO label")
    other.commit()
    other.close()
    store.append("t", [event(2)], ["tim"]).result(10)
    assert len(store.read("t")) == 2
    store.close()


def test_another_process_reads_what_was_kept(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store.append("t", [event(1), event(2)]).result(10)
    code = (
        "import sys; from pathlib import Path; from hashi.table import SqliteStore, read_log\n"
        "store = SqliteStore(Path(sys.argv[1]))\n"
        "print([number for number, _ in store.read('t')])\n"
        "store.append('t', list(read_log(store.read('t', 1)))).exception(10)\n"
        "store.close()"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(tmp_path / "s.db")],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "[1, 2]\n"
    assert done.stderr == ""
    store.append("t", [event(3)]).result(10)
    store.close()
