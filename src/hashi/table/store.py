"""Where events are kept. The protocol is small: append, read, list tables, forget one."""

from __future__ import annotations

import contextlib
import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from hashi.table.event import LogEntry
from hashi.table.log_format import StoredEntry, entry_text
from hashi.table.result import Result


class Store(Protocol):
    """Keeps the logs of tables."""

    def append(
        self,
        table: str,
        events: Sequence[LogEntry],
        labels: Sequence[str] = (),
        result: Result | None = None,
    ) -> Future[None]:
        """Keep these events; the future is done once they are safe on disk.

        All of them or none. Their numbers go on from the last event that is kept, else the
        future fails with Conflict; with StoreDown where they cannot be kept now. Labels are
        whatever the table is to be found by: the holders of its seats. `result` is how the game
        ended, None while it is not over: one that was kept is then removed.
        """
        ...

    def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        """Return the stored entries of a table after a number, in order; none if unknown."""
        ...

    def tables(self, label: str, most: int = 20) -> list[str]:
        """Return the tables with this label, the latest first."""
        ...

    def unfinished(self, label: str, most: int) -> list[str]:
        """Return the tables with this label without a result, the latest first."""
        ...

    def results(self, label: str, most: int, skip: int = 0) -> list[Result]:
        """Return the results of the tables with this label, the latest first."""
        ...

    def unplayed(self, before: float, most: int = 1000) -> list[str]:
        """Return tables with at most one card turned and no event since that time."""
        ...

    def remove(self, table: str, last: int) -> Future[None]:
        """Forget a table whose last event has this number; the future is done once it is gone.

        It fails with Conflict where the log has gone on, with StoreDown where it cannot be done.
        """
        ...


class StoreDown(Exception):
    """The store cannot write or read now: a full or failing disk, a locked or broken file."""


class Conflict(Exception):
    """The log has gone on, or has not come so far: these events do not follow its last."""


@dataclass(slots=True)
class _Job:
    table: str
    rows: list[tuple[str, int, str]]
    labels: list[tuple[str, str, float]]
    result: Result | None = None
    last: int | None = None
    """For a table that is to be forgotten: the number of its last event."""
    done: Future[None] = field(default_factory=Future)


