"""Results on the boards of days: a person's own, and everyone's on this server.

They are read from the results that a store keeps beside its logs, so they are right whichever
process asks, and after any crash.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from hashi.boards import day_at
from hashi.host import Host, LoadedTable
from hashi.rules import rank
from hashi.rules.game.solo import RANK_FLOORS
from hashi.table import Result
from hashi.table.labels import label_of_day, label_of_days

MOST_PEOPLE, MOST_DAYS = 50_000, 5_000
FRESH = 5.0
"""Seconds for which everyone's results of a day are not read again."""
KEPT, KEPT_PEOPLE = 50, 100_000
"""How many days' results are kept in memory, and of how many people in all; the latest day read is
kept in any case."""
ONE = timedelta(days=1)


async def own_days(host: Host, holder: str) -> dict[date, Result]:
    """Return the results of one person that count, by day."""
    found = await host.index.results_of(label_of_days(holder), MOST_DAYS)
    return first_results(result for result in found if result.seats_of(holder))


async def unfinished_tables(host: Host, holder: str, day: date) -> list[LoadedTable]:
    """Return the tables where this person has begun the board of a day, the latest first."""
    found = await host.index.tables_of(label_of_days(holder))
    tables = [table for table in found if isinstance(table, LoadedTable)]
    return [
        each
        for each in tables
        if each.table.daily == day.isoformat() and each.table.seats_of(holder)
    ]


def first_results(results: Iterable[Result]) -> dict[date, Result]:
    """Return the result of each day that was finished first: the others are practice."""
    first: dict[date, Result] = {}
    for result in results:
        day = date.fromisoformat(result.daily)
        if day not in first or result.at < first[day].at:
            first[day] = result
    return first


def is_on_time(result: Result) -> bool:
    """Return whether the board of a day was finished on its date."""
    return day_at(result.at).isoformat() == result.daily


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row whose boards were finished on their dates."""

    current: int = 0
    longest: int = 0

    @classmethod
    def of(cls, kept: Collection[date], today: date) -> Streak:
        """Return the streak of these days; today does not count as missed until it is over."""
        end = today if today in kept else today - ONE
        current = run = longest = 0
        while end - current * ONE in kept:
            current += 1
        for day in sorted(kept):
            run = run + 1 if day - ONE in kept else 1
            longest = max(longest, run)
        return cls(current, longest)


def kept_days(own: Mapping[date, Result]) -> set[date]:
    """Return the days that count for a streak."""
    return {day for day, result in own.items() if is_on_time(result)}


@dataclass(frozen=True, slots=True)
class Everybody:
    """The results of all people on this server on one board, each person's first."""

    totals: tuple[int, ...]

    @property
    def by_rank(self) -> tuple[int, ...]:
        """How many people have reached each of the twelve ranks, the lowest first (R32)."""
        ranks = Counter[int]()
        for total, people in Counter(self.totals).items():
            ranks[rank(total)] += people
        return tuple(ranks[each] for each in range(len(RANK_FLOORS)))

    def percent_below(self, total: int) -> int:
        """Return how many of a hundred others have fewer points; 0 where there are no others."""
        others = len(self.totals) - 1
        below = sum(people for each, people in Counter(self.totals).items() if each < total)
        return below * 100 // others if others > 0 else 0


class DayBook:
    """Everyone's results by day, each read at most once in a few seconds."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._days: OrderedDict[date, tuple[float, dict[str, int]]] = OrderedDict()
        self._reading: dict[tuple[date, bool], asyncio.Task[dict[str, int]]] = {}
        """What is being read, for those who use much and for all others: these do not wait for
        the turns of those."""

    async def everybody(self, day: date, own: Result | None = None, holder: str = "") -> Everybody:
        """Return the results of a day; `own` counts even if it is newer than what was read.

        A result with an aid has no place among them, nor has a later one of the same person.
        """
        read_at, totals = self._days.get(day, (-FRESH, {}))
        if time.monotonic() - read_at >= FRESH:
            totals = await self._read_once(day)
        if own is not None and own.is_unaided(0):
            totals = {**totals, holder: own.totals[0]}
        return Everybody(tuple(totals.values()))

    async def _read_once(self, day: date) -> dict[str, int]:
        """Return what is read now, once for all who ask meanwhile."""
        key = day, self._host.reads.is_heavy()
        reading = self._reading.get(key)
        if reading is None:
            reading = self._reading[key] = asyncio.ensure_future(self._read(day))
            reading.add_done_callback(lambda done: self._is_read(key, done))
        return await asyncio.shield(reading)

    def _is_read(self, key: tuple[date, bool], done: asyncio.Task[dict[str, int]]) -> None:
        day, _ = key
        del self._reading[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._days[day] = time.monotonic(), done.result()
        self._days.move_to_end(day)
        while len(self._days) > 1 and self._is_full:
            self._days.popitem(last=False)

    @property
    def _is_full(self) -> bool:
        people = sum(len(totals) for _, totals in self._days.values())
        return len(self._days) > KEPT or people > KEPT_PEOPLE

    async def _read(self, day: date) -> dict[str, int]:
        """Return the points of each person's first game on the board of a day."""
        found = await self._host.index.results_of(label_of_day(day.isoformat()), MOST_PEOPLE)
        return await self._host.reads.call(_first_totals, found)


def _first_totals(results: Iterable[Result]) -> dict[str, int]:
    first: dict[str, Result] = {}
    for result in results:
        holder = result.holders[0]
        if holder and (holder not in first or result.at < first[holder].at):
            first[holder] = result
    return {holder: result.totals[0] for holder, result in first.items() if result.is_unaided(0)}
