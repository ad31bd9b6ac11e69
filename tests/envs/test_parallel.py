"""The environment for PettingZoo: its public checks, and further promises."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]

from hashi.arrays import IllegalAction, fields
from hashi.boards import board, standard_deck
from hashi.envs import TableEnv

SEATS = [1, 2, 3, 4]


def play(env: TableEnv, rng: np.random.Generator, **options: Any) -> dict[str, float]:
    """Play a random game and return the sum of each seat's rewards."""
    seen, _ = env.reset(**options)
    earned = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        actions = {
            agent: int((rng.random(len(own["action_mask"])) * own["action_mask"]).argmax())
            for agent, own in seen.items()
        }
        seen, rewards, *_ = env.step(actions)
        for agent, reward in rewards.items():
            earned[agent] += reward
    return earned


@pytest.mark.parametrize("seats", SEATS)
def test_it_passes_the_checks_of_pettingzoo(seats: int) -> None:
    parallel_api_test(TableEnv(seats), num_cycles=300)


@pytest.mark.parametrize("seats", SEATS)
def test_a_seed_fixes_the_game(seats: int) -> None:
    parallel_seed_test(lambda: TableEnv(seats))
    seed_test(lambda: parallel_to_aec(TableEnv(seats)), num_cycles=200)


@pytest.mark.filterwarnings(
    # this check knows environments with masks by name, and only those of PettingZoo
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
@pytest.mark.parametrize("seats", SEATS)
def test_it_can_be_converted_to_seats_that_act_in_turn(seats: int) -> None:
    api_test(parallel_to_aec(TableEnv(seats, render_mode="ansi")), num_cycles=300)


@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_earns_its_total(seats: int) -> None:
    env = TableEnv(seats)
    earned = play(env, np.random.default_rng(seats), seed=3)
    assert list(earned.values()) == env.totals.tolist()


def test_every_seat_sees_the_others_as_its_neighbours() -> None:
    env, rng = TableEnv(3), np.random.default_rng(0)
    layout = {field.name: field.at for field in fields(board("A"), 3)}
    seen, _ = env.reset(seed=1)
    own = [field.name for field in fields(board("A")) if not field.name.startswith("neigh")][:6]
    is_new = False
    while env.agents:
        if is_new:  # nobody has marked anything in this round yet
            for name in own:
                sheets = [seen[f"seat_{seat}"]["observation"][layout[name]] for seat in range(3)]
                for seat in range(3):
                    for further in (1, 2):
                        other = seen[f"seat_{seat}"]["observation"]
                        shown = other[layout[f"neighbour_{further}.{name}"]]
                        assert (shown == sheets[(seat + further) % 3]).all()
        before = seen["seat_0"]["observation"][layout["round"]]
        actions = {
            agent: int((rng.random(len(each["action_mask"])) * each["action_mask"]).argmax())
            for agent, each in seen.items()
        }
        seen, *_ = env.step(actions)
        is_new = bool(seen["seat_0"]["observation"][layout["round"]] > before)


def test_cards_can_be_given() -> None:
    env, deck = TableEnv(2), standard_deck()
    number = next(field for field in fields(board("A"), 2) if field.name == "card_number").at
    env.reset(options={"cards": deck})
    seen, *_ = env.step({"seat_0": 2, "seat_1": 2})
    assert seen["seat_1"]["observation"][number] == deck[0].number


def test_an_illegal_action_ends_the_game_for_all() -> None:
    env = TableEnv(3)
    env.reset(seed=1)
    _, rewards, over, _, infos = env.step({"seat_0": 2, "seat_1": 42, "seat_2": 2})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0, "seat_2": 0.0}
    assert all(over.values())
    assert env.agents == []
    assert infos["seat_1"]["illegal_action"].startswith("game 0, seat 1, round 0: action 42")
    assert infos["seat_0"] == {}
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_an_illegal_action_can_be_raised_instead() -> None:
    env = TableEnv(2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat 1"):
        env.step({"seat_0": 2, "seat_1": 42})


def test_every_seat_has_to_act() -> None:
    env = TableEnv(2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="an action for each of seat_0, seat_1 is needed"):
        env.step({"seat_0": 2})


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_a_picture_shows_all_sheets(mode: str) -> None:
    pictures = []
    for seats in (1, 4):
        env = TableEnv(seats, render_mode=mode)
        play(env, np.random.default_rng(0), seed=1)
        pictures.append(env.render())
    assert pictures[0] is not None
    assert pictures[1] is not None
    assert len(pictures[1]) > 2 * len(pictures[0])
    assert TableEnv(2).render() is None
