"""Trains the weights that split a value by item of points (hashi.coach.item_weights).

    python -m tools.train_items --board A --out src/hashi/coach/a.bin

The games are played like those of tools/train.py, mark by mark by the master's values. Up to a
random round the choice of marks is disturbed, from hardly to almost random, so that sheets of weak
players are learned too. From there on everything is played well, and what each line of the score
then brings is what the head learns. The first layer is the values' own and does not change.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from tools import train

from hashi.arrays import xla
from hashi.arrays.chart import card_byte
from hashi.arrays.constants import GOALS
from hashi.boards import board, standard_deck
from hashi.bots.learned.constants import OUTPUTS
from hashi.bots.learned.weights import Weights
from hashi.coach.item_weights import ItemWeights

NOISES = (0.2, 0.7, 2.0, 6.0)
"""How much the choices are disturbed at first, in points; a quarter of the games each."""
ISLAND_SCALE = 10.0


@dataclass(frozen=True)
class Settings:
    board: str = "A"
    units: int = 64
    games: int = 16384
    minutes: float = 3.5
    iterations: int = 0
    minibatch: int = 8192
    rate: float = 2e-3
    seed: int = 1


class Samples(NamedTuple):
    """Sheets after a turn, and what followed."""

    inputs: Array  # [samples, features]
    islands: Array  # [samples]: points of islands to come
    arrived: Array  # [samples, goals]: 0 not reached, 1 in time, 2 late
    is_open: Array  # [samples, goals]: whether the goal was not paid yet
    may_be_early: Array  # [samples, goals]: whether it could still be in time
    weight: Array  # [samples]: 1 where everything was played well afterwards
    rounds: Array  # [samples]


def rewards(before: train.Place, after: train.Place) -> tuple[Array, Array]:
    """Return the points of islands and for each goal 0, or 1 in time, 2 late."""
    new = after.sheet.finished & ~before.sheet.finished
    islands = 2.0 * jax.lax.population_count(new).astype(jnp.float32)
    paid = (after.sheet.paid & ~before.sheet.paid) >> jnp.arange(GOALS, dtype=jnp.uint32) & 1
    in_time = after.rounds <= after.deadlines
    return islands, jnp.where(paid == 1, jnp.where(in_time, 1, 2), 0)


def play(chart: xla.Chart, net: train.Net, deck: Array, settings: Settings, key: Array) -> Samples:
    """Play a batch of games and return a sample for each of their sheets between two turns."""
    games = settings.games
    shuffle, start, deadline, switch, steps = jax.random.split(key, 5)
    order = jnp.argsort(jax.random.uniform(shuffle, (games, deck.shape[0])), axis=1)
    is_solo = (jnp.arange(games) % 8) < 5
    by_chance = jax.random.randint(deadline, (games, GOALS), 0, train.ROUNDS + 1)
    deadlines = jnp.where(is_solo[:, None], train.ALONE, by_chance)
    noise = jnp.asarray(NOISES)[jnp.arange(games) % len(NOISES)]
    until = jax.random.randint(switch, (games,), -6, train.ROUNDS)
    plain = [island.index for island in board(settings.board).islands if island.flag is None]
    place, began = train.begin_places(
        chart, net, plain, deadlines, jnp.arange(games) % 2 == 0, start
    )
    places = place._replace(unseen=jnp.ones((games, deck.shape[0]), bool))
    group = jax.vmap(xla.largest_group, (None, 0))

    def round(carry: train.Place, xs: tuple[Array, Array]) -> tuple[train.Place, tuple[Array, ...]]:
        turned, key = xs
        card = deck[turned]
        unseen = carry.unseen & ~jax.nn.one_hot(turned, deck.shape[0], dtype=bool)
        before = carry
        carry = carry._replace(
            unseen=train.canonical(unseen), hand=card & 3, rounds=carry.rounds + 1
        )
        noises = jnp.where(carry.rounds <= until, noise, 0.0)
        keys = jax.random.split(key, 1 + train.MOST_BRIDGES)
        for number in range(1 + train.MOST_BRIDGES):
            carry, _ = train.step(
                chart, net, carry, card, noises, keys[number], number == 0, number == 1
            )
        islands, arrived = jax.vmap(rewards)(before, carry)
        over = jnp.ones(games, bool)
        inputs = jax.vmap(train.encode, (None, 0, 0, 0))(
            chart, carry, over, group(chart, carry.sheet)
        )
        paid = (carry.sheet.paid[:, None] >> jnp.arange(GOALS, dtype=jnp.uint32) & 1) == 1
        early = carry.deadlines > carry.rounds[:, None]
        weight = carry.rounds >= until
        return carry, (inputs.astype(jnp.int8), islands, arrived, paid, early, weight, carry.rounds)

    keys = jax.random.split(steps, train.ROUNDS)
    _, (inputs, islands, arrived, paid, early, weight, rounds) = jax.lax.scan(
        round, places, (order[:, : train.ROUNDS].T, keys)
    )
    later = jnp.cumsum(islands[::-1], axis=0)[::-1]
    to_come = jnp.cumsum(arrived[::-1], axis=0)[::-1]  # a goal arrives once
    none = jnp.zeros((1, games))
    first = jnp.zeros((1, games, GOALS), bool)
    samples = Samples(
        jnp.concatenate([began.inputs[None], inputs[:-1]]),
        later,
        to_come,
        ~jnp.concatenate([first, paid[:-1]]),
        jnp.concatenate([deadlines[None] > 0, early[:-1]]),
        jnp.concatenate([(until <= 0)[None], weight[:-1]]).astype(jnp.float32),
        jnp.concatenate([none.astype(rounds.dtype), rounds[:-1]]),
    )
    return Samples(*(leaf.reshape(-1, *leaf.shape[2:]) for leaf in samples))


# --- the head


def new_head(key: Array, hidden: int, units: int) -> train.Net:
    two, three = jax.random.split(key)
    return {
        "w2": jax.random.normal(two, (hidden, units)) * (0.5 / hidden) ** 0.5,
        "b2": jnp.zeros(units),
        "w3": jax.random.normal(three, (units, OUTPUTS)) * (1 / units) ** 0.5,
        "b3": jnp.zeros(OUTPUTS),
    }


def outputs(head: train.Net, hidden: Array) -> Array:
    return jax.nn.relu(hidden @ head["w2"] + head["b2"]) @ head["w3"] + head["b3"]


def scores(out: Array, may_be_early: Array) -> Array:
    """Return the scores [..., goals, 3]: not reached, in time, late."""
    pairs = out[..., 1:].reshape(*out.shape[:-1], GOALS, 2)
    early = jnp.where(may_be_early, pairs[..., 0], -30.0)
    return jnp.stack([jnp.zeros_like(early), early, pairs[..., 1]], axis=-1)


def loss(
    head: train.Net,
    hidden: Array,
    islands: Array,
    arrived: Array,
    is_open: Array,
    early: Array,
    weight: Array,
) -> Array:
    out = outputs(head, hidden)
    islands_error = (out[:, 0] - islands / ISLAND_SCALE) ** 2
    chances = jax.nn.log_softmax(scores(out, early), axis=-1)
    said = jnp.take_along_axis(chances, arrived[..., None], axis=-1)[..., 0]
    goals = -jnp.sum(jnp.where(is_open, said, 0.0), axis=-1)
    return jnp.sum(weight * (4 * islands_error + goals)) / jnp.sum(weight)


def hidden_layer(net: train.Net, inputs: Array) -> Array:
    first = jnp.matmul(
        inputs.astype(train.QUICK),
        net["w1"].astype(train.QUICK),
        preferred_element_type=jnp.float32,
    )
    return jax.nn.relu(first + net["b1"])


@partial(jax.jit, static_argnames=("settings",))
def iterate(
    learner: train.Learner, net: train.Net, deck: Array, rate: Array, key: Array, settings: Settings
) -> tuple[train.Learner, Array]:
    """Play a batch of games, then learn from every sheet in them."""
    chart = xla.chart(board(settings.board))
    play_key, mix_key = jax.random.split(key)
    samples = play(chart, net, deck, settings, play_key)
    order = jnp.argsort(
        jax.random.uniform(mix_key, samples.weight.shape) + 2 * (1 - samples.weight)
    )
    batches = samples.weight.shape[0] // settings.minibatch
    order = order[: batches * settings.minibatch].reshape(batches, settings.minibatch)

    def one(learner: train.Learner, rows: Array) -> tuple[train.Learner, Array]:
        hidden = hidden_layer(net, samples.inputs[rows])

        def go(learner: train.Learner) -> tuple[train.Learner, Array]:
            cost, slope = jax.value_and_grad(loss)(
                learner.net,
                hidden,
                samples.islands[rows],
                samples.arrived[rows],
                samples.is_open[rows],
                samples.may_be_early[rows],
                samples.weight[rows],
            )
            return learner.after(slope, rate), cost

        after: tuple[train.Learner, Array] = jax.lax.cond(
            jnp.any(samples.weight[rows] > 0), go, lambda same: (same, jnp.nan), learner
        )
        return after

    learner, costs = jax.lax.scan(one, learner, order)
    return learner, jnp.nanmean(costs)


@partial(jax.jit, static_argnames=("settings",))
def compare(
    head: train.Net, net: train.Net, deck: Array, key: Array, settings: Settings
) -> dict[str, Array]:
    """Return figures of new games: how far the parts are from the whole and from what came."""
    chart = xla.chart(board(settings.board))
    samples = play(chart, net, deck, settings, key)
    hidden = hidden_layer(net, samples.inputs)
    whole = train.value(net, samples.inputs.astype(jnp.float32))
    out = outputs(head, hidden)
    chances = jax.nn.softmax(scores(out, samples.may_be_early), axis=-1)
    chances = jnp.where(samples.is_open[..., None], chances, 0.0)
    parts = out[:, 0] * ISLAND_SCALE + jnp.sum(
        chances[..., 1] * train.HIGH + chances[..., 2] * train.LOW, axis=-1
    )
    came = samples.islands + jnp.sum(
        jnp.where(samples.arrived == 1, train.HIGH, 0)
        + jnp.where(samples.arrived == 2, train.LOW, 0),
        axis=-1,
    )
    figures: dict[str, Array] = {}
    for name, chosen in (("all", samples.rounds >= 0), ("early", samples.rounds < 6)):
        weight = samples.weight * chosen
        mean = partial(jnp.average, weights=weight)
        figures[f"{name}: parts - whole"] = mean(parts - whole)
        figures[f"{name}: parts - whole, spread"] = mean((parts - whole) ** 2) ** 0.5
        figures[f"{name}: parts - came"] = mean(parts - came)
        figures[f"{name}: parts - came, spread"] = mean((parts - came) ** 2) ** 0.5
        figures[f"{name}: whole - came"] = mean(whole - came)
        figures[f"{name}: whole - came, spread"] = mean((whole - came) ** 2) ** 0.5
    return figures


def learn(settings: Settings, out: Path | None) -> ItemWeights:
    """Train until the time is up; save and return the weights."""
    values = Path("src/hashi/bots/learned") / f"{settings.board.lower()}.bin"
    known = Weights.load(values.read_bytes()).to_net()
    net = {name: jnp.asarray(known[name]) for name in known}
    deck = jnp.asarray([card_byte(card) for card in sorted(standard_deck())], jnp.int32)
    key, first = jax.random.split(jax.random.key(settings.seed))
    head = new_head(first, net["w1"].shape[1], settings.units)
    learner = train.Learner.begin(head)
    began, number = time.monotonic(), 0
    while True:
        spent = time.monotonic() - began
        done = (
            number / settings.iterations if settings.iterations else spent / settings.minutes / 60
        )
        if done >= 1:
            break
        key, use = jax.random.split(key)
        rate = settings.rate * (0.005 + (1 + np.cos(np.pi * done)) / 2)
        learner, cost = iterate(learner, net, deck, jnp.float32(rate), use, settings)
        number += 1
        if number % 100 == 0 or number < 4:
            told = {"iteration": number, "seconds": round(time.monotonic() - began, 1)}
            print(json.dumps(told | {"cost": float(cost)}), file=sys.stderr, flush=True)
    figures = compare(learner.slow, net, deck, key, settings)
    told = {name: round(float(figure), 3) for name, figure in figures.items()}
    print(json.dumps(told | {"games": number * settings.games}), file=sys.stderr, flush=True)
    weights = ItemWeights.from_net({name: np.asarray(w) for name, w in learner.slow.items()})
    if out is not None:
        weights.save(out)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name, usual in asdict(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(usual), default=usual)
    parser.add_argument("--out", type=Path)
    arguments = vars(parser.parse_args())
    out = arguments.pop("out")
    learn(Settings(**arguments), out)


if __name__ == "__main__":
    main()
