"""Jobs that tests give to the processes of a `BotPool`, which import them by name."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def process_id() -> int:
    """Return the id of the process that does this job."""
    return os.getpid()


def niceness() -> int:
    """Return the niceness of the process that does this job."""
    return os.nice(0)


def wait_for_pipe(folder: Path) -> int:
    """Write the process id to one pipe, wait at another, and return the id."""
    with (folder / "begun").open("w") as begun:
        begun.write(f"{os.getpid()}\n")
    (folder / "go").read_text()
    return os.getpid()


def fail() -> None:
    """Raise an error."""
    raise OSError("nothing comes of it")


def die() -> None:
    """Kill the process that does this job."""
    os.kill(os.getpid(), signal.SIGKILL)
