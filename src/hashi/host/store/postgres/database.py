"""A connection to PostgreSQL, as `sql` uses it: few round trips, and statements planned once.

Within a transaction statements are sent as psycopg's pipeline has them: together, when one of them
has rows to read or the transaction ends. Lists are sent in binary form (`%b`), since
psycopg takes several times as long to write them as texts.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import FloatLoader

from hashi.host.store.database import Value
from hashi.host.store.postgres.connection import PatientConnection, limits

SCHEMA_LOCK = 0x68617368
"""The advisory lock of those who change the schema."""
BY_KEYS = (
    "SET plan_cache_mode = force_generic_plan;"
    "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"
)
"""Every query finds its rows by an index, and is planned once. While a table is small PostgreSQL
would read all of it, and might keep to that for long after it has grown."""
WRITTEN = "event, label, result, clock, unplayed"
"""The tables that moves at a table change."""
_ADD = (
    "INSERT INTO event SELECT place, number, body"
    " FROM unnest(%b::text[], %b::integer[], %b::text[]) AS given (place, number, body)"
)
_APPEND = (
    "INSERT INTO event SELECT place, number, body"
    " FROM unnest(%b::text[], %b::integer[], %b::text[], %b::integer[])"
    " AS given (place, number, body, head)"
    " WHERE head = (SELECT coalesce(max(number), 0) FROM event WHERE event.place = given.place)"
    " RETURNING place"
)


class PostgresDatabase:
    """A connection to a database."""

    IS_SHARED = True
    KEYED = ""
    GIVEN = "json_array_elements_text(CAST(? AS json)) AS given (value)"
    FIELD = "(CAST(body AS json) ->> '{}')"

    def __init__(self, conninfo: str, patience: float = math.inf) -> None:
        self.connection = PatientConnection.connect(conninfo, autocommit=True, prepare_threshold=0)
        self.connection.patience = patience
        self.connection.prepared_max = None
        self.connection.adapters.register_loader("numeric", FloatLoader)
        self._cursor = self.connection.cursor()
        self._transaction = contextlib.ExitStack()
        """Has the pipeline of the transaction that is open, where there is one."""
        try:
            self.run(f"{BY_KEYS}; {limits(patience)}")
        except BaseException:
            self.close()
            raise

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Any]:
        # its own: in a pipeline a cursor may still get what was sent with it before
        cursor = self.connection.cursor()
        _execute(cursor, query, values)
        return cursor.fetchall()

    def run(self, statement: str, values: Sequence[Value] = ()) -> None:
        _execute(self._cursor, statement, values)

    def run_many(self, statement: str, values: Sequence[Sequence[Value]]) -> None:
        for row in values:
            self.run(statement, row)

    def add_events(self, rows: Sequence[tuple[str, int, str]]) -> None:
        self._cursor.execute(_ADD, [list(column) for column in zip(*rows, strict=True)])

    def append_events(
        self, rows: Sequence[tuple[str, int, str]], heads: Mapping[str, int]
    ) -> set[str]:
        """Add events to the logs that end where `heads` says, and commit; return whose these are.

        Raise UniqueViolation where another server has written to one of them meanwhile.
        """
        columns = [list(column) for column in zip(*rows, strict=True)]
        before = [heads[table] for table, _, _ in rows]
        self._cursor.execute(_APPEND, [*columns, before])
        return {table for (table,) in self._cursor}

    def begin(self) -> None:
        self._begin("BEGIN")

    def begin_reading(self) -> None:
        self._begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def begin_alone(self) -> None:
        self.begin()
        self.run("SELECT pg_advisory_xact_lock(?)", (SCHEMA_LOCK,))

    def _begin(self, statement: str) -> None:
        self._transaction.enter_context(self.connection.pipeline())
        self.run(statement)

    def commit(self) -> None:
        try:
            self.run("COMMIT")
            self._transaction.close()
        except psycopg.Error:
            with contextlib.suppress(psycopg.Error):
                self.rollback()
            raise

    def rollback(self) -> None:
        with contextlib.suppress(psycopg.Error):  # what was sent is not to be done anyway
            self._transaction.close()
        if self.connection.info.transaction_status != TransactionStatus.IDLE:
            self.run("ROLLBACK")

    def try_reading(self) -> None:
        self.run(f"BEGIN; LOCK TABLE {WRITTEN} IN ACCESS SHARE MODE; COMMIT")

    def try_writing(self) -> None:
        """Write a row again, so that a standby that does not answer is noticed, too."""
        self.run(
            f"BEGIN; LOCK TABLE {WRITTEN} IN ROW EXCLUSIVE MODE;"  # noqa: S608, a constant
            " UPDATE derived SET edition = edition; COMMIT"
        )

    def version(self) -> int:
        is_there = self.rows(  # not to_regclass: it may remember that there was none
            "SELECT 1 FROM pg_catalog.pg_tables"
            " WHERE schemaname = current_schema() AND tablename = 'schema_version'"
        )
        rows = self.rows("SELECT version FROM schema_version") if is_there else []
        return int(rows[0][0]) if rows else 0

    def set_version(self, version: int) -> None:
        self.run("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        self.run("DELETE FROM schema_version")
        self.run("INSERT INTO schema_version VALUES (?)", (version,))

    def close(self) -> None:
        with contextlib.suppress(psycopg.Error):
            self.connection.close()
            self._transaction.close()  # psycopg warns of one that is left open


def _execute(cursor: psycopg.Cursor[Any], statement: str, values: Sequence[Value]) -> None:
    if values:
        cursor.execute(statement.replace("?", "%s").encode(), values)
    else:  # it may be several, which cannot be prepared
        cursor.execute(statement.encode(), prepare=False)
