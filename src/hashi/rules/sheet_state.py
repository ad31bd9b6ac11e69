"""How a sheet stands for one viewer: all that pictures and sentences tell of it, as bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hashi.rules.board import Board, Line
from hashi.rules.dead import ALL_NUMBERS, dead_mask
from hashi.rules.island import Island
from hashi.rules.mark import Bridge, Number
from hashi.rules.sheet import Sheet
from hashi.rules.state_bytes import differences, state_bytes
from hashi.rules.state_layout import ISLAND, LINE, NUMBER, ON_LINES, STANDS
from hashi.rules.turn import PASS, Turn


class Scribble(NamedTuple):
    """A number written over another: free pens only."""

    number: int
    is_fresh: bool
    """Whether it was written this turn."""


class Targets(NamedTuple):
    """The islands and the lines to mark next, a bit for each index."""

    islands: int = 0
    lines: int = 0

    @classmethod
    def of(cls, chosen: Iterable[Island | Line]) -> Targets:
        """Return these as targets."""
        islands = lines = 0
        for one in chosen:
            if isinstance(one, Line):
                lines |= 1 << one.index
            else:
                islands |= 1 << one.index
        return cls(islands, lines)


NO_TARGETS = Targets()


class SheetState:
    """The state of a sheet that already holds the marks of a turn.

    Scenes, the pieces of a page and sentences are made of it; `state_layout` says what its bytes
    mean. Numbers written over others, of which there may be any number, stand beside them.
    """

    __slots__ = ("_first", "_size", "board", "content", "scribbles")

    def __init__(
        self,
        sheet: Sheet,
        turn: Turn = PASS,
        better: Turn = PASS,
        targets: Targets = NO_TARGETS,
        *,
        numbers: int = ALL_NUMBERS,
        help: bool = True,
    ) -> None:
        """Write the state.

        Marks of a better turn are ticked where this turn has them, and ghosts elsewhere. `numbers`
        may still be written. With `help`, dead islands and blocked lines are shown as such.
        """
        board = self.board = sheet.board
        self._first, self._size = len(board.islands) * ISLAND, LINE + board.plan[2] - 1
        marked = _marked(board, turn)
        self.scribbles = _scribbles(sheet, turn, marked) if sheet.scribbles else {}
        self.content = state_bytes(
            board.plan,
            sheet.digits,
            sheet.counts,
            sheet.planks,
            sheet.finished,
            sheet.struck,
            marked,
            _marked(board, better),
            targets.islands,
            targets.lines.to_bytes(-(-len(board.lines) // 8), "little"),
            dead_mask(sheet, numbers),
            help,
        )

    def island(self, at: int) -> tuple[bytes, tuple[Scribble, ...]]:
        """Return what decides how the island of this index is shown."""
        begin = at * ISLAND
        return self.content[begin : begin + ON_LINES], self.scribbles.get(at, ())

    def said(self, at: int) -> tuple[int, int, bytes]:
        """Return what is said of an island: its number, how it stands, what lies on its lines."""
        begin = at * ISLAND
        state = self.content
        number, stands = state[begin + NUMBER], state[begin + STANDS]
        return number, stands, state[begin + ON_LINES : begin + ISLAND]

    def line(self, at: int) -> bytes:
        """Return what decides how the line of this index is shown."""
        begin = self._first + at * self._size
        return self.content[begin : begin + self._size]

    def changes_since(self, before: SheetState | None) -> tuple[Sequence[int], Sequence[int]]:
        """Return the islands and the lines that are shown or described otherwise than before: all
        of them if there was no state of the same board."""
        board = self.board
        islands, lines = len(board.islands), len(board.lines)
        if before is None or before.board is not board:
            return range(islands), range(lines)
        found = differences(self.content, before.content, 0, ISLAND, islands)
        if self.scribbles != before.scribbles:
            over = self.scribbles.keys() | before.scribbles.keys()
            others = {at for at in over if self.scribbles.get(at) != before.scribbles.get(at)}
            found = sorted(others.union(found))
        return found, differences(self.content, before.content, self._first, self._size, lines)


def _marked(board: Board, turn: Turn) -> bytearray:
    """Return the marks of a turn as `state_bytes` takes them."""
    islands = len(board.islands)
    marked = bytearray(islands + len(board.lines))
    for mark in turn.marks:
        if isinstance(mark, Bridge):
            marked[islands + mark.line.index] += 1
        elif isinstance(mark, Number):
            marked[mark.island.index] = mark.number
    return marked


def _scribbles(sheet: Sheet, turn: Turn, marked: bytearray) -> dict[int, tuple[Scribble, ...]]:
    """Return the numbers written over others, by island.

    The last numbers on an island are those of this turn. Where its first number is older, none is
    marked any more.
    """
    fresh = Counter(mark.island.index for mark in turn.marks if isinstance(mark, Number))
    found: dict[int, tuple[Scribble, ...]] = {}
    for number in reversed(sheet.scribbles):
        at = number.island.index
        found[at] = (Scribble(number.number, fresh[at] > 0), *found.get(at, ()))
        fresh[at] -= 1
    for at in found:
        if fresh[at] <= 0:
            marked[at] = 0
    return found
