"""The pages of one's own games: statistics, history, export, deletion, taking them along."""

from __future__ import annotations

import csv
import io
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import JSONResponse, RedirectResponse, Response

from hashi.boards import day_at
from hashi.bots import BOTS
from hashi.coach.sentences import figure
from hashi.drawing import bar, cost_scale, points_scale, trend
from hashi.host.day_results import first_results
from hashi.rules import rank
from hashi.rules.solo import RANK_FLOORS
from hashi.server.pages.daily import streak_view
from hashi.server.pages.game_list import finished_row, turns_of
from hashi.server.responses import host_of, qr, read_form, respond
from hashi.server.services import services_of
from hashi.server.site import full_address
from hashi.server.spoilers import table_for
from hashi.server.view.statistics import (
    SHOWN_TREND,
    WINDOW,
    Duel,
    Statistics,
    counted_results,
    means,
)
from hashi.server.visitor import KEY, Visitor, set_cookie, visitor_of
from hashi.table import Objected, Objection, Phase, Request, Result
from hashi.table.event import Seated
from hashi.table.objection import Untimely, untimely
from hashi.whole_numbers import whole_number
from hashi.words import N_, RANKS, Words, bot_name, day_text, one_decimal, usual_name

MOST_RESULTS = 100_000
MOST_POINTS = RANK_FLOORS[-1]
"""What a bar of points is measured by."""
SHOWN_LAST, ON_A_PAGE = 5, 50
KINDS: dict[str, tuple[str, Callable[[Result], bool]]] = {
    "all": (N_("All"), lambda _: True),
    "daily": (N_("Board of the day"), lambda result: bool(result.daily)),
    "solo": (N_("Solo"), lambda result: result.is_alone and not result.daily),
    "bots": (N_("Against bots"), lambda result: any(result.bots)),
    "people": (N_("With people"), lambda result: _people(result) > 1),
}
"""The filters of the history."""


def _people(result: Result) -> int:
    return len(set(result.holders) - {""})


async def _results(request: WebRequest, visitor: Visitor) -> list[Result]:
    """Return all results of this browser, the latest first."""
    if visitor.is_new:
        return []
    holder = visitor.holder
    found = await host_of(request).index.results_of(holder, MOST_RESULTS)
    return [result for result in found if holder in result.holders]


# --- statistics


