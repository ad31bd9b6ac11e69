"""Successive halving: all turns are tried in a few games, then the better ones in more games.

The time of a game grows with the board and the number of cards, so fewer games are played on
large boards to keep the time of a turn short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashi.rules import Board

Stage = tuple[int, int]
"""How many turns are compared, and in how many more samples."""
USUAL_WORK = 17 * 18 * 24
"""Rounds, islands and lines of a game on a built-in board."""


def best_of(
    turns: Sequence[int],
    stages: Sequence[Stage],
    leads: Callable[[Sequence[int], int, int], Sequence[int]],
) -> int:
    """Return the best turn. `turns` begins with those that look best; they win ties.

    `leads` returns the sum of each turn's leads in the samples first .. last-1.
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
    """Return how many games of this size take as long as `count` usual games; at least 1."""
    work = max(USUAL_WORK, rounds * len(board.islands) * len(board.lines))
    return max(1, count * USUAL_WORK // work)
