"""Trains the master's values: the points that a sheet is expected to score, learned from play.

    python -m tools.train --board A --out src/hashi/bots/learned/a.bin --curve docs/curves/a.json

Thousands of games are played at once with the JAX engine, on a GPU if there is one. Every mark is
chosen by the points that it scores and the value of the sheet after it. After each batch of games
the values are updated towards the points that followed (temporal differences, TD(lambda)).

Most games are played with the deadlines of a solo game (R31), the others with random deadlines
(see SHARES), so that the same values can be used at a table, where the others set the deadlines.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from hashi.arrays import constants, xla
from hashi.arrays.chart import card_byte
from hashi.arrays.constants import GOALS, MOST_JOINED
from hashi.boards import board, standard_deck
from hashi.bots.learned.constants import GROUP_KINDS
from hashi.bots.learned.features import Features
from hashi.bots.learned.weights import Weights
from hashi.rules import Board

SCALE = 10.0
"""The net's output is in tens of points, so that all its numbers are small."""
QUICK = jnp.bfloat16
"""The type of flags and, while playing, of the first layer: twice as fast on a GPU."""
ROUNDS = 17
MOST_BRIDGES = 3
HIGH = jnp.asarray(constants.HIGH, jnp.float32)
LOW = jnp.asarray(constants.LOW, jnp.float32)
ALONE = jnp.asarray(constants.DEADLINE, jnp.int32)

SHARES = (0.375, 0.625, 0.8125)
"""Where the four kinds of games in a batch end, as shares of it: solo deadlines without noise,
solo deadlines with noise, random deadlines with noise, random deadlines without noise."""
START_NOISE = 0.2

Net = dict[str, Array]


@dataclass(frozen=True)
class Settings:
    board: str = "A"
    hidden: int = 256
    second: int = 32
    games: int = 8192
    minutes: float = 8.0
    iterations: int = 0
    """A fixed number of iterations instead of a fixed time."""
    minibatch: int = 8192
    rate: float = 1e-3
    last_rate: float = 1e-5
    trace: float = 0.9
    last_trace: float = 0.7
    noise: float = 1.0
    last_noise: float = 0.1
    seed: int = 1


class Place(NamedTuple):
    """The state of one game between two marks."""

    sheet: xla.XlaSheet
    unseen: Array  # [18]: the unseen cards of the deck, as flags
    hand: Array  # bridges still to draw
    rounds: Array  # cards turned so far
    deadlines: Array  # [goals]


# --- the net


def new_net(key: Array, inputs: int, hidden: int, second: int) -> Net:
    one, two, three = jax.random.split(key, 3)
    return {
        "w1": jax.random.normal(one, (inputs, hidden)) * (1 / 8.0),
        "b1": jnp.zeros(hidden),
        "w2": jax.random.normal(two, (hidden, second)) * (2 / hidden) ** 0.5,
        "b2": jnp.zeros(second),
        "w3": jax.random.normal(three, (second,)) * (1 / second) ** 0.5,
        "b3": jnp.ones(()) * 2.0,
    }


def value(net: Net, inputs: Array) -> Array:
    """Return the expected further points for inputs of shape [..., features]."""
    first = net["w1"].astype(inputs.dtype)
    hidden = jnp.matmul(inputs, first, preferred_element_type=jnp.float32)
    hidden = jax.nn.relu(hidden + net["b1"])
    second = jax.nn.relu(hidden @ net["w2"] + net["b2"])
    return (second @ net["w3"] + net["b3"]) * SCALE


# --- the inputs of the net


