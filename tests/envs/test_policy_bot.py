"""A trained policy as a bot, in the arena and at a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.command import hashi as command

import hashi
from hashi.arena import Failed
from hashi.arrays import fields
from hashi.envs import PolicyBot, SoloEnv

POLICY = """
from hashi.envs import PolicyBot

class Learned(PolicyBot):
    name = "learned"
    seats = 1

    def choose(self, observation, mask):
        assert observation.shape == (149,) and mask.shape == (61,)
        return (mask * (1 + observation.sum() % 7 * mask.cumsum() % 5)).argmax()
"""


class First(PolicyBot):
    """Takes the first legal action, and remembers what it saw."""

    name = "first"

    def __init__(self, seats: int | None = None) -> None:
        self.seats = seats
        self.seen: list[NDArray[np.uint8]] = []

    def choose(self, observation: NDArray[np.uint8], mask: NDArray[np.bool_]) -> int:
        self.seen.append(observation)
        return int(mask.argmax())


def test_a_policy_sees_as_a_bot_what_it_saw_in_training() -> None:
    env, bot = SoloEnv(), First()
    observation, info = env.reset(seed=11)
    seen, is_over = [observation], False
    while not is_over:
        observation, _, is_over, _, info = env.step(int(info["action_mask"].argmax()))
        seen.append(observation)
    record = env.record
    box = record.box
    assert box is not None
    game = hashi.new_game("A", ["Player"], cards=[*record.cards, box]).play_out([bot])
    assert game.record == record
    assert game.totals[0] == info["total"]
    assert len(bot.seen) == len(seen) - 1
    assert all((own == trained).all() for own, trained in zip(bot.seen, seen, strict=False))


def test_a_policy_plays_in_the_arena(tmp_path: Path) -> None:
    (tmp_path / "learned.py").write_text(POLICY, "utf-8")
    for others in ([], ["random"], ["greedy", "random", "random"]):
        bots = [f"{tmp_path / 'learned.py'}:Learned", *others]
        done = command("arena", *bots, "--games", "2", "--json")
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["bots"][0]["name"] == "learned"


@pytest.mark.parametrize("pens", hashi.Pens)
@pytest.mark.parametrize("seats", [None, 1, 2, 4])
def test_a_policy_of_any_number_of_seats_plays_at_any_table(
    seats: int | None, pens: hashi.Pens
) -> None:
    bots = [First(seats), First(seats), First(seats)]
    game = hashi.new_game("A", ["Tim", "Linus", "Sarah"], seed=4, pens=pens).play_out(bots)
    assert game.is_over
    last = fields(game.setup.board, seats or 3)[-1]
    assert {len(seen) for seen in bots[0].seen} == {last.at.stop}


def test_an_illegal_choice_is_told() -> None:
    class Wrong(First):
        def choose(self, observation: NDArray[np.uint8], mask: NDArray[np.bool_]) -> Any:
            return int(mask.argmin())

    with pytest.raises(Failed, match=r"IllegalAction.*is not allowed"):
        hashi.new_game("A", ["Tim"], seed=4).play_out([Wrong()])
