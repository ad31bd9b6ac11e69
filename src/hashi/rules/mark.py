"""What a pen can put on a sheet: a number into an island, a bridge along a line."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules.board import Line
from hashi.rules.island import Island


@dataclass(frozen=True, slots=True)
class Number:
    """A number written into an island (action a, R9).

    >>> hashi.Number(hashi.board("A").island("c2"), 4)
    <Number 4@c2>
    """

    island: Island
    number: int

    def __str__(self) -> str:
        return f"{self.number}@{self.island.name}"

    def __repr__(self) -> str:
        return f"<Number {self}>"


@dataclass(frozen=True, slots=True)
class Bridge:
    """One bridge drawn along a line (action b, R13).

    >>> hashi.Bridge(hashi.board("A").line("c1", "c2"))
    <Bridge c1-c2>
    """

    line: Line

    def __str__(self) -> str:
        return self.line.name

    def __repr__(self) -> str:
        return f"<Bridge {self}>"


@dataclass(frozen=True, slots=True)
class Stray:
    """A bridge where no line is printed: never allowed, not even with a free pen (R2)."""

    ends: tuple[Island, Island]

    def __str__(self) -> str:
        return f"{self.ends[0].name}-{self.ends[1].name}"

    def __repr__(self) -> str:
        return f"<Stray {self}>"


Mark = Number | Bridge | Stray
