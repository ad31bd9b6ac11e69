"""The printed board: its islands, and the lines between them (R1, R2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain

from hashi.rules.goals import Goal
from hashi.rules.island import Flag, Island
from hashi.rules.malformed import Flaw, Malformed

LARGEST_RASTER = 26
FEWEST_ISLANDS = 6
MOST_ISLANDS = 60
WATER = "."
MOST_ON_A_LINE = 2
"""Bridges that a line takes (R15)."""
_LARGEST_HASH = 2**31
HEAD, AROUND, NONE = 3, 8, 255
"""Of a plan: the bytes before its lines, the bytes of an island, and what stands for nothing."""
CELLS: dict[str, Flag | None] = {"o": None, "r": Flag.RED, "b": Flag.BLUE}
"""What stands for an island in a drawn board."""


@dataclass(frozen=True, slots=True)
class Line:
    """A dashed line between two neighbouring islands; bridges run along lines only (R2).

    >>> line = hashi.board("A").line("c1", "c2")
    >>> line.name, line.ends, line.is_horizontal
    ('c1-c2', (<Island c1 with a red flag>, <Island c2>), False)
    """

    ends: tuple[Island, Island]
    """The left or the upper end first."""
    index: int = 0
    """Its index among the board's lines."""

    @property
    def name(self) -> str:
        """Its two ends, such as `c1-c2`."""
        return f"{self.ends[0].name}-{self.ends[1].name}"

    @property
    def is_horizontal(self) -> bool:
        """Whether both ends are in the same row."""
        return self.ends[0].row == self.ends[1].row

    def __hash__(self) -> int:
        return self.index

    def other_end(self, island: Island) -> Island:
        """Return the end that is not this island."""
        return self.ends[1] if island == self.ends[0] else self.ends[0]

    def crosses(self, other: Line) -> bool:
        """Whether the two meet in open water, away from their ends (R2, R16)."""
        if self.is_horizontal == other.is_horizontal:
            return False
        across, down = (self, other) if self.is_horizontal else (other, self)
        (left, right), (top, bottom) = across.ends, down.ends
        return left.column < top.column < right.column and top.row < left.row < bottom.row

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Line {self.name}>"


@dataclass(frozen=True, slots=True)
class Board:
    """A board side, drawn as rows of cells: `o` island, `r` red, `b` blue flag, `.` water.

    `hashi.board("A")` returns a printed side, `hashi.read_board(path)` one of your own from a
    file. `str()` is the board as a picture of characters.

    >>> own = hashi.Board(("o.o.r", ".o.b.", "o.r.o"))
    >>> len(own.islands), len(own.lines), own.island("a1"), own.line("a1", "c1")
    (8, 8, <Island a1>, <Line a1-c1>)
    """

    rows: tuple[str, ...]
    name: str | None = field(default=None, compare=False)
    islands: tuple[Island, ...] = field(init=False, repr=False, compare=False)
    lines: tuple[Line, ...] = field(init=False, repr=False, compare=False)
    ends: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    """Each line's ends as island indexes."""
    joins: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Each line's ends as two bits of a mask."""
    crossings: tuple[tuple[Line, ...], ...] = field(init=False, repr=False, compare=False)
    """The lines that cross each line."""
    lines_of: tuple[tuple[Line, ...], ...] = field(init=False, repr=False, compare=False)
    """The lines that lead to each island."""
    across: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The lines that cross each line, a bit for each index."""
    around: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The lines that lead to each island, a bit for each index."""
    neighbours: tuple[tuple[tuple[int, int], ...], ...] = field(
        init=False, repr=False, compare=False
    )
    """The lines that lead to each island, each with the island at its other end, as indexes."""
    plan: bytes = field(init=False, repr=False, compare=False)
    """The same for compiled modules: how many islands, lines, and the room for the crossings of a
    line there are; the ends of each line; the lines that cross each line; the neighbours of each
    island; whether each line is horizontal. Where there are fewer, NONE follows."""
    flagged: dict[Flag, int] = field(init=False, repr=False, compare=False)
    """The islands with each flag, a bit for each index."""
    with_flags: int = field(init=False, repr=False, compare=False)
    """The islands with any flag, likewise."""
    asked: dict[Goal, int] = field(init=False, repr=False, compare=False)
    """The islands that each goal asks for, likewise; none for a goal that asks for any joined."""
    by_name: dict[str, Island] = field(init=False, repr=False, compare=False)
    by_ends: dict[tuple[str, str], Line] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)
    """Kept, since what is made for a board is found by it; the same in every process."""

    def __post_init__(self) -> None:
        given: object = self.rows
        if isinstance(given, str):
            raise TypeError(f"a board is a list of rows, one text for each, not {given!r}")
        self._keep(rows=tuple(self.rows))
        self._keep(islands=_islands(self.rows))
        self._keep(lines=lines_between(self.islands))
        self._relate_lines()
        self._make_masks()
        self._make_names()

    def _keep(self, **derived: object) -> None:
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _relate_lines(self) -> None:
        """Find which lines cross each other, and which lead from where to where."""
        islands, lines = self.islands, self.lines
        lines_of = tuple(tuple(line for line in lines if island in line.ends) for island in islands)
        self._keep(
            ends=tuple((line.ends[0].index, line.ends[1].index) for line in lines),
            crossings=tuple(tuple(o for o in lines if o.crosses(line)) for line in lines),
            lines_of=lines_of,
            neighbours=tuple(
                tuple((line.index, line.other_end(island).index) for line in those)
                for island, those in zip(islands, lines_of, strict=True)
            ),
        )

    def _make_masks(self) -> None:
        """Write the same as bits and bytes."""
        joins = tuple(1 << a | 1 << b for a, b in self.ends)
        self._keep(
            joins=joins,
            _hash=sum(joins) % _LARGEST_HASH,
            across=tuple(_bits(others) for others in self.crossings),
            around=tuple(_bits(those) for those in self.lines_of),
            flagged={flag: _bits(i for i in self.islands if i.flag is flag) for flag in Flag},
            with_flags=_bits(i for i in self.islands if i.flag),
            asked={goal: _bits(i for i in self.islands if goal.asks_for(i)) for goal in Goal},
            plan=_plan(self.lines, self.ends, self.crossings, self.neighbours),
        )

    def _make_names(self) -> None:
        """List islands and lines by name; a line has the names of its ends in either order."""
        names = [(a.name, b.name) for a, b in (line.ends for line in self.lines)]
        backwards = [(b, a) for a, b in names]
        self._keep(
            by_name={island.name: island for island in self.islands},
            by_ends=dict(zip(names + backwards, self.lines * 2, strict=True)),
        )

    def __hash__(self) -> int:
        return self._hash

    @property
    def title(self) -> str:
        """What the board is called in a line of text."""
        return "a board of one's own" if self.name is None else f"board {self.name}"

    def __str__(self) -> str:
        """Return the board as a picture of characters."""
        printed: str = import_module("hashi.drawing").printed(self)  # late: drawing is above
        return printed

    def __repr__(self) -> str:
        if self.name is None:
            return f"Board({self.rows!r})"
        return f"<Board {self.name}: {len(self.islands)} islands, {len(self.lines)} lines>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        picture: str = import_module("hashi.drawing").picture(self)
        return picture

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def island(self, name: str) -> Island:
        """The island of that name, such as `c1`."""
        try:
            return self.by_name[name]
        except KeyError:
            raise Malformed(Flaw.ISLAND, given=name) from None

    def line(self, a: Island | str, b: Island | str) -> Line | None:
        """The line between two islands, in either order; None where none is printed (R2)."""
        return self.by_ends.get((str(a), str(b)))

    def chosen(self, mask: int) -> tuple[Island, ...]:
        """The islands whose bits are set, in reading order."""
        if not mask:
            return ()
        return tuple(island for island in self.islands if mask >> island.index & 1)


