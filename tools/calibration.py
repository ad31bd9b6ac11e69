"""Compares what the coach predicts with what playing on by the master really gives.

    python -m tools.calibration --turns 2000 --jobs 2 --picture docs/pictures/calibration.svg
    python -m tools.calibration --turns 1000 --boards benchmarks/boards/*.txt

Games are begun by bots of every strength, alone and at tables, up to a random round. There the
coach predicts the points of a seat and its chances of the goals. From there on masters play for
everybody. `--table` prints what a file holds as tables in Markdown, `--picture` draws it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any
from unittest.mock import patch

import hashi
from hashi.boards import SIDES
from hashi.bots import BOTS
from hashi.coach import learned
from hashi.coach.position import Position
from hashi.coach.reviews.moments import deadlines_of, evaluator_for
from hashi.coach.search_gain import ROUNDS, hats
from hashi.library import DealtGame
from hashi.rules import Goal

Sample = dict[str, Any]
TABLES = 4
"""One turn of so many is at a table of two to four, the others are alone."""


def raw_sample(number: int, boards: Sequence[str]) -> Sample:
    """Return a sample that is predicted without what the master's search gains."""
    with patch.object(learned, "with_gain", lambda outlook, *_: outlook):
        return sample(number, boards)


def sample(number: int, boards: Sequence[str]) -> Sample:
    """Return a position, what is predicted there, and what came of it."""
    rng = Random(f"calibration {number}")  # noqa: S311, chance for a sample
    name = rng.choice(boards)
    side = hashi.board(name) if name in SIDES else hashi.read_board(name)
    seats = rng.choice((2, 3, 4)) if number % TABLES == 0 else 1
    names = [sorted(BOTS)[(number + seat * 2) % len(BOTS)] for seat in range(seats)]
    game = hashi.new_game(side, [f"P{seat}" for seat in range(seats)], seed=f"calibrate {number}")
    bots = [hashi.bot(name, seed=str(number)) for name in names]
    round = rng.randrange(0, 17)
    game = _played(game, bots, round)
    seat = 0
    evaluator = evaluator_for(game.setup)
    closed = game.record.until(round).replay()
    position = Position.of(closed, seat, deadlines_of(evaluator, closed)[seat])
    (outlook,) = evaluator.outlooks([position])
    masters = [hashi.bot("master", seed=f"{number} {seat}") for seat in range(seats)]
    end = _played(game, masters, 17).state
    paid = {item.source: item.points for item in end.ledgers[seat] if isinstance(item.source, Goal)}
    high = {goal for goal, points in paid.items() if points == goal.high}
    low = paid.keys() - high
    return {
        "board": Path(name).stem,
        "seats": seats,
        "bot": names[seat],
        "round": round,
        "value": outlook.value,
        "islands": outlook.items.islands,
        "total": end.totals[seat],
        "islands came": 2 * end.sheets[seat].finished.bit_count(),
        "open": [not any(item.source is goal for item in closed.ledgers[seat]) for goal in Goal],
        "chances": [outlook.chances.of(goal) for goal in Goal],
        "in time": [goal in high for goal in Goal],
        "late": [
            (outlook.items.of(goal) - goal.high * outlook.chances.of(goal)) / goal.low
            for goal in Goal
        ],
        "came late": [goal in low for goal in Goal],
    }


def _played(game: DealtGame, bots: Sequence[Any], rounds: int) -> DealtGame:
    """Return the game after this many rounds."""
    while (not game.state.is_over and game.state.rounds < rounds) or not game.state.is_started:
        seat = game.seat
        assert seat is not None
        if game.state.is_started:
            game = game.play(bots[seat].turn(game.view()))
        else:
            game = game.start(bots[seat].start(game.view()))
    return game


# --- what is told


