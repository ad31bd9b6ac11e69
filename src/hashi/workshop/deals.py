"""What the cards of one deal allow on a board alone: searched with all cards known, and proven."""

from __future__ import annotations

from hashi.coach.hindsight import HindsightPosition, Solution, solve
from hashi.rules import Board, Deal, Sheet
from hashi.rules.goals import GOALS

SIXTY = 60
"""The most points that there are (R32)."""


def best_of_deal(board: Board, dealt: Deal, *, floor: int = 0, seconds: float) -> Solution:
    """Return the most points alone, with any start; results up to `floor` are not looked for.

    `seconds` are those of one core. The bound is proven even where the time was not enough.
    """
    until = {goal: goal.deadline for goal in GOALS}
    start = HindsightPosition(Sheet.blank(board), dealt.cards, 0, until, is_start=True)
    return solve(start, floor, None, seconds)


def is_sixty_possible(board: Board, dealt: Deal, *, seconds: float) -> bool | None:
    """Return whether 60 points are possible alone; None where the time was not enough."""
    found = best_of_deal(board, dealt, floor=SIXTY - 1, seconds=seconds)
    if found.points >= SIXTY:
        return True
    return None if found.bound >= SIXTY else False
