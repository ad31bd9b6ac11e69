"""Bots are given by name, as classes or as instances, wherever bots are taken."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import hashi
from hashi.arena import Failed, play_games
from hashi.bots.greedy import Greedy
from hashi.bots.loader import AnyBot, NoBot
from hashi.envs import TableEnv
from hashi.rules import PlayView, SeatView


class Texting(Greedy):
    """A greedy bot that answers in the notation of records."""

    name = "texting"

    def __init__(self) -> None:
        super().__init__("")

    def start(self, view: SeatView) -> str:  # type: ignore[override]
        return str(super().start(view))

    def turn(self, view: PlayView) -> str:  # type: ignore[override]
        return str(super().turn(view)).upper() if view.round % 2 else str(super().turn(view))


def make(seed: str) -> Greedy:
    return Greedy(seed)


KINDS: list[AnyBot] = ["greedy", Greedy, Greedy(""), make, Texting, Texting()]


def played_out(bot: AnyBot) -> tuple[int, ...]:
    return hashi.new_game("B", ["Tim", "Ida"], seed="kinds").play_out([bot, "random"]).totals


def in_the_arena(bot: AnyBot) -> list[tuple[int, ...]]:
    return [outcome.totals for outcome in play_games([bot, "random"], games=2, board="B")]


def in_an_environment(bot: AnyBot) -> list[int]:
    env = TableEnv(seats=2, opponents=[bot])
    env.reset(seed=5)
    while env.agents:
        masks = env._batch.masks[0, 0]
        env.step({"seat_0": int(masks.argmax())})
    return list(env.totals)


@pytest.mark.parametrize("play", [played_out, in_the_arena, in_an_environment])
def test_names_classes_instances_and_text_play_alike(play: Callable[[AnyBot], Any]) -> None:
    found = [play(bot) for bot in KINDS]
    assert all(one == other for one, other in pairwise(found))


class Lazy:
    name = "lazy"

    def start(self, view: SeatView) -> str:
        return "4@c2"


@pytest.mark.parametrize("bot", [Lazy, Lazy()])
def test_what_a_bot_lacks_is_said(bot: Any) -> None:
    with pytest.raises(NoBot, match=r"Lazy.*turn\(self, view\)"):
        next(play_games([bot], games=1))


def test_one_name_is_not_a_list_of_bots() -> None:
    with pytest.raises(TypeError, match=r"a list of bots, such as \['greedy'\]"):
        next(play_games("greedy", games=1))


def test_text_that_is_no_turn_is_reported_as_the_bot_gave_it() -> None:
    class Typing(Greedy):
        def turn(self, view: PlayView) -> str:  # type: ignore[override]
            return "5 on c1"

    with pytest.raises(Failed, match="5 on c1"):
        hashi.new_game("A", ["Tim"], seed="1").play_out([Typing("")])


def test_a_bot_that_cannot_be_sent_to_other_processes_is_told_how_to_be() -> None:
    class Here(Greedy):
        name = "here"

    with pytest.raises(TypeError, match=r"file\.py:Class.*jobs=1"):
        next(play_games([Here], games=2, jobs=2))
    assert len(list(play_games([Here], games=1))) == 1


@pytest.mark.slow
def test_a_class_of_a_module_plays_in_other_processes() -> None:
    alone, together = ([o.totals for o in play_games([Greedy], games=2, jobs=j)] for j in (1, 2))
    assert alone == together
