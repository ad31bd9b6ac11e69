"""The pages of the board of the day: before and after it is played, and the archive."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.boards import FIRST_DAY, DailyBoard, board, day_at, is_open, read_day
from hashi.coach import like_sentence
from hashi.coach.sentences import figure
from hashi.drawing import DayCell, Rung, costs, histogram, ladder, scene, still_board, streak
from hashi.host import Host, OpenTable
from hashi.host.day_results import (
    Everybody,
    Streak,
    is_on_time,
    kept_days,
    own_days,
    unfinished_tables,
)
from hashi.rules import Game, Sheet, rank
from hashi.rules.solo import RANK_FLOORS
from hashi.server.jobs.day_bots import DayBots, DayGames
from hashi.server.jobs.reviews import Reviewed
from hashi.server.pages.review.page import find_review
from hashi.server.responses import host_of, respond
from hashi.server.services import services_of
from hashi.server.site import full_address
from hashi.server.visitor import Visitor, remember, visitor_of
from hashi.table import Objected, Options, Request, Result
from hashi.table.event import Seated
from hashi.words import (
    RANKS,
    Words,
    bot_name,
    daily_signs,
    daily_text,
    month_text,
    points,
    short_day_text,
    usual_name,
    weekday_letters,
    weekday_text,
)

SHOWN_DAYS, WEEK = 14, 7
DAY_SECONDS = 86_400


def today_of(request: WebRequest) -> date:
    """Return the date in UTC by the server's clock; a browser's clock has no say."""
    return day_at(services_of(request).now())


def day_of(request: WebRequest) -> date:
    """Return the day of the address, or today; answer 404 for one without a board, or not yet."""
    today = today_of(request)
    given = request.path_params.get("day")
    day = today if given is None else read_day(given)
    if day is None or not is_open(day, today):
        raise HTTPException(404)
    return day


async def daily(request: WebRequest) -> Response:
    """Answer with a day's board: to be played, or its results; posted, play it."""
    day, visitor = day_of(request), visitor_of(request)
    if request.method == "POST":
        return await _play(request, visitor, day)
    own = {} if visitor.is_new else await own_days(host_of(request), visitor.holder)
    result = own.get(day)
    if result is None:
        return await _before(request, visitor, day, own)
    return await _after(request, visitor, day, own, result)


async def _play(request: WebRequest, visitor: Visitor, day: date) -> Response:
    """Lead to the visitor's table with this board; open one where none waits."""
    host, bots = host_of(request), _bots(request)
    waiting = await unfinished_tables(host, visitor.holder, day)
    id = waiting[0].id if waiting else await _open(host, visitor, day)
    bots.begin(day)
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response


async def _open(host: Host, visitor: Visitor, day: date) -> str:
    options = Options(board=DailyBoard.of(day).side)
    seats = [Seated(0, usual_name(visitor.words), holder=visitor.holder)]
    id = await host.openings.open(options, visitor.holder, seats, daily=day.isoformat())
    await host.requests.ask(id, Request(visitor.holder, "begin"))
    return id


def _bots(request: WebRequest) -> DayBots:
    return services_of(request).day_bots


async def _everybody(
    request: WebRequest, day: date, own: Result | None = None, holder: str = ""
) -> Everybody:
    book = services_of(request).day_book
    return await book.everybody(day, own, holder)


# --- before it is played


async def _before(
    request: WebRequest, visitor: Visitor, day: date, own: Mapping[date, Result]
) -> Response:
    """Show the side alone, and how many have played: nothing about cards or results."""
    waiting = await unfinished_tables(host_of(request), visitor.holder, day)
    today, side = today_of(request), DailyBoard.of(day).side
    everybody = await _everybody(request, day)
    return respond(
        request,
        visitor,
        "daily",
        day=day,
        day_text=weekday_text(visitor.words, day),
        is_today=day == today,
        shared_picture=f"/daily/{day.isoformat()}.png?lang={visitor.language}",
        side=side,
        picture=_blank(side, visitor),
        people=len(everybody.totals),
        waiting=waiting[0].id if waiting else "",
        streak=streak_view(visitor.words, own, today),
    )


