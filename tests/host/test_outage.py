"""A store that hangs: the first one waits in vain, all others are told at once."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest

from hashi.host import SqliteStore, StoreDown
from hashi.host.store.address import open_store
from hashi.host.store.sqlite import SqliteEngine
from hashi.table import LogEntry
from hashi.table.event import Checked
from tests.support.postgres import Cluster

T = TypeVar("T")
PATIENCE = 60.0


def event(number: int) -> LogEntry:
    return LogEntry(number, 0.0, Checked(0))


def persisted(call: Callable[[], T]) -> T:
    """Try again until the store answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return call()
        except StoreDown:
            assert time.monotonic() < end
            time.sleep(0.02)


def test_what_waits_for_a_lock_is_given_up_and_not_done_later(postgres: Cluster) -> None:
    """The database itself gives up; otherwise it would write when the lock is free."""
    address = postgres.schema()
    with closing(open_store(address)) as store, psycopg.connect(address) as other:
        other.execute("LOCK TABLE event IN SHARE MODE")  # who reads goes on
        with pytest.raises(StoreDown):
            store.append("t", [event(1)]).result(PATIENCE)
        with pytest.raises(StoreDown):
            store.check_ready()
        with closing(store.engine.connect(store.engine.WRITE_TIME)) as database:
            database.try_reading()
            with pytest.raises(store.engine.FAILURES):  # so that it does not end too early
                database.try_writing()
        other.rollback()
        persisted(store.check_ready)
        assert store.read("t") == []
        store.append("t", [event(1)]).result(PATIENCE)


def test_one_waits_for_a_locked_file_and_the_others_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SqliteEngine, "PATIENCE", 1.1)
    path = tmp_path / "t.sqlite"
    with closing(SqliteStore(path)) as store, closing(sqlite3.connect(path)) as other:
        store.append("t", [event(1)]).result(PATIENCE)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreDown, match="database is locked"):
            store.append("t", [event(2)]).result(PATIENCE)
        began = time.monotonic()
        for _ in range(50):
            with pytest.raises(StoreDown, match="does not answer"):
                store.append("t", [event(2)]).result(PATIENCE)
        assert time.monotonic() - began < 25 * SqliteEngine.PATIENCE
        assert store.read("t")  # which nobody has locked
        other.rollback()
        persisted(lambda: store.append("t", [event(2)]).result(PATIENCE))
        assert len(store.read("t")) == 2
