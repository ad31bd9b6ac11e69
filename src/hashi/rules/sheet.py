"""One player's board with what is written and drawn on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module

from hashi.rules import masks
from hashi.rules.board import Board, Line
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.island import Island
from hashi.rules.mark import Bridge, Mark, Number

_BRIM = 255
"""The most marks that are counted in one place; only free pens come near it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands on a board. Frozen: every change gives a new sheet.

    The state is kept small for speed, by island and line index; ask by island and line
    with the methods below. `str()` is the sheet as a picture of characters.

    >>> board = hashi.board("A")
    >>> c2, line = board.island("c2"), board.line("c1", "c2")
    >>> sheet = hashi.Sheet.of(board, [hashi.Number(c2, 4), hashi.Bridge(line)])
    >>> sheet.number(c2), sheet.count(c2), sheet.bridges(line), sheet.is_finished(c2)
    (4, 1, 1, False)
    >>> sheet
    <Sheet on board A: 1 number, 1 bridge, 0 finished islands>
    """

    board: Board
    digits: bytes
    """Each island's number, 0 for none."""
    planks: bytes
    """Each line's bridges."""
    counts: bytes
    """How many bridges lead to each island."""
    finished: int = 0
    """The finished islands, a bit for each index (R18). A circle once drawn stays, even where
    a free pen adds a bridge too many, until the island is struck or the mark taken back."""
    struck: int = 0
    """The islands struck through, a bit for each index (R34)."""
    scribbles: tuple[Number, ...] = ()
    """Numbers written into an island that had one already: free pens only (R33)."""

    @classmethod
    def blank(cls, board: Board) -> Sheet:
        """Return a board on which nothing is written or drawn."""
        islands, lines = len(board.islands), len(board.lines)
        return cls(board, bytes(islands), bytes(lines), bytes(islands))

    @classmethod
    def of(cls, board: Board, marks: Iterable[Mark]) -> Sheet:
        """A sheet with these marks on it, whether or not the rules allow them."""
        return cls.blank(board).with_marks(marks)

    # --- what stands on it

    def number(self, island: Island) -> int | None:
        """Return the number of an island, None where none is written."""
        return self.digits[island.index] or None

    def bridges(self, line: Line) -> int:
        """Return how many bridges lie on a line."""
        return self.planks[line.index]

    def count(self, island: Island) -> int:
        """How many bridges lead to the island."""
        return self.counts[island.index]

    def limit(self, island: Island) -> int:
        """How many bridges may lead to it: its number, or 6 while it has none (R17)."""
        return self.digits[island.index] or HIGHEST_NUMBER

    def is_finished(self, island: Island) -> bool:
        """Return whether it is circled: all its bridges lead there (R18) and it is not struck."""
        return bool(self.finished >> island.index & 1)

    def is_struck(self, island: Island) -> bool:
        """Return whether an island was struck by the referee or a call (R33)."""
        return bool(self.struck >> island.index & 1)

    def is_blocked(self, line: Line) -> bool:
        """Whether a bridge lies across the line (R16)."""
        return masks.is_crossed(self.board.plan, self.planks, line.index)

    @property
    def numbers(self) -> dict[Island, int]:
        """All islands with a number."""
        return {i: self.digits[i.index] for i in self.board.islands if self.digits[i.index]}

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All that stands on the sheet: numbers, scribbles, then bridges, in reading order."""
        numbers = [Number(island, number) for island, number in self.numbers.items()]
        bridges = [Bridge(line) for line in self.board.lines for _ in range(self.bridges(line))]
        return (*numbers, *self.scribbles, *bridges)

    # --- change

    def with_mark(self, mark: Mark) -> Sheet:
        """Return the sheet with one more mark on it; nothing is checked here."""
        if isinstance(mark, Bridge):
            return self.with_bridge(mark.line)
        if isinstance(mark, Number):
            return self.with_number(mark.island, mark.number)
        raise ValueError(f"no line between the islands of {mark}")

    def with_marks(self, marks: Iterable[Mark]) -> Sheet:
        """Return the sheet with these marks on it; nothing is checked here."""
        sheet = self
        for mark in marks:
            sheet = sheet.with_mark(mark)
        return sheet

    def with_number(self, island: Island, number: int) -> Sheet:
        """Return the sheet with this number written."""
        at = island.index
        if self.digits[at]:
            spoilt = (*self.scribbles, Number(island, number))
            return Sheet(
                self.board,
                self.digits,
                self.planks,
                self.counts,
                self.finished,
                self.struck,
                spoilt,
            )
        digits = self.digits[:at] + bytes((number,)) + self.digits[at + 1 :]
        finished = self.finished
        if self.counts[at] == number and not self.struck >> at & 1:
            finished |= 1 << at
        return Sheet(
            self.board, digits, self.planks, self.counts, finished, self.struck, self.scribbles
        )

    def with_bridge(self, line: Line) -> Sheet:
        """Return the sheet with one more bridge on this line."""
        planks, counts = bytearray(self.planks), bytearray(self.counts)
        digits, finished, at = self.digits, self.finished, line.index
        if planks[at] < _BRIM:
            planks[at] += 1
        for end in self.board.ends[at]:
            count = counts[end]
            if count < _BRIM:
                count += 1
                counts[end] = count
            if count == digits[end]:
                finished |= 1 << end & ~self.struck
        return Sheet(
            self.board,
            digits,
            bytes(planks),
            bytes(counts),
            finished,
            self.struck,
            self.scribbles,
        )

    def with_struck(self, islands: int) -> Sheet:
        """These islands struck through: they can never be finished any more (R34)."""
        return Sheet(
            self.board,
            self.digits,
            self.planks,
            self.counts,
            self.finished & ~islands,
            self.struck | islands,
            self.scribbles,
        )

    # --- showing

    def __str__(self) -> str:
        """Return the sheet as a picture of characters."""
        printed: str = import_module("hashi.drawing").printed(self)  # late: drawing is above
        return printed

    def __repr__(self) -> str:
        counts = {
            "number": len(self.numbers) + len(self.scribbles),
            "bridge": sum(self.planks),
            "finished island": self.finished.bit_count(),
        }
        told = ", ".join(f"{n} {name}{'' if n == 1 else 's'}" for name, n in counts.items())
        return f"<Sheet on {self.board.title}: {told}>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        picture: str = import_module("hashi.drawing").picture(self)
        return picture