def _blank(side: str, visitor: Visitor) -> str:
    title = visitor.words.say("Side {side}", side=side)
    return still_board(scene(Sheet.blank(board(side))), title)


# --- after it


@dataclass(frozen=True, slots=True)
class StreakView:
    """The last days of a person: a plot, the figures, and the same as a list."""

    current: int
    longest: int
    plot: str
    days: tuple[tuple[str, int | None], ...]
    is_begun: bool
    """Whether any board was ever played."""


def streak_view(words: Words, own: Mapping[date, Result], today: date) -> StreakView:
    """Return the last days of a person whose results on the boards of days are these."""
    kept = kept_days(own)
    counted = Streak.of(kept, today)
    days = [today - timedelta(days=n) for n in reversed(range(SHOWN_DAYS))]
    days = days[WEEK:] if days[WEEK - 1] < FIRST_DAY else days
    cells = [_cell(day, own, today) for day in days]
    letters = weekday_letters(words)
    plot = streak(cells, [letters[day.weekday()] for day in days[:WEEK]])
    listed = tuple(
        (weekday_text(words, day), own[day].totals[0] if day in own else None)
        for day in days
        if day >= FIRST_DAY
    )
    return StreakView(counted.current, counted.longest, plot, listed, bool(own))


def _cell(day: date, own: Mapping[date, Result], today: date) -> DayCell:
    result = own.get(day)
    if day < FIRST_DAY:
        return DayCell(str(day.day), None, "none")
    if result is None:
        return DayCell(str(day.day), None, "missed", day == today)
    kind = "timely" if is_on_time(result) else "late"
    return DayCell(str(day.day), result.totals[0], kind, day == today)


@dataclass(frozen=True, slots=True)
class TurnsView:
    """What the coach says of the game; nothing yet while the review is being computed."""

    sentence: str = ""
    """The cost per turn, and which bot plays like that."""
    plot: str = ""
    costs: tuple[tuple[int, str], ...] = ()
    """The plot as a table: rounds and what their turns cost."""
    is_waiting: bool = False


async def _turns_view(request: WebRequest, words: Words, open_table: OpenTable) -> TurnsView:
    """Return what the review says, or begin it; where it cannot be begun now, the link remains."""
    try:
        found = await find_review(request, open_table)
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


async def _after(
    request: WebRequest, visitor: Visitor, day: date, own: Mapping[date, Result], result: Result
) -> Response:
    words, today = visitor.words, today_of(request)
    _bots(request).begin(day)
    open_table = await host_of(request).tables.live(result.id)
    everybody = await _everybody(request, day, result, visitor.holder)
    waiting = await unfinished_tables(host_of(request), visitor.holder, day)
    address = full_address(request, f"/daily/{day.isoformat()}")
    left = DAY_SECONDS - int(services_of(request).now()) % DAY_SECONDS
    return respond(
        request,
        visitor,
        "daily_result",
        day=day,
        day_text=weekday_text(words, day),
        is_today=day == today,
        shared_picture=f"/daily/{day.isoformat()}.png?lang={visitor.language}",
        is_late=not is_on_time(result),
        id=result.id,
        waiting=waiting[0].id if waiting else "",
        address=address,
        view=_results_view(
            visitor, day, open_table.table.played, everybody, _bots(request).games(day)
        ),
        turns=await _turns_view(request, words, open_table),
        streak=streak_view(words, own, today),
        hours=left // 3600,
        minutes=left % 3600 // 60,
    )


def _results_view(
    visitor: Visitor, day: date, game: Game, everybody: Everybody, games: DayGames
) -> ResultsView:
    words, total = visitor.words, game.totals[0]
    ahead = everybody.percent_below(total)
    place = words.say("ahead of {percent}%", percent=ahead) if ahead else ""
    labels = [f"≤{RANK_FLOORS[1] - 1}", *map(str, RANK_FLOORS[1:])]
    rungs = _rungs(words, total, games)
    picture = still_board(scene(game.sheets[0]), words.say("Your board"))
    return ResultsView(
        total,
        words.say(RANKS[rank(total)]),
        ahead,
        picture,
        histogram(everybody.by_rank, labels, rank(total), words.say("you")),
        tuple(zip(labels, everybody.by_rank, strict=True)),
        len(everybody.totals),
        ladder(rungs),
        rungs,
        not games.is_complete,
        daily_signs(game),
        daily_text(words, game, day, place),
    )


