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
import math
import sys
import time
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from tools import training_boards

from hashi.arrays.chart import sheet_words
from hashi.boards import standard_deck
from hashi.bots.learned import learner
from hashi.bots.learned.constants import SECOND, TOLD
from hashi.bots.learned.shared import NumberLayout, Plan, load, save, weights_of
from hashi.bots.learned.values import ALONE, Values
from hashi.bots.starts import all_starts
from hashi.rules import Board, Card, Sheet

SCALE = 10.0
"""The net's output is in tens of points."""
KINDS = 8
"""Games are of this many kinds: three with solo deadlines and without noise, two with solo
deadlines and noise, two with any deadlines and noise, one with any deadlines and without."""
START_NOISE = 0.2
ANY_START = -1.0
LAST_ROUND = 17
ALWAYS = 127
MOST_MARKS = 4
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


@dataclass
class Table:
    """A board and a deck, with what playing on them needs."""

    plan: Plan
    starts: array[int]
    blank: array[int]

    @classmethod
    def of(cls, shared: NumberLayout, board: Board, deck: tuple[Card, ...]) -> Table:
        starts = array("i")
        for start in all_starts(board):
            starts.extend((start.island.index, start.number))
        return cls(Plan(shared, board, deck), starts, sheet_words(Sheet.blank(board)))

    @property
    def is_usual(self) -> bool:
        return self.plan.deck == tuple(sorted(standard_deck()))


def pool_of(shared: NumberLayout, settings: Settings) -> list[Table]:
    """Return the boards of a training, each with its deck."""
    rng = Random(settings.seed)  # noqa: S311, chance for games
    found = islice(training_boards.boards(settings.seed), settings.pool)
    return [Table.of(shared, board, training_boards.deck(rng)) for board in found]


# --- games


@dataclass(frozen=True)
class Terms:
    """How one game is played."""

    start_noise: float
    noise: float
    until: int
    """The last round whose marks are disturbed."""
    deadlines: tuple[int, ...]


@dataclass
class Played:
    """Games on one board, and what was told about them (see `Search.play_games`)."""

    terms: list[Terms]
    states: bytearray
    targets: array[float]
    told: array[int]

    @property
    def places(self) -> int:
        return sum(self.told[::TOLD])

    @property
    def alone(self) -> list[int]:
        """The points of solo games without noise."""
        return [
            points
            for terms, points in zip(self.terms, self.told[1::TOLD], strict=True)
            if terms.deadlines == ALONE and terms.start_noise >= 0 and not terms.noise
        ]


def usual_terms(games: int, noise: float, rng: Random) -> list[Terms]:
    """Return the terms of some games."""
    found, first = [], rng.randrange(KINDS)
    for game in range(games):
        kind = (game + first) % KINDS
        any_ones = tuple(rng.randint(0, LAST_ROUND) for _ in ALONE)
        found.append(
            Terms(
                START_NOISE if kind < 3 else ANY_START,
                noise if kind in {3, 4, 5, 6} else 0.0,
                ALWAYS,
                ALONE if kind < 5 else any_ones,
            )
        )
    return found


def play(
    table: Table, numbers: array[float], terms: list[Terms], trace: float, seed: int
) -> Played:
    """Play games on a board by the values that these shared numbers make."""
    plan, rng, games = table.plan, Random(seed), len(terms)  # noqa: S311, chance for games
    values = Values(plan.board, weights_of(plan, plan.net(numbers)), plan.deck)
    rounds = len(plan.deck) - 1
    room = 1 + MOST_MARKS * rounds
    played = Played(
        terms,
        bytearray(games * room * len(plan.groups)),
        array("f", bytes(4 * games * room)),
        array("i", bytes(4 * TOLD * games)),
    )
    values.search(plan.deck, ALONE, 0, nodes=3).play_games(
        table.blank,
        table.starts,
        values.piles(plan.deck, [rng.sample(plan.deck, rounds) for _ in range(games)]),
        array("i", [last for one in terms for last in one.deadlines]),
        array("f", [noise for one in terms for noise in (one.start_noise, one.noise)]),
        array("i", [one.until for one in terms]),
        trace,
        array("Q", [rng.getrandbits(63) | 1]),
        played.states,
        played.targets,
        played.told,
    )
    played.targets = array("f", [target / SCALE for target in played.targets])
    return played


# --- learning


def zeros(count: int) -> array[float]:
    return array("f", bytes(4 * count))


class Descent:
    """NumberLayout numbers, and how they go down a slope."""

    def __init__(self, numbers: array[float]) -> None:
        self.numbers, self.slow = numbers, numbers[:]
        """The numbers, and their moving average, which plays and is saved."""
        self.slope, self._first, self._second = (zeros(len(numbers)) for _ in range(3))
        self._steps = 0

    def go(self, rate: float, places: int) -> None:
        """Make one step; the slope is the sum over so many places."""
        self._steps += 1
        learner.descend(
            self.numbers,
            self.slope,
            self._first,
            self._second,
            self.slow,
            self._steps,
            rate,
            1 / places,
        )


def learn(descent: Descent, tables: Sequence[Table], played: Sequence[Played]) -> float:
    """Add the slope of these games; return the mean of their squared errors."""
    total = 0.0
    for table, one in zip(tables, played, strict=True):
        plan = table.plan
        net, slope = plan.net(descent.numbers), zeros(plan.size)
        total += learner.learn(
            net,
            slope,
            plan.groups,
            plan.first_card,
            plan.hidden,
            plan.features.count,
            one.states,
            one.targets,
            one.told,
        )
        learner.scatter(plan.runs, slope, descent.slope, plan.hidden)
    return total / sum(one.places for one in played)


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


class Course:
    """How far a training has come, and the settings at this point."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self._began = settings, time.monotonic()
        self.number, self.done = 0, 0.0

    def __iter__(self) -> Iterator[int]:
        """Count the steps until the time is up."""
        while self.done < 1:
            self.number += 1
            yield self.number
            minutes, steps = self._settings.minutes, self._settings.steps
            self.done = self.number / steps if steps else self.seconds / 60 / minutes

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    @property
    def rate(self) -> float:
        first, last = self._settings.rate, self._settings.last_rate
        return last + (first - last) * (1 + math.cos(math.pi * min(1.0, self.done))) / 2

    @property
    def trace(self) -> float:
        first, last = self._settings.trace, self._settings.last_trace
        return first + (last - first) * self.done

    @property
    def noise(self) -> float:
        first, last = self._settings.noise, self._settings.last_noise
        return float(first * (last / first) ** self.done)


class Curve:
    """What is told about a training: means since the last line."""

    def __init__(self, settings: Settings, path: Path | None) -> None:
        self._settings, self._path = settings, path
        self.lines: list[dict[str, Any]] = []
        self._recent: defaultdict[str, list[float]] = defaultdict(list)

    def add(self, tables: Sequence[Table], played: Sequence[Played], cost: float) -> None:
        self._recent["cost"].append(cost)
        for table, one in zip(tables, played, strict=True):
            self._recent["alone"] += one.alone
            if table.is_usual:
                self._recent["usual"] += one.alone

    def tell(self, course: Course, games: int) -> None:
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
    descent, course, told = Descent(numbers), Course(settings), Curve(settings, curve)

    def games_of_a_step(pool: ThreadPoolExecutor) -> tuple[list[Table], list[Future[Played]]]:
        chosen, slow = rng.sample(tables, settings.boards), descent.slow[:]
        terms = [usual_terms(settings.games, course.noise, rng) for _ in chosen]
        return chosen, [
            pool.submit(play, table, slow, one, course.trace, rng.getrandbits(31))
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
