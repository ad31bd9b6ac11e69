"""What the search for the best possible result knows of a board, made once for each board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from hashi.coach.constants import MOST_ISLANDS, MOST_LINES, MOST_SETS, MOST_TREES
from hashi.rules import Board
from hashi.rules.goals import GOALS

(JOINING,) = (goal for goal in GOALS if goal.joined)
"""The goal that asks for joined islands: the search knows one."""


class TooLarge(ValueError):
    """A board with more islands, lines or sets of six, or cards, than the coach can hold."""


@dataclass(frozen=True, slots=True)
class BoardTables:
    """A board as the search reads it: indexes, and masks of islands and lines."""

    islands: int
    lines: int
    end_a: Sequence[int]
    end_b: Sequence[int]
    """The two ends of each line."""
    lines_of: Sequence[int]
    """The lines that lead to each island."""
    beside: Sequence[int]
    """The neighbours of each island."""
    crossed_by: Sequence[int]
    """The lines that cross each line."""
    flagged: int
    set_islands: Sequence[int]
    """The sets of six islands that lines join (R25)."""
    set_lines: Sequence[int]
    """The lines that lead to each set."""
    trees_at: Sequence[int]
    """Where the trees of each set begin, and where the last ones end."""
    trees: Sequence[int]
    """Choices of five lines that join a set."""


@lru_cache(maxsize=8)
def board_tables(board: Board) -> BoardTables:
    """Return what the search knows of a board, or raise TooLarge."""
    if len(board.islands) > MOST_ISLANDS or len(board.lines) > MOST_LINES:
        raise TooLarge
    trees = joined_sets(board)
    starts = [0]
    for masks in trees.values():
        starts.append(starts[-1] + len(masks))
    return BoardTables(
        islands=len(board.islands),
        lines=len(board.lines),
        end_a=[a for a, _ in board.ends],
        end_b=[b for _, b in board.ends],
        lines_of=board.around,
        beside=[sum(1 << other for _, other in at) for at in board.neighbours],
        crossed_by=board.across,
        flagged=board.with_flags,
        set_islands=list(trees),
        set_lines=[
            sum(1 << line.index for line in board.lines if board.joins[line.index] & group)
            for group in trees
        ],
        trees_at=starts,
        trees=[mask for masks in trees.values() for mask in masks],
    )


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
