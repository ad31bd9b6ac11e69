"""Games on a Dask cluster: a scheduler and workers as real processes, one of them killed."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import environment, hashi, hashi_process

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]  # other processes do the work

GAMES = ["greedy", "random", "--games", "12", "--seed", "sea", "--json"]


class Cluster:
    """A scheduler on a free port, and its workers."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = _said(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        self.workers = [self.add_worker() for _ in range(2)]

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
    process.communicate()


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(folder, stack)


def timeless(text: str) -> Any:
    """Return a result without the time that bots took."""
    result = json.loads(text)
    for bot in result["bots"]:
        del bot["ms_per_turn"]
    return result


def test_a_cluster_plays_the_same_games_even_where_a_worker_dies(tmp_path: Path) -> None:
    here = hashi("arena", *GAMES, "--records", str(tmp_path / "here"))
    with cluster(tmp_path) as running:
        there = ["arena", *GAMES, "--cluster", running.address]
        done = hashi(*there, "--records", str(tmp_path / "there"))
        assert done.returncode == 0, done.stderr
        assert timeless(done.stdout) == timeless(here.stdout)
        assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()

        bot = tmp_path / "mine.py"  # its first game on a cluster kills the worker that plays it
        bot.write_text(DEADLY.format(mark=str(tmp_path / "killed")), "utf-8")
        deadly = [f"{bot}:Deadly", "random", "--games", "8", "--json"]
        done = hashi_process("arena", *deadly, "--cluster", running.address)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "killed").exists()
        dead = [worker for worker in running.workers if worker.poll() is not None]
        assert [worker.returncode for worker in dead] == [-signal.SIGKILL]
        assert timeless(done.stdout) == timeless(hashi("arena", *deadly).stdout)


DEADLY = """
import os, signal
from pathlib import Path
from hashi.bots.greedy import Greedy

class Deadly(Greedy):
    name = "deadly"

    def turn(self, view):
        mark = Path({mark!r})
        if view.round == 9 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().turn(view)
"""


def test_an_address_without_a_scheduler_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and nobody listens
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        done = hashi("arena", *GAMES, "--cluster", address)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"There’s no Dask scheduler at {address}.\n"


def test_a_text_that_is_no_address_is_reported() -> None:
    done = hashi("arena", *GAMES, "--cluster", "nowhere://at all")
    assert (done.returncode, done.stdout) == (1, "")
    assert "There’s no Dask scheduler at nowhere://at all.\n" in done.stderr
