"""How much more the master gets out of a sheet than the learned values say.

The values were learned from games that are played mark by mark. The master searches, so it
finishes more islands, and reaches goals in time somewhat more often. `tools/calibration.py --fit`
finds the figures below from positions that masters played on.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hashi.coach.outlook import Chances, Lines, Outlook
from hashi.rules import Goal

ROUNDS = (2, 4, 7, 11, 17)
"""Rounds left for which the gain is known; it is linear between them, and 0 at the first."""
ISLANDS = ((0.0, 0.0), (-0.3, 0.19), (0.06, 0.19), (-0.06, 0.25), (0.82, -0.05))
"""The points that islands gain: a constant, and for each island that is not expected."""
ODDS = {Goal.RED: 1.35, Goal.BLUE: 1.1, Goal.SIX: 1.4}
"""By how much the odds of reaching a goal in time rise."""


def with_gain(outlook: Outlook, left: int, islands: int, open_goals: frozenset[Goal]) -> Outlook:
    """Return the outlook with what the master's search adds, with some rounds left.

    `islands` is the number of all islands, `open_goals` are those that are not reached yet.
    """
    constant, slope = _between(left)
    missing = max(0.0, islands - outlook.lines.islands / 2)
    chances, goals = {}, {}
    for goal in Goal:
        chance, points = outlook.chances.of(goal), outlook.lines.of(goal)
        if goal in open_goals and 0 < chance < 1:
            odds = ODDS[goal] * chance / (1 - chance)
            more = odds / (1 + odds)
            late = max(0.0, (points - goal.high * chance) / goal.low)
            points = goal.high * more + goal.low * late * (1 - more) / (1 - chance)
            chance = more
        chances[goal], goals[goal] = chance, points
    return replace(
        outlook,
        lines=Lines(
            outlook.lines.islands + constant + slope * missing,
            goals[Goal.RED],
            goals[Goal.BLUE],
            goals[Goal.SIX],
        ),
        chances=Chances(chances[Goal.RED], chances[Goal.BLUE], chances[Goal.SIX]),
    )


def hats(left: int) -> list[float]:
    """Return the weight of each of ROUNDS for this many rounds left."""
    left = min(max(left, ROUNDS[0]), ROUNDS[-1])
    weights = [0.0] * len(ROUNDS)
    for at, (low, high) in enumerate(pairwise(ROUNDS)):
        if low <= left <= high:
            weights[at] = (high - left) / (high - low)
            weights[at + 1] = 1 - weights[at]
            break
    return weights


def _between(left: int) -> tuple[float, float]:
    weights = hats(left)
    constant = sum(w * figures[0] for w, figures in zip(weights, ISLANDS, strict=True))
    slope = sum(w * figures[1] for w, figures in zip(weights, ISLANDS, strict=True))
    return constant, slope
