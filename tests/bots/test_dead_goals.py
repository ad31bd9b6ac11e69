"""Bots do not go on chasing a goal that can't be reached any more.

The coach gives such a goal no chance, so turns made for its islands would cost points there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from statistics import fmean

import pytest

import hashi
from hashi.bots import BOTS
from hashi.bots.master import Breadth, Master
from hashi.bots.planner import Planner
from hashi.coach import try_turn
from hashi.rules import Goal, PlayView, Sheet, Turn, Turned, apply_turn, play_view, turns

MANY = 24
"""Positions with a dead goal, and as many without."""
Plays = Callable[[PlayView], Turn]
PLAYERS: dict[str, Plays] = {
    "greedy": lambda seen: BOTS["greedy"]("").turn(seen),
    "friend": lambda seen: BOTS["friend"]("").turn(seen),
    "planner": lambda seen: Planner("", stages=((4, 1), (2, 1))).turn(seen),
    "master": lambda seen: Master("", Breadth(2, 3, 1, 2, 6, 2)).turn(seen),
}
"""Bots, with settings that answer within milliseconds."""


@cache
def positions() -> dict[bool, list[PlayView]]:
    """Return open turns by whether red or blue is dead there."""
    found: dict[bool, list[PlayView]] = {True: [], False: []}
    number = 0
    while min(map(len, found.values())) < MANY:
        number += 1
        bot, side, round = hashi.bot("random", seed=f"{number}"), "AB"[number % 2], 2 + number % 7
        record = hashi.new_game(side, ["Tim"], seed=f"chase {number}").play_out([bot]).record
        seen = play_view(record.until(round).replay().play(Turned(record.cards[round])), 0)
        alike = found[bool(dead(seen))]
        if len(alike) < MANY:
            alike.append(seen)
    return found


def dead(seen: PlayView) -> list[Goal]:
    return [box.goal for box in seen.boxes[0] if box.dead and not box.goal.joined]


def cost(plays: Plays, views: Sequence[PlayView]) -> float:
    """Return what the turns of a player lose on average."""
    return fmean(try_turn(seen, plays(seen)).cost for seen in views)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_dead_goal_makes_no_turn_worse(name: str) -> None:
    found = positions()
    assert cost(PLAYERS[name], found[True]) < cost(PLAYERS[name], found[False]) + 0.1


def test_one_who_chases_a_dead_goal_loses_points() -> None:
    """So that the test above would notice it."""

    def chase(seen: PlayView) -> Turn:
        assert seen.card is not None
        card, sheet, goals = seen.card, seen.sheets[0], dead(seen)
        asked = [i for i in sheet.board.islands if any(goal.asks_for(i) for goal in goals)]

        def progress(turn: Turn) -> int:
            after: Sheet = apply_turn(sheet, card, turn)
            return sum(after.count(i) + 2 * bool(after.number(i)) for i in asked)

        return max(islice(turns(sheet, card), 2000), key=progress)

    assert cost(chase, positions()[True]) > 2 * cost(PLAYERS["greedy"], positions()[True])