class SqliteStore:
    """One SQLite file, one writer thread, one commit for all that waits.

    The commit is durable (WAL, synchronous FULL); while the disk is busy with one, the next
    events gather, so that the cost of a commit is shared.
    """

    MOST_IN_A_COMMIT = 1000
    PATIENCE = 3.0
    """Seconds to wait for a file that another program has locked; a page waits twice as long."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._is_closed = False
        self._door = threading.Lock()
        """No job slips in behind the last one."""
        self._reading = threading.Lock()
        self._reader = self._connect()
        self._reader.executescript(
            "PRAGMA journal_mode=WAL;"
            "CREATE TABLE IF NOT EXISTS event ("
            " place TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,"
            " PRIMARY KEY (place, number)) WITHOUT ROWID;"
            "CREATE TABLE IF NOT EXISTS label ("
            " label TEXT NOT NULL, place TEXT NOT NULL, at REAL NOT NULL,"
            " PRIMARY KEY (label, place)) WITHOUT ROWID;"
            "CREATE TABLE IF NOT EXISTS result ("
            " place TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL,"
            " PRIMARY KEY (place)) WITHOUT ROWID;"
        )
        self._writer = threading.Thread(target=self._write, name="hashi-store", daemon=True)
        self._writer.start()

    def append(
        self,
        table: str,
        events: Sequence[LogEntry],
        labels: Sequence[str] = (),
        result: Result | None = None,
    ) -> Future[None]:
        rows = [(table, event.number, entry_text(event)) for event in events]
        found_by = [(label, table, event.at) for label in labels for event in events[-1:]]
        return self._put(_Job(table, rows, found_by, result))

    def remove(self, table: str, last: int) -> Future[None]:
        return self._put(_Job(table, [], [], last=last))

    def _put(self, job: _Job) -> Future[None]:
        with self._door:
            if self._is_closed:
                raise RuntimeError(f"the store {self._path} is closed")
            self._jobs.put(job)
        return job.done

    def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        return self._rows(
            "SELECT number, body FROM event WHERE place = ? AND number > ? ORDER BY number",
            (table, after),
        )

    def tables(self, label: str, most: int = 20) -> list[str]:
        rows = self._rows(
            "SELECT place FROM label WHERE label = ? ORDER BY at DESC LIMIT ?", (label, most)
        )
        return [place for (place,) in rows]

    def unplayed(self, before: float, most: int = 1000) -> list[str]:
        """Look through the whole file, over a connection of its own: others go on meanwhile."""
        query = (
            "SELECT place FROM event GROUP BY place"
            " HAVING max(json_extract(body, '$.at')) < ?"
            " AND sum(json_extract(body, '$.kind') = 'turned') < 2 LIMIT ?"
        )
        try:
            with contextlib.closing(self._connect()) as database:
                return [place for (place,) in database.execute(query, (before, most))]
        except sqlite3.Error as error:
            raise StoreDown(f"{self._path}: {error}") from error

    def unfinished(self, label: str, most: int) -> list[str]:
        rows = self._rows(
            "SELECT place FROM label WHERE label = ?"
            " AND NOT EXISTS (SELECT 1 FROM result WHERE result.place = label.place)"
            " ORDER BY at DESC LIMIT ?",
            (label, most),
        )
        return [place for (place,) in rows]

    def results(self, label: str, most: int, skip: int = 0) -> list[Result]:
        rows = self._rows(
            "SELECT body FROM label JOIN result USING (place) WHERE label = ?"
            " ORDER BY result.at DESC LIMIT ? OFFSET ?",
            (label, most, skip),
        )
        return [Result.from_text(body) for (body,) in rows]

    def close(self) -> None:
        """Write what waits, then stop; a second time does nothing."""
        with self._door:
            if self._is_closed:
                return
            self._is_closed = True
            self._jobs.put(None)
        self._writer.join()
        with self._reading:
            self._reader.close()

    def _connect(self) -> sqlite3.Connection:
        """Return a connection that any thread may use, one at a time."""
        database = sqlite3.connect(
            self._path, isolation_level=None, timeout=self.PATIENCE, check_same_thread=False
        )
        database.execute("PRAGMA synchronous=FULL")
        return database

    def _rows(self, query: str, values: tuple[str | int, ...]) -> list[Any]:
        try:
            with self._reading:
                return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreDown(f"{self._path}: {error}") from error

    # --- the writer thread

    def _write(self) -> None:
        """Commit what waits until the store is closed; this thread outlives every failure.

        After a failure the connection is made anew, so that nothing of it is left behind: neither
        an open transaction nor a lock.
        """
        database: sqlite3.Connection | None = None
        is_last = False
        while not is_last:
            jobs, is_last = self._waiting()
            try:
                database = database or self._connect()
                problems = _commit(database, jobs)
            except Exception as error:
                problems = [StoreDown(f"{self._path}: {error}")] * len(jobs)
                _drop(database)
                database = None
            for job, problem in zip(jobs, problems, strict=True):
                if problem is None:
                    job.done.set_result(None)
                else:
                    job.done.set_exception(problem)
        _drop(database)

    def _waiting(self) -> tuple[list[_Job], bool]:
        """Return the jobs that wait now, at least one, and whether they are the last."""
        jobs: list[_Job] = []
        while not jobs or (len(jobs) < self.MOST_IN_A_COMMIT and not self._jobs.empty()):
            job = self._jobs.get()
            if job is None:
                return jobs, True
            if job.done.set_running_or_notify_cancel():
                jobs.append(job)
        return jobs, False


def _commit(database: sqlite3.Connection, jobs: list[_Job]) -> Sequence[Exception | None]:
    """Write all jobs in one transaction; return for each what is wrong with it, None for most."""
    database.execute("BEGIN IMMEDIATE")
    conflicts = [_insert(database, job) for job in jobs]
    database.execute("COMMIT")
    return conflicts


def _drop(database: sqlite3.Connection | None) -> None:
    """Close a connection, whatever state it is in."""
    if database is not None:
        with contextlib.suppress(sqlite3.Error):
            database.close()


def _insert(database: sqlite3.Connection, job: _Job) -> Conflict | None:
    last = "SELECT coalesce(max(number), 0) FROM event WHERE place = ?"
    (end,) = database.execute(last, (job.table,)).fetchone()
    if job.last is not None:
        return Conflict(job.table) if end != job.last else _delete(database, job)
    if [number for _, number, _ in job.rows] != list(range(end + 1, end + 1 + len(job.rows))):
        return Conflict(job.table)
    for row in job.rows:  # nearly always one
        database.execute("INSERT INTO event VALUES (?, ?, ?)", row)
    if job.labels:
        database.executemany(
            "INSERT INTO label VALUES (?, ?, ?)"
            " ON CONFLICT (label, place) DO UPDATE SET at = excluded.at",
            job.labels,
        )
    if job.result is None:
        database.execute("DELETE FROM result WHERE place = ?", (job.table,))
    else:
        row_of_result = (job.table, job.result.at, job.result.to_text())
        database.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?)", row_of_result)
    return None


def _delete(database: sqlite3.Connection, job: _Job) -> Conflict | None:
    database.execute("DELETE FROM event WHERE place = ?", (job.table,))
    database.execute("DELETE FROM label WHERE place = ?", (job.table,))
    database.execute("DELETE FROM result WHERE place = ?", (job.table,))
    return None
