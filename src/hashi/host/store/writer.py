"""How a store is written: by a thread, in one commit for all that waits, or at once in place."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from hashi.host.store.database import Database
from hashi.host.store.engine import Engine
from hashi.host.store.job import Job
from hashi.host.store.outage import Outage
from hashi.host.store.protocol import Conflict, Note, StoreDown


class Writer(ABC):
    """Writes jobs, and tells each what has come of it."""

    def __init__(self, engine: Engine, failed: Callable[[], None]) -> None:
        """Begin to write; `failed` is called after each failure of the database."""
        self._engine, self._failed = engine, failed
        self.note: Note = lambda _seconds, _kept, _conflicts, _failures: None
        """Is told of each commit."""

    @abstractmethod
    def put(self, job: Job) -> Future[None]:
        """Have a job written; the future ends when it is safe, or says what is wrong with it."""

    @abstractmethod
    def check(self) -> None:
        """Raise StoreDown where nothing can be written for now, because the database hangs."""

    @abstractmethod
    def close(self) -> bool:
        """Write what waits, and end; return whether this was the first time."""

    @abstractmethod
    def _written(
        self, database: Database | None, jobs: list[Job]
    ) -> tuple[Database, list[Conflict | None]]:
        """Commit jobs; return the connection, and for each job what is wrong with it."""

    def _answered(self, database: Database | None, jobs: list[Job]) -> Database | None:
        """Commit jobs and tell each what has come of it; return the connection if it is of use."""
        problems: Sequence[Exception | None]
        began = time.perf_counter()
        try:
            database, problems = self._written(database, jobs)
        except Exception as error:
            database = None
            problems = [StoreDown(f"{self._engine.name}: {error}")] * len(jobs)
            self._failed()
        kinds = Counter(type(problem) for problem in problems)
        seconds = time.perf_counter() - began
        self.note(seconds, kinds[type(None)], kinds[Conflict], kinds[StoreDown])
        for job, problem in zip(jobs, problems, strict=True):
            if problem is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(problem)
        return database


MakeWriter = Callable[[Engine, Callable[[], None]], Writer]


class PlaceWriter(Writer):
    """Writes each job at once, where there are no threads: each is a commit of its own."""

    def __init__(self, engine: Engine, failed: Callable[[], None]) -> None:
        super().__init__(engine, failed)
        self._database: Database | None = None
        self._is_closed = False

    def put(self, job: Job) -> Future[None]:
        if self._is_closed:
            raise RuntimeError(f"the store {self._engine.name} is closed")
        job.done.set_running_or_notify_cancel()
        self._database = self._answered(self._database, [job])
        return job.done

    def check(self) -> None:
        """Nobody waits here for a database that hangs."""

    def close(self) -> bool:
        if self._is_closed:
            return False
        self._is_closed = True
        if self._database is not None:
            self._database.close()
        return True

    def _written(
        self, database: Database | None, jobs: list[Job]
    ) -> tuple[Database, list[Conflict | None]]:
        database = database or self._engine.connect(self._engine.WRITE_TIME)
        try:
            return database, self._engine.commit(database, jobs)
        except Exception:
            database.close()
            raise


class ThreadWriter(Writer):
    """While the database is busy with one commit, the next jobs gather and share its cost."""

    MOST_IN_A_COMMIT = 1000
    GATHERED = 0.008
    """Seconds from the beginning of one commit to the next, at least, while there is much to write:
    a commit costs about as much as twenty events in it."""

    def __init__(self, engine: Engine, failed: Callable[[], None]) -> None:
        super().__init__(engine, failed)
        self._outage = Outage(f"writing to {engine.name}", self._try, may_begin=engine.MAY_HANG)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._is_closed = False
        self._door = threading.Lock()
        """No job slips in behind the last one."""
        self._thread = threading.Thread(target=self._write, name="hashi-store", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> Future[None]:
        with self._door:
            if self._is_closed:
                raise RuntimeError(f"the store {self._engine.name} is closed")
            self._jobs.put(job)
        return job.done

    def check(self) -> None:
        self._outage.check()

    def close(self) -> bool:
        with self._door:
            if self._is_closed:
                return False
            self._is_closed = True
            self._jobs.put(None)
        self._thread.join()
        self._outage.close()
        return True

    def _write(self) -> None:
        """Commit what waits until the store is closed; this thread outlives every failure."""
        database: Database | None = None
        is_last, next_at = False, 0.0
        while not is_last:
            jobs, is_last = self._waiting(next_at)
            next_at = time.perf_counter() + self.GATHERED if len(jobs) > 1 else 0.0
            if jobs:
                database = self._answered(database, jobs)
        if database is not None:
            database.close()

    def _written(
        self, database: Database | None, jobs: list[Job]
    ) -> tuple[Database, list[Conflict | None]]:
        """Commit jobs; return the connection, and for each job what is wrong with it.

        After a failure the connection is made again, so that nothing of it is left behind: neither
        an open transaction nor a lock. Where it had been ended, the jobs are tried once more: what
        was committed all the same is a conflict then, and is found in the log. Where the database
        did not answer in time nobody tries again; whoever has asked looks into the log.
        """
        is_new = database is None
        try:
            with self._outage.noticed():
                database = database or self._connected()
                return database, self._engine.commit(database, jobs)
        except Exception as error:
            if database is not None:
                database.close()
            if is_new or not isinstance(error, self._engine.LOST):
                raise
        return self._written(None, jobs)

    def _connected(self) -> Database:
        return self._engine.connect(self._engine.WRITE_TIME)

    def _try(self) -> None:
        """Raise something where whoever writes would wait."""
        with contextlib.closing(self._connected()) as database:
            database.try_writing()

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
