"""Who is away, and what a bot did for one who was: told to one viewer where they look."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from hashi.table.requests.seat import may_be_covered

if TYPE_CHECKING:
    from hashi.server.view.table_page import TablePage


class Absence(NamedTuple):
    """Those who are away while this viewer waits, and what a bot has played for this viewer."""

    players: str = ""
    """The names of those who are waited for and have been away for a while."""
    number: int = 0
    """How many they are."""
    coverable: tuple[int, ...] = ()
    """Their seats, where this viewer may let bots play."""
    first: int = 0
    """The first round that a bot played for this viewer, 0 for none."""
    last: int = 0
    points: int = 0
    """What these rounds brought."""

    @classmethod
    def of(cls, page: TablePage) -> Self:
        table, viewer, seats = page.table, page.viewer, page.seats
        if len(table.seats) == 1:
            return cls()
        away: list[int] = []
        if viewer.seat is None or not seats.is_thinking(viewer.seat):
            absent = page.presence.absent
            away = [seat for seat in table.waiting_for if may_be_covered(table, seat, absent)]
        covered = tuple([seat for seat in away if seats.may_be_covered(seat)])
        told = cls(seats.names(away), len(away), covered)
        own = None if viewer.seat is None else table.seats[viewer.seat]
        if viewer.seat is None or own is None or own.is_bot or own.stood_in is None:
            return told
        first, last = own.stood_in
        ledger = table.played.ledgers[viewer.seat]
        gained = sum(item.points for item in ledger if first <= item.round <= last)
        return told._replace(first=first, last=last, points=gained)
