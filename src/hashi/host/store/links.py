"""One-time links in a store: rare, so each is a transaction of its own."""

from __future__ import annotations

from hashi.host.store.connections import Connections
from hashi.host.store.database import Database


class Links:
    """The links that are not used yet. A `token` is a hash of what the link says."""

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

    # --- links that take all games along

    def add_key(self, token: str, pad: str, at: float, since: float) -> None:
        """Keep what a link needs besides itself to give a key; forget those before `since`."""

        def add(database: Database) -> None:
            database.run("DELETE FROM key_link WHERE at < ?", (since,))
            database.run("INSERT INTO key_link VALUES (?, ?, ?)", (token, pad, at))

        self._connections.ask(add)

    def take_key(self, token: str, since: float) -> str | None:
        """Return what was kept for a link and forget it; None for one before `since`."""

        def take(database: Database) -> list[tuple[str, float]]:
            return database.rows("DELETE FROM key_link WHERE token = ? RETURNING pad, at", (token,))

        return next((pad for pad, at in self._connections.ask(take) if at >= since), None)