def _islands(rows: tuple[str, ...]) -> tuple[Island, ...]:
    """Return the islands of a drawn board, or raise Malformed with row and column (from 1)."""
    found = islands_in(rows)
    if not FEWEST_ISLANDS <= len(found) <= MOST_ISLANDS:
        raise Malformed(Flaw.ISLANDS, given=len(found), least=FEWEST_ISLANDS, most=MOST_ISLANDS)
    return found


def islands_in(rows: tuple[str, ...]) -> tuple[Island, ...]:
    """Return the islands of a raster, however many; raise Malformed with row and column."""
    if not 1 <= len(rows) <= LARGEST_RASTER:
        raise Malformed(Flaw.RASTER, given=len(rows), expected=LARGEST_RASTER)
    found: list[Island] = []
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if column == LARGEST_RASTER:
                raise Malformed(
                    Flaw.RASTER, row=row + 1, cell=column + 1, given=len(cells), expected=column
                )
            if cell in CELLS:
                found.append(Island(column, row, CELLS[cell], len(found)))
            elif cell != WATER:
                raise Malformed(Flaw.CELL, row=row + 1, cell=column + 1, given=cell)
        if len(cells) != len(rows[0]):
            cell_number = min(len(cells), len(rows[0])) + 1
            raise Malformed(
                Flaw.RAGGED, row=row + 1, cell=cell_number, given=len(cells), expected=len(rows[0])
            )
    return tuple(found)


def lines_between(islands: tuple[Island, ...]) -> tuple[Line, ...]:
    """A line joins each island to the next one in its row and in its column (R2)."""
    ends: list[tuple[Island, Island]] = []
    for island in islands:
        right = [i for i in islands if i.row == island.row and i.column > island.column]
        below = [i for i in islands if i.column == island.column and i.row > island.row]
        ends += [(island, neighbours[0]) for neighbours in (right, below) if neighbours]
    return tuple(Line(pair, index) for index, pair in enumerate(ends))


def _bits(parts: Iterable[Island | Line]) -> int:
    """Return a mask with a bit for the index of each."""
    return sum(1 << part.index for part in parts)


def _plan(
    lines: tuple[Line, ...],
    ends: tuple[tuple[int, int], ...],
    crossings: tuple[tuple[Line, ...], ...],
    neighbours: tuple[tuple[tuple[int, int], ...], ...],
) -> bytes:
    """Return a board as bytes, see `Board.plan`."""
    room = 1 + max([len(others) for others in crossings], default=0)
    found = [len(neighbours), len(ends), room, *chain.from_iterable(ends)]
    for others in crossings:
        found += [other.index for other in others] + [NONE] * (room - len(others))
    for pairs in neighbours:
        found += [*chain.from_iterable(pairs), *[NONE] * (AROUND - 2 * len(pairs))]
    found += [line.is_horizontal for line in lines]
    return bytes(found)
