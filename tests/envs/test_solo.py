"""The solo environment for Gymnasium: its public checks, and further promises."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import hashi
import hashi.envs
from hashi.arrays import IllegalAction, fields, skip_of
from hashi.boards import board, standard_deck
from hashi.rules import Card, Malformed

A = board("A")


def make(**options: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(hashi.envs.SOLO, **options)


def play(env: gymnasium.Env[Any, Any], **options: Any) -> list[tuple[Any, ...]]:
    """Play a random game and return the result of every step."""
    observation, info = env.reset(**options)
    steps: list[tuple[Any, ...]] = [(observation, 0.0, False, False, info)]
    while not steps[-1][2]:
        action = env.action_space.sample(steps[-1][4]["action_mask"])
        steps.append(env.step(action))
    return steps


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("render_mode", [None, "ansi", "svg", "rgb_array"])
def test_it_passes_the_checks_of_gymnasium(side: str, render_mode: str | None) -> None:
    check_env(make(board=side, render_mode=render_mode).unwrapped)


def test_the_name_can_be_given_with_its_module() -> None:
    env = gymnasium.make("hashi.envs:hashi/Solo-v0")
    assert isinstance(env.unwrapped, hashi.envs.SoloEnv)
    hashi.envs.register()


def test_a_game_earns_its_total() -> None:
    env = make()
    env.action_space.seed(1)
    steps = play(env, seed=5)
    assert sum(step[1] for step in steps) == steps[-1][4]["total"]
    rounds = next(field for field in fields(A) if field.name == "round").at
    assert steps[-1][0][rounds] == 17
    assert all(step[0] in env.observation_space for step in steps)
    assert all(step[4]["action_mask"].dtype == np.int8 for step in steps)


def test_a_seed_fixes_the_game() -> None:
    games = []
    for seed in (7, 7, 8):
        env = make()
        env.action_space.seed(3)
        games.append([step[0].tolist() for step in play(env, seed=seed)])
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_cards_can_be_given_as_cards_or_as_texts() -> None:
    env, deck = make(), standard_deck()
    number = next(field for field in fields(A) if field.name == "card_number").at
    for cards in (deck[::-1], [str(card) for card in deck[::-1]]):
        env.reset(options={"cards": cards})
        observation, *_ = env.step(2)
        assert observation[number] == deck[-1].number
    with pytest.raises(ValueError, match="the order of the whole deck"):
        env.reset(options={"cards": deck[:3]})
    with pytest.raises(Malformed):
        env.reset(options={"cards": ["7/1"] * 18})


def test_an_illegal_action_ends_the_game_and_is_described() -> None:
    env = make()
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(skip_of(A))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"] == (
        "game 0, seat 0, round 0: action 42 (skip) is not allowed; the seat's mask tells what is"
    )
    _, reward, terminated, _, info = env.step(2)
    assert (reward, terminated) == (0.0, True)
    assert "illegal_action" not in info


def test_an_illegal_action_can_be_raised_and_changes_nothing() -> None:
    env = make(illegal="raise")
    before, info = env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"action 0 \(3 on a1\) is not allowed"):
        env.step(0)
    assert env.action_space.sample(info["action_mask"]) is not None
    after = env.step(2)[0]
    assert (before != after).any()


def test_a_custom_board_and_deck() -> None:
    env = make(board=board("B"), deck=[Card(3, 1), Card(4, 1), Card(2, 2)])
    assert len(play(env, seed=1)) <= 1 + 1 + 2 * 3


def test_a_game_has_to_begin() -> None:
    with pytest.raises(ResetNeeded):
        hashi.envs.SoloEnv().step(2)


@pytest.mark.parametrize("wrong", [{"illegal": "ignore"}, {"render_mode": "human"}, {"board": "C"}])
def test_wrong_options_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises((ValueError, Malformed)):
        hashi.envs.SoloEnv(**wrong)  # type: ignore[arg-type]


def test_pictures_show_the_sheet_and_the_cards() -> None:
    pictures = {}
    for mode in ("ansi", "svg"):
        env = make(render_mode=mode)
        env.action_space.seed(1)
        play(env, seed=3)
        pictures[mode] = env.render()
    assert isinstance(pictures["svg"], str)
    assert pictures["svg"].startswith("<svg")
    assert isinstance(pictures["ansi"], str)
    assert "\x1b[" in pictures["ansi"]
    assert hashi.envs.SoloEnv().render() is None


def test_it_is_drawn_in_pixels() -> None:
    env = make(render_mode="rgb_array")
    env.reset(seed=1)
    before: Any = env.render()
    assert (before.dtype, before.shape[1:]) == (np.uint8, (640, 3))
    env.step(int(env.get_wrapper_attr("action_masks")().argmax()))
    after: Any = env.render()
    assert after.shape == before.shape
    assert (after != before).any()


def test_masks_are_offered_as_maskable_ppo_asks_for_them() -> None:
    """It calls `action_masks()` on the environment, through all wrappers of `gymnasium.make`."""
    env = make()
    _, info = env.reset(seed=1)
    done = False
    while not done:
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert (masks == info["action_mask"]).all()
        _, _, done, _, info = env.step(int(masks.argmax()))


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_game_has_a_record(side: str) -> None:
    env = make(board=side)
    steps = play(env, seed=5)
    record = env.get_wrapper_attr("record")
    game = hashi.parse(hashi.write(record)).replay()
    assert game.is_over
    assert game.totals == (steps[-1][4]["total"],)
    env.step(0)  # after the end nothing changes
    assert env.get_wrapper_attr("record") == record
    env.reset(seed=6)
    assert env.get_wrapper_attr("record").starts == ()


def test_a_record_ends_before_an_illegal_action() -> None:
    env = make()
    env.reset(seed=1)
    env.step(int(env.get_wrapper_attr("action_masks")().argmax()))
    env.step(skip_of(A))
    env.step(skip_of(A))
    env.step(0 if not env.get_wrapper_attr("action_masks")()[0] else action_outside())
    assert [str(turn) for (turn,) in env.get_wrapper_attr("record").rounds] == ["pass"]


def action_outside() -> int:
    return 2 * len(A.islands) + len(A.lines) + 1
