"""A database that hangs: everybody is told so at once, and one asks whether it answers again."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator

from hashi.host.store.protocol import StoreDown

LATE = 1.0
"""Seconds after which a failure means that the database hangs, and not that it refuses."""
PAUSE = 0.25
"""Seconds between two questions whether it answers again."""
log = logging.getLogger(__name__)


class Outage:
    """The time for which a database hangs, for those who use it in one way.

    Without it each of many would wait in vain, one after another: those who wait for a table, for
    a connection, for a thread.
    """

    def __init__(self, what: str, ask: Callable[[], None], *, may_begin: bool = True) -> None:
        """Prepare for one, if it may begin; `ask` raises something while it lasts, after seconds
        at most."""
        self._what, self._ask, self._may_begin = what, ask, may_begin
        self._why = ""
        """Why the database is not asked now; empty where it is."""
        self._door = threading.Lock()
        self._is_closed = threading.Event()
        self._thread: threading.Thread | None = None

    def check(self) -> None:
        """Raise StoreDown where it lasts."""
        if self._why:
            raise StoreDown(self._why)

    @contextlib.contextmanager
    def noticed(self) -> Iterator[None]:
        """Ask the database in this context; raise StoreDown at once while it hangs.

        It begins where that fails late.
        """
        self.check()
        began = time.monotonic()
        try:
            yield
        except Exception as error:
            if self._may_begin and time.monotonic() - began > LATE:
                self._begin(error)
            raise

    def close(self) -> None:
        """Ask no more."""
        with self._door:
            self._is_closed.set()
        if self._thread is not None:
            self._thread.join()

    def _begin(self, error: Exception) -> None:
        with self._door:
            if self._why or self._is_closed.is_set():
                return
            self._why = f"{self._what} does not answer: {error}"
            log.warning("%s", self._why)
            self._thread = threading.Thread(
                target=self._ask_until_it_answers, name="hashi-outage", daemon=True
            )
            self._thread.start()

    def _ask_until_it_answers(self) -> None:
        began = time.monotonic()
        while not self._is_closed.wait(PAUSE):
            try:
                self._ask()
            except Exception:  # noqa: S112, whatever it is, it lasts
                continue
            log.warning("%s answers again after %.1f s", self._what, time.monotonic() - began)
            self._why = ""
            return
