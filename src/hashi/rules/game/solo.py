"""The solo game: three piles, deadlines instead of opponents, and a rank (R30–R32)."""

from __future__ import annotations

from bisect import bisect_right

from hashi.rules.goals import GOALS, Goal

PILES = (7, 5, 5)
"""The 17 cards lie in three piles; own decks fill the piles in this order (R30)."""

RANK_FLOORS = (0, 41, 43, 45, 47, 49, 51, 52, 54, 56, 58, 60)
"""The fewest points for each of the twelve ranks, lowest first (R32)."""


def overdue(round: int) -> frozenset[Goal]:
    """The goals whose higher value is gone after this many cards (R31)."""
    return frozenset(goal for goal in GOALS if goal.deadline <= round)


def rank(total: int) -> int:
    """The rank for a total, 0 to 11 (R32)."""
    return bisect_right(RANK_FLOORS, total) - 1


def points_to_next_rank(total: int) -> int | None:
    """How far the next rank is, or None at the top."""
    above = rank(total) + 1
    return None if above == len(RANK_FLOORS) else RANK_FLOORS[above] - total


def piles(cards: int, turned: int) -> tuple[int, int, int]:
    """How many cards are left in each of the three piles once some are turned (R30)."""
    left = []
    for size in PILES[:2]:
        pile = min(size, cards)
        left.append(max(0, pile - turned))
        cards, turned = cards - pile, max(0, turned - pile)
    return left[0], left[1], max(0, cards - turned)