@dataclass(frozen=True, slots=True)
class RankRow:
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
    results = await _results(request, visitor)
    figures = Statistics.of(results, holder, await host_of(request).index.costs_of(holder))
    own = first_results(result for result in results if result.daily)
    return respond(
        request,
        visitor,
        "me",
        figures=figures,
        player=figures.name or usual_name(words),
        since=day_text(words, figures.since) if figures.since else "",
        streak=streak_view(words, own, day_at(services_of(request).now())),
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
        tables=[
            DuelRow(str(count), count, duel, _duel_bar(duel))
            for count, duel in figures.players.items()
        ],
        favourites=_favourite_rows(figures),
        last=[finished_row(words, result, holder) for result in results[:SHOWN_LAST]],
        total=len(results),
        uncounted=len(results) - len(counted_results(results)),
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


def _rank_rows(words: Words, figures: Statistics) -> list[RankRow]:
    """Return the twelve ranks, the highest first."""
    most = max(*figures.ranks, 1)
    best = max((place for place, count in enumerate(figures.ranks) if count), default=-1)
    floors = [f"≤{RANK_FLOORS[1] - 1}", *map(str, RANK_FLOORS[1:])]
    rows = [
        RankRow(
            floors[place],
            words.say(RANKS[place]),
            count,
            bar([(count / most, "planks")]) if count else "",
            place == best,
        )
        for place, count in enumerate(figures.ranks)
    ]
    return rows[::-1]


def _points_bar(points: float) -> str:
    return bar([(points / MOST_POINTS, "planks")])


def _favourite_rows(figures: Statistics) -> list[tuple[str, int, str]]:
    """Return names and counts, each with a bar beside that of the first."""
    most = max((count for _, count in figures.favourites), default=1)
    return [(name, count, bar([(count / most, "planks")])) for name, count in figures.favourites]


def _duel_bar(duel: Duel) -> str:
    parts = ((duel.won, "won"), (duel.shared, "shared"), (duel.lost, "lost"))
    return bar([(count / duel.games, kind) for count, kind in parts])


# --- history


async def games(request: WebRequest) -> Response:
    """Answer with all games of this browser: by kind and side, so many to a page."""
    visitor = visitor_of(request)
    kind = request.query_params.get("kind", "all")
    kind = kind if kind in KINDS else "all"
    side = request.query_params.get("side", "")
    side = side if side in ("A", "B") else ""
    results = await _results(request, visitor)
    chosen = [each for each in results if KINDS[kind][1](each) and side in ("", each.board)]
    pages = max(1, -(-len(chosen) // ON_A_PAGE))
    page = min(whole_number(request.query_params.get("page", "")) or 1, pages)
    shown = chosen[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    return respond(
        request,
        visitor,
        "my_games",
        rows=[finished_row(visitor.words, result, visitor.holder) for result in shown],
        kinds=[(name, visitor.words.say(title)) for name, (title, _) in KINDS.items()],
        kind=kind,
        side=side,
        count=len(chosen),
        page=page,
        pages=pages,
    )


async def play_again(request: WebRequest) -> Response:
    """Open a table with the cards of a game of one's own, and lead there.

    One's own seats and those of bots are taken; other people are invited by its link.
    """
    visitor, host = visitor_of(request), host_of(request)
    open_table = await table_for(request, request.path_params["id"])
    table, holder = open_table.table, visitor.holder
    if table.phase is not Phase.OVER:
        raise untimely(table.moment)
    if not table.seats_of(holder):
        raise untimely(Untimely.SPECTATOR)
    if table.is_contest:  # has an address of its own
        raise Objected(Objection.OWN_PLAY)
    seats = [
        Seated(at, seat.name, seat.holder, "" if seat.holder else seat.bot)
        for at, seat in enumerate(table.seats)
        if seat.holder == holder or (seat.bot and not seat.holder)
    ]
    id = await host.openings.open(table.options, holder, seats, again=open_table.id)
    if len(seats) == len(table.seats):
        await host.requests.ask(id, Request(holder, "begin"))
    return RedirectResponse(f"/t/{id}", 303)


# --- export


FIELDS = (
    *("table", "ended", "board", "daily", "player", "points", "place", "rank", "players"),
    *("totals", "bots", "practised", "repeated"),
)


def _exported(result: Result, holder: str) -> dict[str, Any]:
    """Return one game as it is exported, without the keys of others."""
    seats = result.seats_of(holder)
    seat = seats[0] if len(seats) == 1 else None
    return {
        "table": result.id,
        "ended": datetime.fromtimestamp(result.at, UTC).isoformat(timespec="seconds"),
        "board": result.board,
        "daily": result.daily or None,
        "player": None if seat is None else result.players[seat],
        "points": None if seat is None else result.totals[seat],
        "place": None if seat is None or result.is_alone else result.place(seat),
        "rank": rank(result.totals[0]) + 1 if result.is_alone else None,
        "players": list(result.players),
        "totals": list(result.totals),
        "bots": [bot or None for bot in result.bots],
        "practised": result.is_practised,
        "repeated": result.is_repeated,
    }


async def turns(request: WebRequest) -> Response:
    """Answer with the tables at which other people wait for this browser's turn."""
    found = await turns_of(host_of(request), visitor_of(request))
    return JSONResponse({"tables": found}, headers={"cache-control": "no-store"})


async def export_json(request: WebRequest) -> Response:
    """Answer with all games of this browser as JSON."""
    visitor = visitor_of(request)
    rows = [_exported(result, visitor.holder) for result in await _results(request, visitor)]
    return _download(json.dumps({"games": rows}, ensure_ascii=False, indent=1) + "\n", "json")


async def export_csv(request: WebRequest) -> Response:
    """Answer with all games of this browser as CSV, lists with a space between."""
    visitor = visitor_of(request)
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS)
    writer.writeheader()
    for result in await _results(request, visitor):
        writer.writerow({k: _cell(v) for k, v in _exported(result, visitor.holder).items()})
    return _download(out.getvalue(), "csv")


def _cell(value: Any) -> str:
    """Return a value for a table; no text is taken for a formula by a spreadsheet."""
    if isinstance(value, list):
        value = "; ".join(str(each) for each in value if each is not None)
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


def _download(text: str, kind: str) -> Response:
    media = {"json": "application/json", "csv": "text/csv; charset=utf-8"}[kind]
    headers = {
        "content-disposition": f'attachment; filename="hashi-games.{kind}"',
        "cache-control": "no-store",
    }
    return Response(text, media_type=media, headers=headers)


# --- deletion, and taking everything along


async def delete(request: WebRequest) -> Response:
    """Delete all that belongs to this browser, and give it a new key."""
    visitor = visitor_of(request)
    form = await read_form(request)
    if form.get("sure") != "yes":
        return RedirectResponse("/me#delete", 303)
    if not visitor.is_new:
        await host_of(request).people.forget(visitor.holder)
    return _with_new_key(request, "/")


def _with_new_key(request: WebRequest, path: str) -> Response:
    """Lead to another page as somebody new."""
    response = RedirectResponse(path, 303)
    set_cookie(response, request, KEY, secrets.token_urlsafe(24))
    return response


async def move(request: WebRequest) -> Response:
    """Answer with a one-time link for another device; posted, give everything up on this one."""
    visitor = visitor_of(request)
    if request.method == "POST":
        return _with_new_key(request, "/")
    links = services_of(request).key_links
    token = await links.new(visitor.key)
    address = full_address(request, f"/k/{token}")
    return respond(request, visitor, "take", token="", address=address, qr=qr(address))


async def take(request: WebRequest) -> Response:
    """Use a one-time link: this device is the same person from now on, its own games included."""
    visitor = visitor_of(request)
    token = request.path_params["token"]
    if request.method == "GET":  # so that a preview of the link does not use it up
        return respond(request, visitor, "take", token=token)
    links = services_of(request).key_links
    key = await links.use(token)
    response = RedirectResponse("/me", 303)
    if key != visitor.key:
        taker = Visitor(key, visitor.language, visitor.theme, is_new=False)
        if not visitor.is_new:
            await host_of(request).people.hand_over(visitor.holder, taker.holder)
        set_cookie(response, request, KEY, key)
    return response
