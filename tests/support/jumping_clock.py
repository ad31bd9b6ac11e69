"""`hashi` on a machine whose clock is set while it runs.

It is set forwards by an hour with SIGUSR1 and back by an hour with SIGUSR2.
"""

from __future__ import annotations

import signal
import sys
import time
from types import FrameType

HOUR = 3600.0
_read = time.time
_offset = 0.0


def _jump(number: int, _frame: FrameType | None) -> None:
    global _offset
    _offset += HOUR if number == signal.SIGUSR1 else -HOUR


if __name__ == "__main__":
    time.time = lambda: _read() + _offset
    signal.signal(signal.SIGUSR1, _jump)
    signal.signal(signal.SIGUSR2, _jump)

    from hashi.cli import main  # after the clock was replaced

    sys.exit(main())
