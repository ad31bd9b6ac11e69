"""A lock that says which process owns a file of tables: there is one server for each."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class FileInUse(Exception):
    """Another server owns the file."""


@contextmanager
def owning(path: Path) -> Iterator[None]:
    """Own a file of tables for as long as the context lasts; raise FileInUse if another does.

    The system releases the lock when the process ends, however it ends. It is on a small file of
    its own beside the tables, so that SQLite's locks and backups have nothing to do with it; the
    small file goes with the lock.
    """
    beside = path.with_name(f"{path.name}.lock")
    lock = _locked(beside)
    if lock is None:
        raise FileInUse(path)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows keeps a file that is open
            beside.unlink()
        os.close(lock)


def _locked(path: Path) -> int | None:
    """Return the descriptor of a file that is locked now; None where another process has it."""
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(lock)
            if os.fstat(lock).st_ino == path.stat().st_ino:
                return lock
        except FileNotFoundError:
            pass  # the process that had it has just removed it: try the next one
        except OSError:
            os.close(lock)
            return None
        os.close(lock)


if sys.platform == "win32":
    import msvcrt

    def _take(lock: int) -> None:
        msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(lock: int) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
