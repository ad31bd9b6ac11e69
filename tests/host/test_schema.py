"""Migrations: an older store is brought up to date, all or nothing; a newer one is refused."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from hashi.host import SqliteStore
from hashi.host.store.address import open_store
from hashi.host.store.database import Database
from hashi.host.store.protocol import TooNew
from hashi.host.store.schema import MIGRATIONS, Step, migrate
from hashi.table import LogEntry
from hashi.table.event import Checked

EVENT = LogEntry(1, 1.0, Checked(0))


def fill(database: Database) -> None:
    (count,) = database.rows("SELECT count(*) FROM event")[0]
    database.run("INSERT INTO more VALUES (?)", (f"{count} events",))


def test_a_store_gets_what_was_added_since_and_keeps_what_it_has(place: str) -> None:
    store = open_store(place)
    store.append("t", [EVENT], ["tim"]).result(10)
    with closing(store.engine.connect()) as database:
        assert database.version() == len(MIGRATIONS)
        added = (*MIGRATIONS, ("CREATE TABLE more (word TEXT PRIMARY KEY) {keyed}", fill))
        migrate(database, added)
        migrate(database, added)  # nothing is done twice
        assert database.rows("SELECT word FROM more") == [("1 events",)]
        assert database.version() == len(MIGRATIONS) + 1
    assert store.tables("tim") == ["t"]
    store.close()


def test_a_migration_that_fails_changes_nothing(place: str) -> None:
    store = open_store(place)
    with closing(store.engine.connect()) as database:
        steps: tuple[Step, ...] = (
            "CREATE TABLE more (word TEXT)",
            "INSERT INTO nowhere VALUES (1)",
        )
        with pytest.raises(store.engine.FAILURES):
            migrate(database, (*MIGRATIONS, steps))
        assert database.version() == len(MIGRATIONS)
        with pytest.raises(store.engine.FAILURES):
            database.rows("SELECT * FROM more")
    store.close()


def test_a_newer_store_is_refused_and_left_alone(place: str) -> None:
    store = open_store(place)
    with closing(store.engine.connect()) as database:
        database.set_version(len(MIGRATIONS) + 1)
        with pytest.raises(TooNew):
            open_store(place)
        assert database.version() == len(MIGRATIONS) + 1
    store.close()


def test_servers_that_start_together_migrate_once(place: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for store in pool.map(open_store, [place] * 4):
            store.close()


def test_a_file_of_the_first_release_is_brought_up_to_date(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as old:
        old.executescript(
            "CREATE TABLE event (place TEXT NOT NULL, number INTEGER NOT NULL,"
            " body TEXT NOT NULL, PRIMARY KEY (place, number)) WITHOUT ROWID;"
            "CREATE TABLE label (label TEXT NOT NULL, place TEXT NOT NULL, at REAL NOT NULL,"
            " PRIMARY KEY (label, place)) WITHOUT ROWID;"
            "INSERT INTO event VALUES ('t', 1, '{}'); INSERT INTO label VALUES ('tim', 't', 1.5);"
        )
    store = SqliteStore(tmp_path / "old.db")
    assert store.read("t") == [(1, "{}")]
    assert store.unfinished("tim", 9) == ["t"]
    assert store.labels("t") == [("tim", 1.5)]
    store.close()
