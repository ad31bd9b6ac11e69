"""A connection to PostgreSQL, as `sql_store` uses it: few round trips, little processor time.

It speaks to libpq through `psycopg.pq`: what psycopg does besides for every statement costs several
times as much as a mark's statement itself (docs/architecture.md has the figures). Every
statement with values is prepared once. Within a transaction statements gather until one of them
has rows to read, or the transaction ends: then all of them are sent at once.
"""

from __future__ import annotations

import contextlib
import re
import selectors
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

import psycopg
from psycopg import pq
from psycopg.errors import error_from_result

from hashi.host.store.database import Value

SCHEMA_LOCK = 0x68617368
"""The advisory lock of those who change the schema."""
BY_KEYS = (
    "SET plan_cache_mode = force_generic_plan;"
    "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"
)
"""Every query finds its rows by an index, and is planned once. While a table is small PostgreSQL
would read all of it, and might keep to that for long after it has grown."""
SENT_AT_ONCE = 100
"""Statements that are sent before results are read: what they answer fits into any buffer."""
_INT, _TEXT = 23, 25
"""PostgreSQL's numbers of these types."""
_READERS: dict[int, Callable[[bytes], Any]] = {
    **dict.fromkeys((20, 21, _INT), int),
    **dict.fromkeys((700, 701, 1700), float),
}
"""How columns of these types are read; all others are texts."""
_IS_DONE = (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK, pq.ExecStatus.PIPELINE_SYNC)
_ADD = (
    "INSERT INTO event SELECT place, number, body"
    " FROM unnest(CAST(? AS text[]), CAST(? AS integer[]), CAST(? AS text[]))"
    " AS given (place, number, body)"
)
_APPEND = (
    "INSERT INTO event SELECT place, number, body"
    " FROM unnest(CAST(? AS text[]), CAST(? AS integer[]), CAST(? AS text[]), CAST(? AS integer[]))"
    " AS given (place, number, body, head)"
    " WHERE head = (SELECT coalesce(max(number), 0) FROM event WHERE event.place = given.place)"
    " RETURNING place"
)

_Selector = getattr(selectors, "PollSelector", selectors.SelectSelector)
"""What waits for one socket; Windows has no poll, others have too many files open for select."""

Encoded = tuple[bytes | None, pq.Format]
"""A value as it is sent."""
Statement = tuple[str, Sequence[Encoded]]


