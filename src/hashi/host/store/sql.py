"""What the stores have in common: their queries, and one writer for all that waits."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from hashi.host.peers.protocol import Alone, Peers
from hashi.host.store.database import Database, Value
from hashi.host.store.protocol import NEVER, Conflict, KeptReview, KeptTable, Note, StoreDown
from hashi.host.store.schema import migrate
from hashi.table.event import LogEntry
from hashi.table.log_format import StoredEntry, entry_text, is_draft, turns_card
from hashi.table.result import Result

T = TypeVar("T")


@dataclass(slots=True)
class Job:
    """What is to be written of one table."""

    table: str
    rows: list[tuple[str, int, str]] = field(default_factory=list)
    labels: Sequence[tuple[str, str, float]] = ()
    result: Result | None = None
    last: int | None = None
    """For a table that is to be forgotten: the number of its last event."""
    gone: Sequence[tuple[str, str]] = ()
    """Labels by which a table is not to be found any more, each with the table."""
    review: tuple[str, str, str] | None = None
    """The digest of what a review is about, the review, and its costs; such a job has nothing
    else."""
    due: float | None = None
    """When the table's clock acts, where that has changed."""
    is_draft: bool = False
    """Whether it has drafts alone: no result stands before them, and none is to be deleted."""
    done: Future[None] = field(default_factory=Future)

    @property
    def has_drafts_alone(self) -> bool:
        """Whether nothing but drafts is to be written."""
        return self.is_draft and not (self.labels or self.gone or self.result) and self.due is None

    def follows(self, end: int) -> bool:
        """Return whether its events go on after the last one that is kept."""
        numbers = [number for _, number, _ in self.rows]
        return numbers == list(range(end + 1, end + 1 + len(numbers)))


