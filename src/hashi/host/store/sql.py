"""The queries of a store, once for both databases."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from hashi.host.peers.protocol import Peers
from hashi.host.store.connections import Connections
from hashi.host.store.database import Database, Value
from hashi.host.store.derived import Derived
from hashi.host.store.engine import Engine
from hashi.host.store.job import Job
from hashi.host.store.protocol import NEVER, KeptReview, KeptTable, Note
from hashi.host.store.queries.challenges import Challenges
from hashi.host.store.queries.devices import StoredDevices
from hashi.host.store.queries.links import Links
from hashi.host.store.schema import migrate
from hashi.host.store.writer import MakeWriter, ThreadWriter
from hashi.host.store.writing import heads
from hashi.table.event import LogEntry
from hashi.table.log_format import StoredEntry, entry_text, is_draft
from hashi.table.result import Result


class SqlStore:
    """A store in a database: it is read over some connections, and written by one thread."""

    def __init__(self, engine: Engine, write_by: MakeWriter = ThreadWriter) -> None:
        """Open the store, to be written in this way; raise what the database raises, or TooNew."""
        self.engine, self.name = engine, engine.name
        self._connections = Connections(engine, migrate)
        self._writer = write_by(engine, self._connections.drop_idle)
        self.links = Links(self._connections)
        self.devices = StoredDevices(self._connections)
        self.challenges = Challenges(self._connections)

    def peers(self) -> Peers:
        return self.engine.peers()

    def watch(self, note: Note) -> None:
        self._writer.note = note

    def close(self) -> None:
        if self._writer.close():
            self._connections.close()

    # --- writing

    def append(
        self,
        table: str,
        events: Sequence[LogEntry],
        labels: Sequence[str] = (),
        result: Result | None = None,
        due: float | None = None,
        gone: Sequence[str] = (),
    ) -> Future[None]:
        entries = [(event.number, entry_text(event)) for event in events]
        found_by = [(label, events[-1].at) for label in labels] if labels and events else ()
        return self.restore(table, entries, found_by, result, due, gone)

    def restore(
        self,
        table: str,
        entries: Sequence[StoredEntry],
        labels: Sequence[tuple[str, float]] = (),
        result: Result | None = None,
        due: float | None = None,
        gone: Sequence[str] = (),
    ) -> Future[None]:
        job = Job(
            table, [(table, number, text) for number, text in entries], result=result, due=due
        )
        if labels:
            job.labels = [(label, table, at) for label, at in labels]
        if gone:
            job.gone = [(label, table) for label in gone]
        job.is_draft = bool(entries) and all([is_draft(text) for _, text in entries])  # noqa: C419
        return self._writer.put(job)

    def remove(self, table: str, last: int) -> Future[None]:
        return self._writer.put(Job(table, last=last, is_removal=True))

    def mend(
        self,
        derived: Derived,
        labels: Sequence[tuple[str, float]] = (),
        gone: Sequence[str] = (),
        costs: Sequence[float] = (),
    ) -> Future[None]:
        table = derived.id
        job = Job(table, last=derived.number, is_mending=True)
        job.labels = [(label, table, at) for label, at in labels]
        job.gone = [(label, table) for label in gone]
        job.result, job.cards = derived.result, derived.cards
        job.due = NEVER if derived.due is None else derived.due
        job.costs = json.dumps(list(costs)) if costs else None
        return self._writer.put(job)

    def keep_review(
        self, table: str, digest: str, text: str, costs: Sequence[float] = ()
    ) -> Future[None]:
        return self._writer.put(Job(table, review=(digest, text, json.dumps(list(costs)))))

    # --- reading

    def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        return self._rows(
            "SELECT number, body FROM event WHERE place = ? AND number > ? ORDER BY number",
            (table, after),
        )

    def read_many(self, after: Mapping[str, int]) -> dict[str, list[StoredEntry]]:
        asked = [f"{number:010}{table}" for table, number in after.items()]
        rows = self._rows_of_given(
            "SELECT place, number, body FROM"
            " (SELECT CAST(substr(value, 1, 10) AS INTEGER) AS after,"
            " substr(value, 11) AS asked FROM {given}) AS wanted"
            " JOIN event ON place = asked AND number > after ORDER BY place, number",
            asked,
        )
        found: dict[str, list[StoredEntry]] = {table: [] for table in after}
        for table, number, text in rows:
            found[table].append((number, text))
        return found

    def tables(self, label: str, most: int = 20) -> list[str]:
        rows = self._rows(
            "SELECT place FROM label WHERE label = ? ORDER BY at DESC LIMIT ?", (label, most)
        )
        return [table for (table,) in rows]

    def unfinished(self, label: str, most: int) -> list[str]:
        rows = self._rows(
            "SELECT place FROM label WHERE label = ?"
            " AND NOT EXISTS (SELECT 1 FROM result WHERE result.place = label.place)"
            " ORDER BY at DESC LIMIT ?",
            (label, most),
        )
        return [table for (table,) in rows]

    def results(self, label: str, most: int, skip: int = 0) -> list[Result]:
        rows = self._rows(
            "SELECT body FROM label JOIN result USING (place) WHERE label = ?"
            " ORDER BY result.at DESC LIMIT ? OFFSET ?",
            (label, most, skip),
        )
        found = (Result.from_text(body) for (body,) in rows)
        return [result for result in found if result is not None]

    def unplayed(self, before: float, most: int = 1000) -> list[str]:
        def find(database: Database) -> list[Any]:
            at = database.FIELD.format("at")
            return database.rows(
                "SELECT place FROM unplayed"  # noqa: S608, a constant
                f" WHERE (SELECT CAST({at} AS DOUBLE PRECISION) FROM event"
                " WHERE event.place = unplayed.place ORDER BY number DESC LIMIT 1) < ? LIMIT ?",
                (before, most),
            )

        return [table for (table,) in self._connections.ask_apart(find)]

    def overdue(self, at: float, most: int = 100) -> list[str]:
        rows = self._rows("SELECT place FROM clock WHERE due < ? ORDER BY due LIMIT ?", (at, most))
        return [table for (table,) in rows]

    def due(self, table: str) -> float | None:
        rows = self._rows("SELECT due FROM clock WHERE place = ?", (table,))
        return float(rows[0][0]) if rows else None

    def heads(self, tables: Sequence[str]) -> dict[str, int]:
        return self._connections.ask(lambda database: heads(database, tables))

    def contents(self, after: str = "", most: int = 1000) -> list[tuple[str, int]]:
        return self._rows(
            "SELECT place, max(number) FROM event WHERE place > ?"
            " GROUP BY place ORDER BY place LIMIT ?",
            (after, most),
        )

    def labels(self, table: str) -> list[tuple[str, float]]:
        return self._rows("SELECT label, at FROM label WHERE place = ? ORDER BY label", (table,))

    def result(self, table: str) -> Result | None:
        rows = self._rows("SELECT body FROM result WHERE place = ?", (table,))
        return Result.from_text(rows[0][0]) if rows else None

    def review(self, table: str, digest: str) -> str | None:
        rows = self._rows("SELECT digest, body FROM review WHERE place = ?", (table,))
        return rows[0][1] if rows and rows[0][0] == digest else None

    def kept(self, table: str, after: int = 0) -> KeptTable:
        def read(database: Database) -> KeptTable:
            database.begin_reading()
            kept = _kept(database, table, after)
            database.commit()
            return kept

        return self._connections.ask(read)

    def costs(self, label: str) -> dict[str, tuple[float, ...]]:
        rows = self._rows(
            "SELECT place, body FROM label JOIN cost USING (place) WHERE label = ?", (label,)
        )
        return {table: tuple(json.loads(body)) for table, body in rows}

    # --- editions

    def edition(self) -> tuple[int, str | None]:
        ((edition, until),) = self._rows("SELECT edition, until FROM derived", ())
        return int(edition), until

    def note_edition(self, edition: int, until: str | None) -> None:
        statement = "UPDATE derived SET edition = ?, until = ?"
        self._connections.ask(lambda database: database.run(statement, (edition, until)))

    def check_ready(self) -> None:
        self._writer.check()
        self._connections.ask(self.engine.check_ready)

    def is_served(self) -> bool:
        return self._connections.ask(self.engine.is_served)

    def _rows(self, query: str, values: Sequence[Value]) -> list[Any]:
        return self._connections.ask(lambda database: database.rows(query, values))

    def _rows_of_given(self, query: str, given: Sequence[str]) -> list[Any]:
        """Return the rows of a query over a list, which stands for `{given}` in it."""
        return self._connections.ask(
            lambda database: database.rows(query.format(given=database.GIVEN), (json.dumps(given),))
        )


def _kept(database: Database, table: str, after: int) -> KeptTable:
    entries = database.rows(
        "SELECT number, body FROM event WHERE place = ? AND number > ? ORDER BY number",
        (table, after),
    )
    labels = database.rows("SELECT label, at FROM label WHERE place = ?", (table,))
    others = database.rows(
        "SELECT result.body, due, cards, digest, review.body, cost.body"
        " FROM (SELECT CAST(? AS TEXT) AS place) AS wanted"
        " LEFT JOIN result USING (place) LEFT JOIN clock USING (place)"
        " LEFT JOIN unplayed USING (place)"
        " LEFT JOIN review USING (place) LEFT JOIN cost USING (place)",
        (table,),
    )
    ((result, due, cards, digest, review, costs),) = others
    return KeptTable(
        entries,
        dict(labels),
        Result.from_text(result) if result is not None else None,
        due,
        cards,
        KeptReview(digest, review, tuple(json.loads(costs or "[]"))) if review else None,
    )
