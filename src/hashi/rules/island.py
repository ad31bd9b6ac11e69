"""An island of the printed board, and its flag (R1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from string import ascii_lowercase


class Flag(StrEnum):
    """The flag on an island; two of the goals ask for all of one colour (R23, R24).

    >>> [str(island) for island in hashi.board("A").islands if island.flag is hashi.Flag.RED]
    ['c1', 'f3', 'a4', 'e6']
    """

    RED = "red"
    BLUE = "blue"

    def __repr__(self) -> str:
        return f"Flag.{self.name}"


@dataclass(frozen=True, slots=True)
class Island:
    """One island. Column and row count from 0 at the top left corner; `a1` is that corner.

    >>> island = hashi.board("A").island("c2")
    >>> island.name, island.column, island.row, island.flag
    ('c2', 2, 1, None)
    """

    column: int
    row: int
    flag: Flag | None = None
    index: int = 0
    """Its index in reading order on the board."""

    @property
    def name(self) -> str:
        """Column and row, such as `c1`."""
        return f"{ascii_lowercase[self.column]}{self.row + 1}"

    def __hash__(self) -> int:
        """Return the index: equal islands have equal indexes, and hashing is on hot paths."""
        return self.index

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        flag = f" with a {self.flag} flag" if self.flag else ""
        return f"<Island {self.name}{flag}>"
