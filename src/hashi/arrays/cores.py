"""The number of processor cores, as the default number of threads and processes."""

from __future__ import annotations

import os


def cores() -> int:
    """Return the number of cores that this process may use, or of all where this is unknown."""
    own = getattr(os, "sched_getaffinity", None)
    return len(own(0)) if own else os.cpu_count() or 1
