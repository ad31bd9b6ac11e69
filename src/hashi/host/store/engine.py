"""The databases that a store can lie in: how each is reached, and what it raises."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import ClassVar

from hashi.host.peers.protocol import Alone, Peers
from hashi.host.store.database import Database
from hashi.host.store.job import Job
from hashi.host.store.protocol import Conflict
from hashi.host.store.writing import write


class Engine(ABC):
    """A database. Its name is for messages."""

    READ_TIME, WRITE_TIME = 2.0, 2.5
    """Seconds within which it must answer who reads and who writes, if that can be bounded: who
    cannot write asks what is kept, and both together take less than 5."""
    MAY_HANG: ClassVar[bool] = True
    """Whether it may fail to answer at all, so that somebody has to ask when it does again."""
    READERS: ClassVar[int]
    """Connections to read over, at most."""
    FAILURES: ClassVar[tuple[type[Exception], ...]]
    """What the database raises."""
    LOST: ClassVar[tuple[type[Exception], ...]] = ()
    """What it raises where the connection has been ended."""
    CLASHES: ClassVar[tuple[type[Exception], ...]] = ()
    """What it raises where another server has written the same event just before."""

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def connect(self, patience: float = math.inf) -> Database:
        """Return a new connection that any thread may use, one at a time.

        `patience` is for how many seconds it waits for an answer.
        """

    def peers(self) -> Peers:
        """Return the other servers on the database."""
        return Alone()

    def is_served(self, database: Database) -> bool:
        """Return whether another program serves what is in the database."""
        del database
        return False

    def check_ready(self, database: Database) -> None:
        """Raise what the database raises, or what is wrong with it, where it cannot be used."""
        database.try_reading()

    def commit(self, database: Database, jobs: list[Job]) -> list[Conflict | None]:
        """Write all jobs in one transaction; return for each what is wrong with it, if anything.

        Where another server has written the same event meanwhile, each job gets a transaction of
        its own, so that only the one that came too late fails.
        """
        try:
            return write(database, jobs)
        except self.CLASHES:
            database.rollback()
            if len(jobs) == 1:
                return [Conflict(jobs[0].table)]
        return [problem for job in jobs for problem in self.commit(database, [job])]
