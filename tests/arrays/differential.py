"""Random games on random boards, played by the rules and replayed by every engine.

    python -m tests.arrays.differential --games 100000 --jobs 2

Every mask, sheet, finished island, goal and point of the compiled kernel, of the same file run
as plain Python and of the JAX engine is compared with `hashi.rules`, with 1 to 4 seats. Game n
is the same in every run. A difference ends the run with an error that names the game.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from tests.arrays.engines import compiled, replay_in_kernel
from tests.arrays.traces import Trace, traces
from tests.support.uncompiled import load_uncompiled

ENGINES = ("compiled", "plain", "xla")
SHARE = 250
"""The number of games that a process gets at once."""
AT_ONCE = 64
"""The number of games that the JAX engine replays at once."""


def replay(engine: str, told: list[Trace], at_once: int = AT_ONCE) -> None:
    """Replay the games in one engine; raise AssertionError where it differs."""
    if engine == "xla":
        from tests.arrays.xla_engine import replay_in_xla

        replay_in_xla(told, at_once)
        return
    kernel = compiled() if engine == "compiled" else load_uncompiled("hashi.arrays.kernel")
    if kernel is None:
        raise RuntimeError("the kernel is not compiled here")
    for trace in told:
        replay_in_kernel(kernel, trace)


def compare(
    first: int,
    last: int,
    engines: tuple[str, ...],
    seats: Collection[int] = (1, 2, 3, 4),
    at_once: int = AT_ONCE,
) -> Counter[str]:
    """Replay the games with these numbers in these engines; return counts of what was compared.

    Games with another number of seats are left out.
    """
    told = list(traces(range(first, last), seats))
    for engine in engines:
        try:
            replay(engine, told, at_once)
        except AssertionError as difference:
            difference.add_note(f"engine {engine}, among the games {first} to {last - 1}")
            raise
    marks = sum(len(trace.marks) for trace in told)
    by_seats = Counter(f"{trace.seats} seats" for trace in told)
    return Counter(games=len(told), marks=marks) + by_seats


def main() -> None:
    reader = argparse.ArgumentParser(description="Hold every engine against the rules.")
    reader.add_argument("--games", type=int, default=100_000)
    reader.add_argument("--first", type=int, default=0, help="the number of the first game")
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--engines", nargs="+", choices=ENGINES, default=ENGINES)
    options = reader.parse_args()
    begun, last = perf_counter(), options.first + options.games
    starts = range(options.first, last, SHARE)
    ends = [min(start + SHARE, last) for start in starts]
    engines = [tuple(options.engines)] * len(starts)
    compared: Counter[str] = Counter()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.jobs, mp_context=spawn) as pool:
        for counted in pool.map(compare, starts, ends, engines):
            compared += counted
            print(f"\r{compared['games']:,} games", end="", file=sys.stderr, flush=True)
    by_seats = ", ".join(f"{compared[f'{seats} seats']:,} with {seats}" for seats in range(1, 5))
    print(file=sys.stderr)
    print(
        f"{compared['games']:,} games ({by_seats} seats), {compared['marks']:,} marks: "
        f"{', '.join(options.engines)} agree with the rules on every mask, sheet, goal and point "
        f"({perf_counter() - begun:.0f} s)"
    )


if __name__ == "__main__":
    main()
