"""How many whole games of four players are replayed in a second on one core.

    python -m benchmarks.replay [--games 500] [--profile]

The aim is 1,000 games a second, reading included. `--profile` shows where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import TypeVar

from benchmarks.machine import machine
from benchmarks.random_play import random_record

from hashi.boards import board
from hashi.record import Record, parse, write

T = TypeVar("T")


def main() -> None:
    reader = argparse.ArgumentParser(description="Replay whole games of four players.")
    reader.add_argument("--games", type=int, default=500)
    reader.add_argument("--profile", action="store_true", help="show where the time goes")
    options = reader.parse_args()
    rng = Random(1)
    played = [random_record(rng, board("AB"[n % 2]), 4)[0] for n in range(options.games)]
    texts = [write(record) for record in played]
    print(machine())
    show("read", parse, texts)
    show("replayed", Record.replay, played)
    show("read and replayed", lambda text: parse(text).replay(), texts)
    if options.profile:
        profile = cProfile.Profile()
        for record in played:
            profile.runcall(record.replay)
        pstats.Stats(profile).sort_stats("tottime").print_stats(18)


def show(what: str, work: Callable[[T], object], games: list[T]) -> None:
    """The best of three runs, one game after the other."""
    seconds = []
    for _ in range(3):
        begin = perf_counter()
        for game in games:
            work(game)
        seconds.append(perf_counter() - begin)
    print(f"{what:>18}: {len(games) / min(seconds):8,.0f} games of four players a second")


if __name__ == "__main__":
    main()
