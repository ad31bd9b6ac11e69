"""A board that is being drawn: it may still have too few islands to be played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_lowercase
from typing import Self

from hashi.rules.board import LARGEST_RASTER, WATER, Board, Line, islands_in, lines_between
from hashi.rules.island import Flag, Island
from hashi.rules.malformed import Flaw, Malformed

STEPS = ".orb"
"""What a tap on a point steps through: water, an island, one with a red and with a blue flag."""
FEWEST_POINTS, MOST_POINTS = 3, 10
"""The size of a raster that is drawn by taps; as text it may be larger."""


@dataclass(frozen=True)
class BoardDraft:
    """Rows of cells, as in a board file, with the lines that follow from them.

    >>> from hashi.boards import BoardDraft
    >>> draft = BoardDraft.empty(3, 2).stepped("a1").stepped("c1")
    >>> draft.rows, [line.name for line in draft.lines]
    (('o.o', '...'), ['a1-c1'])
    """

    rows: tuple[str, ...]
    islands: tuple[Island, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raise Malformed where the rows are no raster."""
        object.__setattr__(self, "islands", islands_in(self.rows))
        if not self.rows[0]:
            raise Malformed(Flaw.RASTER, given=0, expected=LARGEST_RASTER)

    @classmethod
    def empty(cls, width: int, height: int) -> Self:
        return cls((WATER * width,) * height)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return lines_between(self.islands)

    @cached_property
    def crossings(self) -> tuple[tuple[Line, Line], ...]:
        """The pairs of lines that cross, the horizontal one first."""
        across = [line for line in self.lines if line.is_horizontal]
        down = [line for line in self.lines if not line.is_horizontal]
        return tuple((a, b) for a in across for b in down if a.crosses(b))

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def flags(self, flag: Flag | None) -> int:
        """Return how many islands have this flag, or none."""
        return sum(island.flag is flag for island in self.islands)

    def lines_of(self, island: Island) -> int:
        return sum(island in line.ends for line in self.lines)

    def parts(self) -> list[set[Island]]:
        """Return the islands that lines connect, the largest part first."""
        left, found = set(self.islands), list[set[Island]]()
        while left:
            part = {min(left, key=lambda island: island.index)}
            while more := {end for line in self.lines for end in line.ends if part & {*line.ends}}:
                if more <= part:
                    break
                part |= more
            left -= part
            found.append(part)
        return sorted(found, key=len, reverse=True)

    def board(self) -> Board:
        """Return the board to play on; raise Malformed where there is none."""
        return Board(self.rows)

    # --- changes

    def cell(self, point: str) -> str:
        column, row = self._at(point)
        return self.rows[row][column]

    def with_cell(self, point: str, cell: str) -> Self:
        """Return the same with this cell at a point such as `c2`."""
        column, row = self._at(point)
        cells = self.rows[row]
        changed = cells[:column] + cell + cells[column + 1 :]
        return type(self)((*self.rows[:row], changed, *self.rows[row + 1 :]))

    def stepped(self, point: str) -> Self:
        """Return the same after a tap on a point."""
        return self.with_cell(point, STEPS[(STEPS.index(self.cell(point)) + 1) % len(STEPS)])

    def resized(self, width: int, height: int) -> Self:
        """Return the same on another raster; what lies outside is gone."""
        rows = [row[:width].ljust(width, WATER) for row in self.rows[:height]]
        return type(self)((*rows, *(WATER * width,) * (height - len(rows))))

    def turned(self) -> Self:
        """Return the same after a quarter turn to the right."""
        return type(self)(tuple("".join(column) for column in zip(*self.rows[::-1], strict=True)))

    def mirrored(self) -> Self:
        """Return the same with left and right exchanged."""
        return type(self)(tuple(row[::-1] for row in self.rows))

    def text(self) -> str:
        """Return it as a board file has it."""
        return "".join(f"{' '.join(row)}\n" for row in self.rows)

    def points(self) -> Iterable[str]:
        """Yield the name of each point, row by row."""
        for row in range(self.height):
            for column in range(self.width):
                yield f"{ascii_lowercase[column]}{row + 1}"

    def _at(self, point: str) -> tuple[int, int]:
        """Return column and row of a point; raise Malformed where it lies outside."""
        column, row = ascii_lowercase.find(point[:1] or "?"), point[1:]
        is_number = row.isascii() and row.isdecimal() and len(row) < 3
        if 0 <= column < self.width and is_number and 1 <= int(row) <= self.height:
            return column, int(row) - 1
        raise Malformed(Flaw.ISLAND, given=point)
