"""A clock that never jumps."""

from __future__ import annotations

import time
from collections.abc import Callable


def steady_clock(
    wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic
) -> Callable[[], float]:
    """Return a clock that reads the wall clock once and counts monotonic seconds from there.

    Deadlines are measured with it and shown by it, so that setting the computer's clock, forwards
    or backwards, changes neither while the process runs.
    """
    offset = wall() - monotonic()
    return lambda: offset + monotonic()