class SqlStore(ABC):
    """A store in a database: one writer thread, one commit for all that waits.

    While the database is busy with one commit, the next events gather, so that its cost is shared.
    """

    MOST_IN_A_COMMIT = 1000
    GATHERED = 0.008
    """Seconds from the beginning of one commit to the next, at least, while there is much to write:
    a commit costs about as much as twenty events in it."""
    MOST_LINKS = 10
    """One-time links that are kept for a seat: the latest."""
    READERS: ClassVar[int]
    """Connections to read over, at most."""
    FAILURES: ClassVar[tuple[type[Exception], ...]]
    """What the database raises."""
    LOST: ClassVar[tuple[type[Exception], ...]] = ()
    """What it raises where the connection has been ended."""
    CLASHES: ClassVar[tuple[type[Exception], ...]] = ()
    """What it raises where another server has written the same event just before."""

    def __init__(self, name: str) -> None:
        """Open the store called `name` in messages; raise what the database raises, or TooNew."""
        self.name = name
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._is_closed = False
        self._door = threading.Lock()
        """No job slips in behind the last one."""
        self._readers = threading.Semaphore(self.READERS)
        self._idle: list[Database] = []
        """The connections that nobody reads over now."""
        self._asked(self._connect(), migrate)
        self._note: Note = lambda _seconds, _kept, _conflicts, _failures: None
        self._writer = threading.Thread(target=self._write, name="hashi-store", daemon=True)
        self._writer.start()

    @abstractmethod
    def _connect(self) -> Database:
        """Return a new connection that any thread may use, one at a time."""

    def peers(self) -> Peers:
        return Alone()

    def watch(self, note: Note) -> None:
        self._note = note

    # --- writing

    def append(
        self,
        table: str,
        events: Sequence[LogEntry],
        labels: Sequence[str] = (),
        result: Result | None = None,
        due: float | None = None,
        gone: Sequence[str] = (),
    ) -> Future[None]:
        entries = [(event.number, entry_text(event)) for event in events]
        found_by = [(label, events[-1].at) for label in labels] if labels and events else ()
        return self.restore(table, entries, found_by, result, due, gone)

    def restore(
        self,
        table: str,
        entries: Sequence[StoredEntry],
        labels: Sequence[tuple[str, float]] = (),
        result: Result | None = None,
        due: float | None = None,
        gone: Sequence[str] = (),
    ) -> Future[None]:
        job = Job(
            table, [(table, number, text) for number, text in entries], result=result, due=due
        )
        if labels:
            job.labels = [(label, table, at) for label, at in labels]
        if gone:
            job.gone = [(label, table) for label in gone]
        job.is_draft = bool(entries) and all([is_draft(text) for _, text in entries])  # noqa: C419
        return self._put(job)

    def remove(self, table: str, last: int) -> Future[None]:
        return self._put(Job(table, last=last))

    def keep_review(
        self, table: str, digest: str, text: str, costs: Sequence[float] = ()
    ) -> Future[None]:
        return self._put(Job(table, review=(digest, text, json.dumps(list(costs)))))

    def _put(self, job: Job) -> Future[None]:
        with self._door:
            if self._is_closed:
                raise RuntimeError(f"the store {self.name} is closed")
            self._jobs.put(job)
        return job.done

    # --- reading

    def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        return self._rows(
            "SELECT number, body FROM event WHERE place = ? AND number > ? ORDER BY number",
            (table, after),
        )

    def read_many(self, after: Mapping[str, int]) -> dict[str, list[StoredEntry]]:
        asked = [f"{number:010}{table}" for table, number in after.items()]
        rows = self._rows_of_given(
            "SELECT place, number, body FROM"
            " (SELECT CAST(substr(value, 1, 10) AS INTEGER) AS after,"
            " substr(value, 11) AS asked FROM {given}) AS wanted"
            " JOIN event ON place = asked AND number > after ORDER BY place, number",
            asked,
        )
        found: dict[str, list[StoredEntry]] = {table: [] for table in after}
        for table, number, text in rows:
            found[table].append((number, text))
        return found

    def tables(self, label: str, most: int = 20) -> list[str]:
        rows = self._rows(
            "SELECT place FROM label WHERE label = ? ORDER BY at DESC LIMIT ?", (label, most)
        )
        return [place for (place,) in rows]

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
        found = (Result.from_text(body) for (body,) in rows)
        return [result for result in found if result is not None]

    def unplayed(self, before: float, most: int = 1000) -> list[str]:
        """Look over a connection of its own: others go on meanwhile."""
        with self._failing(), contextlib.closing(self._connect()) as database:
            at = database.FIELD.format("at")
            rows = database.rows(
                "SELECT place FROM unplayed"  # noqa: S608, a constant
                f" WHERE (SELECT CAST({at} AS DOUBLE PRECISION) FROM event"
                " WHERE event.place = unplayed.place ORDER BY number DESC LIMIT 1) < ? LIMIT ?",
                (before, most),
            )
        return [place for (place,) in rows]

    def overdue(self, at: float, most: int = 100) -> list[str]:
        rows = self._rows("SELECT place FROM clock WHERE due < ? ORDER BY due LIMIT ?", (at, most))
        return [place for (place,) in rows]

    def due(self, table: str) -> float | None:
        rows = self._rows("SELECT due FROM clock WHERE place = ?", (table,))
        return float(rows[0][0]) if rows else None

    def heads(self, tables: Sequence[str]) -> dict[str, int]:
        return self._ask(lambda database: _heads(database, tables))

    def contents(self, after: str = "", most: int = 1000) -> list[tuple[str, int]]:
        return self._rows(
            "SELECT place, max(number) FROM event WHERE place > ?"
            " GROUP BY place ORDER BY place LIMIT ?",
            (after, most),
        )

    def labels(self, table: str) -> list[tuple[str, float]]:
        return self._rows("SELECT label, at FROM label WHERE place = ? ORDER BY label", (table,))

    def result(self, table: str) -> Result | None:
        rows = self._rows("SELECT body FROM result WHERE place = ?", (table,))
        return Result.from_text(rows[0][0]) if rows else None

    def review(self, table: str, digest: str) -> str | None:
        rows = self._rows("SELECT digest, body FROM review WHERE place = ?", (table,))
        return rows[0][1] if rows and rows[0][0] == digest else None

    def kept(self, table: str, after: int = 0) -> KeptTable:
        def read(database: Database) -> KeptTable:
            database.begin_reading()
            kept = _kept(database, table, after)
            database.commit()
            return kept

        return self._ask(read)

    def costs(self, label: str) -> dict[str, tuple[float, ...]]:
        rows = self._rows(
            "SELECT place, body FROM label JOIN cost USING (place) WHERE label = ?", (label,)
        )
        return {place: tuple(json.loads(body)) for place, body in rows}

    # --- one-time links: rare, so each is a transaction of its own

    def add_link(self, token: str, table: str, seat: int, holder: str, at: float) -> None:
        def add(database: Database) -> None:
            database.run(
                "INSERT INTO link VALUES (?, ?, ?, ?, ?)", (token, table, seat, holder, at)
            )
            database.run(
                "DELETE FROM link WHERE place = ? AND seat = ? AND token NOT IN"
                " (SELECT token FROM link WHERE place = ? AND seat = ? ORDER BY at DESC LIMIT ?)",
                (table, seat, table, seat, self.MOST_LINKS),
            )

        self._ask(add)

    def take_link(self, token: str, since: float) -> tuple[str, int, str] | None:
        rows = self._rows(
            "DELETE FROM link WHERE token = ? OR at < ? RETURNING token, place, seat, holder, at",
            (token, since),
        )
        found = [link for given, *link, at in rows if given == token and at >= since]
        return (str(found[0][0]), int(found[0][1]), str(found[0][2])) if found else None

    def forget_links(self, table: str, seat: int) -> None:
        statement = "DELETE FROM link WHERE place = ? AND seat = ?"
        self._ask(lambda database: database.run(statement, (table, seat)))

    def _rows(self, query: str, values: Sequence[Value]) -> list[Any]:
        return self._ask(lambda database: database.rows(query, values))

    def _rows_of_given(self, query: str, given: Sequence[str]) -> list[Any]:
        """Return the rows of a query over a list, which stands for `{given}` in it."""
        return self._ask(
            lambda database: database.rows(query.format(given=database.GIVEN), (json.dumps(given),))
        )

    def _ask(self, ask: Callable[[Database], T]) -> T:
        """Ask a connection that is free, or a new one; raise StoreDown where that fails.

        A connection that the database has ended since it was used last is no failure.
        """
        with self._failing(), self._readers:
            if self._is_closed:
                raise StoreDown(f"{self.name} is closed")
            with contextlib.suppress(IndexError, *self.LOST):
                return self._asked(self._idle.pop(), ask)
            return self._asked(self._connect(), ask)

    def _asked(self, database: Database, ask: Callable[[Database], T]) -> T:
        """Ask a connection; one that fails is not used again, for nothing of it to stay behind."""
        try:
            answer = ask(database)
        except BaseException:
            database.close()
            raise
        self._idle.append(database)
        return answer

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """Turn what the database raises into StoreDown."""
        try:
            yield
        except self.FAILURES as error:
            raise StoreDown(f"{self.name}: {error}") from error

    def close(self) -> None:
        with self._door:
            if self._is_closed:
                return
            self._is_closed = True
            self._jobs.put(None)
        self._writer.join()
        for _ in range(self.READERS):  # those who read still come to their end
            self._readers.acquire()
        for database in self._idle:
            database.close()
        self._readers.release(self.READERS)

    # --- the writer thread

    def _write(self) -> None:
        """Commit what waits until the store is closed; this thread outlives every failure."""
        database: Database | None = None
        is_last, next_at = False, 0.0
        while not is_last:
            jobs, is_last = self._waiting(next_at)
            problems: Sequence[Exception | None]
            began = time.perf_counter()
            next_at = began + self.GATHERED if len(jobs) > 1 else 0.0
            try:
                database, problems = self._written(database, jobs)
            except Exception as error:
                database = None
                problems = [StoreDown(f"{self.name}: {error}")] * len(jobs)
            if jobs:
                kinds = Counter(type(problem) for problem in problems)
                seconds = time.perf_counter() - began
                self._note(seconds, kinds[type(None)], kinds[Conflict], kinds[StoreDown])
            for job, problem in zip(jobs, problems, strict=True):
                if problem is None:
                    job.done.set_result(None)
                else:
                    job.done.set_exception(problem)
        if database is not None:
            database.close()

    def _written(
        self, database: Database | None, jobs: list[Job]
    ) -> tuple[Database, list[Conflict | None]]:
        """Commit jobs; return the connection, and for each job what is wrong with it.

        After a failure the connection is made anew, so that nothing of it is left behind: neither
        an open transaction nor a lock. Where it had been ended, the jobs are tried once more: what
        was committed all the same is a conflict then, and is found in the log.
        """
        is_new = database is None
        database = database or self._connect()
        try:
            return database, self._commit(database, jobs)
        except Exception as error:
            database.close()
            if is_new or not isinstance(error, self.LOST):
                raise
        return self._written(None, jobs)

    def _waiting(self, next_at: float) -> tuple[list[Job], bool]:
        """Return the jobs that wait at this time or later, and whether they are the last."""
        jobs: list[Job] = []
        time.sleep(max(0.0, next_at - time.perf_counter()))
        while not jobs or (len(jobs) < self.MOST_IN_A_COMMIT and not self._jobs.empty()):
            job = self._jobs.get()
            if job is None:
                return jobs, True
            if job.done.set_running_or_notify_cancel():
                jobs.append(job)
        return jobs, False

    def _commit(self, database: Database, jobs: list[Job]) -> list[Conflict | None]:
        """Write all jobs in one transaction; return for each what is wrong with it, if anything.

        Where another server has written the same event meanwhile, each job gets a transaction of
        its own, so that only the one that came too late fails.
        """
        try:
            return _committed(database, jobs)
        except self.CLASHES:
            database.rollback()
            if len(jobs) == 1:
                return [Conflict(jobs[0].table)]
        return [problem for job in jobs for problem in self._commit(database, [job])]


