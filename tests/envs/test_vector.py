"""Many solo games at once for Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import hashi
import hashi.envs
from hashi.arrays import IllegalAction, skip_of
from hashi.boards import board, standard_deck


def make(num_envs: int, **options: Any) -> hashi.envs.SoloVectorEnv:
    made = gymnasium.make_vec(
        hashi.envs.SOLO, num_envs=num_envs, vectorization_mode="vector_entry_point", **options
    )
    assert isinstance(made, hashi.envs.SoloVectorEnv)
    return made


def chosen(rng: np.random.Generator, infos: dict[str, Any]) -> Any:
    """Return a random legal action for each game."""
    masks = infos["action_mask"]
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def test_it_is_made_by_its_name_and_declares_its_autoreset_mode() -> None:
    envs = make(3)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert envs.observation_space.shape == (3, *envs.single_observation_space.shape)  # type: ignore[misc]
    assert isinstance(gymnasium.make_vec(hashi.envs.SOLO, num_envs=2), hashi.envs.SoloVectorEnv)


@pytest.mark.parametrize("threads", [1, 3])
def test_each_game_is_the_same_as_in_a_single_environment(threads: int) -> None:
    """Play two games in a row with the same cards and actions in both."""
    rng, deck = np.random.default_rng(4), standard_deck()
    orders = [[deck[place] for place in rng.permutation(18)] for _ in range(5)]
    envs, singles = make(5, threads=threads), [hashi.envs.SoloEnv() for _ in range(5)]
    observations, infos = envs.reset(seed=1, options={"cards": orders})
    is_over = np.zeros(5, np.bool_)
    for single, cards in zip(singles, orders, strict=True):
        single.reset(options={"cards": cards})
    while not is_over.all():
        actions = chosen(rng, infos)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert not truncations.any()
        for game, single in enumerate(singles):
            if is_over[game]:
                continue
            expected, reward, terminated, _, info = single.step(actions[game])
            assert (observations[game] == expected).all()
            assert (rewards[game], terminations[game]) == (reward, terminated)
            assert (infos["action_mask"][game] == info["action_mask"]).all()
            assert infos["total"][game] == info["total"]
        is_over |= terminations
    envs.close()
    envs.close()


def test_a_game_that_is_over_begins_again_with_the_next_step() -> None:
    envs, rng = make(4), np.random.default_rng(1)
    start, infos = envs.reset(seed=2)
    begun = np.zeros(4, np.bool_)
    for _ in range(80):
        before = infos
        observations, rewards, terminations, _, infos = envs.step(chosen(rng, infos))
        assert not rewards[begun].any()
        assert (observations[begun] == start[begun]).all()
        assert (before["total"] <= infos["total"])[~begun].all()
        assert not infos["total"][begun].any()
        begun = terminations
    assert rewards.dtype == np.float32


def test_a_seed_fixes_all_games() -> None:
    first, second = make(6), make(6)
    steps: list[list[Any]] = []
    for envs in (first, second):
        rng = np.random.default_rng(0)
        _, infos = envs.reset(seed=11)
        steps.append([])
        for _ in range(70):
            observations, *_, infos = envs.step(chosen(rng, infos))
            steps[-1].append(observations)
    assert (np.array(steps[0]) == np.array(steps[1])).all()
    assert len({tuple(row) for row in steps[0][-1]}) > 1


def test_returned_arrays_are_not_overwritten() -> None:
    envs, rng = make(2), np.random.default_rng(0)
    observations, infos = envs.reset(seed=1)
    kept = [observations.copy(), infos["action_mask"].copy(), infos["total"].copy()]
    later = infos
    for _ in range(9):
        later = envs.step(chosen(rng, later))[4]
    assert (observations == kept[0]).all()
    assert (infos["action_mask"] == kept[1]).all()
    assert (infos["total"] == kept[2]).all()


def test_an_illegal_action_ends_only_its_own_game() -> None:
    envs = make(3)
    _, infos = envs.reset(seed=1)
    actions = chosen(np.random.default_rng(0), infos)
    actions[1] = skip_of(board("A"))
    _, rewards, terminations, _, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert terminations.tolist() == [False, True, False]
    assert infos["_illegal_action"].tolist() == [False, True, False]
    assert infos["illegal_action"][0] is None
    assert infos["illegal_action"][1].startswith("game 1, seat 0, round 0: action 42 (skip)")
    raising = make(3, illegal="raise")
    raising.reset(seed=1)
    with pytest.raises(IllegalAction):
        raising.step(actions)


def test_every_game_has_its_picture() -> None:
    envs = make(2, render_mode="svg")
    envs.reset(seed=1)
    pictures = envs.render()
    assert pictures is not None
    assert [picture[:4] for picture in pictures] == ["<svg"] * 2
    assert make(2).render() is None


def test_every_game_has_a_record_until_it_begins_again() -> None:
    """The games end in different steps; an illegal action ends one of them early."""
    envs, rng = make(5), np.random.default_rng(3)
    _, infos = envs.reset(seed=2)
    ended = 0
    for step in range(150):
        actions = chosen(rng, infos)
        if step == 20:
            actions[4] = infos["action_mask"][4].argmin()
        _, _, terminations, _, infos = envs.step(actions)
        for game in np.flatnonzero(terminations):
            ended += 1
            record = hashi.parse(hashi.write(envs.record(int(game))))
            assert record.replay().is_over == (step != 20)
            assert record.replay().totals == (infos["total"][game],)
    assert ended >= 10
    envs.reset(seed=3)
    assert envs.record(0).starts == ()
