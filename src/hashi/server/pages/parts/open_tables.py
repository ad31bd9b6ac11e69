"""Tables that anyone may join, as they are listed."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request as WebRequest

from hashi.host import LoadedTable
from hashi.server.responses import host_of
from hashi.server.services import services_of
from hashi.server.visitor import Visitor
from hashi.table import Options
from hashi.words import Words, player_name

HOUR = 3600


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
    now = services_of(request).now()
    found = await host_of(request).index.listed()
    return [
        _row(visitor.words, loaded, now)
        for loaded in found
        if visitor.holder not in loaded.table.holders
    ]


def _row(words: Words, loaded: LoadedTable, now: float) -> OpenRow:
    table = loaded.table
    names = [player_name(words, seat.name) for seat in table.seats if not seat.is_empty]
    return OpenRow(
        loaded.id,
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
