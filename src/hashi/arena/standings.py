"""The results of bots over many games: points, wins and time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from hashi.arena.tournament import Outcome

_WIN = 12
"""The whole parts of a win. Two, three or four winners share them evenly, so sums are exact."""


@dataclass(slots=True)
class Standing:
    """One bot's results so far. Whole numbers, so the order of the games does not matter."""

    name: str
    rounds: int
    """The number of rounds of each game."""
    games: int = 0
    points: int = 0
    squares: int = 0
    won: int = 0
    seconds: float = 0.0

    def add(self, total: int, won: int, seconds: float) -> None:
        """Add the result of one game."""
        self.games += 1
        self.points += total
        self.squares += total * total
        self.won += won
        self.seconds += seconds

    @property
    def mean(self) -> float:
        return self.points / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 for a single game."""
        if self.games < 2:
            return 0.0
        spread = self.games * self.squares - self.points * self.points
        return sqrt(spread / (self.games - 1)) / self.games

    @property
    def wins(self) -> float:
        """The share of games won, 0 to 1; a tie is shared equally (R28)."""
        return self.won / _WIN / self.games

    @property
    def ms_per_turn(self) -> float:
        return 1000 * self.seconds / (self.games * self.rounds)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "mean": self.mean,
            "se": self.error,
            "wins": self.wins,
            "ms_per_turn": round(self.ms_per_turn, 3),
        }


class Standings:
    """The results of all bots of a contest, in the order in which it lists them."""

    def __init__(self, ids: Sequence[str], rounds: int) -> None:
        self.bots = [Standing(id, rounds) for id in ids]

    @property
    def games(self) -> int:
        """How many games were added."""
        return self.bots[0].games

    def add(self, outcome: Outcome) -> None:
        best = max(outcome.totals)
        share = _WIN // outcome.totals.count(best)
        for bot, total, seconds in zip(self.bots, outcome.totals, outcome.seconds, strict=True):
            bot.add(total, share if total == best else 0, seconds)

    def to_json(self) -> dict[str, Any]:
        return {"games": self.games, "bots": [bot.to_json() for bot in self.bots]}
