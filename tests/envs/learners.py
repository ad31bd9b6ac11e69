"""The environments under Stable-Baselines3, which brings PyTorch along: `make learners`.

`SoloVecEnv` plays the same games as `SoloEnv`, and MaskablePPO collects and learns from it.
"""

from __future__ import annotations

import numpy as np
import pytest

from hashi.envs import SoloEnv
from hashi.envs.sb3 import SoloVecEnv

GAMES = 5


def test_every_game_is_that_of_a_single_environment() -> None:
    """The same actions on the same cards: the same observations, masks, rewards and ends."""
    many = SoloVecEnv(GAMES, board="B", seed=3)
    seen = many.reset()
    singles = [SoloEnv(board="B") for _ in range(GAMES)]
    for game, single in enumerate(singles):
        first, _ = single.reset(options={"cards": list(many._batch.pile(game))})
        assert (first == seen[game]).all()
    playing, rng = set(range(GAMES)), np.random.default_rng(3)
    while playing:
        masks = many.action_masks()
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        seen, rewards, over, infos = many.step(actions)
        for game in sorted(playing):
            found, reward, ended, _, info = singles[game].step(int(actions[game]))
            assert (reward, ended) == (rewards[game], over[game])
            last = infos[game]["terminal_observation"] if ended else seen[game]
            assert (found == last).all()
            if ended:
                playing.discard(game)
                assert infos[game]["episode"]["r"] == info["total"]
            else:
                assert (singles[game].action_masks() == many.action_masks()[game]).all()


def test_an_illegal_action_ends_its_game_alone() -> None:
    many = SoloVecEnv(GAMES, seed=1)
    many.reset()
    actions = many.action_masks().argmax(axis=1)
    actions[2] = int((~many.action_masks()[2]).argmax())
    _, rewards, over, infos = many.step(actions)
    assert over.tolist() == [game == 2 for game in range(GAMES)]
    assert rewards[2] == infos[2]["episode"]["r"] == -1


def test_a_seed_repeats_the_games() -> None:
    many = SoloVecEnv(GAMES)
    many.seed(7)
    first = many.reset().copy()
    many.step(many.action_masks().argmax(axis=1))
    many.seed(7)
    assert (many.reset() == first).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_maskable_ppo_learns_from_it(threads: int) -> None:
    from sb3_contrib import MaskablePPO

    env = SoloVecEnv(16, threads=threads, seed=1)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=256, n_epochs=1, seed=1)
    model.learn(4096)
    assert model.num_timesteps == 4096
    assert len(model.ep_info_buffer) > 10  # every game told its points and length
