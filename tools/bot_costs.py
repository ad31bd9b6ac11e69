"""Measures what the bots' own turns cost by the coach: the scale of `hashi.coach.reviews.labels`.

    python -m tools.bot_costs --games 200 --jobs 2
    python -m tools.bot_costs --games 50 --boards benchmarks/boards/*.txt

Every bot plays alone, on sides A and B or the given boards in turn, and all bots play at tables of
two to four. For every game the sum is checked: expected + luck + others - cost = total.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import hashi
from hashi.boards import SIDES
from hashi.bots import BOTS
from hashi.coach import Label, label_of, review

ORDER = tuple(reversed(BOTS))
Task = tuple[int, tuple[str, ...]]


def reviewed(task: Task, boards: Sequence[str]) -> list[dict[str, Any]]:
    """Play and review one game; return the figures of every seat."""
    number, names = task
    name = boards[number % len(boards)]
    side = hashi.board(name) if name in SIDES else hashi.read_board(name)
    game = hashi.new_game(side, [f"P{seat}" for seat in range(len(names))], seed=f"cost {number}")
    game = game.play_out([BOTS[name](f"{number} {seat}") for seat, name in enumerate(names)])
    found = []
    for player in review(game).players:
        total = player.expected.value + player.luck + player.others - player.cost
        if abs(total - player.total) > 1e-6:
            raise AssertionError(f"the sum of game {task} is {total}, not {player.total}")
        found.append(
            {
                "bot": names[player.seat],
                "seats": len(names),
                "board": Path(name).stem,
                "expected": player.expected.value,
                "luck": player.luck,
                "others": player.others,
                "total": player.total,
                "cost": player.cost,
                "costs": [round(turn.cost, 3) for turn in player.turns],
                "lucks": [round(turn.luck, 3) for turn in player.turns],
                "facts": [[fact.kind for fact in turn.why] for turn in player.turns],
            }
        )
    return found


def tasks(games: int, tables: int) -> list[Task]:
    """Return the games: alone for every bot, then tables of two to four."""
    alone = [(number, (name,)) for number in range(games) for name in ORDER]
    at_tables = [
        (number, tuple(ORDER[(number + seat) % len(ORDER)] for seat in range(2 + number % 3)))
        for number in range(tables)
    ]
    return [*alone, *at_tables]


def table(found: list[dict[str, Any]]) -> str:
    """Return the means in Markdown."""
    text = [
        f"| bot | games | points | luck | others | cost | cost a turn | {' | '.join(Label)} |",
        "| --- |" + " --- |" * (6 + len(Label)),
    ]
    for is_table in (False, True):
        for name in ORDER:
            group = [one for one in found if one["bot"] == name and (one["seats"] > 1) is is_table]
            if len(group) < 2:
                continue
            means = [
                fmean(one[key] for one in group) for key in ("total", "luck", "others", "cost")
            ]
            turns = [one["cost"] / len(one["costs"]) for one in group]
            error = stdev(turns) / len(turns) ** 0.5
            labels = Counter(label_of(cost) for one in group for cost in one["costs"])
            shares = [labels[label] / labels.total() for label in Label]
            text.append(
                f"| {name}{' at tables' if is_table else ''} | {len(group)} | "
                + " | ".join(f"{mean:.2f}" for mean in means)
                + f" | {fmean(turns):.3f} ± {error:.3f} | "
                + " | ".join(f"{100 * share:.1f} %" for share in shares)
                + " |"
            )
    return "\n".join(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=200, help="games alone for every bot")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--boards", nargs="+", default=SIDES, help="A, B or files")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    found: list[dict[str, Any]] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        judge = partial(reviewed, boards=arguments.boards)
        for seats in pool.map(judge, tasks(arguments.games, arguments.tables), chunksize=2):
            found += seats
            if len(found) % 100 == 0:
                print(len(found), file=sys.stderr, flush=True)
    if arguments.out:
        arguments.out.write_text(json.dumps(found))
    print(table(found))


if __name__ == "__main__":
    main()
