"""How much one line of the program may write to the log: no stranger is to fill a disk."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic

from hashi.server.limits.gates import Bucket

AT_ONCE, PAUSE = 10, 60.0
"""Lines that one line of the program may write at once, and seconds for each after that."""


class LogLimit(logging.Filter):
    """Lets so many warnings and errors of one line pass; the next one says how many did not.

    Lines below warnings, such as those of requests, are written if somebody asked for them.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._buckets: dict[tuple[str, int], Bucket] = {}
        self._left_out: Counter[tuple[str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        line = record.pathname, record.lineno
        bucket = self._buckets.setdefault(line, Bucket(AT_ONCE, 1 / PAUSE, self._now))
        if not bucket.takes():
            self._left_out[line] += 1
            return False
        if left_out := self._left_out.pop(line, 0):
            record.msg = f"{record.getMessage()} (and {left_out} more like this before)"
            record.args = None
        return True


def limit_log() -> None:
    """Limit all that is written to the log of this process."""
    limit = LogLimit()
    for name in ("", "uvicorn"):
        for handler in logging.getLogger(name).handlers:
            handler.addFilter(limit)
    if logging.lastResort is not None:  # writes what no handler takes
        logging.lastResort.addFilter(limit)