def _committed(database: Database, jobs: list[Job]) -> list[Conflict | None]:
    """Write jobs in one transaction, in the order of their tables.

    All servers write in that order: none waits for another that waits for it.
    """
    problems: list[Conflict | None] = [None] * len(jobs)
    database.begin()
    ends = _heads(database, sorted({job.table for job in jobs}))
    kept: list[Job] = []
    for at, job in sorted(enumerate(jobs), key=lambda numbered: numbered[1].table):
        end = ends[job.table]
        if job.last is not None and job.last == end:
            _write_all(database, kept)
            kept = []
            _delete(database, job.table)
            ends[job.table] = 0
        elif job.review is not None and end:
            kept.append(job)
        elif job.last is None and job.review is None and job.follows(end):
            kept.append(job)
            ends[job.table] = end + len(job.rows)
        else:
            problems[at] = Conflict(job.table)
    _write_all(database, kept)
    database.commit()
    return problems


def _kept(database: Database, table: str, after: int) -> KeptTable:
    entries = database.rows(
        "SELECT number, body FROM event WHERE place = ? AND number > ? ORDER BY number",
        (table, after),
    )
    labels = database.rows("SELECT label, at FROM label WHERE place = ?", (table,))
    others = database.rows(
        "SELECT result.body, due, digest, review.body, cost.body"
        " FROM (SELECT CAST(? AS TEXT) AS place) AS wanted"
        " LEFT JOIN result USING (place) LEFT JOIN clock USING (place)"
        " LEFT JOIN review USING (place) LEFT JOIN cost USING (place)",
        (table,),
    )
    ((result, due, digest, review, costs),) = others
    return KeptTable(
        entries,
        dict(labels),
        Result.from_text(result) if result is not None else None,
        due,
        KeptReview(digest, review, tuple(json.loads(costs or "[]"))) if review else None,
    )


