"""A store in one SQLite file."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hashi.table.database import Value
from hashi.table.sql_store import SqlStore


class SqliteStore(SqlStore):
    """One SQLite file, for one server. Its commits are durable (WAL, synchronous FULL)."""

    READERS = 1
    FAILURES = (sqlite3.Error,)
    PATIENCE = 3.0
    """Seconds to wait for a file that another program has locked; a page waits twice as long."""

    def __init__(self, path: Path) -> None:
        self._path = path
        super().__init__(str(path))

    def _connect(self) -> SqliteDatabase:
        return SqliteDatabase(self._path, self.PATIENCE)


class SqliteDatabase:
    """A connection to a file."""

    IS_SHARED = False
    KEYED = "WITHOUT ROWID"
    GIVEN = "json_each(?)"
    FIELD = "json_extract(body, '$.{}')"

    def __init__(self, path: Path, patience: float) -> None:
        self.connection = sqlite3.connect(
            path, isolation_level=None, timeout=patience, check_same_thread=False
        )
        try:
            self.run("PRAGMA journal_mode=WAL")
            self.run("PRAGMA synchronous=FULL")
        except BaseException:
            self.close()
            raise

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Any]:
        return self.connection.execute(query, values).fetchall()

    def run(self, statement: str, values: Sequence[Value] = ()) -> None:
        self.connection.execute(statement, values)

    def run_many(self, statement: str, values: Sequence[Sequence[Value]]) -> None:
        self.connection.executemany(statement, values)

    def add_events(self, rows: Sequence[tuple[str, int, str]]) -> None:
        self.run_many("INSERT INTO event VALUES (?, ?, ?)", rows)

    def begin(self) -> None:
        self.run("BEGIN IMMEDIATE")

    def begin_reading(self) -> None:
        self.run("BEGIN")

    def begin_alone(self) -> None:
        self.begin()

    def commit(self) -> None:
        self.run("COMMIT")

    def rollback(self) -> None:
        self.run("ROLLBACK")

    def version(self) -> int:
        ((version,),) = self.rows("PRAGMA user_version")
        return int(version)

    def set_version(self, version: int) -> None:
        self.run(f"PRAGMA user_version = {version}")

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self.connection.close()
