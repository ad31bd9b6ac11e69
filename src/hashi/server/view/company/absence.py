"""Who is away, and what a bot did for one who was: told to one viewer where they look."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from hashi.table.requests.seat import may_be_covered

if TYPE_CHECKING:
    from hashi.server.view.table_page import TablePage


class Away(NamedTuple):
    """One who is waited for and has been away for a while."""

    seat: int
    player: str
    may_cover: bool
    """Whether this viewer may let a bot play."""


class Absence(NamedTuple):
    """Those who are away while others wait, and what a bot has played for this viewer."""

    away: tuple[Away, ...] = ()
    first: int = 0
    """The first round that a bot played for this viewer, 0 for none."""
    last: int = 0
    points: int = 0
    """What these rounds brought."""

    @classmethod
    def of(cls, page: TablePage) -> Self:
        table, viewer = page.table, page.viewer
        if len(table.seats) == 1:
            return cls()
        away: tuple[Away, ...] = ()
        if page.turn.draft is None:
            away = tuple(
                Away(seat, page.seats.name(seat), page.seats.may_be_covered(seat))
                for seat in table.waiting_for
                if may_be_covered(table, seat, page.presence.absent)
            )
        own = None if viewer.seat is None else table.seats[viewer.seat]
        if viewer.seat is None or own is None or own.is_bot or own.stood_in is None:
            return cls(away)
        first, last = own.stood_in
        ledger = table.played.ledgers[viewer.seat]
        gained = sum(item.points for item in ledger if first <= item.round <= last)
        return cls(away, first, last, gained)
