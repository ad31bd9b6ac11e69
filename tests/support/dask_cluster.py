"""A Dask cluster on this machine: a scheduler and workers as real processes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support.command import environment


class Cluster:
    """A scheduler on a free port, and its workers."""

    def __init__(self, folder: Path, stack: ExitStack, count: int) -> None:
        self._folder, self._stack = folder, stack
        scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = _said(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        self.workers = [self.add_worker() for _ in range(count)]

    def add_worker(self) -> subprocess.Popen[str]:
        """Start a worker and wait until the scheduler knows it."""
        options = ["--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        worker = self._start("worker", self.address, *options)
        _said(worker, r"(Registered to):")
        return worker

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            cwd=self._folder,
        )
        self._stack.callback(_end, process)
        return process


def _said(process: subprocess.Popen[str], pattern: str) -> str:
    """Read what a process reports until it says this, and return the part in brackets."""
    assert process.stderr is not None
    read = []
    for line in process.stderr:
        read.append(line)
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError("".join(read))


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate(timeout=60)


@contextmanager
def cluster(folder: Path, count: int = 2) -> Iterator[Cluster]:
    """Start a cluster with so many workers, and end it."""
    with ExitStack() as stack:
        yield Cluster(folder, stack, count)
