"""Measures the marks per second of the JAX engine on a GPU, next to its memory bandwidth.

    PYTHONPATH=src python -m benchmarks.kernel_gpu [--sizes 12 14 16 18 20 22] [--steps N]

Random games on side A, many at once: every step computes the exact mask of legal actions, chooses
one of them at random and makes the mark. A game that ends begins again with one of 4,096 shuffled
decks. One call runs all steps on the device (`jax.lax.scan`). Each size is compiled and run once
before it is timed; then it is run five times, each until the device is done, and the median
counts. Two variants are measured: masks kept as words of bits, and masks written to memory as a
flag for each action, as a policy would read them.

A step has to read and write the state of every game at least once; the memory bandwidth is
measured in the same run by copying an array on the device. Before anything is timed, some games
are played mark by mark on the device and in `hashi.arrays.kernel`: masks, points and ends must be
the same. Runs on any device that JAX finds; `--sizes 8 --steps 4` is a short test on a CPU.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from benchmarks.machine import machine
from jax import Array
from numpy.typing import NDArray

from hashi.arrays import xla
from hashi.arrays.batch import Batch
from hashi.arrays.chart import card_byte
from hashi.boards import board, standard_deck

SHUFFLES = 4096
T = TypeVar("T")


class Play(NamedTuple):
    """A batch of games, with the next action of each."""

    games: xla.XlaGame
    seat: Array
    action: Array
    mask: Array
    wrong: Array


class Player:
    """Plays a batch of random games; with `flags`, every mask is written to memory."""

    def __init__(self, side: str, seats: int, batch: int, *, flags: bool) -> None:
        self.chart = xla.chart(board(side))
        self.seats, self.batch, self.flags = seats, batch, flags
        rng = np.random.default_rng(1)
        deck = np.array([card_byte(card) for card in standard_deck()], np.uint8)
        self.decks = jnp.asarray(rng.permuted(np.tile(deck, (SHUFFLES, 1)), axis=1))
        self.run: Callable[[Play, Array, int], Play] = jax.jit(self._run, static_argnums=2)

    def begin(self, key: Array) -> Play:
        """Return new games, in which every seat is to write its start."""
        decks, chance = jax.random.split(key)
        play: Play = jax.jit(self.look)(self._deal(decks), chance, jnp.int32(0))
        return play

    def _run(self, play: Play, key: Array, steps: int) -> Play:
        after, _ = jax.lax.scan(self._step, play, jax.random.split(key, steps))
        return after

    def _step(self, play: Play, key: Array) -> tuple[Play, None]:
        decks, chance = jax.random.split(key)
        act = jax.vmap(partial(xla.mark, self.chart))
        games = act(play.games, play.seat, play.action)
        over = games.over
        games = jax.tree.map(partial(_choose, over), self._deal(decks), games)
        wrong = play.wrong
        if self.flags:
            allowed = jnp.take_along_axis(play.mask, play.action[:, None], axis=1)
            wrong = wrong + jnp.sum(~allowed)
        return self.look(games, chance, wrong), None

    def look(self, games: xla.XlaGame, key: Array, wrong: Array) -> Play:
        """Return the games with the masks of the next seats, and a random legal action of each."""
        seat = jax.vmap(xla.seat_to_act)(games)
        chance = jax.random.bits(key, (self.batch,))
        action = jax.vmap(partial(xla.any_action, self.chart))(games, seat, chance)
        mask = jnp.zeros((self.batch, 0), bool)
        if self.flags:
            mask = jax.vmap(partial(xla.legal, self.chart))(games, seat)
        return Play(games, seat, action, mask, wrong)

    def _deal(self, key: Array) -> xla.XlaGame:
        decks = self.decks[jax.random.bits(key, (self.batch,)) % SHUFFLES]
        games: xla.XlaGame = jax.vmap(lambda cards: xla.begin(self.chart, cards, self.seats))(decks)
        return games


def _choose(condition: Array, yes: Array, no: Array) -> Array:
    return jnp.where(condition.reshape(-1, *[1] * (yes.ndim - 1)), yes, no)


def done(result: T) -> T:
    """Wait for the device and return the result."""
    finished: T = jax.block_until_ready(result)  # type: ignore[no-untyped-call]
    return finished


def rate(player: Player, steps: int, *, runs: int = 5) -> float:
    """Return the marks per second: the median of several runs after one that compiles."""
    play = done(player.begin(jax.random.key(0)))
    play = done(player.run(play, jax.random.key(1), steps))
    seconds = []
    for number in range(runs):
        key = done(jax.random.key(2 + number))
        begin = perf_counter()
        play = done(player.run(play, key, steps))
        seconds.append(perf_counter() - begin)
    if int(play.wrong):
        raise SystemExit(f"{int(play.wrong)} actions were not allowed by their mask")
    return player.batch * steps / median(seconds)


def state_bytes(player: Player) -> float:
    """Return the memory of one game with its next action, in bytes."""
    play = player.begin(jax.random.key(0))
    return float(sum(leaf.nbytes for leaf in jax.tree.leaves(play[:-1])) / player.batch)


def copy_rate(megabytes: int) -> float:
    """Return the bytes per second, read and written, of a large array copied on the device."""
    source = done(jnp.arange(megabytes * 250_000, dtype=jnp.uint32))
    copy = jax.jit(lambda words: words ^ jnp.uint32(1))
    done(copy(source))
    seconds = []
    for _ in range(9):
        begin = perf_counter()
        done(copy(source))
        seconds.append(perf_counter() - begin)
    return float(2 * source.nbytes / median(seconds))


def check(side: str, games: int) -> int:
    """Play solo games on the device and in the kernel and compare them; return the marks."""
    player = Player(side, 1, games, flags=True)
    play = player.begin(jax.random.key(7))
    kinds = {card_byte(card): card for card in standard_deck()}
    batch = Batch(board(side), games=games)
    batch.begin([[kinds[card] for card in row] for row in np.asarray(play.games.cards).tolist()])
    act = jax.jit(jax.vmap(partial(xla.mark, player.chart)))
    look = jax.jit(player.look)
    points = jax.jit(jax.vmap(jax.vmap(xla.total)))
    marks = 0
    while not batch.over.all():
        is_open = ~batch.over
        _alike("what is allowed", batch.masks[is_open, 0] == 1, np.asarray(play.mask)[is_open])
        batch.step(np.array(play.action)[:, None])
        games_after = act(play.games, play.seat, play.action)
        play = look(games_after, jax.random.key(marks), play.wrong)
        _alike("points", batch.totals, np.asarray(points(play.games.sheets)))
        _alike("which games are over", batch.over, np.asarray(play.games.over))
        marks += int(is_open.sum())
    return marks


def _alike(what: str, first: NDArray[Any], second: NDArray[Any]) -> None:
    if not np.array_equal(first, second):
        raise SystemExit(f"the kernel and the device differ in {what}")


def main() -> None:
    reader = argparse.ArgumentParser(description="Random play in JAX.")
    reader.add_argument("--sizes", type=int, nargs="+", default=[12, 14, 16, 18, 20, 22])
    reader.add_argument("--steps", type=int, help="else about 2^27 marks a run")
    reader.add_argument("--seats", type=int, default=1)
    reader.add_argument("--side", default="A")
    reader.add_argument("--megabytes", type=int, default=2048, help="size of the array copied")
    options = reader.parse_args()
    device = jax.devices()[0]
    print(f"{machine()}; {device.device_kind} ({device.platform}), JAX {jax.__version__}")
    alike = check(options.side, 256)
    print(f"\n{alike:,} marks of 256 games were the same in the kernel and on the device.")
    carried = copy_rate(options.megabytes)
    print(f"Copying {options.megabytes:,} MB on the device: {carried / 1e9:,.0f} GB/s, ", end="")
    print("read and written.\n")
    print("| games at once | marks a second | bytes a mark | share of the copy |", end="")
    print(" with flags | bytes a mark | share of the copy |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for size in options.sizes:
        cells = [f"{1 << size:,}"]
        steps = options.steps or min(1024, max(32, 1 << 27 >> size))
        for flags in (False, True):
            player = Player(options.side, options.seats, 1 << size, flags=flags)
            marks, moved = rate(player, steps), 2 * state_bytes(player)
            cells += [f"{marks / 1e6:,.1f} M", f"{moved:,.0f}", f"{marks * moved / carried:.1%}"]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
