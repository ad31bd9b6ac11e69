"""What islands and lines of a board are to each other, as classes: what does not change in a game.

Values for any board are sums of numbers that all boards share: one for each class. Every function
returns indexes of classes, several for each island or pair, counted from 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from hashi.rules import Board, Flag

FAR = 4
"""The distance of islands that are four or more lines from each other, or not connected."""
FLAGS = (None, Flag.RED, Flag.BLUE)
MOST_LINES = 4
ISLAND_CLASSES = 15 + 15 + 2 * 4
PAIR_CLASSES = 12 * 9 + 65
LINE_CLASSES = 27 + 48 + 5 + 12
PLAIN_LINE_CLASSES = 4 * 3 + 9
BOARD_CLASSES = 3 * 8


class Relations:
    """The classes of one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._distance = distances(board)
        self._flag = [FLAGS.index(island.flag) for island in board.islands]
        self._lines = [min(MOST_LINES, len(lines)) for lines in board.lines_of]
        self._crossings = [min(2, len(others)) for others in board.crossings]
        self._crossed = [
            min(2, sum(self._crossings[line.index] > 0 for line in lines))
            for lines in board.lines_of
        ]
        self._joining = {frozenset(ends): k for k, ends in enumerate(board.ends)}

    def of_board(self) -> list[int]:
        """By how many islands there are, with and without flags."""
        red, blue = (min(7, self._flag.count(flag)) for flag in (1, 2))
        size = min(7, max(0, len(self._board.islands) - 11) // 2)
        return [red, 8 + blue, 16 + size]

    def of_island(self, island: int) -> list[int]:
        """By its flag, its lines, how many of these are crossed, and the nearest flags."""
        lines, flag = self._lines[island], self._flag[island]
        return [
            flag * 5 + lines,
            15 + lines * 3 + self._crossed[island],
            30 + self._nearest(island, 1),
            34 + self._nearest(island, 2),
        ]

    def _nearest(self, island: int, flag: int) -> int:
        found = [
            self._distance[island][other]
            for other, its in enumerate(self._flag)
            if its == flag and other != island
        ]
        return min(found, default=FAR) - 1

    def of_pair(self, here: int, there: int) -> list[int]:
        """By how they are connected, their flags and their lines."""
        distance = self._distance[here][there]
        flags = self._flag[here] * 3 + self._flag[there]
        line = self._joining.get(frozenset((here, there)))
        is_crossing = self._is_crossing(here, there)
        if distance == 0:
            relation, near = 0, self._lines[here] * 3 + self._crossed[here]
        elif line is not None:
            relation, near = 1 + self._crossings[line], 15 + self._lines[here] * 5
            near += self._lines[there]
        elif distance == 2:
            relation, near = 4 + 2 * (self._ways(here, there) > 1) + is_crossing, 40
            near += self._lines[there] * 3 + self._crossed[there]
        else:
            relation, near = 8 + 2 * (distance - 3) + is_crossing, 55
            near += (distance - 3) * 5 + self._lines[there]
        return [relation * 9 + flags, 12 * 9 + near]

    def _ways(self, here: int, there: int) -> int:
        """Return how many islands are joined to both."""
        row = self._distance[there]
        return sum(far == 1 and row[k] == 1 for k, far in enumerate(self._distance[here]))

    def _is_crossing(self, here: int, there: int) -> bool:
        """Return whether a line of one crosses a line of the other."""
        board = self._board
        return any(board.across[line.index] & board.around[there] for line in board.lines_of[here])

    def of_line_from(self, island: int, line: int) -> list[int]:
        """By how an island is connected to a line, and the flags at its ends."""
        board, flag = self._board, self._flag[island]
        ends, crossings = board.ends[line], self._crossings[line]
        if island in ends:
            other = ends[0] + ends[1] - island
            return [
                (flag * 3 + self._flag[other]) * 3 + crossings,
                75 + self._lines[other],
            ]
        near = sum(self._distance[island][end] == 1 for end in ends)
        kind = 0 if board.across[line] & board.around[island] else 3 - near
        return [
            27 + (kind * 3 + flag) * 4 + self._flags_at(ends),
            80 + kind * 3 + crossings,
        ]

    def of_line(self, line: int) -> list[int]:
        """By its crossings, and the flags and lines at its ends."""
        ends = self._board.ends[line]
        lines = sum(self._lines[end] for end in ends)
        return [self._flags_at(ends) * 3 + self._crossings[line], 12 + lines]

    def _flags_at(self, ends: Sequence[int]) -> int:
        return sum({1 << self._flag[end] - 1 for end in ends if self._flag[end]})


def distances(board: Board) -> list[list[int]]:
    """Return how many lines every island is from every other one, at most FAR."""
    rows = []
    for first in range(len(board.islands)):
        row = [FAR] * len(board.islands)
        row[first], reached = 0, [first]
        for island in reached:
            for _, other in board.neighbours[island]:
                if row[other] > row[island] + 1:
                    row[other] = row[island] + 1
                    reached.append(other)
        rows.append(row)
    return rows
