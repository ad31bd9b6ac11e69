"""Measures the marks per second of each engine, next to pgx and OpenSpiel.

    python -m benchmarks.kernel [--seconds 1.0]

Random solo games on side A; every mark is one that the exact mask allows. A mark is a number, a
bridge or a skip; a game has about 45 of them.

- The kernel: whole games by `play_by_chance`, compiled, and the same file as plain Python.
- The batch: alternating calls of `Batch.any_actions` and `Batch.step`, with every mask written as
  a byte for each action; for several numbers of games and threads.
- JAX on the CPU: 256 steps in one jitted call, with masks as bits (see also kernel_gpu.py).
- pgx (`hashi-game[bench]`): connect four and 2048 in batches of 1,024, with its `act_randomly`,
  legal masks and `auto_reset`, 256 steps in one jitted call.
- OpenSpiel (`hashi-game[bench]`): the same two games. Inside its C++, connect four is played as
  rollouts (`MCTSBot` with one simulation of `RandomRolloutEvaluator`) and 2048, which does not
  support these, as games of a random bot (`evaluate_bots`); the number of moves is the number of
  games times the mean length of 1,000 games. And move by move from Python (`legal_actions`,
  `apply_action`).

All tables except the last are measured on one core (where the system allows a choice of core) in
processor time, so that other programs do not disturb them; threads are measured in wall-clock
time. Each figure is the best of five runs of at least `--seconds`. The engines play different
games: the table shows the cost of a random move in each, not which engine is better.
"""

from __future__ import annotations

import argparse
import os
import sys
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from random import Random
from time import perf_counter, process_time
from typing import Any

import numpy as np
from benchmarks.machine import machine

from hashi import freshness
from hashi.arrays import constants, kernel
from hashi.arrays.batch import Batch
from hashi.arrays.chart import card_byte, chart
from hashi.arrays.cores import cores
from hashi.boards import board, standard_deck

SIDE = "A"
RUNS = 5
STEPS = 256
BATCHES = (1, 16, 256, 4096, 65536)


def main() -> None:
    reader = argparse.ArgumentParser(description="Marks a second of every engine.")
    reader.add_argument("--seconds", type=float, default=1.0, help="the least for one run")
    seconds = reader.parse_args().seconds
    print(machine())
    before = one_core()
    heading("engine, games by chance, one core", "marks a second")
    row("kernel, compiled" if kernel.is_compiled else "kernel, NOT COMPILED")
    cell(best(whole_games(kernel, 256), seconds))
    row("kernel, plain Python")
    cell(best(whole_games(plain_kernel(), 4), seconds))
    row("NumPy batch with masks, 4,096 games")
    cell(best(steps(4096), seconds))
    if find_spec("jax"):
        for games in (1024, 16384):
            row(f"JAX with masks, {games:,} games")
            cell(best(jax_steps(games), seconds))
    for name, play in others():
        row(name)
        cell(best(play, seconds))
    heading("games at once, one core", "kernel, whole games", "batch with masks")
    for games in BATCHES:
        row(f"{games:,}")
        cell(best(whole_games(kernel, games), seconds), end=" ")
        cell(best(steps(games), seconds))
    all_cores(before)
    heading("threads, 16,384 games", "kernel, whole games", "batch with masks")
    for threads in thread_counts():
        row(f"{threads}")
        cell(best(whole_games(kernel, 16384, threads), seconds, perf_counter), end=" ")
        cell(best(steps(16384, threads), seconds, perf_counter))


def one_core() -> set[int]:
    """Restrict this process to one core; return the cores before.

    Call this before JAX is imported, because JAX starts a thread for each core.
    """
    if not hasattr(os, "sched_setaffinity"):
        return set()
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    return before


def all_cores(before: set[int]) -> None:
    if before:
        os.sched_setaffinity(0, before)


def heading(*names: str) -> None:
    print(f"\n| {' | '.join(names)} |\n|{' --- |' * len(names)}")


def row(name: str) -> None:
    print(f"| {name} | ", end="", flush=True)


def cell(rate: float, end: str = "\n") -> None:
    figure = f"{rate / 1e6:,.1f} M" if rate >= 1e6 else f"{rate:,.0f}"
    print(f"{figure} |", end=end, flush=True)


def thread_counts() -> Iterator[int]:
    """Yield 1, 2, 4 ... and the number of all cores."""
    threads, most = 1, cores()
    while threads < most:
        yield threads
        threads *= 2
    yield most


