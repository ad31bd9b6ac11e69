"""Measures how long the best possible result with known cards takes to find and prove.

    python -m benchmarks.hindsight [--decks 1000] [--curves 100] [--seed 1]

On each side `--decks` decks by chance are solved alone with the start free, and the curve of what
was still possible is computed for `--curves` games of bots. Times are of the processor, one core.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from time import process_time

from benchmarks.machine import machine

from hashi.arena.match import play_match
from hashi.boards import SIDES, board, standard_deck
from hashi.bots import BOTS
from hashi.coach import best, reach
from hashi.coach.hindsight_search import is_compiled
from hashi.record import Record
from hashi.rules import Setup, deal, seeded

CURVE_BOTS = ("random", "greedy", "friend")


def main() -> None:
    reader = argparse.ArgumentParser(description="The time for best possible results.")
    reader.add_argument("--decks", type=int, default=1000, help="decks, on each side")
    reader.add_argument("--curves", type=int, default=100, help="games, on each side")
    reader.add_argument("--seed", default="1")
    options = reader.parse_args()
    print(f"{machine()}; search {'compiled' if is_compiled else 'NOT COMPILED'}")
    for side in SIDES:
        setup = Setup(board(side), standard_deck(), ("Ida",))
        times, points = [], Counter[int]()
        for number in range(options.decks):
            cards = deal(setup.deck, seeded(f"{options.seed}/{number}")).cards
            began = process_time()
            found = best(Record(setup, (), cards), seconds=None)
            times.append(process_time() - began)
            points[found.points] += 1
            assert found.proven
        print(f"side {side}, {options.decks} decks: {told(times)}")
        print("  " + ", ".join(f"{best}: {count}" for best, count in sorted(points.items())))
        for bot in CURVE_BOTS if options.curves else ():
            curves = [curve(setup, bot, f"{options.seed}/{n}") for n in range(options.curves)]
            open_ = sum(not is_proven for _, is_proven in curves)
            times = [seconds for seconds, _ in curves]
            print(f"side {side}, {options.curves} curves of {bot}: {told(times)}, {open_} open")


def curve(setup: Setup, bot: str, seed: str) -> tuple[float, bool]:
    """Return the time for what was still possible in a game of this bot, and whether it is proven.

    It has as long as a review gives it.
    """
    record = play_match(setup, deal(setup.deck, seeded(seed)), [BOTS[bot](seed)]).record
    began = process_time()
    found = reach(record)
    return process_time() - began, found.is_proven


def told(times: Sequence[float]) -> str:
    ordered = sorted(times)
    middle, late = ordered[len(times) // 2], ordered[len(times) * 99 // 100]
    return f"median {middle:.3f} s, 99 % {late:.3f} s, slowest {ordered[-1]:.3f} s"


if __name__ == "__main__":
    main()
