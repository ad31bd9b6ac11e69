"""Tables for those who may see them now.

While a day's board is open, its games are hidden from everyone who has not finished it; before the
first card, and until the end, some of what is kept of a game is hidden from all.
"""

from __future__ import annotations

from datetime import date

from starlette.requests import HTTPConnection

from hashi.boards import day_at
from hashi.host import LoadedTable
from hashi.host.day_results import own_days
from hashi.server.services import services_of
from hashi.server.visitor import visitor_of
from hashi.table import Objected, Objection, Phase, Table
from hashi.table.objection import untimely


async def table_for(connection: HTTPConnection, id: str) -> LoadedTable:
    """Return the table of that id; raise Objected where there is none, or where it would spoil
    a board that this visitor may still play."""
    host = services_of(connection).host
    loaded = await host.tables.live(id)
    table, holder = loaded.table, visitor_of(connection).holder
    is_secret = is_open_day(table, today_of(connection)) and holder not in table.holders
    if is_secret and date.fromisoformat(table.daily) not in await own_days(host, holder):
        raise Objected(Objection.SPOILER)
    return loaded


async def started_table_for(connection: HTTPConnection, id: str) -> LoadedTable:
    """Return a table as `table_for` does; raise Objected too while its starts are a secret."""
    loaded = await table_for(connection, id)
    game = loaded.table.game
    if game is None or not game.is_started:
        raise untimely(loaded.table.moment)
    return loaded


async def finished_table_for(connection: HTTPConnection, id: str) -> LoadedTable:
    """Return a table as `table_for` does; raise Objected too while its game goes on."""
    loaded = await table_for(connection, id)
    if loaded.table.phase is not Phase.OVER:
        raise untimely(loaded.table.moment)
    return loaded


def is_open_day(table: Table, today: date) -> bool:
    """Return whether a table plays the board of a day that is not over: its cards are a secret to
    those who are not done with it."""
    return bool(table.daily) and date.fromisoformat(table.daily) >= today


def today_of(connection: HTTPConnection) -> date:
    """Return the date in UTC by the server's clock; a browser's clock has no say."""
    return day_at(services_of(connection).now())
