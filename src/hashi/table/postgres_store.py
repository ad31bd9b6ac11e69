"""A store in a PostgreSQL database, which several servers may share."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from functools import cache
from typing import Any

from hashi.extras import missing
from hashi.table.database import Value
from hashi.table.sql_store import SqlStore

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    from hashi.table.postgres_peers import PostgresPeers
except ImportError:
    raise missing("tables in PostgreSQL", "psycopg", "postgres") from None

SETTINGS = {
    "application_name": "hashi",
    "client_encoding": "UTF8",
    "connect_timeout": "3",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
"""Where the address does not say otherwise: a server that is gone is noticed within seconds, and
texts are texts in a database without an encoding, too; where there is no locale, it has none."""
SCHEMA_LOCK = 0x68617368
"""The advisory lock of those who change the schema."""


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether psycopg says something that no exception says: conflicts are not logged."""
    return not str(record.msg).startswith("error ignored terminating")


logging.getLogger("psycopg").addFilter(_is_news)


class PostgresStore(SqlStore):
    """A database of PostgreSQL. It is given by an address: `postgresql://user@host/name`."""

    READERS = 4
    FAILURES = (psycopg.Error,)
    LOST = (psycopg.OperationalError, psycopg.InterfaceError)
    CLASHES = (psycopg.errors.UniqueViolation,)

    def __init__(self, address: str) -> None:
        given = {key: str(value) for key, value in conninfo_to_dict(address).items()}
        self._conninfo = make_conninfo(**{**SETTINGS, **given})
        super().__init__(f"PostgreSQL {given.get('dbname', '')}".strip())

    def _connect(self) -> PostgresDatabase:
        return PostgresDatabase(self._conninfo)

    def peers(self) -> PostgresPeers:
        return PostgresPeers(self._conninfo)


class PostgresDatabase:
    """A connection to a database."""

    IS_SHARED = True
    KEYED = ""
    GIVEN = "json_array_elements_text(CAST(? AS json)) AS given (value)"
    FIELD = "(CAST(body AS json) ->> '{}')"

    def __init__(self, conninfo: str) -> None:
        self.connection = psycopg.connect(conninfo, autocommit=True)

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Any]:
        return self.connection.execute(_with_percent(query), values).fetchall()

    def run(self, statement: str, values: Sequence[Value] = ()) -> None:
        self.connection.execute(_with_percent(statement), values)

    def run_many(self, statement: str, values: Sequence[Sequence[Value]]) -> None:
        with self.connection.cursor() as cursor:
            cursor.executemany(_with_percent(statement), values)

    def begin(self) -> None:
        self.run("BEGIN")

    def begin_reading(self) -> None:
        self.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def begin_alone(self) -> None:
        self.begin()
        self.run("SELECT pg_advisory_xact_lock(?)", (SCHEMA_LOCK,))

    def commit(self) -> None:
        self.run("COMMIT")

    def rollback(self) -> None:
        self.run("ROLLBACK")

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


@cache
def _with_percent(query: str) -> bytes:
    """Return a query with psycopg's placeholders."""
    return query.replace("?", "%s").encode()
