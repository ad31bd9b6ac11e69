"""What a sheet is expected to score in the end, line by line."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules import Goal, Ledger


@dataclass(frozen=True, slots=True)
class Lines:
    """Points by scoring line: 2 for each finished island (R28), and the three goals (R23-R25).

    >>> from hashi.coach import Lines
    >>> Lines(32, 9, 3, 8).total, Lines(32, 9, 3, 8) - Lines(30, 5, 3, 8)
    (52, Lines(islands=2, red=4, blue=0, six=0))
    """

    islands: float = 0.0
    red: float = 0.0
    blue: float = 0.0
    six: float = 0.0

    @property
    def total(self) -> float:
        """The sum of the lines."""
        return self.islands + self.red + self.blue + self.six

    def of(self, goal: Goal) -> float:
        """Return the points of a goal."""
        return {Goal.RED: self.red, Goal.BLUE: self.blue, Goal.SIX: self.six}[goal]

    def __sub__(self, other: Lines) -> Lines:
        return Lines(
            self.islands - other.islands,
            self.red - other.red,
            self.blue - other.blue,
            self.six - other.six,
        )

    @classmethod
    def scored(cls, ledger: Ledger) -> Lines:
        """Return the points that are entered in a ledger."""
        goals = dict.fromkeys(Goal, 0)
        islands = 0
        for line in ledger:
            if isinstance(line.source, Goal):
                goals[line.source] += line.points
            else:
                islands += line.points
        return cls(islands, goals[Goal.RED], goals[Goal.BLUE], goals[Goal.SIX])


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of each goal, from 0 to 1, to be reached at its higher value."""

    red: float = 0.0
    blue: float = 0.0
    six: float = 0.0

    def of(self, goal: Goal) -> float:
        """Return the chance of a goal."""
        return {Goal.RED: self.red, Goal.BLUE: self.blue, Goal.SIX: self.six}[goal]


@dataclass(frozen=True, slots=True)
class Outlook:
    """The points that a sheet is expected to have in the end, with good play from now on."""

    lines: Lines
    chances: Chances
    error: float = 0.0
    """The standard error of the value where it comes from games played on, else 0."""

    @property
    def value(self) -> float:
        """The expected points: the sum of the lines."""
        return self.lines.total
