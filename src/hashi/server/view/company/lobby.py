"""The time before a game, as its page tells of it: who is missing, who starts, what may change."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.server.view.company.seats import Seats
from hashi.server.view.viewer import Viewer
from hashi.table import Table
from hashi.table.event import Freed
from hashi.table.requests.lobby import (
    FEWEST_PLAYERS,
    may_change,
    may_free,
    may_start,
)
from hashi.words import Words


@dataclass(frozen=True)
class Lobby:
    """A lobby, told to one viewer."""

    table: Table
    viewer: Viewer
    words: Words
    seats: Seats

    @property
    def taken(self) -> int:
        """How many seats are taken, by people or bots."""
        return len(self.table.seats) - self.free

    @property
    def free(self) -> int:
        return sum(seat.is_empty for seat in self.table.seats)

    @property
    def title(self) -> str:
        """What the tab says: who is missing."""
        say = self.words.say
        if self.awaited:
            return say("Waiting for {players}", players=self.awaited)
        if self.free:
            return say("{count} of {seats} here", count=self.taken, seats=len(self.table.seats))
        return say("Everyone’s here")

    @property
    def awaited(self) -> str:
        """The names of those who have a seat and are not here."""
        seats, table = self.seats, self.table
        missing = (at for at, who in enumerate(table.seats) if who.holder and seats.is_away(at))
        return seats.names(missing)

    # --- who starts

    @property
    def may_start(self) -> bool:
        """Whether this viewer may start the game, once enough are there."""
        return may_start(self.table, self.viewer.holder, self.seats.presence.gone)

    @property
    def is_enough(self) -> bool:
        """Whether a game could begin now, free seats closed."""
        return not self.free or (self.taken >= FEWEST_PLAYERS and self.may_change)

    @property
    def starter(self) -> str:
        """The name of whoever opened the table, where they sit there."""
        seats = self.table.seats_of(self.table.opener)
        return self.seats.name(seats[0]) if seats else ""

    @property
    def is_starter_gone(self) -> bool:
        """Whether anyone at the table may start, since the opener is away."""
        return bool(self.starter) and self.table.opener in self.seats.presence.gone

    @property
    def is_ready(self) -> bool:
        """Whether this viewer has said so for all their seats."""
        return all(self.table.seats[seat].is_ready for seat in self.viewer.own_seats)

    @property
    def are_others_ready(self) -> bool:
        """Whether all the other people have said so."""
        others = [one for one in self.table.seats if one.holder not in ("", self.viewer.holder)]
        return bool(others) and all(one.is_ready for one in others)

    # --- what may be changed

    @property
    def may_change(self) -> bool:
        """Whether the options of this table may be changed at all."""
        return may_change(self.table)

    def may_free(self, seat: int) -> bool:
        """Return whether this viewer may free the seat of another person."""
        return may_free(self.table, seat, self.viewer.holder, self.seats.presence)

    def is_gone(self, seat: int) -> bool:
        """Return whether the one to whom a seat belongs has been away for a minute."""
        return self.table.seats[seat].holder in self.seats.presence.gone

    def seats_to_move_to(self, seat: int) -> list[int]:
        """Return the seats to which this viewer may move whoever sits here."""
        table, own = self.table, self.viewer.own_seats
        if not self.viewer.is_opener and seat not in own:
            return []
        return [
            to
            for to, who in enumerate(table.seats)
            if to != seat and (who.is_empty or to in own or self.viewer.is_opener)
        ]

    @property
    def freed(self) -> Freed:
        """Why this viewer's seat was freed, until they sit down again."""
        return self.table.why_freed(self.viewer.holder)
