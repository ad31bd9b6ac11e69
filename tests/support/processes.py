"""Child processes, and which processes have ended, as the operating system lists them."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UNPRIVILEGED = (str(Path(__file__).with_name("unprivileged.py")),)
"""What Python runs in place of `hashi` where file permissions are to hold."""


def children(pid: int) -> set[int]:
    """Return the processes that this one has started and that still run."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        state = _stat(path)
        if state and state[1] == str(pid) and state[0] != "Z":
            found.add(int(path.parent.name))
    return found


def bot_processes(pid: int) -> set[int]:
    """Return those of its children in which bots search."""
    return {child for child in children(pid) if b"spawn_main" in _command(child)}


def is_gone(pid: int) -> bool:
    """Return whether a process has ended."""
    state = _stat(Path(f"/proc/{pid}/stat"))
    return not state or state[0] == "Z"


def wait_until_gone(pids: set[int], patience: float = 20.0) -> set[int]:
    """Wait for processes to end; return those that still run after `patience` seconds."""
    end = time.monotonic() + patience
    while (left := {pid for pid in pids if not is_gone(pid)}) and time.monotonic() < end:
        time.sleep(0.01)
    return left


@contextmanager
def failing_writes(pid: int) -> Iterator[None]:
    """Let every write of a process to a file fail, as on a full disk."""
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


def _stat(path: Path) -> list[str]:
    """Return the fields of a `stat` file after the name in brackets: state, parent and so on."""
    try:
        return path.read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
