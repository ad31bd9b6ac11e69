"""One-time links in a store: rare, so each is a transaction of its own."""

from __future__ import annotations

from hashi.host.store.connections import Connections
from hashi.host.store.database import Database


class Links:
    """The links to seats that are not used yet. A `token` is a hash of what the link says."""

    MOST_FOR_A_SEAT = 10
    """Links that are kept for a seat: the latest."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def add(self, token: str, table: str, seat: int, holder: str, at: float) -> None:
        """Keep a link for a seat."""

        def add(database: Database) -> None:
            database.run(
                "INSERT INTO link VALUES (?, ?, ?, ?, ?)", (token, table, seat, holder, at)
            )
            database.run(
                "DELETE FROM link WHERE place = ? AND seat = ? AND token NOT IN"
                " (SELECT token FROM link WHERE place = ? AND seat = ? ORDER BY at DESC LIMIT ?)",
                (table, seat, table, seat, self.MOST_FOR_A_SEAT),
            )

        self._connections.ask(add)

    def find(self, token: str, since: float) -> tuple[str, int, str] | None:
        """Return table, seat and holder of a link; None for one before `since`."""
        query = "SELECT place, seat, holder FROM link WHERE token = ? AND at >= ?"
        found = self._connections.ask(lambda database: database.rows(query, (token, since)))
        return next(iter(found), None)

    def forget(self, table: str, seat: int, before: float) -> None:
        """Forget all links for a seat, and all from before that time."""
        statement = "DELETE FROM link WHERE (place = ? AND seat = ?) OR at < ?"
        self._connections.ask(lambda database: database.run(statement, (table, seat, before)))
