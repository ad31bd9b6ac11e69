"""What the people at a table are asked: to play a round again. Told to one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from hashi.table.requests.company import still_asked

if TYPE_CHECKING:
    from hashi.server.view.table_page import TablePage


class GoingBack(NamedTuple):
    """The open proposal, and what this viewer may answer."""

    number: int = 0
    """The number of the proposal, 0 for none."""
    seat: int = 0
    """Who asks."""
    player: str = ""
    round: int = 0
    is_own: bool = False
    """Whether this viewer asks."""
    may_answer: bool = False
    """Whether this viewer is still to answer."""
    may_go: bool = False
    """Whether this viewer has agreed, and everybody who has not is away."""
    names_waited_for: str = ""

    @classmethod
    def of(cls, page: TablePage) -> Self:
        asked, table, own = page.table.proposal, page.table, page.viewer.own_seats
        if asked is None:
            return cls()
        has_agreed = not asked.agreed.isdisjoint(own)
        waiting = still_asked(table, asked, page.presence.absent)
        is_player = any(table.seats[seat].is_playing for seat in own)
        return cls(
            asked.number,
            asked.seat,
            page.seats.name(asked.seat),
            asked.round,
            asked.seat in own,
            is_player and not has_agreed,
            has_agreed and not waiting,
            page.seats.names(seat for seat in waiting if seat not in own),
        )
