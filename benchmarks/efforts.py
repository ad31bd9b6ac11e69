"""Measures how much strength the master loses when it thinks shorter.

    python -m benchmarks.efforts [--alone 300] [--table 150] [--jobs 1] [--boards A B]

Prints the mean points of solo games at each effort, with their standard error and the time of a
turn; and what two masters at each effort score at a table of four against two at full effort. The
cards of a game depend on its number only, so all efforts play the same cards, and the differences
to full effort are more certain than the means.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import mean, stdev

from benchmarks.machine import machine

from hashi.arena.tournament import Contest, Outcome, ids, outcomes
from hashi.arena.workers import Workers
from hashi.boards import SIDES, board, standard_deck
from hashi.bots import Effort
from hashi.bots.master import Master

SEED = "efforts"
ROUNDS = len(standard_deck()) - 1


class _AtEffort(Master):
    effort = Effort.FULL

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed, effort=self.effort)


class Full(_AtEffort):
    name = "full"


class Half(_AtEffort):
    name, effort = "half", Effort.HALF


class Short(_AtEffort):
    name, effort = "short", Effort.SHORT


class Brief(_AtEffort):
    name, effort = "brief", Effort.BRIEF


class Least(_AtEffort):
    name, effort = "least", Effort.LEAST


BOTS = {
    bot.effort: f"benchmarks.efforts:{bot.__name__}" for bot in (Full, Half, Short, Brief, Least)
}
"""A bot for each effort, as the arena finds it."""


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--alone", type=int, default=300, help="games alone")
    reader.add_argument("--table", type=int, default=150, help="games at a table of four")
    reader.add_argument("--jobs", type=int, default=1, help="processes at once, 0 for all cores")
    reader.add_argument("--boards", nargs="+", choices=SIDES, default=list(SIDES))
    options = reader.parse_args()
    print(machine(), end="\n\n")
    for side in options.boards:
        if options.alone:
            alone(side, options.alone, options.jobs)
        if options.table:
            at_a_table(side, options.table, options.jobs)


def alone(side: str, games: int, jobs: int) -> None:
    print(f"{side}, {games} games alone\n")
    row("effort", "mean", "s.e.", "against full", "s.e.", "ms a turn")
    row("---", *["---:"] * 5)
    full: list[int] = []
    for effort, bot in BOTS.items():
        played = play([bot], side, games, jobs)
        points = [outcome.totals[0] for outcome in played]
        full = full or points
        lost = [own - other for own, other in zip(points, full, strict=True)]
        row(effort.name, *figures(points), *figures(lost, "+"), per_turn(played, 0))
    print()


def at_a_table(side: str, games: int, jobs: int) -> None:
    print(f"{side}, {games} games at a table of four: two at this effort, two at full effort\n")
    row("effort", "mean", "s.e.", "against full", "s.e.", "ms a turn")
    row("---", *["---:"] * 5)
    for effort, bot in BOTS.items():
        if effort is Effort.FULL:
            continue
        played = play([bot, BOTS[Effort.FULL]] * 2, side, games, jobs)
        points = [mean(outcome.totals[::2]) for outcome in played]
        leads = [mean(outcome.totals[::2]) - mean(outcome.totals[1::2]) for outcome in played]
        row(effort.name, *figures(points), *figures(leads, "+"), per_turn(played, 0))
    print()


def play(bots: list[str], side: str, games: int, jobs: int) -> list[Outcome]:
    contest = Contest(tuple(bots), ids(bots), board(side), SEED)
    return list(outcomes(contest, games, workers=Workers(jobs)))


def figures(points: list[float] | list[int], sign: str = "") -> tuple[str, str]:
    """Return the mean and its standard error."""
    error = stdev(points) / sqrt(len(points))
    return f"{mean(points):{sign}.2f}", f"{error:.2f}"


def per_turn(played: list[Outcome], bot: int) -> str:
    return f"{1e3 * mean(outcome.seconds[bot] for outcome in played) / ROUNDS:.1f}"


def row(*cells: str) -> None:
    print("|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
