"""A clock that never jumps."""

from __future__ import annotations

import time
from collections.abc import Callable


def _seconds_awake_or_not() -> float:
    """Return monotonic seconds that go on while the computer sleeps, where the system has them."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)  # Linux; time.monotonic() stands still there
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


def steady_clock(
    wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = _seconds_awake_or_not
) -> Callable[[], float]:
    """Return a clock that reads the wall clock once and counts monotonic seconds from there.

    Deadlines are measured with it and shown by it, so that setting the computer's clock, forwards
    or backwards, changes neither while the process runs. A laptop that was asleep overnight shows
    the board of the new day.
    """
    offset = wall() - monotonic()
    return lambda: offset + monotonic()