def rows(
    samples: Iterable[Sample], key: Callable[[Sample], str]
) -> list[tuple[str, int, float, float, float]]:
    """Return for each group: how many, mean prediction, mean result, and its standard error."""
    groups: dict[str, list[Sample]] = {}
    for one in samples:
        groups.setdefault(key(one), []).append(one)
    return [
        (
            name,
            len(group),
            fmean(one["value"] for one in group),
            fmean(one["total"] for one in group),
            stdev([one["total"] - one["value"] for one in group] + [0.0]) / len(group) ** 0.5,
        )
        for name, group in sorted(groups.items())
    ]


def tables(samples: Sequence[Sample]) -> str:
    """Return tables in Markdown; docs/coach.md has a part of them."""
    text = []
    for title, key in (
        (
            "predicted",
            lambda one: f"{4 * int(one['value'] // 4):02} to {4 * int(one['value'] // 4) + 4}",
        ),
        ("round", lambda one: f"{3 * (one['round'] // 3):02} to {3 * (one['round'] // 3) + 2:02}"),
        ("begun by", lambda one: one["bot"]),
        ("seats", lambda one: str(one["seats"])),
        ("board", lambda one: str(one["board"])),
    ):
        text += [
            f"| {title} | turns | predicted | came | difference |",
            "| --- | --- | --- | --- | --- |",
            *(
                f"| {name} | {count} | {value:.1f} | {total:.1f} "
                f"| {total - value:+.2f} ± {error:.2f} |"
                for name, count, value, total, error in rows(samples, key)
            ),
            "",
        ]
    text += [
        "| chance of | predicted | goals | mean | in time |",
        "| --- | --- | --- | --- | --- |",
    ]
    for at, goal in enumerate(Goal):
        told = [(s["chances"][at], s["in time"][at]) for s in samples if s["open"][at]]
        for low in (0.0, 0.05, 0.25, 0.5, 0.75, 0.95):
            high = {0.0: 0.05, 0.05: 0.25, 0.25: 0.5, 0.5: 0.75, 0.75: 0.95, 0.95: 1.01}[low]
            group = [pair for pair in told if low <= pair[0] < high]
            if group:
                text.append(
                    f"| {goal} | {low:.0%} to {min(high, 1):.0%} | {len(group)} | "
                    f"{fmean(p for p, _ in group):.0%} | {fmean(c for _, c in group):.0%} |"
                )
    return "\n".join(text)


def picture(samples: Sequence[Sample]) -> str:
    """Return two plots as SVG: points that came, and goals in time, against what was predicted."""
    points = [
        (value, total, error)
        for _, count, value, total, error in rows(samples, lambda one: f"{one['value'] // 4:02}")
        if count >= 10
    ]
    pairs = [
        (one["chances"][at], one["in time"][at])
        for one in samples
        for at in range(len(Goal))
        if one["open"][at]
    ]
    chances = []
    for tenth in range(10):
        group = [pair for pair in pairs if tenth <= 10 * pair[0] < tenth + 1 + (tenth == 9)]
        came = fmean(is_in_time for _, is_in_time in group)
        error = (came * (1 - came) / len(group)) ** 0.5
        chances.append((100 * fmean(chance for chance, _ in group), 100 * came, 100 * error))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 360" font-family="sans-serif" '
        'font-size="13"><rect width="760" height="360" fill="#fff"/>'
        + _plot(20, "points predicted", "points that came", (10, 60), points)
        + _plot(400, "% predicted in time", "% in time", (0, 100), chances)
        + "</svg>\n"
    )


