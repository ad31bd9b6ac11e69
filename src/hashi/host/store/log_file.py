"""A log in a file of its own: one entry per line, safe on disk before it is told.

Entries that belong together are there all or none, even where the power fails while they are
written: the first of them begins with a zero byte until the others are safe.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Sequence
from io import FileIO
from itertools import takewhile
from pathlib import Path
from typing import IO

from hashi.host.store.protocol import StoreDown
from hashi.rules import Flaw, Malformed
from hashi.rules.malformed import unreadable
from hashi.table.event import LogEntry
from hashi.table.fold import replay
from hashi.table.log_format import (
    LOG_HEAD,
    BrokenLog,
    NewerLog,
    StoredEntry,
    begins_log,
    entry_text,
)
from hashi.table.table import Table

try:
    import fcntl
except ImportError:  # Windows has no such lock
    fcntl = None  # type: ignore[assignment]

_UNFINISHED = b"\0"
_LARGEST_FILE = 1 << 26
_LONGEST_LINE = 1 << 16


class LogFile:
    """An open log. A file that is no log is never written to, and one process has it at a time."""

    def __init__(self, path: Path, file: FileIO) -> None:
        """Take an open file that is locked; `open` and `create` do that."""
        self.path = path
        self._file = file
        self._stored, self._end = _read(file, path)
        """The entries, and where the last whole one ends: what a crash left behind it is cut."""

    @classmethod
    def create(cls, path: Path) -> LogFile:
        """Begin a log in a new file; raise Malformed where one exists already."""
        try:
            file = path.open("xb+", buffering=0)
        except FileExistsError:
            raise Malformed(Flaw.FILE, file=str(path), given="exists") from None
        except OSError as error:
            raise unreadable(error).at(file=str(path)) from None
        try:
            _sync_folder(path.parent)
        except OSError as error:
            file.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise unreadable(error).at(file=str(path)) from None
        return cls._locked(path, file)

    @classmethod
    def open(cls, path: Path) -> tuple[LogFile, Table]:
        """Open a log to go on with it, and return the table that it leads to."""
        try:
            log = cls._locked(path, path.open("rb+", buffering=0))
        except OSError as error:
            raise unreadable(error).at(file=str(path)) from None
        try:
            return log, log.table()
        except Malformed:
            log.close()
            raise

    def table(self) -> Table:
        """Return the table that the entries lead to, or raise Malformed."""
        return _replayed(self._stored, self.path)

    @classmethod
    def _locked(cls, path: Path, file: FileIO) -> LogFile:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
                raise Malformed(Flaw.FILE, file=str(path), given="locked") from None
        try:
            return cls(path, file)
        except Malformed:
            file.close()
            raise

    def append(self, entries: Sequence[LogEntry]) -> None:
        """Write entries to disk, all or none; raise StoreDown where they cannot be kept now."""
        text = "".join(f"{entry_text(entry)}\n" for entry in entries).encode()
        try:
            self._file.truncate(self._end)
            if len(entries) > 1:
                self._put(_UNFINISHED + text[1:])
                self._put(text[:1])
            else:
                self._put(text)
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(self._end)
            raise StoreDown(f"{self.path}: {error.strerror}") from error
        self._end += len(text)

    def _put(self, text: bytes) -> None:
        """Write bytes behind the last whole entry, safe on disk."""
        self._file.seek(self._end)
        left = memoryview(text)
        while left:  # an unbuffered file may write a part
            left = left[self._file.write(left) :]
        os.fsync(self._file.fileno())

    def discard(self) -> None:
        """Remove a log in which nothing could be kept."""
        self.close()
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file and give up its lock."""
        self._file.close()


def is_log(path: Path) -> bool:
    """Return whether a file begins as a log does."""
    try:
        with path.open("rb") as file:
            return begins_log(file.read(LOG_HEAD))
    except OSError:
        return False


def daily_of(path: Path) -> str:
    """Return the date whose board a log plays, from its first line alone; empty for any other."""
    try:
        with path.open("rb") as file:
            opened = json.loads(file.readline(_LONGEST_LINE))
    except (OSError, ValueError):
        return ""
    return str(opened.get("daily", "")) if isinstance(opened, dict) else ""


def read_table(path: Path) -> Table:
    """Return the table of a log without opening it for writing."""
    try:
        with path.open("rb") as file:
            stored, _ = _read(file, path)
    except OSError as error:
        raise unreadable(error).at(file=str(path)) from None
    return _replayed(stored, path)


def _sync_folder(folder: Path) -> None:
    """Let the names of new files in a folder be safe on disk, where a system can do that."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _read(file: IO[bytes], path: Path) -> tuple[list[StoredEntry], int]:
    """Return the whole entries of a file and where they end.

    A torn last line is left out, and so are entries that belong together and were not finished.
    """
    content = file.read(_LARGEST_FILE + 1)
    if len(content) > _LARGEST_FILE:
        raise Malformed(Flaw.TOO_LONG, file=str(path), expected=_LARGEST_FILE)
    whole = takewhile(lambda line: not line.startswith(_UNFINISHED), content.split(b"\n")[:-1])
    end = sum(len(line) + 1 for line in whole)
    try:
        lines = content[:end].decode().splitlines()
    except UnicodeDecodeError:
        raise Malformed(Flaw.FILE, file=str(path), given="no_game") from None
    return list(enumerate(lines, start=1)), end


def _replayed(stored: Sequence[StoredEntry], path: Path) -> Table:
    try:
        table = replay(stored)
    except NewerLog as newer:
        raise Malformed(Flaw.FILE, file=str(path), line=newer.number, given="newer") from None
    except BrokenLog as broken:
        given = "no_game" if broken.number == 1 else "broken"
        raise Malformed(Flaw.FILE, file=str(path), line=broken.number, given=given) from None
    if not table.number:
        raise Malformed(Flaw.FILE, file=str(path), given="no_game")
    return table
