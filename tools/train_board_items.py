"""Trains the weights that split the values for any board by item of points.

    nice python -m tools.train_board_items --minutes 10 --out src/hashi/coach/shared.bin

The games are those of tools/train_items.py: up to a random round the choice of marks is disturbed,
from hardly to almost random, so that sheets of weak players are learned too. From there on
everything is played well, and what each line of the score then brings is what is learned. The
values for any board play, and do not change.
"""

from __future__ import annotations

import argparse
import json
import sys
from array import array
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import fmean

from tools import train_boards
from tools.train_boards import PlannedBoard, play_by, pool_of

from hashi.bots.learned import learner
from hashi.bots.learned.constants import OUTPUTS
from hashi.bots.learned.lessons import (
    Descent,
    Games,
    Schedule,
    add_slope_of_items,
    disturbed_terms,
    zeros,
)
from hashi.bots.learned.shared import ItemPlan, NumberLayout, load
from hashi.coach.item_weights import load_shared, save_shared

VALUES = Path("src/hashi/bots/learned/shared.bin")
TOLD_EVERY = 500


@dataclass(frozen=True)
class Settings(train_boards.Settings):
    items: int = 32
    """The width of the second layer."""
    minutes: float = 10.0
    rate: float = 2e-3
    last_rate: float = 2e-5
    seed: int = 11


def first_numbers(shared: NumberLayout, items: int, seed: int) -> array[float]:
    """Return shared numbers to begin with."""
    rng, numbers = Random(seed), zeros(ItemPlan.numbers(shared, items))  # noqa: S311, chance for games
    end = len(numbers) - items * (1 + OUTPUTS) - OUTPUTS
    for at in range(end):
        numbers[at] = rng.gauss(0, 0.02)
    for at in range(end + items, end + items * (1 + OUTPUTS)):
        numbers[at] = rng.gauss(0, 0.15)
    return numbers


def learn(
    descent: Descent,
    values: array[float],
    items: int,
    tables: Sequence[PlannedBoard],
    played: Sequence[Games],
) -> tuple[float, int]:
    """Add the slope of these games; return the sum of the losses, and of how many places."""
    total, places = 0.0, 0
    for table, games in zip(tables, played, strict=True):
        plan, own = table.plan, ItemPlan(table.plan, items)
        net, slope = own.net(descent.numbers), zeros(own.size)
        loss, counted = add_slope_of_items(
            table, plan.net(values), plan.hidden, net, items, slope, games
        )
        total, places = total + loss, places + counted
        learner.scatter(own.runs, slope, descent.slope, own.hidden)
    return total, places


def train(
    settings: Settings, values: Path, out: Path | None, begin: Path | None = None
) -> list[float]:
    """Train until the time is up and save the numbers; return the mean losses."""
    shared, numbers = load(values.read_bytes())
    tables, rng = pool_of(shared, settings), Random(f"items {settings.seed}")  # noqa: S311, chance for games
    first = first_numbers(shared, settings.items, settings.seed)
    if begin is not None:
        first = load_shared(begin.read_bytes())
    descent = Descent(first)
    course, losses = Schedule(settings), []

    def games_of_a_step(pool: ThreadPoolExecutor) -> tuple[list[PlannedBoard], list[Future[Games]]]:
        chosen = rng.sample(tables, settings.boards)
        return chosen, [
            pool.submit(
                play_by,
                one,
                numbers,
                disturbed_terms(settings.games, rng),
                1.0,
                rng.getrandbits(31),
            )
            for one in chosen
        ]

    with ThreadPoolExecutor(settings.threads) as pool:
        chosen, waiting = games_of_a_step(pool)
        for number in course:
            played, before = [one.result() for one in waiting], chosen
            chosen, waiting = games_of_a_step(pool)
            total, places = learn(descent, numbers, settings.items, before, played)
            descent.go(course.rate, max(1, places))
            losses.append(total / max(1, places))
            if number % TOLD_EVERY == 0:
                if out is not None:
                    save_shared(descent.slow, out)
                mean = round(fmean(losses[-TOLD_EVERY:]), 4)
                line = {"step": number, "seconds": round(course.seconds, 1), "loss": mean}
                print(json.dumps(line), file=sys.stderr, flush=True)
    if out is not None:
        save_shared(descent.slow, out)
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name, usual in asdict(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(usual), default=usual)
    parser.add_argument("--values", type=Path, default=VALUES, help="the values that play")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--begin", type=Path, help="go on from these numbers")
    arguments = vars(parser.parse_args())
    values, out, begin = (arguments.pop(name) for name in ("values", "out", "begin"))
    train(Settings(**arguments), values, out, begin)


if __name__ == "__main__":
    main()