def _plot(
    left: int,
    below: str,
    above: str,
    span: tuple[int, int],
    points: Sequence[tuple[float, float, float]],
) -> str:
    low, high = span

    def at(x: float, y: float) -> tuple[float, float]:
        scale = 270 / (high - low)
        return left + 40 + (x - low) * scale, 310 - (y - low) * scale

    (x0, y0), (x1, y1) = at(low, low), at(high, high)
    parts = [
        f'<path d="M{x0:.0f} {y1:.0f}V{y0:.0f}H{x1:.0f}" fill="none" stroke="#444"/>',
        f'<path d="M{x0:.0f} {y0:.0f}L{x1:.0f} {y1:.0f}" stroke="#999" stroke-dasharray="5 4"/>',
        f'<text x="{x1:.0f}" y="350" text-anchor="end">{below}</text>',
        f'<text x="{x0:.0f}" y="28">{above}</text>',
    ]
    for tick in range(low, high + 1, (high - low) // 5):
        x, y = at(tick, tick)
        parts.append(f'<text x="{x:.0f}" y="328" text-anchor="middle">{tick}</text>')
        parts.append(f'<text x="{x0 - 6:.0f}" y="{y + 4:.0f}" text-anchor="end">{tick}</text>')
    for predicted, came, error in points:
        x, y = at(predicted, came)
        _, top = at(predicted, came + 2 * error)
        _, bottom = at(predicted, came - 2 * error)
        parts.append(f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="#1f6f8b"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1f6f8b"/>')
    return "".join(parts)


def fit(samples: Sequence[Sample]) -> str:
    """Return the figures of `hashi.coach.search_gain`, from samples of `--raw`."""
    import numpy as np

    matrix, wanted = [], []
    for one in samples:
        left = 17 - one["round"]
        if left > ROUNDS[0]:
            missing = max(0.0, 18 - one["islands"] / 2)
            weights = hats(left)[1:]
            matrix.append([*weights, *(weight * missing for weight in weights)])
            wanted.append(one["islands came"] - one["islands"])
    figures = np.linalg.lstsq(np.array(matrix), np.array(wanted), rcond=None)[0]
    text = [f"islands {list(zip(figures[:4].round(2), figures[4:].round(2), strict=True))}"]
    for at, goal in enumerate(Goal):
        told = [s for s in samples if s["open"][at] and s["round"] < 17 - ROUNDS[0]]
        in_time = [(s["chances"][at], s["in time"][at]) for s in told]
        late = [
            (s["late"][at] / (1 - s["chances"][at]), s["came late"][at])
            for s in told
            if not s["in time"][at] and s["chances"][at] < 1
        ]
        text.append(f"{goal} in time {_odds(in_time)}, late {_odds(late)}")
    return "\n".join(text)


def _odds(told: Sequence[tuple[float, bool]]) -> float:
    """Return by how much the odds must rise that what came is most likely."""
    import numpy as np

    chance = np.clip([predicted for predicted, _ in told], 1e-4, 1 - 1e-4)
    came = np.array([is_so for _, is_so in told])
    likely = {}
    for odds in np.arange(0.5, 6.0, 0.05):
        more = odds * chance / (1 - chance + odds * chance)
        likely[round(float(odds), 2)] = float(
            np.mean(np.where(came, np.log(more), np.log(1 - more)))
        )
    return max(likely, key=likely.__getitem__)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--boards", nargs="+", default=SIDES, help="A, B or files")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument(
        "--raw", action="store_true", help="predict without hashi.coach.search_gain"
    )
    parser.add_argument("--fit", type=Path, help="fit hashi.coach.search_gain to this file")
    parser.add_argument("--table", type=Path, help="print what this file holds")
    parser.add_argument(
        "--picture", type=Path, help="draw what is measured, or the file of --table"
    )
    arguments = parser.parse_args()
    if arguments.fit:
        print(fit(json.loads(arguments.fit.read_text())))
        return
    if arguments.table:
        known: list[Sample] = json.loads(arguments.table.read_text())
        print(tables(known))
        if arguments.picture:
            arguments.picture.write_text(picture(known), "utf-8")
        return
    numbers = range(arguments.first, arguments.first + arguments.turns)
    samples: list[Sample] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        predict = partial(raw_sample if arguments.raw else sample, boards=arguments.boards)
        for one in pool.map(predict, numbers, chunksize=4):
            samples.append(one)
            if len(samples) % 100 == 0:
                print(len(samples), file=sys.stderr, flush=True)
                if arguments.out:
                    arguments.out.write_text(json.dumps(samples))
    if arguments.out:
        arguments.out.write_text(json.dumps(samples))
    print(tables(samples))
    if arguments.picture:
        arguments.picture.write_text(picture(samples), "utf-8")


if __name__ == "__main__":
    main()
