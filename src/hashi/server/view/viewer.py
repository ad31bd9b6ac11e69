"""Who looks at a table: which seats are theirs, and whose board they see."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.cached_property import cached_property
from hashi.table import Table


@dataclass(eq=False)
class Viewer:
    """A player or a spectator at a table."""

    table: Table
    holder: str
    looking_at: int | None = None
    """Whose board is looked at, as it lies open to all; None for one's own turn."""

    @cached_property
    def own_seats(self) -> tuple[int, ...]:
        return self.table.seats_of(self.holder)

    @cached_property
    def seat(self) -> int | None:
        """The seat that this viewer acts for now: at one screen the next that is to act."""
        own = self.own_seats
        if len(own) < 2:
            return own[0] if own else None
        waiting = self.table.waiting_for
        return next((seat for seat in own if seat in waiting), own[0])

    @cached_property
    def shown_seat(self) -> int:
        """The seat whose board is shown large."""
        return (self.seat if self.looking_at is None else self.looking_at) or 0

    @property
    def is_looking(self) -> bool:
        """Whether a board is looked at as it lies open; one's own may be, too."""
        return self.looking_at is not None

    @property
    def is_own_board(self) -> bool:
        """Whether one's own turn is shown."""
        return self.seat is not None and not self.is_looking

    @property
    def is_foreign_board(self) -> bool:
        """Whether somebody else's board is shown large."""
        return self.shown_seat != self.seat

    @property
    def is_watching(self) -> bool:
        """Whether no seat is theirs."""
        return self.seat is None

    @property
    def is_at_table(self) -> bool:
        """Whether they opened the table or sit at it."""
        return self.holder == self.table.opener or bool(self.own_seats)

    @property
    def is_opener(self) -> bool:
        """Whether they opened the table."""
        return self.holder == self.table.opener

    @property
    def is_shared(self) -> bool:
        """Whether several people play at this screen."""
        seats = self.table.seats
        return sum(not seats[seat].is_bot for seat in self.own_seats) > 1

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot plays for their seat."""
        return self.seat is not None and self.table.seats[self.seat].is_bot
