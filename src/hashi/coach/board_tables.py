"""What the search for the best possible result knows of a board, made once for each board."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

from hashi.coach.constants import MOST_ISLANDS, MOST_LINES, MOST_SETS, MOST_TREES
from hashi.rules import Board
from hashi.rules.goals import GOALS

(JOINING,) = (goal for goal in GOALS if goal.joined)
"""The goal that asks for joined islands: the search knows one."""


class TooLarge(Exception):
    """The board has more islands, lines or joined sets than the search can hold."""


@cache
def board_fields(board: Board) -> dict[str, Any]:
    """Return the fields of the search that describe a board, or raise TooLarge."""
    islands, lines = len(board.islands), len(board.lines)
    if islands > MOST_ISLANDS or lines > MOST_LINES:
        raise TooLarge
    trees = joined_sets(board)
    starts = [0]
    for masks in trees.values():
        starts.append(starts[-1] + len(masks))
    return {
        "islands": islands,
        "lines": lines,
        "end_a": [a for a, _ in board.ends],
        "end_b": [b for _, b in board.ends],
        "lines_of": [sum(1 << line.index for line in at) for at in board.lines_of],
        "beside": [
            sum(1 << line.other_end(island).index for line in board.lines_of[island.index])
            for island in board.islands
        ],
        "crossed_by": [sum(1 << line.index for line in others) for others in board.crossings],
        "flagged": board.with_flags,
        "sets": len(trees),
        "set_islands": list(trees),
        "set_lines": [
            sum(1 << line.index for line in board.lines if board.joins[line.index] & group)
            for group in trees
        ],
        "trees_at": starts,
        "trees": [mask for masks in trees.values() for mask in masks],
    }


def joined_sets(board: Board) -> dict[int, tuple[int, ...]]:
    """Return every set of islands that lines join and JOINING takes, with the least lines that join
    it (R25).

    Islands and lines are bits. Lines that cross cannot both have bridges (R16).
    """
    beside = [0] * len(board.islands)
    for a, b in board.ends:
        beside[a] |= 1 << b
        beside[b] |= 1 << a
    found = {1 << island.index for island in board.islands}
    for _ in range(JOINING.joined - 1):
        found = {
            group | 1 << other.index
            for group in found
            for other in board.islands
            if not group >> other.index & 1 and beside[other.index] & group
        }
        if len(found) > MOST_SETS:
            raise TooLarge
    trees = {group: tuple(_trees(board, group)) for group in sorted(found)}
    trees = {group: masks for group, masks in trees.items() if masks}
    if sum(map(len, trees.values())) > MOST_TREES:
        raise TooLarge
    return trees


def _trees(board: Board, group: int) -> list[int]:
    """Return each choice of the least lines without a crossing that joins the islands."""
    inside = [line for line in board.lines if board.joins[line.index] & ~group == 0]
    return [
        sum(1 << line.index for line in chosen)
        for chosen in combinations(inside, JOINING.joined - 1)
        if _joins_all([board.joins[line.index] for line in chosen], group)
        and not any(a.crosses(b) for a, b in combinations(chosen, 2))
    ]


def _joins_all(joins: list[int], group: int) -> bool:
    reached, before = group & -group, 0
    while reached != before:
        before = reached
        for join in joins:
            if join & reached:
                reached |= join
    return reached == group
