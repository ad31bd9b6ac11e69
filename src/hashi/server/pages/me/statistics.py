"""A person's games in figures: computed from results, whenever they are asked for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from hashi.boards import SIDES
from hashi.rules import rank
from hashi.rules.game.solo import RANK_FLOORS
from hashi.table import Result, counted_results

WINDOW = 10
"""How many games a mean is taken over."""
SHOWN_TREND = 40
FAVOURITES = 5


@dataclass(frozen=True, slots=True)
class Duel:
    """Games against one bot, or among so many players."""

    won: int = 0
    shared: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.shared + self.lost

    @classmethod
    def of(cls, margins: Sequence[int]) -> Duel:
        """Return the count of games with these margins: own points less those of the other."""
        won, shared = sum(margin > 0 for margin in margins), margins.count(0)
        return cls(won, shared, len(margins) - won - shared)


@dataclass(frozen=True, slots=True)
class Side:
    """Solo games on one side of the board."""

    games: int
    best: int
    mean: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the results of one person add up to.

    Only games without an aid count: no practice, no cards played again, no hints.
    """

    name: str
    """The name used last."""
    since: float
    """When the first game ended."""
    games: int
    """Games that count, solo and with others."""
    alone: tuple[int, ...]
    """Points of solo games, the oldest first."""
    ranks: tuple[int, ...]
    """How often each of the twelve ranks was reached, the lowest first (R32)."""
    sides: dict[str, Side]
    bots: dict[str, Duel]
    players: dict[int, Duel]
    """Games by the number of players."""
    favourites: tuple[tuple[str, int], ...]
    """The people played with most often, and how often."""
    costs: tuple[float, ...] = ()
    """Points lost per turn in games that have a review, the oldest first."""

    @property
    def best(self) -> int | None:
        return max(self.alone, default=None)

    @property
    def last_ten(self) -> float | None:
        """The average of the last ten solo games, or of fewer."""
        return fmean(self.alone[-WINDOW:]) if self.alone else None

    @property
    def mean_cost(self) -> float | None:
        """The mean of points lost per turn in the last ten games with a review, or in fewer."""
        return fmean(self.costs[-WINDOW:]) if self.costs else None

    @classmethod
    def of(
        cls,
        results: Sequence[Result],
        holder: str,
        costs: Mapping[str, Sequence[float]] | None = None,
    ) -> Statistics:
        """Return the statistics of these results, which may come in any order.

        `costs` are the points lost per turn by each seat, by table, where there is a review.
        """
        ordered = sorted(results, key=lambda result: result.at)
        own = [result for result in ordered if result.holders.count(holder) == 1]
        counted = counted_results(own, holder)
        alone = [result for result in counted if result.is_alone]
        totals = tuple(result.totals[0] for result in alone)
        ranks = Counter(map(rank, totals))
        bots, players = defaultdict[str, list[int]](list), defaultdict[int, list[int]](list)
        people: Counter[str] = Counter()
        for result in counted:
            if not result.is_alone:
                _compare(result, holder, bots, players, people)
        name = own[-1].players[own[-1].holders.index(holder)] if own else ""
        return cls(
            name,
            own[0].at if own else 0.0,
            len(counted),
            totals,
            tuple(ranks[each] for each in range(len(RANK_FLOORS))),
            {side: _side(alone, side) for side in SIDES if any(r.board == side for r in alone)},
            {bot: Duel.of(margins) for bot, margins in bots.items()},
            {count: Duel.of(margins) for count, margins in sorted(players.items())},
            tuple(people.most_common(FAVOURITES)),
            tuple(
                costs[result.id][result.holders.index(holder)]
                for result in counted
                if costs and len(costs.get(result.id, ())) == len(result.players)
            ),
        )


def means(values: Sequence[float]) -> tuple[float, ...]:
    """Return the mean of ten values after each from the tenth on."""
    return tuple(fmean(values[end - WINDOW : end]) for end in range(WINDOW, len(values) + 1))


def _compare(
    result: Result,
    holder: str,
    bots: dict[str, list[int]],
    players: dict[int, list[int]],
    people: Counter[str],
) -> None:
    """Add one game with others: its margins, and who they were."""
    seat, totals = result.holders.index(holder), result.totals
    own = totals[seat]
    players[len(totals)].append(own - max(totals[:seat] + totals[seat + 1 :]))
    for other, name in enumerate(result.players):
        if other == seat:
            continue
        bot = result.bots[other] if result.bots else ""
        if bot:
            bots[bot].append(own - totals[other])
        elif result.holders[other]:
            people[name] += 1


def _side(alone: Sequence[Result], side: str) -> Side:
    totals = [result.totals[0] for result in alone if result.board == side]
    return Side(len(totals), max(totals), fmean(totals))
