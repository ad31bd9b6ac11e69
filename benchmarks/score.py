"""How long `hashi score` takes for a file of many games, and how much memory.

    python -m benchmarks.score [--games 10000]

Makes a file of games of one to four players on both sides, one to a line, and reads it with one
start of the program; then one of twice as many, to show that memory stays the same. A thousand
games are played and repeated: playing them by chance takes longer than scoring. The aim for
10,000 games is less than 15 seconds and 100 MB.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.machine import machine
from benchmarks.random_play import random_record

from hashi.boards import board
from hashi.record import write


def main() -> None:
    reader = argparse.ArgumentParser(description="Score a file of many games.")
    reader.add_argument("--games", type=int, default=10_000)
    options = reader.parse_args()
    print(machine())
    played = play(min(1_000, options.games))
    with TemporaryDirectory() as folder:
        for games in (options.games, 2 * options.games):
            path = Path(folder) / "games.ndjson"
            with path.open("w", encoding="utf-8") as file:
                file.writelines(islice(cycle(played), games))
            seconds, megabytes = score(path)
            rate = games / seconds
            print(
                f"{games:,} games of one to four players: {seconds:.1f} s ({rate:,.0f} a second), "
                f"at most {megabytes:.0f} MB of memory"
            )


def play(games: int) -> list[str]:
    rng = Random(1)
    return [
        write(random_record(rng, board("AB"[number // 4 % 2]), 1 + number % 4)[0]) + "\n"
        for number in range(games)
    ]


def score(path: Path) -> tuple[float, float]:
    """Seconds on the clock and the most memory that the program held, in MB."""
    begin = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "hashi", "score", str(path), "--json"], stdout=subprocess.DEVNULL
    ) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    seconds = perf_counter() - begin
    if child.returncode != 0:
        raise SystemExit(f"hashi score ended with status {child.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, usage.ru_maxrss * unit / 1e6


if __name__ == "__main__":
    main()