def encode(chart: xla.Chart, place: Place, is_over: Array, group: Array) -> Array:
    """Return the features of one place (see hashi.bots.learned.features), as flags."""
    sheet = place.sheet
    islands = jnp.arange(chart.lines_of.shape[0], dtype=jnp.uint32)
    lines = jnp.arange(chart.bits.shape[0], dtype=jnp.uint32)
    digits = jnp.arange(3, dtype=jnp.uint32)[:, None]
    left = jnp.sum((sheet.left[:, None] >> islands & 1) << digits, axis=0).astype(jnp.int32)
    numbered = (sheet.digit[0] | sheet.digit[1] | sheet.digit[2]) >> islands & 1
    island_state = jnp.where(numbered == 1, left, 13 - left)
    one, two, shut = (
        (word[0] >> lines & 1).astype(jnp.int32) for word in (sheet.one, sheet.two, sheet.shut)
    )
    line_state = jnp.where(two == 1, 4, one + 2 * shut)
    # how many bridges each line could still bring to each of its ends: 2, or 1 if the line has
    # one already or its other end takes only one
    ends = jnp.concatenate([chart.ends, chart.ends[:, ::-1]])
    wide = (jnp.tile(one, 2) == 0) & (left[ends[:, 1]] >= 2)
    takes = jnp.where(jnp.tile(shut, 2) == 1, 0, 1 + wide)
    at_island = ends[:, 0][None, :] == islands.astype(jnp.int32)[:, None]
    room = jnp.sum(jnp.where(at_island, takes[None, :], 0), axis=1)
    spare = jnp.where(room < left, 1, 2 + jnp.minimum(3, room - left))
    room_state = jnp.where(
        numbered == 1, jnp.where(left == 0, 0, spare), 6 + jnp.minimum(6, 6 - left + room)
    )
    paid = (sheet.paid | sheet.paid >> GOALS) >> jnp.arange(GOALS, dtype=jnp.uint32) & 1
    left_high = jnp.maximum(place.deadlines - place.rounds + jnp.where(is_over, 0, 1), 0)
    goal_state = jnp.where(paid == 1, 18, jnp.minimum(left_high, 17))
    hand = jnp.where(is_over, 0, place.hand)
    return jnp.concatenate(
        [
            _flags(island_state, 14),
            _flags(line_state, 5),
            _flags(room_state, 13),
            _flags(jnp.minimum(group, MOST_JOINED)[None], GROUP_KINDS),
            place.unseen.astype(QUICK),
            _flags(hand[None], 4),
            _flags(goal_state, 19),
        ]
    )


def _flags(states: Array, kinds: int) -> Array:
    return (states[:, None] == jnp.arange(kinds)).astype(QUICK).reshape(-1)


# --- one mark


def settle(chart: xla.Chart, before: Place, after: Place) -> tuple[Place, Array, Array]:
    """Return the place with its goals paid, the points of the mark, and the largest group."""
    sheet = after.sheet
    group = xla.largest_group(chart, sheet)
    met = jnp.stack(
        [
            group >= needed if needed else (chart.asked[at] & ~sheet.finished) == 0
            for at, needed in enumerate(constants.JOINED)
        ]
    )
    paid = ((sheet.paid | sheet.paid >> GOALS) >> jnp.arange(GOALS, dtype=jnp.uint32) & 1) == 1
    new = met & ~paid
    in_time = after.rounds <= after.deadlines
    points = jnp.sum(jnp.where(new, jnp.where(in_time, HIGH, LOW), 0.0))
    islands = jax.lax.population_count(sheet.finished & ~before.sheet.finished)
    bits = jnp.sum(jnp.where(new, 1 << jnp.arange(GOALS), 0)).astype(jnp.uint32)
    settled = after._replace(sheet=sheet._replace(paid=sheet.paid | bits))
    return settled, points + 2.0 * islands, group


def candidates(
    chart: xla.Chart, place: Place, number: Array, is_write: bool
) -> tuple[Place, Array]:
    """Return every place after one mark (the last one skips), and which are allowed."""
    if is_write:
        islands = jnp.arange(chart.lines_of.shape[0])
        sheets = jax.vmap(xla.write, (None, None, 0, None))(chart, place.sheet, islands, number)
        may = (xla.writable(chart, place.sheet, number) >> islands.astype(jnp.uint32) & 1) == 1
        hands, skipped, may_waive = place.hand, place.hand, jnp.bool_(True)
    else:
        lines = jnp.arange(chart.bits.shape[0])
        sheets = jax.vmap(xla.draw, (None, None, 0))(chart, place.sheet, lines)
        may = xla.drawable(chart, place.sheet, place.hand)
        hands, skipped, may_waive = place.hand - 1, jnp.int32(0), jnp.bool_(True)
    count = may.shape[0]
    all_sheets = jax.tree.map(
        lambda many, one: jnp.concatenate([many, one[None]]), sheets, place.sheet
    )
    places = Place(
        all_sheets,
        jnp.broadcast_to(place.unseen, (count + 1, *place.unseen.shape)),
        jnp.concatenate([jnp.broadcast_to(hands, (count,)), skipped[None]]),
        jnp.broadcast_to(place.rounds, (count + 1,)),
        jnp.broadcast_to(place.deadlines, (count + 1, GOALS)),
    )
    return places, jnp.concatenate([may, may_waive[None]])


class Told(NamedTuple):
    """The data of one step that the learner needs."""

    inputs: Array  # the features after the mark, as bytes
    value: Array
    reward: Array
    best: Array  # points and value of the best mark
    is_greedy: Array
    is_active: Array
    is_end: Array