def _heads(database: Database, tables: Sequence[str]) -> dict[str, int]:
    rows = database.rows(
        "SELECT value,"  # noqa: S608, a constant
        " (SELECT coalesce(max(number), 0) FROM event WHERE place = value)"
        f" FROM {database.GIVEN}",
        (json.dumps(tables),),
    )
    return dict(rows)


def _write_all(database: Database, jobs: Sequence[Job]) -> None:
    """Write events, labels, results, clocks and reviews of jobs; the last of a table counts."""
    events = [row for job in jobs for row in job.rows]
    if events:
        database.add_events(events)
    _note_played(database, events)
    _run_many(
        database,
        "INSERT INTO label VALUES (?, ?, ?)"
        " ON CONFLICT (label, place) DO UPDATE SET at = excluded.at",
        [row for job in jobs for row in job.labels],
    )
    _run_many(
        database,
        "DELETE FROM label WHERE label = ? AND place = ?",
        [row for job in jobs for row in job.gone],
    )
    results = {job.table: job.result for job in jobs if job.review is None and not job.is_draft}
    without = [(table,) for table, result in results.items() if result is None]
    _run_many(database, "DELETE FROM result WHERE place = ?", without)
    _run_many(
        database,
        "INSERT INTO result VALUES (?, ?, ?)"
        " ON CONFLICT (place) DO UPDATE SET at = excluded.at, body = excluded.body",
        [
            (table, result.at, result.to_text())
            for table, result in results.items()
            if result is not None
        ],
    )
    clocks = {job.table: job.due for job in jobs if job.due is not None}
    stopped = [(table,) for table, due in clocks.items() if due == NEVER]
    _run_many(database, "DELETE FROM clock WHERE place = ?", stopped)
    _run_many(
        database,
        "INSERT INTO clock VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET due = excluded.due",
        [(table, due) for table, due in clocks.items() if due != NEVER],
    )
    reviews = {job.table: job.review for job in jobs if job.review is not None}
    _run_many(
        database,
        "INSERT INTO review VALUES (?, ?, ?)"
        " ON CONFLICT (place) DO UPDATE SET digest = excluded.digest, body = excluded.body",
        [(table, digest, text) for table, (digest, text, _) in reviews.items()],
    )
    _run_many(
        database,
        "INSERT INTO cost VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET body = excluded.body",
        [(table, costs) for table, (_, _, costs) in reviews.items()],
    )


def _note_played(database: Database, events: Sequence[tuple[str, int, str]]) -> None:
    """Keep the list of tables with fewer than two cards turned, of which some are forgotten."""
    opened = [(table, 0) for table, number, _ in events if number == 1]
    turned = [(table,) for table, _, text in events if turns_card(text)]
    _run_many(database, "INSERT INTO unplayed VALUES (?, ?)", opened)
    _run_many(database, "UPDATE unplayed SET cards = cards + 1 WHERE place = ?", turned)
    _run_many(database, "DELETE FROM unplayed WHERE place = ? AND cards > 1", turned)


def _run_many(database: Database, statement: str, values: Sequence[Sequence[Value]]) -> None:
    if values:
        database.run_many(statement, values)


def _delete(database: Database, table: str) -> None:
    for kept in ("event", "label", "result", "link", "review", "clock", "cost", "unplayed"):
        database.run(f"DELETE FROM {kept} WHERE place = ?", (table,))  # noqa: S608, eight names
