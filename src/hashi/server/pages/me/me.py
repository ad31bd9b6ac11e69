"""The statistics of your own games."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.bots import BOTS
from hashi.coach.reviews.sentences import figure
from hashi.drawing import bar, cost_scale, points_scale, trend
from hashi.host.day_results import first_results
from hashi.rules.game.solo import RANK_FLOORS
from hashi.server.pages.me.milestones import milestones
from hashi.server.pages.me.own_results import own_results
from hashi.server.pages.me.statistics import (
    SHOWN_TREND,
    WINDOW,
    Duel,
    Statistics,
    means,
)
from hashi.server.pages.parts.devices import apart_of, device_rows
from hashi.server.pages.parts.game_list import finished_rows
from hashi.server.pages.parts.push import push_rows
from hashi.server.pages.parts.streak import streak_view
from hashi.server.responses import host_of, respond
from hashi.server.spoilers import today_of
from hashi.server.visitor import visitor_of
from hashi.table import counted_results
from hashi.words import RANKS, Words, bot_name, day_text, one_decimal, usual_name

MOST_POINTS = RANK_FLOORS[-1]
"""What a bar of points is measured by."""
SHOWN_LAST = 5


@dataclass(frozen=True, slots=True)
class ReachedRank:
    """One of the twelve ranks, and how often it was reached."""

    floor: str
    name: str
    count: int
    bar: str
    is_best: bool


@dataclass(frozen=True, slots=True)
class DuelRow:
    """Games against a bot, or among so many players."""

    name: str
    level: int
    duel: Duel
    bar: str


async def me(request: WebRequest) -> Response:
    """Answer with the statistics of this browser's games."""
    visitor = visitor_of(request)
    words, holder = visitor.words, visitor.holder
    results = await own_results(request, visitor)
    host = host_of(request)
    costs = await host.index.costs_of(holder)
    figures = await host.reads.call(Statistics.of, results, holder, costs)
    last = await host.reads.call(finished_rows, words, results[:SHOWN_LAST], results, holder)
    counted = await host.reads.call(counted_results, results, holder)
    own = first_results(result for result in results if result.daily)
    return respond(
        request,
        visitor,
        "me/me",
        figures=figures,
        player=visitor.name or figures.name or usual_name(words),
        since=day_text(words, figures.since) if figures.since else "",
        streak=streak_view(words, own, today_of(request)),
        mean=_decimal(words, figures.last_ten),
        gain=_gain(words, figures),
        trend=_trend(words, figures),
        missing=WINDOW - len(figures.alone),
        cost=_cost(words, figures.mean_cost),
        cost_trend=_cost_trend(words, figures),
        shown_costs=[_cost(words, each) for each in figures.costs[-SHOWN_TREND:]],
        ranks=_rank_rows(words, figures),
        reached=sum(1 for count in figures.ranks if count),
        sides=[
            (side, each.games, each.best, _decimal(words, each.mean), _points_bar(each.mean))
            for side, each in figures.sides.items()
        ],
        bots=[
            DuelRow(bot_name(words, bot), level, duel, _duel_bar(duel))
            for level, bot in reversed(list(enumerate(BOTS, start=1)))
            if (duel := figures.bots.get(bot))
        ],
        levels=len(BOTS),
        tables=[
            DuelRow(str(count), count, duel, _duel_bar(duel))
            for count, duel in figures.players.items()
        ],
        favourites=_favourite_rows(figures),
        last=last,
        milestones=[
            (each, each.text(words), day_text(words, each.at))
            for each in await host.reads.call(milestones, results, holder)
        ],
        total=len(results),
        devices=await device_rows(request, visitor),
        pushes=await push_rows(request, visitor),
        apart=await apart_of(request, visitor),
        uncounted=len(results) - len(counted),
    )


def _decimal(words: Words, value: float | None) -> str:
    return "" if value is None else one_decimal(words.language, value)


def _gain(words: Words, figures: Statistics) -> str:
    """Return how the mean has changed over the games that are shown, with its sign."""
    ends = means(figures.alone[-SHOWN_TREND - WINDOW + 1 :])
    if len(ends) < 2:
        return ""
    change = ends[-1] - ends[0]
    sign = "+" if change >= 0 else "\N{MINUS SIGN}"
    return f"{sign}{_decimal(words, abs(change))}"


def _trend(words: Words, figures: Statistics) -> str:
    if len(figures.alone) < WINDOW:
        return ""
    values = figures.alone[-SHOWN_TREND:]
    ends = means(figures.alone[-SHOWN_TREND - WINDOW + 1 :])
    best = words.say("best {points}", points=max(values))
    return trend(values, ends, best, _decimal(words, ends[-1]), points_scale(values))


def _cost(words: Words, value: float | None) -> str:
    return "" if value is None else figure(words, value, 2)


def _cost_trend(words: Words, figures: Statistics) -> str:
    if len(figures.costs) < WINDOW:
        return ""
    values = figures.costs[-SHOWN_TREND:]
    ends = means(figures.costs[-SHOWN_TREND - WINDOW + 1 :])
    best = words.say("best {points}", points=_cost(words, min(values)))
    scale = cost_scale(values)
    return trend(
        values, ends, best, _cost(words, ends[-1]), scale, lambda level: _decimal(words, level)
    )


def _rank_rows(words: Words, figures: Statistics) -> list[ReachedRank]:
    """Return the twelve ranks, the highest first."""
    most = max(*figures.ranks, 1)
    best = max((rank for rank, count in enumerate(figures.ranks) if count), default=-1)
    floors = [f"≤{RANK_FLOORS[1] - 1}", *map(str, RANK_FLOORS[1:])]
    rows = [
        ReachedRank(
            floors[rank],
            words.say(RANKS[rank]),
            count,
            bar([(count / most, "planks")]) if count else "",
            rank == best,
        )
        for rank, count in enumerate(figures.ranks)
    ]
    return rows[::-1]


def _points_bar(points: float) -> str:
    return bar([(points / MOST_POINTS, "planks")])


def _favourite_rows(figures: Statistics) -> list[tuple[str, int, str]]:
    """Return names and counts, each with a bar beside that of the first."""
    most = max((count for _, count in figures.favourites), default=1)
    return [(name, count, bar([(count / most, "planks")])) for name, count in figures.favourites]


def _duel_bar(duel: Duel) -> str:
    parts = ((duel.won, "won"), (duel.shared, "tied"), (duel.lost, "lost"))
    return bar([(count / duel.games, kind) for count, kind in parts])
