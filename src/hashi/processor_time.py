"""How long this thread has worked."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

processor_time: Final[Callable[[], float]] = getattr(time, "thread_time", time.perf_counter)
"""Returns seconds of the processor that this thread has used; where the system does not count them,
such as in a browser, those that went by."""
