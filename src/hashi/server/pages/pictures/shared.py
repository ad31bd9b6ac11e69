"""Pictures of tables, challenges and days for chats: what everyone may see, and nothing else."""

from __future__ import annotations

from datetime import date

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.boards import DailyBoard, standard_deck
from hashi.drawing import CardShape, ShareCard, png_of, scene, share_svg
from hashi.rules import Goal, Sheet, total
from hashi.rules.game.seat_view import open_sheet
from hashi.server.limits.gates import account_behind
from hashi.server.pages.parts.challenges import Giver, giver_of, names_in
from hashi.server.pages.parts.days import day_of
from hashi.server.responses import SHOWN_ANYWHERE, host_of
from hashi.server.services import services_of
from hashi.server.spoilers import is_open_day, today_of
from hashi.server.visitor import visitor_of
from hashi.table import Phase, Result, Table
from hashi.words import (
    GOAL_WORDS,
    Words,
    aid_mark,
    day_text,
    player_name,
    points_unit,
    rank_or_mark,
    short_day_text,
    verdict,
)

KEPT_FOR = "public, max-age=600"


async def table_picture(request: WebRequest) -> Response:
    """Answer with the picture of a table: it invites, shows the open boards, or the result."""
    loaded = await host_of(request).tables.live(request.path_params["id"])
    words = visitor_of(request).words
    is_hidden = is_open_day(loaded.table, today_of(request))
    key = (loaded.id, loaded.table.number, is_hidden)
    return await _drawn(request, key, card_of(words, loaded.table, is_hidden=is_hidden))


async def challenge_picture(request: WebRequest) -> Response:
    """Answer with the picture of a challenge: the untouched board and the points to beat."""
    giver = await giver_of(request)
    card = _challenge_card(visitor_of(request).words, giver)
    return await _drawn(request, (giver.id, giver.options, giver.result), card)


async def day_picture(request: WebRequest) -> Response:
    """Answer with the picture of a day: its side, untouched."""
    day = day_of(request)
    return await _drawn(request, day, _day_card(visitor_of(request).words, day))


async def _drawn(request: WebRequest, key: object, card: ShareCard) -> Response:
    """Return a card as PNG: drawn in a worker process, once for all who ask for it; as SVG where
    only pages draw."""
    gates = services_of(request).gates
    jobs = services_of(request).pictures
    is_tall = request.query_params.get("shape") == CardShape.TALL.value
    shape = CardShape.TALL if is_tall else CardShape.WIDE
    headers = {**SHOWN_ANYWHERE, "cache-control": KEPT_FOR}
    if not services_of(request).platform.offers.draws_pictures:
        return Response(share_svg(card, shape), media_type="image/svg+xml", headers=headers)
    whole = (key, visitor_of(request).language, shape)
    if whole not in jobs:
        gates.pictures.take(account_behind(request))
    drawn = await jobs.result(whole, draw, card, shape)
    return Response(drawn, media_type="image/png", headers=headers)


def draw(card: ShareCard, shape: CardShape) -> bytes:
    """Return a card as PNG. Runs in a worker process."""
    return png_of(share_svg(card, shape), width=1080 if shape is CardShape.TALL else 1200)


# --- what the cards say


def card_of(words: Words, table: Table, *, is_hidden: bool) -> ShareCard:
    """Return the picture of a table.

    Where it `is_hidden`, its board is untouched, and a game that is over invites to play that day.
    """
    untouched = scene(Sheet.blank(table.options.played_board()))
    names = [player_name(words, seat.name) for seat in table.seats if seat.name]
    players = ", ".join(names)
    if table.game is None or not table.game.is_started:
        return ShareCard(
            untouched,
            words.say("Want to play?") if table.phase is Phase.LOBBY else "HASHI",
            title=words.say("Islands, numbers, bridges"),
            name=players,
            is_invitation=True,
        )
    if table.phase is not Phase.OVER:
        game = table.played
        return ShareCard(
            untouched if is_hidden else scene(open_sheet(game, 0)),
            f"{game.rounds}/{game.setup.rounds}",
            unit=words.say("rounds played"),
            title=_kind(words, table),
            name=players,
        )
    if is_hidden:
        return _day_card(words, date.fromisoformat(table.daily), players)
    return _result_card(words, table)


def _day_card(words: Words, day: date, players: str = "") -> ShareCard:
    return ShareCard(
        scene(Sheet.blank(DailyBoard.of(day).board)),
        short_day_text(words, day),
        title=words.say("Board of the day"),
        name=players,
        detail=words.say("the same 17 cards for everyone"),
        is_invitation=True,
    )


def _result_card(words: Words, table: Table) -> ShareCard:
    game = table.played
    best = max(game.totals)
    seat = game.totals.index(best)
    ledger = game.ledgers[seat]
    islands = tuple(item for item in ledger if not isinstance(item.source, Goal))
    lines = [(words.say("islands"), total(islands))]
    for goal in Goal:
        gained = sum(item.points for item in ledger if item.source is goal)
        lines.append((words.say(GOAL_WORDS[goal].short), gained))
    is_alone, aid = len(game.totals) == 1, Result.of("", table).best_aid
    detail = day_text(words, table.since)
    if table.daily:
        detail = short_day_text(words, date.fromisoformat(table.daily))
    if not is_alone and aid:
        detail = aid_mark(words, aid)
    return ShareCard(
        scene(open_sheet(game, seat)),
        str(best),
        unit=points_unit(words, best),
        title=rank_or_mark(words, best, aid) if is_alone else verdict(words, game),
        name=", ".join(player_name(words, name) for name in game.setup.players),
        detail=detail,
        lines=tuple(lines),
    )


def _kind(words: Words, table: Table) -> str:
    if table.daily:
        return words.say("Board of the day")
    return words.say("Solo") if len(table.seats) == 1 else words.say("A game in progress")


def _challenge_card(words: Words, giver: Giver) -> ShareCard:
    result = giver.result
    best, aid = max(result.totals), aid_mark(words, result.best_aid, leads=True)
    is_usual = len(giver.options.played_deck()) == len(standard_deck())
    return ShareCard(
        scene(Sheet.blank(giver.options.played_board())),
        str(best),
        unit="" if aid else points_unit(words, best),  # there is room for one of them
        above=words.say("Beat my") if result.is_alone else words.say("To beat"),
        title=aid,
        name=names_in(words, result, result.winners),
        detail=words.say("the same 17 cards") if is_usual else words.say("the same cards"),
        is_invitation=True,
    )
