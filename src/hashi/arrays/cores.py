"""How many threads or processes are worth having."""

from __future__ import annotations

import os


def cores() -> int:
    """The processor cores that this process may use, where the system tells; else all."""
    own = getattr(os, "sched_getaffinity", None)
    return len(own(0)) if own else os.cpu_count() or 1
