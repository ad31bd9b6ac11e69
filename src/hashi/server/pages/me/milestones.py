"""What a person has reached for the first time: derived from results, nothing of it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from hashi.host.day_results import ONE, first_results, kept_days
from hashi.rules import Goal
from hashi.table import Result, counted_results
from hashi.words import Words

POINTS = (50, 55)
GAMES = (10, 100)
DAYS = 7


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something that was reached once, with the figure on its sign."""

    kind: str
    """`first`, `points`, `games`, `win`, `blue` or `days`."""
    figure: int
    at: float
    """When it was reached."""

    @property
    def sign(self) -> str:
        """What stands on the sign; a win and a goal have an icon."""
        return "" if self.kind in ("win", "blue") else str(self.figure)

    def text(self, words: Words) -> str:
        """Return what was reached."""
        say = words.say
        if self.kind == "first":
            return say("First finished game")
        if self.kind == "points":
            return say("First {points} points", points=self.figure)
        if self.kind == "games":
            return say("{count} finished games", count=self.figure)
        if self.kind == "win":
            return say("First win against others")
        if self.kind == "blue":
            return say("All blue flags for the first time")
        return say("{count} days in a row, each with its board", count=self.figure)


def milestones(results: Sequence[Result], holder: str) -> list[Milestone]:
    """Return what the holder of these results has reached, in the order in which it was.

    Games with an aid are finished games, too; points and wins count without one only.
    """
    own = [each for each in results if each.holders.count(holder) == 1]
    return sorted(_reached(own, holder), key=lambda milestone: milestone.at)


def _reached(own: Sequence[Result], holder: str) -> Iterator[Milestone]:
    ordered = sorted(own, key=lambda result: result.at)
    if ordered:
        yield Milestone("first", 1, ordered[0].at)
    for count in GAMES:
        if len(ordered) >= count:
            yield Milestone("games", count, ordered[count - 1].at)
    counted = sorted(counted_results(own, holder), key=lambda result: result.at)
    for points in POINTS:
        high = [r.at for r in counted if r.is_alone and r.totals[0] >= points]
        if high:
            yield Milestone("points", points, high[0])
    blue = [r.at for r in counted if r.has_goal(r.seats_of(holder)[0], Goal.BLUE)]
    if blue:
        yield Milestone("blue", 1, blue[0])
    won = [r.at for r in counted if not r.is_alone and r.winners == r.seats_of(holder)]
    if won:
        yield Milestone("win", 1, won[0])
    days = first_results(result for result in own if result.daily)
    end = _end_of_week(kept_days(days))
    if end is not None:
        yield Milestone("days", DAYS, days[end].at)


def _end_of_week(kept: set[date]) -> date | None:
    """Return the day that completed the first seven days in a row."""
    weeks = (day for day in sorted(kept) if all(day - n * ONE in kept for n in range(DAYS)))
    return next(weeks, None)
