"""Trains the values for any board: the points that a sheet is expected to score, from play.

    nice python -m tools.train_boards --minutes 60 --out src/hashi/bots/learned/shared.bin

One set of numbers makes the values of all boards (see hashi.bots.learned.shared). In each step the
values play some games on each of some boards, and move towards the points that followed: temporal
differences TD(lambda), by Adam. Everything heavy is compiled; threads share it among the cores.

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
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from tools import training_boards

from hashi.arrays.chart import chart, sheet_words
from hashi.boards import standard_deck
from hashi.bots.learned import learner
from hashi.bots.learned.shared import Plan, Shared, load, save, weights_of
from hashi.bots.learned.values import ALONE, Values
from hashi.bots.starts import all_starts
from hashi.rules import Board, Card, Sheet

SCALE = 10.0
"""The net's output is in tens of points."""
KINDS = 8
"""Games are played in this many kinds: three with solo deadlines and without noise, two with solo
deadlines and noise, two with any deadlines and noise or some, one with any and without noise."""
START_NOISE = 0.2
MOST_MARKS = 4


@dataclass(frozen=True)
class Settings:
    channels: int = 16
    units: int = 32
    pool: int = 3000
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
    def of(cls, shared: Shared, board: Board, deck: tuple[Card, ...]) -> Table:
        starts = array("i")
        for start in all_starts(board):
            starts.extend((start.island.index, start.number))
        return cls(Plan(shared, board, deck), starts, sheet_words(Sheet.blank(board)))


@dataclass
class Played:
    """Games on one board, and of which kinds they are."""

    kinds: list[int]
    states: bytearray
    targets: array[float]
    told: array[int]

    @property
    def places(self) -> int:
        return sum(self.told[0::2])


def play(
    table: Table, numbers: array[float], games: int, noise: float, trace: float, seed: int
) -> Played:
    """Play some games on a board."""
    plan, rng = table.plan, Random(seed)
    values = Values(plan.board, weights_of(plan, plan.net(numbers)), plan.deck)
    rounds = len(plan.deck) - 1
    piles, deadlines = [], array("i")
    noises = array("f")
    for game in range(games):
        kind = (game + seed) % KINDS
        piles.append(rng.sample(plan.deck, rounds))
        any_ones = [rng.randint(0, 17) for _ in ALONE]
        deadlines.extend(ALONE if kind < 5 else any_ones)
        noises.extend((START_NOISE if kind < 3 else -1, noise if kind in {3, 4, 5, 6} else 0))
    search = values.search(plan.deck, ALONE, 0, nodes=3)
    room = 1 + MOST_MARKS * rounds
    played = Played(
        [(game + seed) % KINDS for game in range(games)],
        bytearray(games * room * len(plan.groups)),
        array("f", bytes(4 * games * room)),
        array("i", bytes(8 * games)),
    )
    search.play_games(
        table.blank,
        table.starts,
        values.piles(plan.deck, piles),
        deadlines,
        noises,
        trace,
        array("Q", [rng.getrandbits(63) | 1]),
        played.states,
        played.targets,
        played.told,
    )
    played.targets = array("f", [target / SCALE for target in played.targets])
    return played


class Learner:
    """The shared numbers, and how they go down a slope."""

    def __init__(self, shared: Shared, numbers: array[float]) -> None:
        self.shared, self.numbers, self.slow = shared, numbers, numbers[:]
        self.first, self.second, self.slope = (zeros(shared.size) for _ in range(3))
        self.steps = 0

    def learn(self, tables: Sequence[Table], played: Sequence[Played], rate: float) -> float:
        """Make one step; return the mean of the squared errors."""
        total, places = 0.0, sum(one.places for one in played)
        for table, one in zip(tables, played, strict=True):
            plan = table.plan
            net, slope = plan.net(self.numbers), zeros(plan.size)
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
                0,
                len(one.told) // 2,
            )
            learner.scatter(plan.runs, slope, self.slope, plan.hidden)
        self.steps += 1
        learner.descend(
            self.numbers,
            self.slope,
            self.first,
            self.second,
            self.slow,
            self.steps,
            rate,
            1 / places,
        )
        return total / places


