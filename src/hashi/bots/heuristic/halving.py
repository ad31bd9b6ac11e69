"""Successive halving: all turns are tried a little, the better ones more, until one is left.

How long a game takes depends on the board and the cards, so fewer games are played where they
are large, and few in plain Python: a turn must not take long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashi.rules import Board

Stage = tuple[int, int]
"""How many are weighed, and in how many samples more."""
USUAL_WORK = 17 * 18 * 24
"""Rounds, islands and lines of a game on one of our own sides."""


def best_of(
    turns: Sequence[int],
    stages: Sequence[Stage],
    leads: Callable[[Sequence[int], int, int], Sequence[int]],
) -> int:
    """The best turn; those that look best come first, and win where the leads are equal.

    `leads` says what turns lead to in the samples first .. last-1, summed.
    """
    sums = dict.fromkeys(turns, 0)
    first = 0
    for many, samples in stages:
        turns = turns[:many]
        for turn, lead in zip(turns, leads(turns, first, first + samples), strict=True):
            sums[turn] += lead
        turns = sorted(turns, key=sums.__getitem__, reverse=True)
        first += samples
    return turns[0]


def affordable(count: int, board: Board, rounds: int) -> int:
    """So many games of the usual size take as long as this many of that size; at least 1."""
    work = max(USUAL_WORK, rounds * len(board.islands) * len(board.lines))
    return max(1, count * USUAL_WORK // work)
