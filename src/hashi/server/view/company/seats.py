"""The people and bots at a table, as a page tells of them: names, who is here, who is to act."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from hashi.cached_property import cached_property
from hashi.server.view.viewer import Viewer
from hashi.table import Table
from hashi.table.requests.request import Presence
from hashi.table.requests.seat import may_be_covered
from hashi.words import Words, bot_name, listed, player_name


@dataclass(frozen=True, slots=True)
class _Nobody:
    """Nobody is connected, and nobody is missed."""

    here: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    long_gone: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


NOBODY: Presence = _Nobody()


@dataclass(frozen=True)
class Seats:
    """The seats of a table, told to one viewer."""

    table: Table
    viewer: Viewer
    words: Words
    presence: Presence = NOBODY

    @property
    def players(self) -> str:
        """The names of all players."""
        return self.names(range(len(self.table.seats)))

    def name(self, seat: int) -> str:
        return player_name(self.words, self.table.seats[seat].name)

    def level(self, seat: int) -> str:
        """Return what the bot that plays there is called on the ladder; nothing for a person."""
        who = self.table.seats[seat]
        return bot_name(self.words, who.bot) if who.is_bot else ""

    # --- who is here

    @cached_property
    def _present(self) -> AbstractSet[str]:
        return self.presence.here

    def is_here(self, seat: int) -> bool:
        """Return whether the one to whom a seat belongs is connected."""
        return self.table.seats[seat].holder in self._present

    def is_away(self, seat: int) -> bool:
        who = self.table.seats[seat]
        return not who.is_bot and who.holder not in self._present | {self.viewer.holder}

    def may_be_covered(self, seat: int) -> bool:
        """Return whether this viewer may let a bot play for someone who is away."""
        is_guest = not self.viewer.is_watching and seat not in self.viewer.own_seats
        return is_guest and may_be_covered(self.table, seat, self.presence.absent)

    @property
    def missing(self) -> str:
        """Those whose seats are kept for a rematch and who are not here yet."""
        kept = self.table.seats if self.table.is_rematch else ()
        return self.names(at for at, seat in enumerate(kept) if self.is_away(at) and seat.holder)

    @property
    def watchers(self) -> int:
        """How many people watch: everybody may know the number, and nobody the names."""
        table = self.table
        return sum(bool(holder) and not table.seats_of(holder) for holder in self._present)

    # --- who is to act

    def is_thinking(self, seat: int) -> bool:
        return seat in self.table.waiting_for

    @property
    def is_due(self) -> bool:
        """Whether others wait for this viewer."""
        seat = self.viewer.seat
        is_one_of_many = seat is not None and len(self.table.seats) > 1
        return is_one_of_many and self.is_thinking(seat or 0) and not self.viewer.is_played_by_bot

    @property
    def waited_for(self) -> str:
        """Those who are still to act, besides the seat that this viewer acts for."""
        return self.names(seat for seat in self.table.waiting_for if seat != self.viewer.seat)

    def names(self, seats: Iterable[int]) -> str:
        """Return the names of these seats, in their order."""
        return listed(self.words, map(self.name, seats))
