"""The result on a day's board: among everyone's, beside the bots', and what the coach says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.coach import like_sentence
from hashi.coach.reviews.sentences import figure
from hashi.drawing import Rung, costs, histogram, ladder, scene, still_board
from hashi.host import LoadedTable
from hashi.host.day_results import Everybody, is_on_time, unfinished_tables
from hashi.rules import Game, rank
from hashi.rules.game.solo import RANK_FLOORS
from hashi.server.jobs.day_bots import DayGames
from hashi.server.jobs.reviews import Reviewed
from hashi.server.pages.parts.links import day_picture_link
from hashi.server.pages.parts.reviews import find_review
from hashi.server.pages.parts.streak import streak_view
from hashi.server.responses import host_of, respond
from hashi.server.services import services_of
from hashi.server.site import full_address
from hashi.server.spoilers import today_of
from hashi.server.visitor import Visitor
from hashi.table import Objected, Result
from hashi.words import Words, bot_name, daily_signs, daily_text, rank_or_mark, weekday_text

DAY_SECONDS = 86_400


async def show_result(
    request: WebRequest, visitor: Visitor, day: date, own: Mapping[date, Result], result: Result
) -> Response:
    """Answer with the result of one who has finished a day's board."""
    words, today = visitor.words, today_of(request)
    bots = services_of(request).day_bots
    bots.begin(day)
    loaded = await host_of(request).tables.live(result.id)
    everybody = await services_of(request).day_book.everybody(day, result, visitor.holder)
    waiting = await unfinished_tables(host_of(request), visitor.holder, day)
    address = full_address(request, f"/daily/{day.isoformat()}")
    left = DAY_SECONDS - int(services_of(request).now()) % DAY_SECONDS
    return respond(
        request,
        visitor,
        "daily/result",
        day=day,
        day_text=weekday_text(words, day),
        is_today=day == today,
        shared_picture=day_picture_link(day, visitor.language),
        is_late=not is_on_time(result),
        id=result.id,
        waiting=waiting[0].id if waiting else "",
        address=address,
        view=_results_view(
            visitor,
            day,
            loaded.table.played,
            result.aid(0),
            everybody,
            bots.games(day),
        ),
        turns=await _turns_view(request, words, loaded),
        streak=streak_view(words, own, today),
        hours=left // 3600,
        minutes=left % 3600 // 60,
    )


@dataclass(frozen=True, slots=True)
class TurnsView:
    """What the coach says of the game; nothing yet while the review is being computed."""

    sentence: str = ""
    """The cost per turn, and which bot plays like that."""
    plot: str = ""
    costs: tuple[tuple[int, str], ...] = ()
    """The plot as a table: rounds and what their turns cost."""
    is_waiting: bool = False


async def _turns_view(request: WebRequest, words: Words, loaded: LoadedTable) -> TurnsView:
    """Return what the review says, or begin it; where it cannot be begun now, the link remains."""
    try:
        found = await find_review(request, loaded)
    except Objected:
        return TurnsView()
    if not isinstance(found, Reviewed):
        return TurnsView(is_waiting=not found.is_failed)
    player = found.review.players[0]
    return TurnsView(
        like_sentence(words, player),
        costs([turn.cost for turn in player.turns], [turn.round for turn in player.costliest]),
        tuple((turn.round, figure(words, -turn.cost, is_signed=True)) for turn in player.turns),
    )


@dataclass(frozen=True, slots=True)
class ResultsView:
    """What is shown to one who has finished a day's board."""

    total: int
    rank: str
    """The rank, or why there is none."""
    ahead: int
    """Of a hundred others, how many have fewer points."""
    picture: str
    histogram: str
    classes: tuple[tuple[str, int], ...]
    """The histogram as a table: points and people."""
    people: int
    ladder: str
    rungs: tuple[Rung, ...]
    """The ladder as a table, the most points first."""
    is_waiting: bool
    """Whether bots are still playing."""
    signs: str
    text: str


def _results_view(
    visitor: Visitor,
    day: date,
    game: Game,
    aid: str | None,
    everybody: Everybody,
    games: DayGames,
) -> ResultsView:
    words, total = visitor.words, game.totals[0]
    ahead = 0 if aid else everybody.percent_below(total)
    own = None if aid else rank(total)
    place = words.say("ahead of {percent}% of players", percent=ahead) if ahead else ""
    labels = [f"≤{RANK_FLOORS[1] - 1}", *map(str, RANK_FLOORS[1:])]
    rungs = _rungs(words, total, games)
    picture = still_board(scene(game.sheets[0]), words.say("Your board"))
    return ResultsView(
        total,
        rank_or_mark(words, total, aid),
        ahead,
        picture,
        histogram(everybody.by_rank, labels, own, words.say("you")),
        tuple(zip(labels, everybody.by_rank, strict=True)),
        len(everybody.totals),
        ladder(rungs),
        rungs,
        not games.is_complete,
        daily_signs(game),
        daily_text(words, game, day, place, aid),
    )


def _rungs(words: Words, own: int, games: DayGames) -> tuple[Rung, ...]:
    """Return the rungs of the ladder, the most points first; equal points share one."""
    standing = [(own, "own", words.say("You"))]
    standing += [(total, "bot", bot_name(words, bot)) for bot, total in games.totals.items()]
    if games.possible is not None:
        is_proven = games.possible.is_proven
        name = words.say("Best possible") if is_proven else words.say("Best found")
        standing.append((games.possible.points, "possible", name))
    rungs: dict[int, Rung] = {}
    for reached, kind, name in standing:
        there = rungs.get(reached)
        names = (*there.names, name) if there else (name,)
        rungs[reached] = Rung(reached, names, there.kind if there else kind)
    return tuple(rungs[reached] for reached in sorted(rungs, reverse=True))
