"""How much more the master gets out of a sheet than the learned values say.

The values were learned from games that are played mark by mark. The master searches, so it
finishes more islands, and reaches goals somewhat more often, in time and late.
`tools/calibration.py --fit` finds the figures below from positions that masters played on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from hashi.coach.outlook import Chances, Items, Outlook
from hashi.rules import Goal

ROUNDS = (2, 4, 7, 11, 17)
"""Rounds left for which the gain is known; it is linear between them, and 0 at the first."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What the search gains, alone or at a table."""

    islands: tuple[tuple[float, float], ...]
    """For each of ROUNDS the points of islands: a constant, and for each that is not expected."""
    in_time: Mapping[Goal, float]
    """By how much the odds of reaching a goal in time rise; no gain is known of the others."""
    late: Mapping[Goal, float]
    """By how much the odds of reaching it late rise, where it is not reached in time."""


ALONE = Gain(
    islands=((0.0, 0.0), (0.02, 0.15), (0.38, 0.15), (0.13, 0.22), (0.93, -0.12)),
    in_time={Goal.RED: 1.45, Goal.BLUE: 1.2, Goal.SIX: 1.8},
    late={Goal.RED: 2.7, Goal.BLUE: 2.2, Goal.SIX: 2.0},
)
AT_TABLES = Gain(
    islands=((0.0, 0.0), (-0.3, 0.19), (0.06, 0.19), (-0.06, 0.25), (0.82, -0.05)),
    in_time={Goal.RED: 1.35, Goal.BLUE: 1.1, Goal.SIX: 1.4},
    late={Goal.RED: 1.0, Goal.BLUE: 1.0, Goal.SIX: 1.0},
)
"""Here the others decide what is late; no gain was found."""


def with_gain(
    outlook: Outlook, left: int, islands: int, open_goals: frozenset[Goal], gain: Gain
) -> Outlook:
    """Return the outlook with what the master's search adds, with some rounds left.

    `islands` is the number of all islands, `open_goals` are those that are not reached yet.
    """
    constant, slope = _between(left, gain.islands)
    missing = max(0.0, islands - outlook.items.islands / 2)
    chances, goals = {}, {}
    for goal in Goal:
        chance, points = outlook.chances.of(goal), outlook.items.of(goal)
        if goal in open_goals and chance < 1:
            late = min(1.0, max(0.0, (points - goal.high * chance) / goal.low / (1 - chance)))
            chance = _raised(chance, gain.in_time.get(goal, 1.0))
            late = _raised(late, gain.late.get(goal, 1.0))
            points = goal.high * chance + goal.low * late * (1 - chance)
        chances[goal], goals[goal] = chance, points
    return replace(
        outlook,
        items=Items(outlook.items.islands + constant + slope * missing, **goals),
        chances=Chances(**chances),
    )


def _raised(chance: float, odds: float) -> float:
    """Return a chance whose odds are so many times as high."""
    return odds * chance / (1 - chance + odds * chance)


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


def _between(left: int, islands: Sequence[tuple[float, float]]) -> tuple[float, float]:
    weights = hats(left)
    constant = sum(w * figures[0] for w, figures in zip(weights, islands, strict=True))
    slope = sum(w * figures[1] for w, figures in zip(weights, islands, strict=True))
    return constant, slope
