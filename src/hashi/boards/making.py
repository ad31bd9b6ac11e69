"""New boards by chance, in the manner of the printed sides: three islands in each row and column,
flags anywhere, lines that cross."""

from __future__ import annotations

from itertools import count

from hashi.boards.shape import crossings, is_connected
from hashi.rules.board import WATER, Board
from hashi.rules.card import Below, seeded

SIZE, SWAPS = 6, 60
FLAGS = "rrrrbbb"
PATTERN = ("ooo...", "...ooo") * 3
"""What the exchanges begin with."""
FEWEST_CROSSINGS = 6
"""With fewer, 60 points are nearly always possible too often."""


def make_board(below: Below) -> Board | None:
    """Return a board; None where chance gives none that is fit to be played."""
    cells = _islands(below)
    islands = [(y, x) for y in range(SIZE) for x in range(SIZE) if cells[y][x] != WATER]
    for flag in FLAGS:
        y, x = islands.pop(below(len(islands)))
        cells[y][x] = flag
    made = Board(tuple("".join(row) for row in cells))
    return made if _is_fit(made) else None


def new_board(seed: str) -> Board:
    """Return the board of a seed.

    >>> from hashi.boards.making import new_board
    >>> len(new_board("a quiet sea").islands)
    18
    """
    made = (make_board(seeded(f"{seed}/{number}")) for number in count())
    return next(board for board in made if board is not None)


def _islands(below: Below) -> list[list[str]]:
    """Return islands, mixed by exchanges that keep how many are in each row and column."""
    cells = [list(row) for row in PATTERN]
    for _ in range(SWAPS):
        top, bottom, left, right = (below(SIZE) for _ in range(4))
        a, b, c, d = cells[top][left], cells[top][right], cells[bottom][left], cells[bottom][right]
        if a == d != b == c:
            cells[top][left], cells[top][right] = b, a
            cells[bottom][left], cells[bottom][right] = d, c
    return cells


def _is_fit(made: Board) -> bool:
    """Return whether all islands are connected, no line joins flags of one colour, and there are
    crossings enough."""
    is_alike = any(a.flag and a.flag is b.flag for a, b in (line.ends for line in made.lines))
    return not is_alike and crossings(made) >= FEWEST_CROSSINGS and is_connected(made)
