"""What was measured on a board so far; figures of parts add up to those of the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Self

from hashi.rules.game.solo import RANK_FLOORS
from hashi.workshop.deals import SIXTY

Result = tuple[int, int]
"""The most points that were found in a deal, and what they cannot exceed."""
LEAST_GAMES = 20
"""With fewer games a mean is not told."""
MOST_ERROR = 0.3
"""The standard error, in points, with which the starts can be told apart."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Points of many games, as their number, their sum and the sum of their squares."""

    games: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, points: Iterable[int]) -> Self:
        known = list(points)
        return cls(len(known), sum(known), sum(each * each for each in known))

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        return self.total / self.games if self.games else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.games < 2:
            return 0.0
        spread = (self.squares - self.total**2 / self.games) / (self.games - 1)
        return sqrt(max(0.0, spread) / self.games)


@dataclass(frozen=True, slots=True)
class DealShare:
    """How often something is possible: in so many deals at least, and in so many at most."""

    least: int
    most: int
    deals: int

    @property
    def percent(self) -> int:
        return round(100 * self.least / self.deals) if self.deals else 0

    @property
    def most_percent(self) -> int:
        return round(100 * self.most / self.deals) if self.deals else 0

    @property
    def is_proven(self) -> bool:
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured so far."""

    bots: Mapping[str, Tally] = field(default_factory=dict)
    """The points of each bot alone."""
    deals: Mapping[Result, int] = field(default_factory=dict)
    """How many deals had which result with all cards known."""
    starts: Mapping[str, Tally] = field(default_factory=dict)
    """The points after each start, all with the same cards; `4@c2`."""

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            _sum(self.bots, other.bots),
            dict(Counter(self.deals) + Counter(other.deals)),
            _sum(self.starts, other.starts),
        )

    def mean(self, bot: str) -> float | None:
        """Return the mean of a bot; None before it can be told."""
        tally = self.bots.get(bot, Tally())
        return tally.mean if tally.games >= LEAST_GAMES else None

    def possible(self, points: int) -> DealShare:
        """Return in how many of the deals so many points are possible."""
        deals = self.deals.items()
        return DealShare(
            sum(count for (found, _), count in deals if found >= points),
            sum(count for (_, bound), count in deals if bound >= points),
            sum(self.deals.values()),
        )

    @property
    def sixty(self) -> DealShare:
        return self.possible(SIXTY)

    @property
    def ranks(self) -> tuple[DealShare, ...]:
        """How often each rank is possible, the lowest first (R32)."""
        return tuple(self.possible(floor) for floor in RANK_FLOORS)

    @property
    def starts_error(self) -> float:
        """The largest standard error of a start's mean."""
        return max((tally.error for tally in self.starts.values()), default=0.0)

    @property
    def has_starts(self) -> bool:
        """Whether the starts can be told apart."""
        return bool(self.starts) and self.starts_error < MOST_ERROR

    @property
    def starts_range(self) -> float:
        """How many points the best start brings more than the worst."""
        means = [tally.mean for tally in self.starts.values()]
        return max(means) - min(means) if means else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON, for files and programs."""
        return {
            "bots": {bot: list(_three(tally)) for bot, tally in self.bots.items()},
            "deals": [[*result, count] for result, count in sorted(self.deals.items())],
            "starts": {start: list(_three(tally)) for start, tally in self.starts.items()},
        }

    @classmethod
    def from_json(cls, given: Any) -> Self:
        """Return figures that `to_json` has written."""
        return cls(
            {bot: Tally(*tally) for bot, tally in given["bots"].items()},
            {(found, bound): count for found, bound, count in given["deals"]},
            {start: Tally(*tally) for start, tally in given["starts"].items()},
        )


def _three(tally: Tally) -> tuple[int, int, int]:
    return tally.games, tally.total, tally.squares


def _sum(one: Mapping[str, Tally], other: Mapping[str, Tally]) -> dict[str, Tally]:
    names = [*one, *(name for name in other if name not in one)]
    return {name: one.get(name, Tally()) + other.get(name, Tally()) for name in names}