def step(
    chart: xla.Chart,
    net: Net,
    place: Place,
    card: Array,
    noise: Array,
    key: Array,
    is_write: bool,
    is_first: Array | bool = False,
) -> tuple[Place, Told]:
    """Make one mark in every game: the best by points and value, or with noise another one."""

    def look(place: Place, card: Array) -> tuple[Place, Array, Array, Array]:
        places, may = candidates(chart, place, card >> 2, is_write)
        if not is_write:
            # after the first bridge all must be drawn (R13); games that skipped have no hand left
            may = may.at[-1].set(is_first | (place.hand == 0))
        settled, points, group = jax.vmap(settle, (None, None, 0))(chart, place, places)
        over = jnp.zeros_like(settled.hand, bool) if is_write else settled.hand == 0
        inputs = jax.vmap(encode, (None, 0, 0, 0))(chart, settled, over, group)
        return settled, may, points, inputs

    settled, may, points, inputs = jax.vmap(look)(place, card)
    worth = value(net, inputs)
    if not is_write:
        over = (settled.hand == 0) & (settled.rounds == ROUNDS)
        worth = jnp.where(over, 0.0, worth)
    score = jnp.where(may, points + worth, -jnp.inf)
    best = jnp.max(score, axis=1)
    shaken = score + noise[:, None] * jax.random.gumbel(key, score.shape)
    chosen = jnp.argmax(jnp.where(may, shaken, -jnp.inf), axis=1)

    def pick(leaf: Array) -> Array:
        return leaf[jnp.arange(chosen.shape[0]), chosen]

    after = jax.tree.map(pick, settled)
    active = jnp.ones_like(chosen, bool) if is_write else place.hand > 0
    kept = jax.tree.map(
        lambda new, old: jnp.where(active.reshape(-1, *[1] * (new.ndim - 1)), new, old),
        after,
        place,
    )
    told = Told(
        pick(inputs).astype(jnp.int8),
        pick(worth),
        pick(points),
        best,
        pick(score) >= best - 1e-4,
        active,
        (after.rounds == ROUNDS) & (after.hand == 0) & (not is_write),
    )
    return kept, told


# --- whole games


def play(
    chart: xla.Chart, net: Net, deck: Array, settings: Settings, noise: Array, key: Array
) -> tuple[Told, Told, Array, Array]:
    """Play a batch of games.

    Return the data of all steps, the data of the starts, the points at the end, and the kind of
    each game (see SHARES).
    """
    games = settings.games
    shuffle, start, deadline, steps = jax.random.split(key, 4)
    order = jnp.argsort(jax.random.uniform(shuffle, (games, deck.shape[0])), axis=1)
    quarter = jnp.searchsorted(jnp.asarray(SHARES), (jnp.arange(games) + 0.5) / games)
    by_chance = jax.random.randint(deadline, (games, GOALS), 0, ROUNDS + 1)
    deadlines = jnp.where((quarter < 2)[:, None], ALONE, by_chance)
    noises = jnp.where((quarter == 1) | (quarter == 2), noise, 0.0)
    plain = [island.index for island in board(settings.board).islands if island.flag is None]
    place, began = begin_places(chart, net, plain, deadlines, quarter == 0, start)
    places = place._replace(unseen=jnp.ones((games, deck.shape[0]), bool))

    def round(carry: Place, xs: tuple[Array, Array]) -> tuple[Place, Told]:
        turned, key = xs
        card = deck[turned]
        unseen = carry.unseen & ~jax.nn.one_hot(turned, deck.shape[0], dtype=bool)
        carry = carry._replace(unseen=canonical(unseen), hand=card & 3, rounds=carry.rounds + 1)
        keys = jax.random.split(key, 1 + MOST_BRIDGES)

        def draw(carry: Place, xs: tuple[Array, Array]) -> tuple[Place, Told]:
            key, is_first = xs
            return step(chart, net, carry, card, noises, key, False, is_first)

        carry, written = step(chart, net, carry, card, noises, keys[0], True)
        carry, drawn = jax.lax.scan(draw, carry, (keys[1:], jnp.arange(MOST_BRIDGES) == 0))
        return carry, jax.tree.map(
            lambda one, more: jnp.concatenate([one[None], more]), written, drawn
        )

    keys = jax.random.split(steps, ROUNDS)
    _, told = jax.lax.scan(round, places, (order[:, :ROUNDS].T, keys))
    told = jax.tree.map(lambda leaf: leaf.reshape(-1, *leaf.shape[2:]), told)
    points = jnp.sum(told.reward * told.is_active, axis=0)
    return told, began, points, quarter