def best(
    play: Callable[[], int], seconds: float, clock: Callable[[], float] = process_time
) -> float:
    """Return the marks per second: the best of several runs, after one call to warm up."""
    play()
    rates = []
    for _ in range(RUNS):
        marks, begin = 0, clock()
        while (passed := clock() - begin) < seconds:
            marks += play()
        rates.append(marks / passed)
    return max(rates)


# --- the engines of hashi


def plain_kernel() -> Any:
    """Import the kernel's source as plain Python, even if it is compiled too."""
    name = "kernel_in_plain_python"
    loader = SourceFileLoader(name, str(freshness.PACKAGE / "arrays" / "kernel.py"))
    spec = spec_from_loader(name, loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def whole_games(engine: Any, games: int, threads: int = 1) -> Callable[[], int]:
    """Return a function that plays all games to their end and returns the number of marks."""
    deck = bytes(card_byte(card) for card in standard_deck())
    words = engine.game_words(1)
    state, cards = array("Q", bytes(8 * words * games)), array("B", deck * games)
    rng = Random(1)
    for game in range(games):
        state[game * words + constants.CHANCE] = rng.getrandbits(64) | 1
    charts = chart(board(SIDE))
    edges = [games * share // threads for share in range(threads + 1)]
    pool = ThreadPoolExecutor(threads)

    def play(first: int, last: int) -> int:
        marks: int = engine.play_by_chance(charts, state, cards, len(deck), 1, first, last)
        return marks

    if threads == 1:
        return lambda: play(0, games)
    return lambda: sum(pool.map(play, edges[:-1], edges[1:]))


def steps(games: int, threads: int = 1) -> Callable[[], int]:
    """Return a function that makes some steps of all games and returns the number of marks.

    A game that is over uses one step to begin again, which is not counted.
    """
    batch = Batch(board(SIDE), games=games, seed=1, threads=threads)
    actions = np.zeros((games, 1), np.int32)
    count = max(1, STEPS // games)

    def play() -> int:
        marks = count * games
        for _ in range(count):
            marks -= int(np.count_nonzero(batch.over))
            batch.step(batch.any_actions(actions), again=True)
        return marks

    return play


def jax_steps(games: int) -> Callable[[], int]:
    import jax
    from benchmarks.kernel_gpu import Player, done

    player = Player(SIDE, 1, games, flags=False)
    state = player.begin(jax.random.key(0))

    def play() -> int:
        nonlocal state
        state = done(player.run(state, jax.random.key(1), STEPS))
        return games * STEPS

    return play


# --- other engines


def others() -> Iterator[tuple[str, Callable[[], int]]]:
    if find_spec("jax") and find_spec("pgx"):
        for game in ("connect_four", "2048"):
            yield f"pgx {game} with masks, 1,024 games", pgx_steps(game, 1024)
    if find_spec("pyspiel"):
        for game in ("connect_four", "2048"):
            yield f"OpenSpiel {game}, inside its C++", spiel_games(game)
            yield f"OpenSpiel {game}, from Python", spiel_moves(game)
    for module in ("pgx", "pyspiel"):
        if not find_spec(module):
            print(f"{module} is not installed: pip install 'hashi-game[bench]'", file=sys.stderr)


def pgx_steps(game: str, games: int) -> Callable[[], int]:
    import jax
    import pgx
    from benchmarks.kernel_gpu import done
    from pgx.experimental import act_randomly, auto_reset

    env = pgx.make(game)
    begin, step = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            choice, chance = jax.random.split(key)
            action = act_randomly(choice, state.legal_action_mask)
            return step(state, action, jax.random.split(chance, games)), None

        return jax.lax.scan(one, state, jax.random.split(key, STEPS))[0]

    state = begin(jax.random.split(jax.random.key(0), games))

    def play() -> int:
        nonlocal state
        state = done(run(state, jax.random.key(1)))
        return games * STEPS

    return play


def spiel_games(name: str) -> Callable[[], int]:
    """Return a function that plays 100 whole games inside OpenSpiel's C++."""
    import pyspiel

    game, rng = pyspiel.load_game(name), Random(1)
    one = spiel_moves(name)
    moves = round(sum(one() for _ in range(1000)) / 10)
    has_rollouts = game.get_type().reward_model == pyspiel.GameType.RewardModel.TERMINAL
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def rollouts() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(100, rng.getrandbits(31))
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False).step(
            game.new_initial_state()
        )
        return moves

    def bot_games() -> int:
        for _ in range(100):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.getrandbits(31))
        return moves

    return rollouts if has_rollouts else bot_games


def spiel_moves(name: str) -> Callable[[], int]:
    """Return a function that plays one game from Python and returns its number of moves."""
    import pyspiel

    game, rng = pyspiel.load_game(name), Random(1)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


if __name__ == "__main__":
    main()
