"""A person's games in figures: computed from results, whenever they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from hashi.boards import SIDES
from hashi.rules import rank
from hashi.rules.solo import RANK_FLOORS
from hashi.table import Result

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

    def and_one(self, own: int, others: Sequence[int]) -> Duel:
        """Return the same with one more game: own points against these."""
        best = max(others)
        return Duel(self.won + (own > best), self.shared + (own == best), self.lost + (own < best))


@dataclass(frozen=True, slots=True)
class Side:
    """Games alone on one side of the board."""

    games: int
    best: int
    mean: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the results of one person add up to.

    Only games in which nobody knew the cards beforehand count: no practice, no cards played again.
    """

    name: str
    """The name used last."""
    since: float
    """When the first game ended."""
    games: int
    """Games that count, alone and with others."""
    alone: tuple[int, ...]
    """Points of games alone, the oldest first."""
    ranks: tuple[int, ...]
    """How often each of the twelve ranks was reached, the lowest first (R32)."""
    sides: dict[str, Side]
    bots: dict[str, Duel]
    players: dict[int, Duel]
    """Games by the number of players."""
    favourites: tuple[tuple[str, int], ...]
    """The people played with most often, and how often."""

    @property
    def best(self) -> int | None:
        return max(self.alone, default=None)

    @property
    def last_ten(self) -> float | None:
        """The mean of the last ten games alone, or of fewer."""
        return fmean(self.alone[-WINDOW:]) if self.alone else None

    @property
    def means(self) -> tuple[float, ...]:
        """The mean of ten games alone after each game from the tenth on."""
        ends = range(WINDOW, len(self.alone) + 1)
        return tuple(fmean(self.alone[end - WINDOW : end]) for end in ends)

    @classmethod
    def of(cls, results: Sequence[Result], holder: str) -> Statistics:
        """Return the statistics of these results, which may come in any order."""
        ordered = sorted(results, key=lambda result: result.at)
        own = [result for result in ordered if len(result.seats_of(holder)) == 1]
        counted = counted_results(own)
        alone = [result for result in counted if result.is_alone]
        totals = tuple(result.totals[0] for result in alone)
        ranks = Counter(map(rank, totals))
        bots: dict[str, Duel] = {}
        players: dict[int, Duel] = {}
        people: Counter[str] = Counter()
        for result in counted:
            _compare(result, holder, bots, players, people)
        name = next((r.players[r.seats_of(holder)[0]] for r in reversed(own)), "")
        return cls(
            name,
            own[0].at if own else 0.0,
            len(counted),
            totals,
            tuple(ranks[each] for each in range(len(RANK_FLOORS))),
            {side: _side(alone, side) for side in SIDES if any(r.board == side for r in alone)},
            bots,
            dict(sorted(players.items())),
            tuple(people.most_common(FAVOURITES)),
        )


def counted_results(own: Sequence[Result]) -> list[Result]:
    """Return the results that count: of a day's board, or a challenge, only the first one does."""
    firsts: dict[str, str] = {}
    for result in sorted(own, key=lambda result: result.at):
        firsts.setdefault(result.daily or result.challenge or result.id, result.id)
    ids = set(firsts.values())
    return [result for result in own if result.is_by_chance and result.id in ids]


def _compare(
    result: Result,
    holder: str,
    bots: dict[str, Duel],
    players: dict[int, Duel],
    people: Counter[str],
) -> None:
    """Add one game with others to the counts."""
    (seat,) = result.seats_of(holder)
    own, count = result.totals[seat], len(result.players)
    others = [other for other in range(count) if other != seat]
    if not others:
        return
    players[count] = players.get(count, Duel()).and_one(own, [result.totals[o] for o in others])
    for other in others:
        bot = result.bots[other] if result.bots else ""
        if bot:
            bots[bot] = bots.get(bot, Duel()).and_one(own, [result.totals[other]])
        elif result.holders[other]:
            people[result.players[other]] += 1


def _side(alone: Sequence[Result], side: str) -> Side:
    totals = [result.totals[0] for result in alone if result.board == side]
    return Side(len(totals), max(totals), fmean(totals))
