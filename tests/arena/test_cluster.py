"""Games on a Dask cluster: a scheduler and workers as real processes, one of them killed."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import hashi
from tests.support.dask_cluster import cluster

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]  # other processes do the work

GAMES = ["greedy", "random", "--games", "4", "--seed", "sea", "--json"]


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
        deadly = [f"{bot}:Deadly", "random", "--games", "4", "--json"]
        done = hashi("arena", *deadly, "--cluster", running.address)
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
