"""The files of a SQLite store while it is open: noticed where one was moved, replaced or deleted.

SQLite goes on with the file that it has opened, wherever that is now, and whoever starts the server
again finds another one, or none. What the path leads to is compared, which costs microseconds.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

GONE = (
    "{file} was renamed, replaced or deleted while it was in use: nothing more is written. Put back"
    " the file that was there; or stop the server, and remove {file}-wal and {file}-shm before you"
    " start it with another one"
)
LOG_GONE = (
    "{file} was renamed, replaced or deleted while it was in use: what it holds is moved into the"
    " file of the tables, and another one is begun"
)
Identity = tuple[int, int]


class FileMoved(sqlite3.OperationalError):
    """What is in use does not lie at its path any more."""


class DataFile:
    """The file at a path, and its write-ahead log with the index of that, which exist while it is
    open.

    Nobody opens the file anew while some have a log that is gone: the last of them moves what it
    holds into the file when closing it.
    """

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._beside = (f"{path}-wal", f"{path}-shm")
        self._file: Identity | None = None
        """What was opened first; nothing else is opened by this program."""
        self._log: dict[str, Identity] = {}
        """What lies beside it, while somebody has it open."""
        self._open = 0
        self._door = threading.RLock()

    @contextlib.contextmanager
    def opening(self) -> Iterator[None]:
        """Open the file in this context; raise FileMoved where that would be another."""
        with self._door:
            self.check()
            yield
            self._open += 1
            self._file = self._file or _identity(self._path)

    @contextlib.contextmanager
    def closing(self) -> Iterator[None]:
        """Close the file in this context; the last one removes its log."""
        with self._door:
            yield
            self._open -= 1
            if not self._open:
                self._log.clear()

    def check(self) -> None:
        """Raise FileMoved where another file lies at one of the paths, or none."""
        if self._file and _identity(self._path) != self._file:
            raise FileMoved(GONE.format(file=self._path))
        for path in self._beside:
            known = self._log.get(path)
            if (known or self._open) and (found := _identity(path)) != known:
                self._note(path, known, found)

    def _note(self, path: str, known: Identity | None, found: Identity | None) -> None:
        """Note what lies at a path while the file is open; raise FileMoved where that has
        changed."""
        with self._door:
            if self._log.get(path) != known or not self._open:
                return  # it has been closed and opened again meanwhile
            if known:
                raise FileMoved(LOG_GONE.format(file=path))
            if found:
                self._log[path] = found


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116, it is asked for after every commit
    except OSError:
        return None
    return found.st_dev, found.st_ino
