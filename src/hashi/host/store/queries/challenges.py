"""Challenges in a store whose games are gone. The write that deletes or rewinds a game keeps them:
`writing`."""

from __future__ import annotations

from collections.abc import Sequence

from hashi.host.store.connections import Connections
from hashi.host.store.database import Database
from hashi.host.store.protocol import StoredChallenge
from hashi.host.store.writing import keep_challenges
from hashi.table.kept_challenge import KeptChallenge


class Challenges:
    """The challenges that are kept, by their codes."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def find(self, code: str) -> KeptChallenge | None:
        """Return the challenge with this code, if its game was deleted or rewound."""

        def find(database: Database) -> list[tuple[str]]:
            return database.rows("SELECT body FROM challenge WHERE code = ?", (code,))

        return next(
            (KeptChallenge.from_text(text) for (text,) in self._connections.ask(find)), None
        )

    def contents(self, after: str = "", most: int = 1000) -> list[StoredChallenge]:
        """Return the challenges whose codes come after this one, in order."""

        def read(database: Database) -> list[StoredChallenge]:
            return database.rows(
                "SELECT code, at, body FROM challenge WHERE code > ? ORDER BY code LIMIT ?",
                (after, most),
            )

        return self._connections.ask(read)

    def keep(self, challenges: Sequence[StoredChallenge]) -> None:
        """Keep what another store has read."""
        self._connections.ask(lambda database: keep_challenges(database, challenges))

    def forget(self, before: float) -> None:
        """Forget the challenges whose games ended before that time."""
        statement = "DELETE FROM challenge WHERE at < ?"
        self._connections.ask(lambda database: database.run(statement, (before,)))
