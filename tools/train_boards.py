"""Trains the values for any board: the points that a sheet is expected to score, from play.

    nice python -m tools.train_boards --minutes 60 --out src/hashi/bots/learned/shared.bin

One set of numbers makes the values of all boards (see hashi.bots.learned.shared). In each step the
values play some games on each of some boards, and move towards the points that followed: temporal
differences TD(lambda), by Adam. The games of a step are played while the step before it is learned
from. Everything heavy is compiled, and threads share it among the cores.

The games are those of tools/train.py: with the deadlines of a solo game or any others, and with or
without noise.
"""

from __future__ import annotations

import argparse
import json
import sys
from array import array
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from tools import training_boards

from hashi.bots.learned import learner
from hashi.bots.learned.constants import SECOND
from hashi.bots.learned.lessons import (
    BoardAndDeck,
    Descent,
    Games,
    GameTerms,
    Schedule,
    add_slope,
    play,
    usual_terms,
    zeros,
)
from hashi.bots.learned.shared import NumberLayout, Plan, load, save, weights_of
from hashi.bots.learned.values import Values
from hashi.rules import Board, Card

TOLD_EVERY, SAVED_EVERY = 500, 1000


@dataclass(frozen=True)
class Settings:
    channels: int = 16
    units: int = 32
    pool: int = 3000
    """Boards to choose from."""
    boards: int = 6
    """Boards of a step."""
    games: int = 8
    """Games on each of them."""
    minutes: float = 60.0
    steps: int = 0
    """A fixed number of steps instead of a fixed time."""
    rate: float = 1e-3
    last_rate: float = 2e-5
    trace: float = 0.9
    last_trace: float = 0.7
    noise: float = 1.0
    last_noise: float = 0.1
    threads: int = 1
    seed: int = 1


class PlannedBoard(BoardAndDeck):
    """A board and a deck with the plan by which shared numbers make its net."""

    def __init__(self, shared: NumberLayout, board: Board, deck: tuple[Card, ...]) -> None:
        super().__init__(board, deck)
        self.plan = Plan(shared, board, deck)

    def values(self, numbers: array[float]) -> Values:
        """Return the values that shared numbers make here."""
        return Values(self.board, weights_of(self.plan, self.plan.net(numbers)), self.deck)


def pool_of(shared: NumberLayout, settings: Settings) -> list[PlannedBoard]:
    """Return the boards of a training, each with its deck."""
    rng = Random(settings.seed)  # noqa: S311, chance for games
    found = islice(training_boards.boards(settings.seed), settings.pool)
    return [PlannedBoard(shared, board, training_boards.deck(rng)) for board in found]


def play_by(
    table: PlannedBoard, numbers: array[float], terms: list[GameTerms], trace: float, seed: int
) -> Games:
    """Play games on a board by the values that these shared numbers make."""
    return play(table, table.values(numbers), terms, trace, seed)


def learn(descent: Descent, tables: Sequence[PlannedBoard], played: Sequence[Games]) -> float:
    """Add the slope of these games; return the mean of their squared errors."""
    total = 0.0
    for table, games in zip(tables, played, strict=True):
        plan = table.plan
        slope = zeros(plan.size)
        total += add_slope(table, plan.net(descent.numbers), plan.hidden, slope, games)
        learner.scatter(plan.runs, slope, descent.slope, plan.hidden)
    return total / sum(games.places for games in played)


def first_numbers(shared: NumberLayout, seed: int) -> array[float]:
    """Return shared numbers to begin with."""
    rng, numbers = Random(seed), zeros(shared.size)  # noqa: S311, chance for games
    spreads = (
        (shared.pairs, 0.06),
        (shared.lines, 0.06),
        (shared.context, 0.08),
        (shared.second, 0.03),
        (shared.islands, 0.04),
        (shared.plain_lines, 0.04),
        (shared.whole, 0.08),
        (shared.bias, 0.0),
        (shared.whole_second, 0.08),
    )
    ends = [table[0] for table, _ in spreads[1:]] + [shared.last[0]]
    for (table, spread), end in zip(spreads, ends, strict=True):
        for at in range(table[0], end):
            numbers[at] = rng.gauss(0, spread)
    for k in range(SECOND):
        numbers[shared.last[0] + SECOND + k] = rng.gauss(0, 0.2)
    numbers[-1] = 2.0
    return numbers


# --- the training


class Curve:
    """What is told about a training: means since the last line."""

    def __init__(self, settings: Settings, path: Path | None) -> None:
        self._settings, self._path = settings, path
        self.lines: list[dict[str, Any]] = []
        self._recent: defaultdict[str, list[float]] = defaultdict(list)

    def add(self, tables: Sequence[BoardAndDeck], played: Sequence[Games], cost: float) -> None:
        self._recent["cost"].append(cost)
        for table, one in zip(tables, played, strict=True):
            self._recent["alone"] += one.alone
            if table.is_usual:
                self._recent["usual"] += one.alone

    def tell(self, course: Schedule, games: int) -> None:
        """Write a line: points alone without noise, on all boards and with the usual deck."""
        line: dict[str, Any] = {"step": course.number, "games": games}
        line["seconds"] = round(course.seconds, 1)
        line |= {name: round(fmean(all), 4) for name, all in self._recent.items() if all}
        self._recent.clear()
        self.lines.append(line)
        print(json.dumps(line), file=sys.stderr, flush=True)
        if self._path is not None:
            told = {"settings": asdict(self._settings), "curve": self.lines}
            self._path.write_text(json.dumps(told, indent=0))


def train(
    settings: Settings, out: Path | None, curve: Path | None, begin: Path | None = None
) -> list[dict[str, Any]]:
    """Train until the time is up, save the numbers and the curve, and return the curve."""
    shared = NumberLayout(settings.channels, settings.units)
    numbers = first_numbers(shared, settings.seed)
    if begin is not None:
        shared, numbers = load(begin.read_bytes())
    tables, rng = pool_of(shared, settings), Random(f"training {settings.seed}")  # noqa: S311, chance for games
    descent, course, told = Descent(numbers), Schedule(settings), Curve(settings, curve)

    def games_of_a_step(pool: ThreadPoolExecutor) -> tuple[list[PlannedBoard], list[Future[Games]]]:
        chosen, slow = rng.sample(tables, settings.boards), descent.slow[:]
        terms = [usual_terms(settings.games, course.noise, rng) for _ in chosen]
        return chosen, [
            pool.submit(play_by, table, slow, one, course.trace, rng.getrandbits(31))
            for table, one in zip(chosen, terms, strict=True)
        ]

    with ThreadPoolExecutor(settings.threads) as pool:
        chosen, waiting = games_of_a_step(pool)
        for number in course:
            played, before = [one.result() for one in waiting], chosen
            chosen, waiting = games_of_a_step(pool)
            cost = learn(descent, before, played)
            descent.go(course.rate, sum(one.places for one in played))
            told.add(before, played, cost)
            if number % TOLD_EVERY == 0 or settings.steps:
                told.tell(course, number * settings.boards * settings.games)
            if out is not None and number % SAVED_EVERY == 0:
                save(descent.slow, out, shared)
    if out is not None:
        save(descent.slow, out, shared)
    return told.lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name, usual in asdict(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(usual), default=usual)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--begin", type=Path, help="go on from these numbers")
    arguments = vars(parser.parse_args())
    out, curve, begin = (arguments.pop(name) for name in ("out", "curve", "begin"))
    train(Settings(**arguments), out, curve, begin)


if __name__ == "__main__":
    main()