def zeros(count: int) -> array[float]:
    return array("f", bytes(4 * count))


def first_numbers(shared: Shared, seed: int) -> array[float]:
    """Return shared numbers to begin with."""
    rng, numbers = Random(seed), zeros(shared.size)
    ends = (
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
    begins = [table[0] for table, _ in ends[1:]] + [shared.last[0]]
    for (table, spread), end in zip(ends, begins, strict=True):
        for at in range(table[0], end):
            numbers[at] = rng.gauss(0, spread)
    at = shared.last[0] + 32
    for k in range(32):
        numbers[at + k] = rng.gauss(0, 0.2)
    numbers[-1] = 2.0
    return numbers


def train(
    settings: Settings, out: Path | None, curve: Path | None, begin: Path | None = None
) -> list[dict[str, Any]]:
    """Train until the time is up, save the numbers and the curve, and return the curve."""
    shared = Shared(settings.channels, settings.units)
    rng = Random(settings.seed)
    numbers = first_numbers(shared, settings.seed)
    if begin is not None:
        shared, numbers = load(begin.read_bytes())
    deck_rng = Random(settings.seed)
    tables = [
        Table.of(shared, board, training_boards.deck(deck_rng))
        for board in islice(training_boards.boards(settings.seed), settings.pool)
    ]
    state = Learner(shared, numbers)
    points: list[dict[str, Any]] = []
    recent: dict[str, list[float]] = {"alone": [], "usual": [], "cost": []}
    began, number, games = time.monotonic(), 0, 0
    usual = tuple(sorted(standard_deck()))

    def batch(pool: ThreadPoolExecutor, noise: float, trace: float) -> tuple[list[Table], Any]:
        chosen = rng.sample(tables, settings.boards)
        slow = state.slow[:]
        waiting = [
            pool.submit(play, table, slow, settings.games, noise, trace, rng.getrandbits(31))
            for table in chosen
        ]
        return chosen, waiting

    with ThreadPoolExecutor(settings.threads) as pool:
        waiting = batch(pool, settings.noise, settings.trace)
        while True:
            spent = (time.monotonic() - began) / 60
            done = number / settings.steps if settings.steps else spent / settings.minutes
            if done >= 1:
                break
            chosen, played = waiting[0], [one.result() for one in waiting[1]]
            trace = settings.trace + (settings.last_trace - settings.trace) * done
            noise = settings.noise * (settings.last_noise / settings.noise) ** done
            rate = settings.last_rate + (settings.rate - settings.last_rate) * (
                1 + math.cos(math.pi * done)
            ) / 2
            waiting = batch(pool, noise, trace)
            recent["cost"].append(state.learn(chosen, played, rate))
            number += 1
            games += settings.boards * settings.games
            for table, one in zip(chosen, played, strict=True):
                alone = [
                    one.told[2 * game + 1]
                    for game in range(settings.games)
                    if one.kinds[game] < 3
                ]
                if alone:
                    recent["alone"] += alone
                    if table.plan.deck == usual:
                        recent["usual"] += alone
            if number % 500 == 0 or settings.steps:
                line = {
                    "step": number,
                    "games": games,
                    "seconds": round(time.monotonic() - began, 1),
                    **{name: round(fmean(told), 3) for name, told in recent.items() if told},
                }
                recent = {name: [] for name in recent}
                points.append(line)
                print(json.dumps(line), file=sys.stderr, flush=True)
                if out is not None and number % 1000 == 0:
                    save(state.slow, out, shared)
                    write_curve(curve, settings, points)
    if out is not None:
        save(state.slow, out, shared)
    write_curve(curve, settings, points)
    return points


def write_curve(path: Path | None, settings: Settings, points: list[dict[str, Any]]) -> None:
    if path is not None:
        path.write_text(json.dumps({"settings": asdict(settings), "curve": points}, indent=0))


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
