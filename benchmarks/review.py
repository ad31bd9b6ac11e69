"""Measures how long the coach takes for a game alone and for a table of four, on one core.

    python -m benchmarks.review [--games 10] [--boards A B]

The targets are 3 seconds for a game alone and 12 for a table of four, in processor time.
"""

from __future__ import annotations

import argparse
from time import process_time

from benchmarks.machine import machine

import hashi
from hashi.boards import SIDES
from hashi.coach import possible, review

BOTS = ("friend", "greedy", "random", "planner")


def main() -> None:
    reader = argparse.ArgumentParser(description="Review games.")
    reader.add_argument("--games", type=int, default=10)
    reader.add_argument("--boards", nargs="+", default=SIDES, help="A, B or files")
    options = reader.parse_args()
    sides = [
        hashi.board(name) if name in SIDES else hashi.read_board(name) for name in options.boards
    ]
    print(machine())
    for seats in (1, 4):
        for name, reachable in (("review", None), ("review with what was possible", possible)):
            times = []
            for number in range(options.games):
                bots = [hashi.bot(BOTS[(number + seat) % 4], seed="1") for seat in range(seats)]
                game = hashi.new_game(
                    sides[number % len(sides)],
                    [f"P{seat}" for seat in range(seats)],
                    seed=f"{number}",
                ).play_out(bots)
                began = process_time()
                review(game, possible=reachable)
                times.append(process_time() - began)
            mean = sum(times) / len(times)
            print(f"{seats} seats, {name}: {mean:.2f} s on the average, {max(times):.2f} s at most")


if __name__ == "__main__":
    main()
