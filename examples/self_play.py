"""Trains a player for two at a table by playing against itself: policy gradients, NumPy only.

    pip install 'hashi-game[envs]'
    OPENBLAS_NUM_THREADS=1 python examples/self_play.py 8000

The number is how many games it plays against itself. Both seats of a `TableEnv` share one layer of
weights, which `train_solo.py` explains, and learn from their own points. At the end it plays
against `greedy`.
"""
# ruff: noqa: T201

import argparse

import numpy as np

from hashi.envs import TableEnv

GAMES, FRESH, RATE = 128, 100, 0.01  # games per update, games against `greedy`

rng = np.random.default_rng(1)


def play(env, weights, luck):
    """Play a game, sampling actions (luck=1) or taking the best (luck=0); return its marks."""
    seen, _ = env.reset(seed=int(rng.integers(2**31)))
    marks = []
    while env.agents:
        agents, before = list(env.agents), env.totals
        observed = np.stack([seen[agent]["observation"] for agent in agents])
        features = (np.minimum(observed, 6)[..., None] == np.arange(7)).reshape(len(agents), -1)
        allowed = np.stack([seen[agent]["action_mask"] for agent in agents]).astype(bool)
        sums = features.astype(np.float32) @ weights
        scores = np.where(allowed, sums[:, :-1], -np.inf)
        actions = (scores + luck * rng.gumbel(size=scores.shape)).argmax(axis=1)
        marks.append((features, scores, actions, before[: len(agents)] + sums[:, -1]))
        seen, *_ = env.step(dict(zip(agents, actions, strict=True)))
    return marks


def lesson_of(marks, totals, count):
    """Return where one game pulls the weights."""
    features, scores, actions, hoped = (np.concatenate(part) for part in zip(*marks, strict=True))
    beyond = np.tile(totals, len(marks)) - hoped
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    pull = np.eye(count + 1)[actions]
    pull[:, :-1] -= chances / chances.sum(axis=1, keepdims=True)
    pull[:, -1] = 1
    return features.T.astype(np.float32) @ (pull * beyond[:, None]).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=8000)
    env = TableEnv(seats=2)
    size = env.observation_space("seat_0")["observation"].shape[0]
    count = int(env.action_space("seat_0").n)
    weights = np.zeros((7 * size, count + 1), np.float32)
    spread, lesson, points = np.ones_like(weights), np.zeros_like(weights), []
    for game in range(1, parser.parse_args().games + 1):
        lesson += lesson_of(play(env, weights, luck=1), env.totals, count)
        points.append(env.totals.mean())
        if game % GAMES == 0:
            spread = 0.99 * spread + 0.01 * lesson**2
            weights += RATE * lesson / np.sqrt(spread + 1e-9)
            lesson[:] = 0
        if game % 200 == 0:
            print(f"{game}: {np.mean(points[-200:]):.2f} points", flush=True)
    table = TableEnv(seats=2, opponents=["greedy"])
    results = []
    for _ in range(FRESH):
        play(table, weights, luck=0)
        results.append(table.totals)
    own, others = np.mean(results, axis=0)
    print(f"{own:.2f} points on average against {others:.2f} of greedy in {FRESH} games")


if __name__ == "__main__":
    main()