def canonical(unseen: Array) -> Array:
    """Return the unseen cards with the first 1/1 set if one of the two equal cards is left."""
    either, both = unseen[..., 0] | unseen[..., 1], unseen[..., 0] & unseen[..., 1]
    return unseen.at[..., 0].set(either).at[..., 1].set(both)


def begin_places(
    chart: xla.Chart,
    net: Net,
    plain: list[int],
    deadlines: Array,
    is_free: Array,
    key: Array,
) -> tuple[Place, Told]:
    """Return a start for every game (R5): one of the best where it is free, else a random one."""
    islands = jnp.asarray(np.repeat(plain, 2))
    numbers = jnp.asarray(np.tile([3, 4], len(plain)))
    sheets = jax.vmap(xla.write, (None, None, 0, 0))(chart, xla.blank(chart), islands, numbers)
    count, games = len(islands), deadlines.shape[0]

    def look(deadlines: Array) -> tuple[Place, Array]:
        places = Place(
            sheets,
            jnp.ones((count, 18), bool),
            jnp.zeros(count, jnp.int32),
            jnp.zeros(count, jnp.int32),
            jnp.broadcast_to(deadlines, (count, GOALS)),
        )
        over, group = jnp.ones(count, bool), jnp.zeros(count, jnp.int32)
        return places, jax.vmap(encode, (None, 0, 0, 0))(chart, places, over, group)

    places, inputs = jax.vmap(look)(deadlines)
    worth = value(net, inputs)
    one, two = jax.random.split(key)
    shaken = worth + START_NOISE * jax.random.gumbel(one, worth.shape)
    any_one = jax.random.randint(two, (games,), 0, count)
    chosen = jnp.where(is_free, jnp.argmax(shaken, axis=1), any_one)

    def pick(leaf: Array) -> Array:
        return leaf[jnp.arange(chosen.shape[0]), chosen]

    nothing, yes = jnp.zeros(games), jnp.ones(games, bool)
    told = Told(pick(inputs).astype(jnp.int8), pick(worth), nothing, nothing, yes, yes, ~yes)
    return jax.tree.map(pick, places), told


def targets(told: Told, trace: Array) -> tuple[Array, Array]:
    """Return the TD(lambda) targets of all steps and of the start, computed from the end."""

    def back(later: Array, told: Told) -> tuple[Array, Array]:
        now = told.reward + (1 - trace) * told.value + trace * later
        now = jnp.where(told.is_end, told.reward, now)
        now = jnp.where(told.is_greedy, now, told.best)
        return jnp.where(told.is_active, now, later), later

    first, all_targets = jax.lax.scan(
        back, jnp.zeros(told.value.shape[1]), told._replace(inputs=told.value), reverse=True
    )
    return all_targets, first


# --- learning


class Learner(NamedTuple):
    net: Net
    slow: Net
    """The moving average of the net; it plays the games and is saved."""
    first: Net
    second: Net
    steps: Array

    @classmethod
    def begin(cls, net: Net) -> Learner:
        """Return a learner that begins with this net."""
        nothing = jax.tree.map(jnp.zeros_like, net)
        return cls(net, net, nothing, nothing, jnp.zeros(()))

    def after(self, slope: Net, rate: Array) -> Learner:
        """Return the learner after one step of Adam down this slope."""
        steps = self.steps + 1
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, self.first, slope)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, self.second, slope)
        one, two = 1 - 0.9**steps, 1 - 0.999**steps
        net = jax.tree.map(
            lambda w, m, v: w - rate * (m / one) / (jnp.sqrt(v / two) + 1e-8),
            self.net,
            first,
            second,
        )
        keep = jnp.minimum(0.999, 1 - 1 / steps)
        slow = jax.tree.map(lambda s, w: keep * s + (1 - keep) * w, self.slow, net)
        return Learner(net, slow, first, second, steps)


def learn(
    learner: Learner, inputs: Array, wanted: Array, weight: Array, rate: Array
) -> tuple[Learner, Array]:
    """Make one step of Adam on a minibatch; return the learner and the loss."""

    def loss(net: Net) -> Array:
        error = (value(net, inputs.astype(jnp.float32)) - wanted) / SCALE
        return jnp.sum(weight * error**2) / jnp.sum(weight)

    cost, slope = jax.value_and_grad(loss)(learner.net)
    return learner.after(slope, rate), cost


