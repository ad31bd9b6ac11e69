"""Trains a player of the solo game: one layer of weights, policy gradients, NumPy only.

    python examples/train_solo.py 1000

Every byte of the observation becomes seven features, one for each value from 0 to 6. Each action
has a weight for each feature; the action with the highest sum is played. One more column of
weights is the baseline: it predicts the points still to come, and the updates are scaled by the
difference between the points scored and this prediction.
"""
# ruff: noqa: T201

import sys

import numpy as np

from hashi.arrays import Batch
from hashi.boards import board

updates, rng = int([*sys.argv, "1000"][1]), np.random.default_rng(1)


def play(batch, weights, luck):
    """Play every game of the batch once, sampling actions (luck=1) or taking the best (luck=0)."""
    batch.begin()
    while not batch.over.all():
        seen, before = np.minimum(batch.observe(), 6), batch.totals[:, 0].copy()
        features = (seen[..., None] == np.arange(7)).reshape(batch.games, -1).astype(np.float32)
        allowed = np.pad(batch.masks[:, 0], [(0, 0), (0, 1)])
        scores = np.where(allowed, features @ weights, -np.inf)
        actions = (scores + luck * rng.gumbel(size=scores.shape)).argmax(axis=1)
        batch.step(actions[:, None])
        yield features, scores, actions, before


batch, fresh = (Batch(board("A"), games=games, seed=games) for games in (256, 1000))
weights = np.zeros((7 * batch.observation_size, batch.action_count + 1), np.float32)
spread = np.ones_like(weights)
for _ in range(updates):
    lesson = np.zeros_like(weights)
    for features, scores, actions, before in list(play(batch, weights, luck=1)):
        beyond = batch.totals[:, 0] - before - features @ weights[:, -1]
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        pull = np.eye(scores.shape[1])[actions] - chances / chances.sum(axis=1, keepdims=True)
        pull[:, -1] = 1
        lesson += features.T @ (pull * beyond[:, None]).astype(np.float32)
    spread = 0.99 * spread + 0.01 * lesson**2
    weights += 0.005 * lesson / np.sqrt(spread + 1e-9)
list(play(fresh, weights, luck=0))
print(f"{fresh.totals.mean():.2f} points on average in {fresh.games} fresh games")
