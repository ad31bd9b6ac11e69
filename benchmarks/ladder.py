"""Measures the strength of the bots: solo games, and games of each pair at a table of two.

    python -m benchmarks.ladder [--bots greedy,friend] [--alone 300] [--pairs 200] [--jobs 1]

Prints two tables: the mean points of solo games on both sides with their standard error and the
time per turn; and the share of games that each bot wins against each other (ties are shared). The
cards of a game depend on its number only, so all bots and all pairs play the same cards.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from math import sqrt

from benchmarks.machine import machine

from hashi.arena.standings import Standings
from hashi.arena.tournament import Contest, ids, outcomes
from hashi.arena.workers import Workers
from hashi.boards import SIDES, board, standard_deck
from hashi.bots import BOTS
from hashi.bots.heuristic.rollout import is_compiled

SEED = "ladder"


def main() -> None:
    reader = argparse.ArgumentParser(description="Measure how strong the bots are.")
    reader.add_argument("--bots", default=",".join(BOTS), help="which, with commas between")
    reader.add_argument("--alone", type=int, default=300, help="games alone on each side")
    reader.add_argument("--pairs", type=int, default=200, help="games of each pair on each side")
    reader.add_argument("--jobs", type=int, default=1, help="processes at once, 0 for all cores")
    options = reader.parse_args()
    bots = options.bots.split(",")
    print(machine(), "compiled" if is_compiled else "in plain Python", sep=", ", end="\n\n")
    if options.alone:
        alone(bots, options.alone, options.jobs)
    if options.pairs and len(bots) > 1:
        pairs(bots, options.pairs, options.jobs)


def alone(bots: Sequence[str], games: int, jobs: int) -> None:
    row("alone", *(f"{side}: {what}" for side in SIDES for what in ("mean", "s.e.", "ms a turn")))
    row("---", *["---:"] * 3 * len(SIDES))
    for bot in bots:
        cells: list[str] = []
        for side in SIDES:
            standing = play([bot], side, games, jobs).bots[0]
            cells += [
                f"{standing.mean:.2f}",
                f"{standing.error:.2f}",
                f"{standing.ms_per_turn:.1f}",
            ]
        row(bot, *cells)
    print(f"\n{games} games on each side.\n")


def pairs(bots: Sequence[str], games: int, jobs: int) -> None:
    row("against", *(f"{side}: {what}" for side in SIDES for what in ("wins", "means")))
    row("---", *["---:"] * 2 * len(SIDES))
    for lower, higher in combinations(bots, 2):
        cells: list[str] = []
        for side in SIDES:
            above, below = play([higher, lower], side, games, jobs).bots
            cells += [f"{100 * above.wins:.1f} %", f"{above.mean:.1f} : {below.mean:.1f}"]
        row(f"{higher} : {lower}", *cells)
    error = 50 / sqrt(games)
    print(f"\n{games} games on each side; the standard error of wins is at most {error:.1f} %.")


def play(bots: Sequence[str], side: str, games: int, jobs: int) -> Standings:
    contest = Contest(tuple(bots), ids(bots), board(side), SEED)
    standings = Standings(contest.ids, len(standard_deck()) - 1)
    for outcome in outcomes(contest, games, workers=Workers(jobs)):
        standings.add(outcome)
    return standings


def row(*cells: str) -> None:
    print("|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
