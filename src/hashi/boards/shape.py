"""The shape of boards: whether islands are connected, and the eight ways to look at a board."""

from __future__ import annotations

from hashi.rules.board import Board

Rows = tuple[str, ...]


def parts(board: Board) -> list[list[int]]:
    """Return the islands that lines connect, as lists of their indexes, the largest first."""
    left, found = set(range(len(board.islands))), []
    while left:
        part = [min(left)]
        for island in part:
            part += sorted({other for _, other in board.neighbours[island]} - set(part))
        left -= set(part)
        found.append(sorted(part))
    return sorted(found, key=len, reverse=True)


def is_connected(board: Board) -> bool:
    """Return whether lines connect all islands."""
    return len(parts(board)) == 1


def crossings(board: Board) -> int:
    """Return how many pairs of lines cross each other."""
    return sum(map(len, board.crossings)) // 2


def turned(rows: Rows) -> Rows:
    """Return a drawn board after a quarter turn to the right."""
    return tuple("".join(column) for column in zip(*rows[::-1], strict=True))


def mirrored(rows: Rows) -> Rows:
    """Return a drawn board with left and right exchanged."""
    return tuple(row[::-1] for row in rows)


def ways_to_look(rows: Rows) -> list[Rows]:
    """Return the four turns of a drawn board and of its mirror image, itself first."""
    found = []
    for seen in (rows, mirrored(rows)):
        for _ in range(4):
            found.append(seen)
            seen = turned(seen)
    return found
