"""Measures what hints say, how long they take, and how well a game goes that follows them.

    python -m benchmarks.hints [--positions 500] [--games 40] [--jobs 1]

Positions come from games of every bot, alone and at tables of two, on sides A and B and on a board
without learned values. For each board it prints how many hints have an aim and a reason, the aim
that is told most often, and the time of the processor
for a hint, on one core. Then the same decks are played alone by
the bot "friend", and by following every hint. The targets: an aim in 95 % and a reason in 80 % of
positions, no aim in more than 25 %, 150 ms in the middle, and 5 points more than "friend".
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import fmean, median, quantiles, stdev
from time import process_time

from benchmarks.machine import machine

import hashi
from hashi.bots import BOTS
from hashi.bots.starts import ranked
from hashi.coach import hint
from hashi.rules import Board, Turned, View, view

OWN = Board(("o.r.o.b", ".o.o...", "b...o.r", "..o.r.o", "o.b..o.", ".o..o.r"))
"""A board without learned values: the coach plays games on."""
BOARDS = {"A": hashi.board("A"), "B": hashi.board("B"), "own": OWN}
EVERY = 3
"""Of a game every third round is a position."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the hint for one position says."""

    aim: str
    """The kind of the aim, and of what its goal lacks; empty for none."""
    reasons: int
    seconds: float


def main() -> None:
    reader = argparse.ArgumentParser(description="Measure hints.")
    reader.add_argument("--positions", type=int, default=500, help="on each board")
    reader.add_argument("--games", type=int, default=40, help="that follow hints, on each board")
    reader.add_argument("--jobs", type=int, default=1, help="processes at once")
    options = reader.parse_args()
    print(machine())
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in BOARDS:
            told: list[Told] = []
            games = (options.positions * EVERY + 16) // 17
            for found in pool.map(told_in_game, [name] * games, range(games)):
                told += found
            print(summary(name, told[: options.positions]), flush=True)
        for name in BOARDS:
            games = options.games
            results = list(pool.map(played, [name] * games, range(games)))
            if results:
                print(comparison(name, results), flush=True)


def told_in_game(name: str, number: int) -> list[Told]:
    """Return what the hints of one game say."""
    hint(next(positions(name, number)))  # values are loaded once, not for each hint
    return [told_of(seen) for seen in positions(name, number)]


def positions(name: str, number: int) -> Iterator[View]:
    """Yield open turns of a game of bots: alone, or every fourth time at a table of two."""
    ladder, seats = list(BOTS), 2 if number % 4 == 3 else 1
    bots = [
        hashi.bot(ladder[(number + seat) % 5], seed=f"{number} {seat}") for seat in range(seats)
    ]
    names = [f"P{seat}" for seat in range(seats)]
    record = hashi.new_game(BOARDS[name], names, seed=f"hints {number}").play_out(bots).record
    for round in range(number % EVERY, len(record.cards), EVERY):
        yield view(record.until(round).replay().play(Turned(record.cards[round])), 0)


def told_of(seen: View) -> Told:
    began = process_time()
    found = hint(seen)
    seconds = process_time() - began
    lag = "" if found.aim is None or found.aim.lag is None else f", {found.aim.lag.stage}"
    aim = "" if found.aim is None else f"{found.aim.kind}{lag}"
    return Told(aim, len(found.reasons), seconds)


def summary(name: str, told: Sequence[Told]) -> str:
    """Return the shares and times of one board."""
    count = len(told)
    aims = Counter(one.aim for one in told if one.aim)
    times = sorted(1000 * one.seconds for one in told)
    often = ", ".join(f"{aim} {100 * n / count:.0f} %" for aim, n in aims.most_common(3))
    return (
        f"{name}: {count} positions, aim {100 * aims.total() / count:.1f} %, "
        f"reason {100 * sum(one.reasons > 0 for one in told) / count:.1f} %, "
        f"{len(aims)} aims ({often}); "
        f"{median(times):.0f} ms in the middle, {quantiles(times, n=20)[-1]:.0f} ms for 95 %"
    )


def played(name: str, number: int) -> tuple[int, int]:
    """Return the points of one deck for "friend", and for one who follows every hint."""
    seed, board = f"follow {number}", BOARDS[name]
    friend = hashi.new_game(board, ["Friend"], seed=seed).play_out([hashi.bot("friend", seed=seed)])
    game = hashi.new_game(board, ["Learner"], seed=seed)
    game = game.start(str(ranked(board, game.state.setup.deck)[-1]))
    while not game.is_over:
        game = game.play(hint(game.view()).turn)
    return friend.totals[0], game.totals[0]


def comparison(name: str, results: Sequence[tuple[int, int]]) -> str:
    """Return the means of both, and their difference with its standard error."""
    gaps = [own - friend for friend, own in results]
    error = stdev(gaps) / len(gaps) ** 0.5 if len(gaps) > 1 else 0.0
    return (
        f"{name}: {len(results)} games alone, friend {fmean(r[0] for r in results):.1f}, by hints "
        f"{fmean(r[1] for r in results):.1f}, {fmean(gaps):+.1f} ± {error:.1f} points"
    )


if __name__ == "__main__":
    main()
