"""Measures the master on boards on which nothing was trained, beside the planner.

    python -m benchmarks.any_board [--alone 200] [--pairs 200] [--boards random-1,A]
    python -m benchmarks.any_board --own 200

Prints for each of the ten boards in benchmarks/boards, and for A and B, the mean points alone of
the master by its values only, of the master and of the planner with the same cards, the
difference of the two with its standard error, the processor time of a round alone of the master,
and the share of games that it wins against the planner at a table of two. With `--own` A and B are
played by their own values and by those that are made for any board.

It takes hours on one core. With `--kept FILE` the points of every game are kept in a file, so that
a run that was ended goes on there; games of the master count only for the values that played them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any
from unittest.mock import patch

from benchmarks.ladder import row
from benchmarks.machine import machine

from hashi.arena.tournament import Contest, ids, play_game
from hashi.boards import SIDES, board, read_board, standard_deck
from hashi.bots import master
from hashi.bots.learned.search import is_compiled
from hashi.bots.learned.values import values_made_for
from hashi.rules import Board

FOLDER = Path(__file__).parent / "boards"
SEED = "any board"
LEAST = "benchmarks.efforts:Least"
ROUNDS = len(standard_deck()) - 1
AT_ONCE = 10
"""Games after which the file is written."""


def main() -> None:
    reader = argparse.ArgumentParser(description="Measure the master on boards it was never on.")
    reader.add_argument("--alone", type=int, default=200, help="games alone on each board")
    reader.add_argument("--pairs", type=int, default=200, help="games of two on each board")
    reader.add_argument("--own", type=int, default=0, help="games with A's and B's own values")
    reader.add_argument("--boards", default="", help="which boards, with commas between")
    reader.add_argument("--bots", default="", help="which bots alone, with commas between")
    reader.add_argument("--kept", type=Path, help="where the points of every game are kept")
    options = reader.parse_args()
    print(machine(), "compiled" if is_compiled else "in plain Python", sep=", ", end="\n\n")
    games = Games(options.kept)
    if options.own:
        compare_own(games, options.own)
        return
    chosen = {name: made for name, made in boards().items() if name in options.boards.split(",")}
    chosen = chosen or boards()
    if options.bots:
        for name, made in chosen.items():
            means = (
                games.alone([bot], name, made, options.alone) for bot in options.bots.split(",")
            )
            row(name, *(f"{fmean(points):.2f}" for points, _ in means))
        return
    measure(games, chosen, options.alone, options.pairs)


def boards() -> dict[str, Board]:
    """Return the boards by name."""
    found = {path.stem: read_board(path) for path in sorted(FOLDER.glob("*.txt"))}
    return found | {side: board(side) for side in SIDES}


class Games:
    """Plays games, or remembers them."""

    def __init__(self, kept: Path | None) -> None:
        self._kept = kept
        self._known: dict[str, dict[str, Any]] = {}
        if kept is not None and kept.exists():
            self._known = json.loads(kept.read_text())

    def played(
        self, bots: Sequence[str], name: str, made: Board, games: int
    ) -> tuple[list[tuple[int, ...]], float]:
        """Return the totals of games on a board, and the milliseconds of a round."""
        version = values_version() if bots != ["planner"] else ""
        known = self._known.setdefault(
            " ".join([name, *bots, version]), {"totals": [], "seconds": 0.0}
        )
        totals = known["totals"]
        contest = Contest(tuple(bots), ids(bots), made, SEED)
        while len(totals) < games:
            began = process_time()
            outcome = play_game(contest, len(totals), contest.deal(len(totals)))
            totals.append(list(outcome.totals))
            known["seconds"] += process_time() - began
            if self._kept is not None and (len(totals) % AT_ONCE == 0 or len(totals) == games):
                self._kept.write_text(json.dumps(self._known))
        turn = 1000 * known["seconds"] / len(totals) / ROUNDS
        return [tuple(each) for each in totals[:games]], turn

    def alone(
        self, bots: Sequence[str], name: str, made: Board, games: int
    ) -> tuple[list[int], float]:
        totals, turn = self.played(bots, name, made, games)
        return [points for (points,) in totals], turn


def values_version() -> str:
    """Return what tells the shared numbers from others."""
    data = files("hashi.bots.learned").joinpath("shared.bin")
    return sha256(data.read_bytes()).hexdigest()[:8] if data.is_file() else "none"


def measure(games: Games, chosen: dict[str, Board], alone: int, pairs: int) -> None:
    row("board", "values only", "master", "planner", "difference", "ms a round", "wins of two")
    row("---", *["---:"] * 6)
    differences = []
    for name, made in chosen.items():
        cells = [""] * 5
        if alone:
            least, _ = games.alone([LEAST], name, made, alone)
            full, turn = games.alone(["master"], name, made, alone)
            planner, _ = games.alone(["planner"], name, made, alone)
            differences.append(fmean(full) - fmean(planner))
            cells = [f"{fmean(points):.2f}" for points in (least, full, planner)]
            cells += [apart(full, planner), f"{turn:.1f}"]
        wins = ""
        if pairs:
            scores, _ = games.played(["master", "planner"], name, made, pairs)
            wins = f"{100 * fmean((a > b) + (a == b) / 2 for a, b in scores):.1f} %"
        row(name, *cells, wins)
    if differences:
        print(
            f"\n{alone} games alone and {pairs} of two; mean difference {fmean(differences):+.2f}"
        )


def compare_own(games: Games, many: int) -> None:
    """Print what A and B bring alone by their own values and by those for any board."""
    row("board", "own values", "values for any board", "difference")
    row("---", *["---:"] * 3)
    for side in SIDES:
        own, _ = games.alone(["master"], side, board(side), many)
        with patch.object(master, "values_for", values_made_for):
            made, _ = games.alone(["master"], f"{side} made", board(side), many)
        row(side, f"{fmean(own):.2f}", f"{fmean(made):.2f}", apart(made, own))


def apart(ones: Sequence[int], others: Sequence[int]) -> str:
    """Return the mean difference of games with the same cards, and its standard error."""
    differences = [float(a - b) for a, b in zip(ones, others, strict=True)]
    error = stdev([*differences, fmean(differences)]) / len(differences) ** 0.5
    return f"{fmean(differences):+.2f} ± {error:.2f}"


if __name__ == "__main__":
    main()
