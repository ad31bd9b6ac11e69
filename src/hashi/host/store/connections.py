"""The connections over which a database is read, each made when it is needed."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from hashi.host.store.database import Database
from hashi.host.store.engine import Engine
from hashi.host.store.protocol import StoreDown

T = TypeVar("T")


class Connections:
    """So many connections at once; one that fails is not used again."""

    def __init__(self, engine: Engine, prepare: Callable[[Database], None]) -> None:
        """Make the first one and prepare the database; raise what the database raises, or
        TooNew."""
        self._engine = engine
        self._free = threading.Semaphore(engine.READERS)
        self._idle: list[Database] = []
        """Those that nobody reads over now."""
        self._is_closed = False
        self._asked(engine.connect(), prepare)

    def ask(self, ask: Callable[[Database], T]) -> T:
        """Ask a connection that is free, or a new one; raise StoreDown where that fails.

        A connection that the database has ended since it was used last is no failure.
        """
        with self._failing(), self._free:
            if self._is_closed:
                raise StoreDown(f"{self._engine.name} is closed")
            with contextlib.suppress(IndexError, *self._engine.LOST):
                return self._asked(self._idle.pop(), ask)
            return self._asked(self._engine.connect(), ask)

    def ask_apart(self, ask: Callable[[Database], T]) -> T:
        """Ask over a connection of its own what takes long: others go on meanwhile."""
        with self._failing(), contextlib.closing(self._engine.connect()) as database:
            return ask(database)

    def close(self) -> None:
        """Close all connections; those who read still come to their end."""
        self._is_closed = True
        for _ in range(self._engine.READERS):
            self._free.acquire()
        for database in self._idle:
            database.close()
        self._free.release(self._engine.READERS)

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
        except self._engine.FAILURES as error:
            raise StoreDown(f"{self._engine.name}: {error}") from error
