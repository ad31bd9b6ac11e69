"""Names for what a turn costs, and the bots as a scale for whole games."""

from __future__ import annotations

from enum import StrEnum

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

SCALE = {"master": 0.03, "planner": 0.36, "friend": 0.86, "greedy": 1.22, "random": 2.07}
"""What the bots' own turns cost alone, on the average of 200 games each (docs/coach.md)."""
SCALE_AT_TABLES = {"master": 0.15, "planner": 0.4, "friend": 1.0, "greedy": 1.25, "random": 2.0}
"""The same at tables, where the master plays to win, not for points."""


def label_of(cost: float) -> Label:
    """Return the label of a turn by its cost.

    >>> from hashi.coach import label_of
    >>> [str(label_of(cost)) for cost in (0.0, 0.2, 0.5, 1.5, 4.0)]
    ['best', 'fine', 'slip', 'mistake', 'big mistake']
    """
    return next((label for label, floor in FLOORS if cost >= floor), Label.BEST)


def like(cost_per_turn: float, *, is_solo: bool) -> str:
    """Return the bot whose turns cost about as much: the nearest in ratio."""
    scale, cost = SCALE if is_solo else SCALE_AT_TABLES, max(cost_per_turn, 1e-3)
    return min(scale, key=lambda name: max(cost / scale[name], scale[name] / cost))
