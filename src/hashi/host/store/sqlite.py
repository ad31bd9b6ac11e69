"""A store in one SQLite file."""

from __future__ import annotations

import contextlib
import json
import math
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hashi.host.store.data_file import DataFile
from hashi.host.store.database import Database, Value
from hashi.host.store.engine import Engine
from hashi.host.store.job import Job
from hashi.host.store.protocol import Conflict
from hashi.host.store.sql import SqlStore

CACHE = 16_000
"""Kilobytes of the file that the connection which writes keeps in memory, at most."""
LOG_PAGES = 4_000
"""Pages of the write-ahead log after which they are moved into the file: one that was written
several times is moved once."""
APPEND = """INSERT INTO event
WITH given (place, number, body) AS MATERIALIZED (
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(?)
)
SELECT place, number, body FROM given WHERE NOT EXISTS (
    SELECT 1 FROM given AS each WHERE NOT EXISTS (
        SELECT 1 FROM event WHERE place = each.place AND number = each.number - 1
    )
)
"""


class SqliteEngine(Engine):
    """One SQLite file, for one server. Its commits are durable (WAL, synchronous FULL)."""

    READERS = 1
    FAILURES = (sqlite3.Error,)
    PATIENCE = 3.0
    """Seconds to wait for a file that another program has locked."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._path = path
        self._file = DataFile(path)

    def connect(self, patience: float = math.inf) -> SqliteDatabase:
        """Return a new connection; raise FileMoved where it would be to another file."""
        del patience  # a locked file is all that it can wait for
        return SqliteDatabase(self._path, self.PATIENCE, self._file)

    def check_ready(self, database: Database) -> None:
        self._file.check()
        super().check_ready(database)

    def commit(self, database: Database, jobs: list[Job]) -> list[Conflict | None]:
        """Write jobs; raise FileMoved where that went into a file that does not lie at the path."""
        problems = self._commit(database, jobs)
        self._file.check()
        return problems

    def _commit(self, database: Database, jobs: list[Job]) -> list[Conflict | None]:
        """Write drafts by one statement, which is a transaction by itself; others as usual.

        Python waits for its interpreter lock after every statement and every row of an answer.
        """
        rows = [row for job in jobs for row in job.rows]
        is_plain = len({job.table for job in jobs}) == len(rows) == len(jobs)
        if is_plain and all(job.has_drafts_alone for job in jobs):
            assert isinstance(database, SqliteDatabase)
            if database.append_events(rows):
                return [None] * len(jobs)
        return super().commit(database, jobs)


class OneConnectionEngine(SqliteEngine):
    """A file that nobody else can open: all reads and writes share one connection.

    What it needs of a file system is little: no lock, no memory that is shared, no second file but
    a rollback journal, which stays and is emptied by each commit.
    """

    MAY_HANG = False

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._database = OwnDatabase(path, self.PATIENCE)

    def connect(self, patience: float = math.inf) -> OwnDatabase:
        """Return the connection: whoever closes it ends what is unfinished on it."""
        del patience
        return self._database

    def check_ready(self, database: Database) -> None:
        database.try_reading()

    def commit(self, database: Database, jobs: list[Job]) -> list[Conflict | None]:
        return self._commit(database, jobs)

    def end(self) -> None:
        """Close the file."""
        self._database.end()


class SqliteStore(SqlStore):
    """A store in one SQLite file."""

    def __init__(self, path: Path) -> None:
        super().__init__(SqliteEngine(path))


class SqliteDatabase:
    """A connection to a file."""

    IS_SHARED = False
    KEYED = "WITHOUT ROWID"
    GIVEN = "json_each(?)"
    FIELD = "json_extract(body, '$.{}')"

    def __init__(self, path: Path, patience: float, file: DataFile | None = None) -> None:
        self._file = file or DataFile(path)
        with self._file.opening():
            self.connection = sqlite3.connect(
                path, isolation_level=None, timeout=patience, check_same_thread=False
            )
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise
        self._is_open = True

    def _prepare(self) -> None:
        self.run("PRAGMA journal_mode=WAL")
        self.run("PRAGMA synchronous=FULL")
        self.run(f"PRAGMA cache_size=-{CACHE}")
        self.run(f"PRAGMA wal_autocheckpoint={LOG_PAGES}")

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Any]:
        return self.connection.execute(query, values).fetchall()

    def run(self, statement: str, values: Sequence[Value] = ()) -> None:
        self.connection.execute(statement, values)

    def run_many(self, statement: str, values: Sequence[Sequence[Value]]) -> None:
        self.connection.executemany(statement, values)

    def add_events(self, rows: Sequence[tuple[str, int, str]]) -> None:
        self.run_many("INSERT INTO event VALUES (?, ?, ?)", rows)

    def append_events(self, rows: Sequence[tuple[str, int, str]]) -> bool:
        """Add events, one for each table, if all of them go on after the last ones of their tables.

        Return whether that was so; nothing is written otherwise.
        """
        try:
            return self.connection.execute(APPEND, (json.dumps(rows),)).rowcount == len(rows)
        except sqlite3.IntegrityError:  # another event has that number
            return False

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

    def try_reading(self) -> None:
        self.rows("SELECT 1 FROM event LIMIT 1")

    def try_writing(self) -> None:
        self.begin()
        self.rollback()

    def version(self) -> int:
        ((version,),) = self.rows("PRAGMA user_version")
        return int(version)

    def set_version(self, version: int) -> None:
        self.run(f"PRAGMA user_version = {version}")

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            with self._file.closing(), contextlib.suppress(sqlite3.Error):
                self.connection.close()


class OwnDatabase(SqliteDatabase):
    """The only connection to a file. A transaction is one thread's; others wait for its end."""

    def __init__(self, path: Path, patience: float) -> None:
        self._door = threading.RLock()
        self._is_begun = False
        super().__init__(path, patience)

    def _prepare(self) -> None:
        self.run("PRAGMA locking_mode=EXCLUSIVE")
        self.run("PRAGMA journal_mode=TRUNCATE")
        self.run("PRAGMA synchronous=FULL")
        self.run(f"PRAGMA cache_size=-{CACHE}")

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Any]:
        with self._door:
            return super().rows(query, values)

    def run(self, statement: str, values: Sequence[Value] = ()) -> None:
        with self._door:
            super().run(statement, values)

    def run_many(self, statement: str, values: Sequence[Sequence[Value]]) -> None:
        with self._door:
            super().run_many(statement, values)

    def append_events(self, rows: Sequence[tuple[str, int, str]]) -> bool:
        with self._door:
            return super().append_events(rows)

    def begin(self) -> None:
        self._enter(super().begin)

    def begin_reading(self) -> None:
        self._enter(super().begin_reading)

    def commit(self) -> None:
        super().commit()
        self._leave()

    def rollback(self) -> None:
        super().rollback()
        self._leave()

    def close(self) -> None:
        """End what this thread has begun and not committed; others go on over the connection."""
        with self._door:
            if self._is_begun:
                with contextlib.suppress(sqlite3.Error):
                    super().rollback()
                self._leave()

    def end(self) -> None:
        """Close the file."""
        with self._door:
            super().close()

    def _enter(self, begin: Callable[[], None]) -> None:
        self._door.acquire()
        try:
            begin()
        except BaseException:
            self._door.release()
            raise
        self._is_begun = True

    def _leave(self) -> None:
        if self._is_begun:
            self._is_begun = False
            self._door.release()