@partial(jax.jit, static_argnames=("settings",), donate_argnums=(0,))
def iterate(
    learner: Learner,
    deck: Array,
    rate: Array,
    trace: Array,
    noise: Array,
    key: Array,
    settings: Settings,
) -> tuple[Learner, dict[str, Array]]:
    """Play a batch of games, then learn from every mark in them."""
    chart = xla.chart(board(settings.board))
    play_key, mix_key = jax.random.split(key)
    told, began, points, quarter = play(chart, learner.slow, deck, settings, noise, play_key)
    wanted, first = targets(told, trace)
    inputs = jnp.concatenate([told.inputs, began.inputs[None]]).reshape(-1, told.inputs.shape[-1])
    wanted = jnp.concatenate([wanted, first[None]]).reshape(-1)
    weight = jnp.concatenate([told.is_active & ~told.is_end, began.is_active[None]]).reshape(-1)
    order = jnp.argsort(jax.random.uniform(mix_key, weight.shape) + 2.0 * ~weight)
    batches = weight.shape[0] // settings.minibatch
    order = order[: batches * settings.minibatch].reshape(batches, settings.minibatch)

    def one(learner: Learner, rows: Array) -> tuple[Learner, Array]:
        weights = weight[rows].astype(jnp.float32)

        def go(learner: Learner) -> tuple[Learner, Array]:
            return learn(learner, inputs[rows], wanted[rows], weights, rate)

        after: tuple[Learner, Array] = jax.lax.cond(
            jnp.any(weight[rows]), go, lambda same: (same, jnp.nan), learner
        )
        return after

    learner, costs = jax.lax.scan(one, learner, order)
    means = [jnp.sum(jnp.where(quarter == n, points, 0)) / jnp.sum(quarter == n) for n in range(4)]
    return learner, {"alone": means[0], "noisy": means[1], "cost": jnp.nanmean(costs)}


def train(
    settings: Settings, out: Path | None, curve: Path | None, begin: Path | None = None
) -> list[dict[str, Any]]:
    """Train until the time is up, save the weights and the curve, and return the curve."""
    side: Board = board(settings.board)
    deck = jnp.asarray([card_byte(card) for card in sorted(standard_deck())], jnp.int32)
    key = jax.random.key(settings.seed)
    key, first = jax.random.split(key)
    features = Features.of(side, 18)
    net = new_net(first, features.count, settings.hidden, settings.second)
    if begin is not None:
        known = Weights.load(begin.read_bytes()).to_net()
        # with types, or a Python number among them would have everything compiled again
        net = {name: jnp.asarray(known[name], jnp.float32) for name in net}
    learner = jax.tree.map(jnp.copy, Learner.begin(net))
    points: list[dict[str, Any]] = []
    began, number = time.monotonic(), 0
    while True:
        spent = time.monotonic() - began
        done = (
            number / settings.iterations if settings.iterations else spent / settings.minutes / 60
        )
        if done >= 1:
            break
        key, use = jax.random.split(key)
        rate = (
            settings.last_rate
            + (settings.rate - settings.last_rate) * (1 + np.cos(np.pi * done)) / 2
        )
        trace = settings.trace + (settings.last_trace - settings.trace) * done
        noise = settings.noise * (settings.last_noise / settings.noise) ** done
        learner, told = iterate(
            learner,
            deck,
            jnp.float32(rate),
            jnp.float32(trace),
            jnp.float32(noise),
            use,
            settings,
        )
        number += 1
        if number % 20 == 0 or number < 10 or settings.iterations:
            figures = {name: float(number) for name, number in told.items()}
            line = {
                "iteration": number,
                "games": number * settings.games,
                "seconds": round(time.monotonic() - began, 1),
                **{name: round(figure, 3) for name, figure in figures.items()},
            }
            points.append(line)
            if number % 100 == 0 or number < 10 or settings.iterations:
                print(json.dumps(line), file=sys.stderr, flush=True)
            if out is not None and number % 1000 == 0:
                save(learner, out)
    if out is not None:
        save(learner, out)
    if curve is not None:
        curve.write_text(json.dumps({"settings": asdict(settings), "curve": points}, indent=0))
    return points


def save(learner: Learner, out: Path) -> None:
    Weights.from_net({name: np.asarray(w) for name, w in learner.slow.items()}).save(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name, usual in asdict(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(usual), default=usual)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--begin", type=Path, help="go on from these weights")
    arguments = vars(parser.parse_args())
    out, curve, begin = (arguments.pop(name) for name in ("out", "curve", "begin"))
    train(Settings(**arguments), out, curve, begin)


if __name__ == "__main__":
    main()
