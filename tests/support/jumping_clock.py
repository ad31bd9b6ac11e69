"""`hashi` on a machine whose clock is set while it runs.

It is set forwards by an hour with SIGUSR1 and back by an hour with SIGUSR2. `--ahead=86400` before
the command sets it forwards by so many seconds from the start.
"""

from __future__ import annotations

import signal
import sys
import time
from types import FrameType

HOUR = 3600.0
AHEAD = "--ahead="
_read = time.time
_offset = 0.0


def _jump(number: int, _frame: FrameType | None) -> None:
    global _offset
    _offset += HOUR if number == signal.SIGUSR1 else -HOUR


if __name__ == "__main__":
    if sys.argv[1].startswith(AHEAD):
        _offset = float(sys.argv.pop(1).removeprefix(AHEAD))
    time.time = lambda: _read() + _offset
    signal.signal(signal.SIGUSR1, _jump)
    signal.signal(signal.SIGUSR2, _jump)

    from hashi.cli import main  # after the clock was replaced

    sys.exit(main())
