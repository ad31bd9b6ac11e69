"""Tables that nobody needs any more: lobbies that never began, games without a finished round."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.table.table import Phase, Table

DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Expiry:
    """After how many days without an event a table is forgotten; 0 for never.

    A game with a finished round stays, and so does one that is over.
    """

    lobby_days: float = 7
    unplayed_days: float = 30

    @property
    def shortest(self) -> float | None:
        """The fewest seconds after which any table is forgotten, None where none ever is."""
        days = [days for days in (self.lobby_days, self.unplayed_days) if days]
        return min(days) * DAY if days else None

    def is_due(self, table: Table, age: float) -> bool:
        """Return whether a table whose last event is so many seconds old is to be forgotten."""
        if table.phase is Phase.LOBBY:
            days = self.lobby_days
        elif table.phase is not Phase.OVER and not table.played.rounds:
            days = self.unplayed_days
        else:
            return False
        return bool(days) and age > days * DAY