def _rungs(words: Words, own: int, games: DayGames) -> tuple[Rung, ...]:
    """Return the rungs of the ladder, the most points first; equal points share one."""
    standing = [(own, "own", words.say("You"))]
    standing += [(total, "bot", bot_name(words, bot)) for bot, total in games.totals.items()]
    if games.possible is not None:
        is_proven = games.possible.is_proven
        name = words.say("Possible") if is_proven else words.say("Possible, at least")
        standing.append((games.possible.points, "possible", name))
    rungs: dict[int, Rung] = {}
    for reached, kind, name in standing:
        there = rungs.get(reached)
        names = (*there.names, name) if there else (name,)
        rungs[reached] = Rung(reached, names, there.kind if there else kind)
    return tuple(rungs[reached] for reached in sorted(rungs, reverse=True))


# --- the archive


@dataclass(frozen=True, slots=True)
class ArchiveDay:
    """A date in the calendar."""

    day: date
    text: str
    total: int | None
    is_late: bool
    is_open: bool


async def archive(request: WebRequest) -> Response:
    """Answer with a month of boards, the current one unless another is asked for."""
    visitor, today = visitor_of(request), today_of(request)
    asked = read_day(f"{request.query_params.get('month', '')}-01") or today
    month = min(max(asked.replace(day=1), FIRST_DAY.replace(day=1)), today.replace(day=1))
    own = {} if visitor.is_new else await own_days(host_of(request), visitor.holder)
    weeks = Calendar().monthdatescalendar(month.year, month.month)
    before, after = (month - timedelta(days=1)).replace(day=1), _next_month(month)
    return respond(
        request,
        visitor,
        "daily_archive",
        title=month_text(visitor.words, month),
        letters=weekday_letters(visitor.words),
        weeks=[
            [_archived(visitor.words, day, month, own, today) for day in week] for week in weeks
        ],
        before=f"{before:%Y-%m}" if before >= FIRST_DAY.replace(day=1) else "",
        after=f"{after:%Y-%m}" if after <= today else "",
        today=today,
        streak=streak_view(visitor.words, own, today),
    )


def _next_month(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


def _archived(
    words: Words, day: date, month: date, own: Mapping[date, Result], today: date
) -> ArchiveDay | None:
    """Return a cell of the calendar; None for a day of another month."""
    if day.month != month.month:
        return None
    result = own.get(day)
    text = weekday_text(words, day)
    if result is not None:
        text = words.say("{what}: {points}", what=text, points=points(words, result.totals[0]))
    return ArchiveDay(
        day,
        text,
        result.totals[0] if result else None,
        result is not None and not is_on_time(result),
        is_open(day, today),
    )


# --- on other pages


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The board of the day on the start page."""

    day: str
    side: str
    total: int | None
    streak: int
    is_begun: bool


async def daily_card(request: WebRequest, visitor: Visitor) -> DailyCard:
    """Return what the start page says about today's board."""
    today = today_of(request)
    own = {} if visitor.is_new else await own_days(host_of(request), visitor.holder)
    result = own.get(today)
    is_begun = (
        result is None
        and not visitor.is_new
        and bool(await unfinished_tables(host_of(request), visitor.holder, today))
    )
    return DailyCard(
        weekday_text(visitor.words, today),
        DailyBoard.of(today).side,
        result.totals[0] if result else None,
        Streak.of(kept_days(own), today).current,
        is_begun,
    )


async def daily_note(host: Host, visitor: Visitor, id: str, daily: str) -> tuple[str, str]:
    """Return what the page of a finished game says about its day, and where its results are."""
    if not daily:
        return "", ""
    words, day = visitor.words, date.fromisoformat(daily)
    own = (await own_days(host, visitor.holder)).get(day)
    date_text = short_day_text(words, day)
    note = words.say("Board of the day, {day}", day=date_text)
    if own is not None and own.id != id:
        note = words.say("Practice on the board of {day}: your first game counts.", day=date_text)
    return note, f"/daily/{daily}"
