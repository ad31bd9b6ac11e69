"""How many whole games of four players are replayed in a second on one core.

    python benchmarks/replay.py [--games 2000] [--profile]

The aim is 1,000 games a second, reading included. `--profile` shows where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
from collections.abc import Callable
from random import Random
from time import perf_counter

from hashi.boards import board
from hashi.record import Record, parse, write
from machine import machine
from random_play import random_record


def main() -> None:
    reader = argparse.ArgumentParser(description="Replay whole games of four players.")
    reader.add_argument("--games", type=int, default=2_000)
    reader.add_argument("--profile", action="store_true", help="show where the time goes")
    options = reader.parse_args()
    rng = Random(1)
    played = [random_record(rng, board("AB"[n % 2]), 4)[0] for n in range(options.games)]
    texts = [write(record) for record in played]
    print(machine())
    show("read", lambda: [parse(text) for text in texts], len(texts))
    show("replayed", lambda: replay_all(played), len(texts))
    show("read and replayed", lambda: replay_all([parse(text) for text in texts]), len(texts))
    if options.profile:
        profile = cProfile.Profile()
        profile.runcall(replay_all, played)
        pstats.Stats(profile).sort_stats("tottime").print_stats(18)


def replay_all(played: list[Record]) -> None:
    for record in played:
        record.replay()


def show(what: str, work: Callable[[], object], games: int) -> None:
    """The best of three runs."""
    seconds = []
    for _ in range(3):
        begin = perf_counter()
        work()
        seconds.append(perf_counter() - begin)
    print(f"{what:>18}: {games / min(seconds):8,.0f} games of four players a second")


if __name__ == "__main__":
    main()
