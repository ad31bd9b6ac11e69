"""Tables that nobody needs any more: lobbies that never began, games without a finished round."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from hashi.host.store.protocol import Conflict, Store
from hashi.table.fold import replay
from hashi.table.log_format import BrokenLog
from hashi.table.table import Phase, Table

DAY = 86_400.0
MOST = 1_000_000
"""How many tables are looked at in one go."""


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


def prune(store: Store, expiry: Expiry, now: float) -> Iterator[str]:
    """Forget the tables of a store that are due, without a server; yield the id of each.

    A table whose log goes on meanwhile stays, and so does one that cannot be replayed.
    """
    found = [] if expiry.shortest is None else store.unplayed(now - expiry.shortest, MOST)
    for id in found:
        with suppress(BrokenLog, Conflict):
            table = replay(store.read(id))
            if expiry.is_due(table, now - table.at):
                store.remove(id, table.number).result()
                yield id
