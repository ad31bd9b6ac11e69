"""`hashi` for somebody to whom file permissions apply, even where root runs the tests.

A program instead of a function for `preexec_fn`: in a process with threads, as that of the tests,
a function that runs between fork and exec may wait for ever.
"""

from __future__ import annotations

import ctypes
import os
import sys

DROP_FROM_BOUNDING_SET = 24  # linux/prctl.h
OVERRIDING_PERMISSIONS = (1, 2)  # linux/capability.h

if __name__ == "__main__":
    if os.geteuid() == 0:
        for right in OVERRIDING_PERMISSIONS:  # gone with the next program that is executed
            ctypes.CDLL(None).prctl(DROP_FROM_BOUNDING_SET, right, 0, 0, 0)
    os.execv(sys.executable, [sys.executable, "-W", "error", "-m", "hashi", *sys.argv[1:]])
