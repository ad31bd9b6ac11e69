"""Bots as opponents in the environment for PettingZoo, and its records."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test  # type: ignore[import-untyped]

import hashi
from hashi.bots.loader import NoBot
from hashi.envs import TableEnv


def play(env: TableEnv, seed: int) -> dict[str, float]:
    """Play a random game and return the sum of each agent's rewards."""
    seen, _ = env.reset(seed=seed)
    earned = dict.fromkeys(env.agents, 0.0)
    rng = np.random.default_rng(seed)
    while env.agents:
        actions = {
            agent: int((rng.random(len(own["action_mask"])) * own["action_mask"]).argmax())
            for agent, own in seen.items()
        }
        seen, rewards, *_ = env.step(actions)
        for agent, reward in rewards.items():
            earned[agent] += reward
    return earned


def test_it_passes_the_checks_of_pettingzoo_with_opponents() -> None:
    parallel_api_test(TableEnv(3, opponents=["random"]), num_cycles=200)
    parallel_seed_test(lambda: TableEnv(2, opponents=["random"]))


@pytest.mark.parametrize(("seats", "bots"), [(2, ["greedy"]), (4, ["random", "greedy", "random"])])
def test_bots_take_the_last_seats(seats: int, bots: list[str]) -> None:
    env = TableEnv(seats, opponents=bots)
    earned = play(env, seed=7)
    learners = [f"seat_{seat}" for seat in range(seats - len(bots))]
    assert list(earned) == env.possible_agents == learners
    record = env.record
    game = hashi.parse(hashi.write(record)).replay()
    assert game.is_over
    assert game.totals == tuple(env.totals)
    assert [earned[agent] for agent in learners] == list(game.totals[: len(learners)])
    names = {"random": ["random", "random-2"], "greedy": ["greedy"]}
    assert record.setup.players == (*learners, *(names[bot].pop(0) for bot in bots))


def test_bots_play_as_they_do_elsewhere() -> None:
    env = TableEnv(2, opponents=["greedy"])
    play(env, seed=3)
    bot = hashi.bot("greedy")
    for moment, turns in zip(env.record.games, env.record.rounds, strict=False):
        card = env.record.cards[moment.rounds]
        seen = hashi.play_view(moment.play(hashi.Turned(card)), 1)
        assert turns[1] == bot.turn(seen)


def test_opponents_leave_a_seat_and_must_be_bots(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="2 opponents leave no seat free of 2"):
        TableEnv(2, opponents=["greedy", "random"])
    with pytest.raises(NoBot, match="isn’t a bot"):
        TableEnv(2, opponents=["nobody"])


def test_a_table_is_drawn_in_pixels() -> None:
    env = TableEnv(2, opponents=["random"], render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert isinstance(pixels, np.ndarray)
    assert pixels.shape[1:] == (1280, 3)


def test_a_game_without_opponents_has_a_record_too() -> None:
    env = TableEnv(3, "B")
    play(env, seed=2)
    assert env.record.replay().totals == tuple(env.totals)
