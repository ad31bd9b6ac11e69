"""Tables that anyone may join: their list on the start page, and taking a seat by one tap."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.host import OpenTable
from hashi.server.pages.new_table import clean_name
from hashi.server.responses import host_of, read_form
from hashi.server.services import services_of
from hashi.server.visitor import Visitor, remember, visitor_of
from hashi.table import Objected, Objection, Options, Request
from hashi.words import Words, player_name, usual_name

MOST_LISTED = 20
HOUR = 3600
FULL = (Objection.TABLE_FULL, Objection.NOT_NOW)
"""Why one may come too late."""


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A table that waits for players, in the words of its row."""

    id: str
    players: str
    free: int
    options: Options
    age: str


async def open_rows(request: WebRequest, visitor: Visitor) -> list[OpenRow]:
    """Return the tables that this visitor may join; those where they sit are listed elsewhere."""
    if not services_of(request).may_list:
        return []
    now: float = services_of(request).now()
    found = await host_of(request).index.listed(MOST_LISTED)
    return [
        _row(visitor.words, open_table, now)
        for open_table in found
        if visitor.holder not in open_table.table.holders
    ]


def _row(words: Words, open_table: OpenTable, now: float) -> OpenRow:
    table = open_table.table
    names = [player_name(words, seat.name) for seat in table.seats if not seat.is_empty]
    return OpenRow(
        open_table.id,
        ", ".join(names) or words.say("Nobody yet"),
        sum(seat.is_empty for seat in table.seats),
        table.options,
        age_text(words, now - table.since),
    )


def age_text(words: Words, seconds: float) -> str:
    """Return how long ago a table was opened."""
    if seconds < 60:
        return words.say("just now")
    if seconds < HOUR:
        minutes = int(seconds // 60)
        return words.say_many("{count} minute ago", "{count} minutes ago", minutes)
    return words.say_many("{count} hour ago", "{count} hours ago", int(seconds // HOUR))


async def join(request: WebRequest) -> Response:
    """Take a seat at an open table, and go there; whoever comes too late may still watch."""
    visitor, id, host = visitor_of(request), request.path_params["id"], host_of(request)
    table = (await host.tables.live(id)).table
    if table.is_open and not table.seats_of(visitor.holder):
        form = await read_form(request)
        seat = next(at for at, place in enumerate(table.seats) if place.is_empty)
        name = clean_name(form.get("name", ""), usual_name(visitor.words, seat + 1))
        try:
            await host.requests.ask(id, Request(visitor.holder, "sit", {"name": name}))
        except Objected as objected:
            if objected.objection not in FULL:
                raise
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response
