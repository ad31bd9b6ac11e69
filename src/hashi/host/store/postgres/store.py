"""A store in a PostgreSQL database, which several servers may share."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hashi.extras import missing
from hashi.host.store.database import Database
from hashi.host.store.engine import Engine
from hashi.host.store.job import Job
from hashi.host.store.protocol import Conflict
from hashi.host.store.sql import SqlStore

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    from hashi.host.peers.postgres import ANY_SERVER, PostgresPeers
    from hashi.host.store.postgres.database import PostgresDatabase
except ImportError:
    raise missing("tables in PostgreSQL", "psycopg", "postgres") from None

SETTINGS = {
    "application_name": "hashi",
    "client_encoding": "UTF8",
    "connect_timeout": "2",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "10000",
}
"""Where the address does not say otherwise: a server that is gone is noticed within seconds, and
texts are texts in a database without an encoding, too; where there is no locale, it has none."""


class PostgresEngine(Engine):
    """A database of PostgreSQL. It is given by an address: `postgresql://user@host/name`."""

    READERS = 4
    FAILURES = (psycopg.Error,)
    LOST = (psycopg.OperationalError, psycopg.InterfaceError)
    CLASHES = (psycopg.errors.UniqueViolation,)

    def __init__(self, address: str) -> None:
        given = {key: str(value) for key, value in conninfo_to_dict(address).items()}
        super().__init__(f"PostgreSQL {given.get('dbname', '')}".strip())
        self._conninfo = make_conninfo(**{**SETTINGS, **given})

    def connect(self, patience: float = math.inf) -> PostgresDatabase:
        return PostgresDatabase(self._conninfo, patience)

    def peers(self) -> PostgresPeers:
        return PostgresPeers(self._conninfo)

    def is_served(self, database: Database) -> bool:
        return bool(database.rows(ANY_SERVER))

    def commit(self, database: Database, jobs: list[Job]) -> list[Conflict | None]:
        """Write drafts by one statement, which is a transaction by itself; others as usual."""
        heads = _heads_before(jobs)
        if heads is not None:
            assert isinstance(database, PostgresDatabase)
            rows = sorted(row for job in jobs for row in job.rows)  # as all servers do
            try:
                kept = database.append_events(rows, heads)
            except psycopg.errors.UniqueViolation:  # another server has written meanwhile
                return super().commit(database, jobs)
            return [None if job.table in kept else Conflict(job.table) for job in jobs]
        return super().commit(database, jobs)


class PostgresStore(SqlStore):
    """A store in a database of PostgreSQL."""

    def __init__(self, address: str) -> None:
        super().__init__(PostgresEngine(address))


def _heads_before(jobs: Sequence[Job]) -> dict[str, int] | None:
    """Return where the logs end to which these jobs add drafts; None if there is more to write.

    Several jobs of a table must follow each other, or one is a conflict and the others are not.
    """
    heads: dict[str, int] = {}
    ends: dict[str, int] = {}
    for job in jobs:
        first = job.rows[0][1] if job.rows else 0
        before = heads.setdefault(job.table, first - 1)
        if not job.has_drafts_alone or not job.follows(ends.get(job.table, before)):
            return None
        ends[job.table] = first - 1 + len(job.rows)
    return heads
