"""Jobs that tests give to the processes of a `BotPool`, which import them by name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from hashi.server.jobs.pool import report


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


def compute(seconds: float, reports: int = 1) -> None:
    """Use so much processor time, as often as there are reports."""
    for done in range(reports):
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass
        report(done + 1, reports)


def wait(seconds: float) -> float:
    """Wait so long, without using the processor, and return how much of it was used."""
    time.sleep(seconds)
    return time.process_time()


def fail() -> None:
    """Raise an error."""
    raise OSError("nothing comes of it")


def die_of(_work: object) -> None:
    """End the process, whatever it is to do."""
    die()


def die() -> None:
    """Kill the process that does this job."""
    os.kill(os.getpid(), signal.SIGKILL)
