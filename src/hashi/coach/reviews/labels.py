"""Names for what a turn costs, and the bots as a scale for whole games."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

FOUND = 0.3
"""A turn that costs no more counts as the best one found."""


class Label(StrEnum):
    """How good a turn is beside the best one with the same card (docs/coach.md has the data)."""

    BEST = "best"
    FINE = "fine"
    SLIP = "slip"
    MISTAKE = "mistake"
    BIG_MISTAKE = "big mistake"


FLOORS = (
    (Label.BIG_MISTAKE, 2.5),
    (Label.MISTAKE, 1.0),
    (Label.SLIP, FOUND),
    (Label.FINE, 0.05),
)
"""The cost from which each label is given."""


class BotCost(NamedTuple):
    """What a bot's own turns cost, on the average of 200 games (docs/coach.md)."""

    alone: float
    at_tables: float
    """The master plays there to win, not for points."""


SCALE = {
    "master": BotCost(0.03, 0.15),
    "planner": BotCost(0.36, 0.4),
    "friend": BotCost(0.86, 1.0),
    "greedy": BotCost(1.22, 1.25),
    "random": BotCost(2.07, 2.0),
}
"""The bots by their ids, the strongest first."""


def label_of(cost: float) -> Label:
    """Return the label of a turn by its cost.

    >>> from hashi.coach import label_of
    >>> [str(label_of(cost)) for cost in (0.0, 0.2, 0.5, 1.5, 4.0)]
    ['best', 'fine', 'slip', 'mistake', 'big mistake']
    """
    return next((label for label, floor in FLOORS if cost >= floor), Label.BEST)


def like(cost_per_turn: float, *, is_solo: bool) -> str:
    """Return the bot whose turns cost about as much: the nearest in ratio."""
    scale = {name: cost.alone if is_solo else cost.at_tables for name, cost in SCALE.items()}
    cost = max(cost_per_turn, 1e-3)
    return min(scale, key=lambda name: max(cost / scale[name], scale[name] / cost))
