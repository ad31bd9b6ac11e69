"""Trains a player of the solo game by PPO, wholly in JAX: the games run where the network does.

    pip install 'hashi-game[jax]'
    python examples/jax_ppo.py 500

The number is how many rounds of play and learning it trains for. In each, 256 games are played
to their end in one compiled call, as in PureJaxRL. At the end 1000 fresh games are played with the
best action each time.
"""
# ruff: noqa: T201

import argparse
from itertools import pairwise
from typing import NamedTuple

import jax
import jax.numpy as jnp

from hashi.envs import JaxEnv

GAMES, FRESH, STEPS, WIDTH, EPOCHS, PARTS = 256, 1000, 69, 128, 2, 8
RATE, CLIP, ENTROPY, TRACE = 1e-3, 0.2, 0.01, 0.95
# A game has a start and 17 turns of at most a number and three bridges: 69 marks.
SCALE = 10  # points are divided by this, so that values stay near 1

env = JaxEnv("A", seats=1)
begin, step = jax.vmap(env.init), jax.vmap(env.step)


class Mark(NamedTuple):
    """One small mark of a game, and what was thought of it when it was made."""

    seen: jax.Array
    legal: jax.Array
    action: jax.Array
    chance: jax.Array
    value: jax.Array
    reward: jax.Array
    counts: jax.Array


def layers(key):
    """Return two hidden layers and one that scores all actions and the points still to come."""
    sizes = [env.observation_shape[0], WIDTH, WIDTH, env.num_actions + 1]
    return [
        (jax.random.normal(part, pair) * jnp.sqrt(2 / pair[0]), jnp.zeros(pair[1]))
        for part, pair in zip(jax.random.split(key, 3), pairwise(sizes), strict=True)
    ]


def think(weights, seen, legal):
    """Return the logarithm of each action's chance, and the points still to come."""
    flow = seen / 3
    for weight, bias in weights[:-1]:
        flow = jax.nn.relu(flow @ weight + bias)
    scores = flow @ weights[-1][0] * 0.1 + weights[-1][1]
    return jax.nn.log_softmax(jnp.where(legal, scores[..., :-1], -1e9)), scores[..., -1]


def play(weights, key, games, luck):
    """Play games to their end, sampling actions (luck=1) or taking the best (luck=0)."""

    def mark(state, key):
        seen, legal = state.observation, state.legal_action_mask
        chances, value = think(weights, seen, legal)
        action = (chances + luck * jax.random.gumbel(key, chances.shape)).argmax(axis=1)
        chance = jnp.take_along_axis(chances, action[:, None], axis=1)[:, 0]
        after = step(state, action)
        reward = after.rewards[:, 0] / SCALE
        return after, Mark(seen, legal, action, chance, value, reward, ~state.terminated)

    first, key = jax.random.split(key)
    state = begin(jax.random.split(first, games))
    return jax.lax.scan(mark, state, jax.random.split(key, STEPS))[1]


def gains(marks):
    """Return how much better than expected each mark turned out."""

    def back(carry, mark):
        gain, value_after = carry
        surprise = mark.reward + value_after - mark.value
        gain = jnp.where(mark.counts, surprise + TRACE * gain, 0)
        return (gain, jnp.where(mark.counts, mark.value, 0)), gain

    nothing = jnp.zeros(marks.value.shape[1])
    return jax.lax.scan(back, (nothing, nothing), marks, reverse=True)[1]


def loss(weights, marks, gain):
    """Return the loss of PPO over the marks that count."""
    chances, value = think(weights, marks.seen, marks.legal)
    chance = jnp.take_along_axis(chances, marks.action[:, None], axis=1)[:, 0]
    ratio = jnp.exp(chance - marks.chance)
    wanted = (gain - gain.mean()) / (gain.std() + 1e-6)
    policy = -jnp.minimum(ratio * wanted, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * wanted)
    miss = 0.5 * (value - marks.value - gain) ** 2
    entropy = -(jnp.exp(chances) * chances).sum(axis=1)
    each = policy + miss - ENTROPY * entropy
    return (each * marks.counts).sum() / marks.counts.sum()


def adam(weights, memory, slopes):
    """Move the weights by the method Adam."""
    mean, spread, count = memory
    count += 1
    mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, mean, slopes)
    spread = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new**2, spread, slopes)
    rate = RATE * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    moved = jax.tree.map(
        lambda weight, m, s: weight - rate * m / (jnp.sqrt(s) + 1e-5), weights, mean, spread
    )
    return moved, (mean, spread, count)


@jax.jit
def learn(weights, memory, key):
    """Play one round of games and learn from them; return their mean points, too."""
    first, key = jax.random.split(key)
    marks = play(weights, first, GAMES, luck=1)
    flat = jax.tree.map(lambda some: some.reshape(-1, *some.shape[2:]), (marks, gains(marks)))

    def part(carry, chosen):
        weights, memory = carry
        slopes = jax.grad(loss)(weights, *jax.tree.map(lambda some: some[chosen], flat))
        return adam(weights, memory, slopes), None

    orders = [jax.random.permutation(one, GAMES * STEPS) for one in jax.random.split(key, EPOCHS)]
    chosen = jnp.stack(orders).reshape(EPOCHS * PARTS, -1)
    carry, _ = jax.lax.scan(part, (weights, memory), chosen)
    return *carry, SCALE * marks.reward.sum(axis=0).mean()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rounds", type=int, nargs="?", default=500)
    key, first, last = jax.random.split(jax.random.key(1), 3)
    weights = layers(first)
    nothing = jax.tree.map(jnp.zeros_like, weights)
    memory = nothing, nothing, jnp.int32(0)
    rounds = parser.parse_args().rounds
    for number, chance in enumerate(jax.random.split(key, rounds), start=1):
        weights, memory, points = learn(weights, memory, chance)
        if number % 10 == 0:
            print(f"{number}: {points:.2f} points", flush=True)
    marks = play(weights, last, FRESH, luck=0)
    points = SCALE * marks.reward.sum(axis=0).mean()
    print(f"{points:.2f} points on average in {FRESH} fresh games")


if __name__ == "__main__":
    main()
