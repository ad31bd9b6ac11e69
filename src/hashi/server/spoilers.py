"""Tables for those who may see them: while a day's board is open, its games are hidden from
everybody who has not finished it."""

from __future__ import annotations

from datetime import date

from starlette.requests import HTTPConnection

from hashi.boards import day_at
from hashi.host import OpenTable
from hashi.host.day_results import own_days
from hashi.server.services import services_of
from hashi.server.visitor import visitor_of
from hashi.table import Objected, Objection, Table


async def table_for(connection: HTTPConnection, id: str) -> OpenTable:
    """Return the table of that id; raise Objected where there is none, or where it would spoil
    a board that this visitor may still play."""
    host = services_of(connection).host
    open_table = await host.tables.live(id)
    holder = visitor_of(connection).holder
    today = day_at(services_of(connection).now())
    if is_hidden(open_table.table, holder, today):
        day = date.fromisoformat(open_table.table.daily)
        if day not in await own_days(host, holder):
            raise Objected(Objection.SPOILER)
    return open_table


def is_hidden(table: Table, holder: str, today: date) -> bool:
    """Return whether a table shows cards of a board that is still open, to one who is not at it."""
    return is_open_day(table, today) and holder not in table.holders


def is_open_day(table: Table, today: date) -> bool:
    """Return whether a table plays the board of a day that is not over."""
    return bool(table.daily) and date.fromisoformat(table.daily) >= today