class PostgresDatabase:
    """A connection to a database."""

    IS_SHARED = True
    KEYED = ""
    GIVEN = "json_array_elements_text(CAST(? AS json)) AS given (value)"
    FIELD = "(CAST(body AS json) ->> '{}')"

    def __init__(self, conninfo: str) -> None:
        self.connection = psycopg.connect(conninfo, autocommit=True)
        self._libpq = self.connection.pgconn
        self._socket = _Selector()
        self._socket.register(self._libpq.socket, EVENT_READ)
        self._prepared: dict[str, bytes] = {}
        self._numbers = count(1)
        self._gathered: list[Statement] | None = None
        """What is to be sent in the transaction that is open, where there is one."""
        self.run(BY_KEYS)

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Any]:
        return _rows(self._result(query, [_encoded(value) for value in values]))

    def run(self, statement: str, values: Sequence[Value] = ()) -> None:
        self.run_many(statement, [values])

    def run_many(self, statement: str, values: Sequence[Sequence[Value]]) -> None:
        for row in values:
            encoded = [_encoded(value) for value in row]
            if self._gathered is None:
                self._result(statement, encoded)
            else:
                self._gathered.append((statement, encoded))

    def add_events(self, rows: Sequence[tuple[str, int, str]]) -> None:
        statement = _ADD, _event_columns(rows)
        if self._gathered is None:
            self._result(*statement)
        else:
            self._gathered.append(statement)

    def append_events(
        self, rows: Sequence[tuple[str, int, str]], heads: Mapping[str, int]
    ) -> set[str]:
        """Add events to the logs that end where `heads` says, and commit; return whose these are.

        Raise UniqueViolation where another server has written to one of them meanwhile.
        """
        before = _numbers(heads[table] for table, _, _ in rows)
        result = self._result(_APPEND, [*_event_columns(rows), before])
        return {table for (table,) in _rows(result)}

    def begin(self) -> None:
        self._begin("BEGIN")

    def begin_reading(self) -> None:
        self._begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def begin_alone(self) -> None:
        self.begin()
        self.run("SELECT pg_advisory_xact_lock(?)", (SCHEMA_LOCK,))

    def _begin(self, statement: str) -> None:
        self._gathered = [(statement, ())]

    def commit(self) -> None:
        gathered, self._gathered = self._gathered or [], None
        try:
            self._send([*gathered, ("COMMIT", ())])
        except psycopg.Error:
            with contextlib.suppress(psycopg.Error):
                self.rollback()
            raise

    def rollback(self) -> None:
        self._gathered = None
        if self._libpq.transaction_status != pq.TransactionStatus.IDLE:
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

    # --- libpq

    def _result(self, query: str, values: Sequence[Encoded]) -> pq.abc.PGresult:
        """Run one statement, after those that have gathered."""
        if self._gathered:
            gathered, self._gathered = self._gathered, []
            return self._send([*gathered, (query, values)])
        if not values:
            return self._checked(self._libpq.exec_(query.encode()))
        name = self._prepared.get(query) or self._prepare(query)
        return self._checked(self._libpq.exec_prepared(name, *_columns(values)))

    def _prepare(self, query: str) -> bytes:
        name = self._new_name()
        self._checked(self._libpq.prepare(name, _with_numbers(query)))
        self._prepared[query] = name
        return name

    def _new_name(self) -> bytes:
        """Return a name for a prepared statement."""
        return f"hashi{next(self._numbers)}".encode()

    def _send(self, statements: Sequence[Statement]) -> pq.abc.PGresult:
        """Send statements, many at once; return the result of the last, or raise the first error.

        What follows an error is not run: the transaction is open then, for `rollback`.
        """
        for first in range(0, len(statements), SENT_AT_ONCE):
            result = self._sent(statements[first : first + SENT_AT_ONCE])
        return result

    def _sent(self, statements: Sequence[Statement]) -> pq.abc.PGresult:
        libpq, prepared = self._libpq, dict[str, bytes]()
        libpq.enter_pipeline_mode()
        for query, values in statements:
            if not values:
                libpq.send_query_params(query.encode(), None)
                continue
            name = self._prepared.get(query) or prepared.get(query)
            if name is None:  # in its place: it may need a table that is made by one before it
                name = prepared[query] = self._new_name()
                libpq.send_prepare(name, _with_numbers(query))
            libpq.send_query_prepared(name, *_columns(values))
        libpq.pipeline_sync()
        results: list[pq.abc.PGresult] = []
        while not results or results[-1].status != pq.ExecStatus.PIPELINE_SYNC:
            self._wait()
            result = libpq.get_result()  # None stands between two statements
            if result is not None:
                results.append(result)
        libpq.exit_pipeline_mode()
        for result in results:
            self._checked(result)
        self._prepared.update(prepared)
        return results[-2]

    def _wait(self) -> None:
        """Wait until there is a result: `get_result` itself would stop all other threads."""
        libpq = self._libpq
        while (is_unsent := libpq.flush()) or libpq.is_busy():
            self._socket.modify(libpq.socket, EVENT_READ | (EVENT_WRITE if is_unsent else 0))
            self._socket.select()
            libpq.consume_input()

    def _checked(self, result: pq.abc.PGresult) -> pq.abc.PGresult:
        if result.status in _IS_DONE:
            return result
        if self._libpq.status == pq.ConnStatus.BAD:
            raise psycopg.OperationalError(result.get_error_message())
        raise error_from_result(result)


@cache
def _with_numbers(query: str) -> bytes:
    """Return a query with libpq's placeholders: `$1`, `$2`, ..."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", query).encode()


def _encoded(value: Value) -> Encoded:
    """Return a value as it is sent: a text with its length, a number as a text."""
    if value is None:
        return None, pq.Format.TEXT
    if isinstance(value, str):
        return value.encode(), pq.Format.BINARY
    return str(value).encode(), pq.Format.TEXT


def _columns(values: Sequence[Encoded]) -> tuple[list[Any], list[int]]:
    """Return values and their formats as libpq takes them."""
    return [value for value, _ in values], [format for _, format in values]


def _event_columns(rows: Sequence[tuple[str, int, str]]) -> list[Encoded]:
    tables, numbers, bodies = zip(*rows, strict=True)
    return [_texts(tables), _numbers(numbers), _texts(bodies)]


def _texts(values: Iterable[str]) -> Encoded:
    return _array(_TEXT, [value.encode() for value in values])


def _numbers(values: Iterable[int]) -> Encoded:
    return _array(_INT, [value.to_bytes(4, "big") for value in values])


def _array(type: int, values: Sequence[bytes]) -> Encoded:
    """Return an array in PostgreSQL's binary form: dimensions, nulls, type, size, first index."""
    parts = [struct.pack("!5i", 1, 0, type, len(values), 1)]
    for value in values:
        parts += len(value).to_bytes(4, "big"), value
    return b"".join(parts), pq.Format.BINARY


def _rows(result: pq.abc.PGresult) -> list[Any]:
    columns = [
        (number, _READERS.get(result.ftype(number), bytes.decode))
        for number in range(result.nfields)
    ]
    value = result.get_value
    return [
        tuple(
            None if (found := value(row, number)) is None else read(found)
            for number, read in columns
        )
        for row in range(result.ntuples)
    ]
