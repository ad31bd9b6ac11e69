"""Measures how much strength the master loses when it thinks shorter.

    python -m benchmarks.efforts [--alone 300] [--table 300] [--jobs 1] [--boards A B]

Prints the mean points of solo games at each effort, with their standard error and the time of a
turn; and what masters score at a table of four, one at full effort against the three lowest, then
two at full effort against two at half. The cards of a game depend on its number only, so all
efforts play the same cards, and alone the differences to full effort are more certain than the
means.
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
    reader.add_argument("--table", type=int, default=300, help="games at a table of four")
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
    lowest = (Effort.FULL, Effort.SHORT, Effort.BRIEF, Effort.LEAST)
    for efforts in (lowest, (Effort.FULL, Effort.HALF) * 2):
        print(f"{side}, {games} games at a table of four\n")
        row("effort", "mean", "s.e.", "against full", "s.e.", "ms a turn")
        row("---", *["---:"] * 5)
        played = play([BOTS[effort] for effort in efforts], side, games, jobs)
        full: list[float] = []
        for effort in dict.fromkeys(efforts):
            seats = [seat for seat, other in enumerate(efforts) if other is effort]
            points = [mean(outcome.totals[seat] for seat in seats) for outcome in played]
            full = points if effort is Effort.FULL else full
            leads = [own - other for own, other in zip(points, full, strict=True)]
            row(effort.name, *figures(points), *figures(leads, "+"), per_turn(played, seats[0]))
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
