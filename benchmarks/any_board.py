"""Measures the master on boards on which nothing was trained, beside the planner.

    python -m benchmarks.any_board [--alone 200] [--pairs 200] [--boards random-1,A] [--jobs 1]
    python -m benchmarks.any_board --own 200

Prints for each of the ten boards in benchmarks/boards, and for A and B, the mean points alone of
the master by its values only, of the master and of the planner with the same cards, the
difference of the two with its standard error, the time of a turn of the master, and the share of
games that it wins against the planner at a table of two. With `--own` A and B are played by their
own values and by those that are made for any board.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev
from unittest.mock import patch

from benchmarks.ladder import row
from benchmarks.machine import machine

from hashi.arena.tournament import Contest, Outcome, ids, outcomes
from hashi.arena.workers import Workers
from hashi.boards import SIDES, board, read_board, standard_deck
from hashi.bots import master
from hashi.bots.learned.search import is_compiled
from hashi.bots.learned.values import values_made_for
from hashi.rules import Board

FOLDER = Path(__file__).parent / "boards"
SEED = "any board"
LEAST = "benchmarks.efforts:Least"
ROUNDS = len(standard_deck()) - 1


def main() -> None:
    reader = argparse.ArgumentParser(description="Measure the master on boards it was never on.")
    reader.add_argument("--alone", type=int, default=200, help="games alone on each board")
    reader.add_argument("--pairs", type=int, default=200, help="games of two on each board")
    reader.add_argument("--own", type=int, default=0, help="games with A's and B's own values")
    reader.add_argument("--boards", default="", help="which boards, with commas between")
    reader.add_argument("--jobs", type=int, default=1, help="processes at once, 0 for all cores")
    options = reader.parse_args()
    print(machine(), "compiled" if is_compiled else "in plain Python", sep=", ", end="\n\n")
    if options.own:
        compare_own(options.own)
        return
    chosen = {name: made for name, made in boards().items() if name in options.boards.split(",")}
    measure(chosen or boards(), options.alone, options.pairs, options.jobs)


def boards() -> dict[str, Board]:
    """Return the boards by name."""
    found = {path.stem: read_board(path) for path in sorted(FOLDER.glob("*.txt"))}
    return found | {side: board(side) for side in SIDES}


def measure(chosen: dict[str, Board], alone: int, pairs: int, jobs: int) -> None:
    row("board", "values only", "master", "planner", "difference", "ms a turn", "wins of two")
    row("---", *["---:"] * 6)
    differences = []
    for name, made in chosen.items():
        cells = [""] * 5
        if alone:
            least, full, planner = (
                played([bot], made, alone, jobs) for bot in (LEAST, "master", "planner")
            )
            apart = [a - b for (a,), (b,) in zip(totals(full), totals(planner), strict=True)]
            differences.append(fmean(apart))
            turn = 1000 * fmean(one.seconds[0] for one in full) / ROUNDS
            error = stdev([*map(float, apart), 0.0]) / len(apart) ** 0.5
            means = [fmean(total for (total,) in totals(one)) for one in (least, full, planner)]
            cells = [*(f"{mean:.2f}" for mean in means), f"{fmean(apart):+.2f} ± {error:.2f}"]
            cells.append(f"{turn:.1f}")
        wins = ""
        if pairs:
            scores = totals(played(["master", "planner"], made, pairs, jobs))
            wins = f"{100 * fmean((a > b) + (a == b) / 2 for a, b in scores):.1f} %"
        row(name, *cells, wins)
    if differences:
        print(
            f"\n{alone} games alone and {pairs} of two; mean difference {fmean(differences):+.2f}"
        )


def compare_own(games: int) -> None:
    """Print what A and B bring alone by their own values and by those for any board."""
    row("board", "own values", "values for any board", "difference")
    row("---", *["---:"] * 3)
    for side in SIDES:
        own = totals(played(["master"], board(side), games, 1))
        with patch.object(master, "values_for", values_made_for):
            made = totals(played(["master"], board(side), games, 1))
        apart = [a - b for (a,), (b,) in zip(own, made, strict=True)]
        error = stdev([*map(float, apart), 0.0]) / len(apart) ** 0.5
        means = [fmean(total for (total,) in one) for one in (own, made)]
        row(side, *(f"{mean:.2f}" for mean in means), f"{fmean(apart):+.2f} ± {error:.2f}")


def played(bots: Sequence[str], made: Board, games: int, jobs: int) -> list[Outcome]:
    contest = Contest(tuple(bots), ids(bots), made, SEED)
    return list(outcomes(contest, games, workers=Workers(jobs)))


def totals(played: Sequence[Outcome]) -> list[tuple[int, ...]]:
    return [outcome.totals for outcome in played]


if __name__ == "__main__":
    main()
