"""Where events are kept. The protocol is small: append, read, list the tables."""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from hashi.table.event import Event


class Store(Protocol):
    """Keeps the logs of tables."""

    def append(
        self, table: str, events: Sequence[Event], labels: Sequence[str] = ()
    ) -> Future[None]:
        """Keep these events; the future is done once they are safe on disk.

        Labels are whatever the table is to be found by: the holders of its seats.
        """
        ...

    def read(self, table: str, after: int = 0) -> list[Event]:
        """The events of a table after a number, in order; none for an unknown table."""
        ...

    def tables(self, label: str, most: int = 20) -> list[str]:
        """The tables with this label, the latest first."""
        ...


class Conflict(Exception):
    """The log has gone on: an event of that number is there already."""


@dataclass(slots=True)
class _Job:
    table: str
    events: Sequence[Event]
    labels: Sequence[str]
    done: Future[None] = field(default_factory=Future)


class SqliteStore:
    """One SQLite file, one writer thread, one commit for all that waits.

    The commit is durable (WAL, synchronous FULL); while the disk is busy with one, the next
    events gather, so that the cost of a commit is shared.
    """

    MOST_IN_A_COMMIT = 1000

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._local = threading.local()
        with self._connect() as database:
            database.executescript(
                "PRAGMA journal_mode=WAL;"
                "CREATE TABLE IF NOT EXISTS event ("
                " place TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,"
                " PRIMARY KEY (place, number)) WITHOUT ROWID;"
                "CREATE TABLE IF NOT EXISTS label ("
                " label TEXT NOT NULL, place TEXT NOT NULL, at REAL NOT NULL,"
                " PRIMARY KEY (label, place)) WITHOUT ROWID;"
            )
        self._writer = threading.Thread(target=self._write, name="hashi-store", daemon=True)
        self._writer.start()

    def append(
        self, table: str, events: Sequence[Event], labels: Sequence[str] = ()
    ) -> Future[None]:
        job = _Job(table, events, labels)
        self._jobs.put(job)
        return job.done

    def read(self, table: str, after: int = 0) -> list[Event]:
        rows = self._reader().execute(
            "SELECT number, body FROM event WHERE place = ? AND number > ? ORDER BY number",
            (table, after),
        )
        return [Event.from_text(number, body) for number, body in rows]

    def tables(self, label: str, most: int = 20) -> list[str]:
        rows = self._reader().execute(
            "SELECT place FROM label WHERE label = ? ORDER BY at DESC LIMIT ?", (label, most)
        )
        return [place for (place,) in rows]

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._writer.join()

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, isolation_level=None, timeout=30)
        database.execute("PRAGMA synchronous=FULL")
        return database

    def _reader(self) -> sqlite3.Connection:
        """A connection of this thread's own."""
        if not hasattr(self._local, "database"):
            self._local.database = self._connect()
        database: sqlite3.Connection = self._local.database
        return database

    def _write(self) -> None:
        database = self._connect()
        while (job := self._jobs.get()) is not None:
            jobs: list[_Job] = [job]
            while len(jobs) < self.MOST_IN_A_COMMIT and not self._jobs.empty():
                waiting = self._jobs.get()
                if waiting is None:
                    self._jobs.put(None)
                    break
                jobs.append(waiting)
            self._commit(database, jobs)
        database.close()

    def _commit(self, database: sqlite3.Connection, jobs: list[_Job]) -> None:
        """All jobs in one transaction; one that does not fit fails alone."""
        outcomes: list[tuple[_Job, Exception | None]]
        try:
            database.execute("BEGIN IMMEDIATE")
            outcomes = [(job, self._insert(database, job)) for job in jobs]
            database.execute("COMMIT")
        except sqlite3.Error as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            outcomes = [(job, error) for job in jobs]
        for job, problem in outcomes:
            if problem is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(problem)

    def _insert(self, database: sqlite3.Connection, job: _Job) -> Exception | None:
        database.execute("SAVEPOINT job")
        try:
            database.executemany(
                "INSERT INTO event VALUES (?, ?, ?)",
                [(job.table, event.number, event.to_text()) for event in job.events],
            )
            database.executemany(
                "INSERT INTO label VALUES (?, ?, ?)"
                " ON CONFLICT (label, place) DO UPDATE SET at = excluded.at",
                [(label, job.table, job.events[-1].at) for label in job.labels],
            )
        except sqlite3.IntegrityError:
            database.execute("ROLLBACK TO job")
            return Conflict(job.table)
        finally:
            database.execute("RELEASE job")
        return None
