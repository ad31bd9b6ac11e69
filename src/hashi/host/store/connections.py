"""The connections over which a database is read, each made when it is needed."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from hashi.host.store.database import Database
from hashi.host.store.engine import Engine
from hashi.host.store.outage import Outage
from hashi.host.store.protocol import StoreDown

T = TypeVar("T")
LOOK_PAUSE = 0.1
"""Seconds after which whoever waits for a connection looks whether that is in vain."""
APART_TIME = 60.0
"""Seconds within which an answer must come to what takes long."""


class Connections:
    """So many connections at once; one that fails is not used again."""

    def __init__(self, engine: Engine, prepare: Callable[[Database], None]) -> None:
        """Prepare the database over a connection that waits as long as it takes; raise what the
        database raises, or TooNew."""
        self._engine = engine
        self._outage = Outage(engine.name, self._try, may_begin=engine.MAY_HANG)
        self._free = threading.Semaphore(engine.READERS)
        self._idle: list[Database] = []
        """Those that nobody reads over now."""
        self._is_closed = False
        with contextlib.closing(engine.connect()) as database:
            prepare(database)

    def ask(self, ask: Callable[[Database], T]) -> T:
        """Ask a connection that is free, or a new one; raise StoreDown where that fails.

        A connection that the database has ended since it was used last is no failure.
        """
        with self._failing(), self._turn():
            if self._is_closed:
                raise StoreDown(f"{self._engine.name} is closed")
            with contextlib.suppress(IndexError, *self._engine.LOST):
                return self._asked(self._idle.pop, ask)
            return self._asked(self._connected, ask)

    def write(self, write: Callable[[Database], T]) -> T:
        """Write in one transaction; a connection that fails in it is closed."""

        def run(database: Database) -> T:
            database.begin()
            answer = write(database)
            database.commit()
            return answer

        return self.ask(run)

    def ask_apart(self, ask: Callable[[Database], T]) -> T:
        """Ask over a connection of its own what takes long: others go on meanwhile."""
        with self._failing(), contextlib.closing(self._engine.connect(APART_TIME)) as database:
            return ask(database)

    def drop_idle(self) -> None:
        """Close those over which nobody reads now: something may be wrong with them, too."""
        with contextlib.suppress(IndexError):
            while True:
                self._idle.pop().close()

    def close(self) -> None:
        """Close all connections; those who read still come to their end."""
        self._is_closed = True
        self._outage.close()
        for _ in range(self._engine.READERS):
            self._free.acquire()
        self.drop_idle()
        self._free.release(self._engine.READERS)

    def _connected(self) -> Database:
        return self._engine.connect(self._engine.READ_TIME)

    def _asked(self, taken: Callable[[], Database], ask: Callable[[Database], T]) -> T:
        """Ask a connection; one that fails is not used again, for nothing of it to stay behind."""
        with self._outage.noticed():
            database = taken()
            try:
                answer = ask(database)
            except BaseException:
                database.close()
                raise
        self._idle.append(database)
        return answer

    def _try(self) -> None:
        """Raise something where whoever reads would wait."""
        with contextlib.closing(self._connected()) as database:
            database.try_reading()

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for a free connection; raise StoreDown where that is in vain."""
        while not self._free.acquire(timeout=LOOK_PAUSE):
            self._outage.check()
        try:
            yield
        finally:
            self._free.release()

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """Turn what the database raises into StoreDown."""
        try:
            yield
        except self._engine.FAILURES as error:
            raise StoreDown(f"{self._engine.name}: {error}") from error
