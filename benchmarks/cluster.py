"""Measures how work on a Dask cluster grows with its workers.

    python -m benchmarks.cluster [--workers 1,2,4,8,16] [--games 20] [--commands arena,best,review]

For each number of workers: starts a scheduler and so many workers as processes of this machine, and
runs `hashi arena`, `hashi best` and `hashi review` over so many games for each worker, as whole
commands. The time for starting Python and connecting counts; it is the same for any number.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.machine import machine
from tests.support.command import environment
from tests.support.dask_cluster import cluster

SHARE = {"arena": 1, "best": 3, "review": 3}
"""How many games a command is given, for each game of the arena, which takes longer."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=_numbers, default=[1, 2, 4, 8, 16])
    parser.add_argument("--games", type=int, default=20, help="for each worker")
    parser.add_argument("--commands", default="arena,best,review")
    parser.add_argument("--bots", nargs="+", default=["master", "planner"])
    options = parser.parse_args()
    commands, first = options.commands.split(","), dict[str, float]()
    print(machine())
    print("workers command   games  seconds  games/s  times")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        records = folder / "all.ndjson"
        arena = ["arena", *options.bots]
        most = max(SHARE.values()) * max(options.workers) * options.games
        _run(
            "arena",
            "greedy",
            "--games",
            str(most),
            "--jobs",
            "0",
            "--records",
            str(records),
        )
        lines = records.read_text("utf-8").splitlines(keepends=True)
        for count in options.workers:
            with cluster(folder, count) as running:
                _run(*arena, "--games", str(4 * count), "--cluster", running.address)  # imports
                for command in commands:
                    games = SHARE[command] * options.games * count
                    (folder / "some.ndjson").write_text("".join(lines[:games]), "utf-8")
                    given = [*arena, "--games", str(games)]
                    if command != "arena":
                        given = [command, str(folder / "some.ndjson")]
                    seconds = _run(*given, "--cluster", running.address)
                    rate = games / seconds
                    first.setdefault(command, rate)
                    print(
                        f"{count:7} {command:8} {games:6} {seconds:8.1f} {rate:8.2f}"
                        f" {rate / first[command]:6.2f}",
                        flush=True,
                    )


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _run(*arguments: str) -> float:
    """Run a command; return the seconds that it took."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "hashi", *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        env=environment(),
    )
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
