"""How long to wait before something is tried again."""

from __future__ import annotations

RETRY_AFTER, LONGEST_PAUSE = 0.5, 15.0
"""Seconds after which a bot or a clock whose event could not be saved tries again: twice as long
each time, up to the longest."""
LEASE_PAUSE = 1.0
"""Seconds after which a bot or a clock of a table that another server acts for looks again."""


def pause_after(failures: int) -> float:
    """Return how many seconds to wait after so many failures in a row, counted from 0."""
    return min(LONGEST_PAUSE, RETRY_AFTER * 2.0 ** min(failures, 20))
