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

SCALE = {"master": 0.05, "planner": 0.2, "friend": 0.5, "greedy": 0.9, "random": 1.8}
"""What the bots' own turns cost on the average: 200 games each (docs/coach.md)."""


def label_of(cost: float) -> Label:
    """Return the label of a turn by its cost.

    >>> from hashi.coach import label_of
    >>> [str(label_of(cost)) for cost in (0.0, 0.2, 0.5, 1.5, 4.0)]
    ['best', 'fine', 'slip', 'mistake', 'big mistake']
    """
    return next((label for label, floor in FLOORS if cost >= floor), Label.BEST)


def like(cost_per_turn: float) -> str:
    """Return the bot whose turns cost about as much: the nearest in ratio."""
    cost = max(cost_per_turn, 1e-3)
    return min(SCALE, key=lambda name: max(cost / SCALE[name], SCALE[name] / cost))
