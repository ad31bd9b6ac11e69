"""How long people wait for answers now, and whether the server takes on more."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from hashi.table import Objected, Objection, Table


class Pressure:
    """The time that answers take, by the latest of them.

    When it is long, the server is full: it opens no more tables and takes no more spectators, so
    that whoever plays can go on. A person is let in at a table that is theirs in any case.
    """

    FULL, FREE = 1.0, 0.5
    """Seconds of an answer from which on the server is full, and below which it is not any more."""
    WEIGHT = 0.02
    """How much one answer counts: about the last fifty are looked at."""
    FORGOTTEN = 10.0
    """Seconds in which what was measured counts less and less, since nobody may ask for more."""
    PAUSE = 10
    """Seconds after which one who is refused may try again."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seconds, self._at = 0.0, now()
        self._is_full = False

    def note(self, seconds: float) -> None:
        """Note how long an answer took."""
        before = self._latest()
        self._seconds, self._at = before + self.WEIGHT * (seconds - before), self._now()

    def _latest(self) -> float:
        return self._seconds * math.exp((self._at - self._now()) / self.FORGOTTEN)

    @property
    def is_full(self) -> bool:
        self._is_full = self._latest() > (self.FREE if self._is_full else self.FULL)
        return self._is_full

    def admit(self) -> None:
        """Raise Objected where the server is full."""
        if self.is_full:
            raise Objected(Objection.FULL, seconds=self.PAUSE)

    def admit_to(self, table: Table, holder: str) -> None:
        """Raise Objected where the server is full and this is not one of the table's people."""
        if holder not in table.holders:
            self.admit()
