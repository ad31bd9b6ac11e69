"""Connections to PostgreSQL that wait for no answer longer than they have patience."""

from __future__ import annotations

import math
import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.waiting import wait_async

T = TypeVar("T")
LOOK_PAUSE = 0.1
"""Seconds after which whoever waits looks whether it is too late."""
LIMITS = (
    "SET statement_timeout = {statement}; SET lock_timeout = {lock};"
    " SET idle_in_transaction_session_timeout = {idle}"
)
"""What the database does by itself with those who wait or have gone away, in milliseconds."""


class TooLate(psycopg.OperationalError):
    """The database did not answer in time; whether it has done what it was asked is not known."""


def limits(patience: float) -> str:
    """Return the statement that sets the limits of a connection with so many seconds of patience.

    The database gives up a little before its client, so that nothing is done later. Its limits do
    not end a commit that waits for a standby: such a commit would count as done.
    """
    if math.isinf(patience):
        return LIMITS.format(statement=0, lock=0, idle=0)
    milliseconds = int(patience * 1000)
    return LIMITS.format(
        statement=milliseconds * 8 // 10, lock=milliseconds * 6 // 10, idle=2 * milliseconds
    )


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is closed where the database does not answer in time."""

    patience = math.inf
    """Seconds for which it waits for each answer."""

    def wait(self, gen: PQGen[T], *given: Any, **named: Any) -> T:
        return super().wait(_bounded(self, gen), *given, **named)


class PatientAsyncConnection(psycopg.AsyncConnection[Any]):
    """The same for asyncio."""

    patience = math.inf

    async def wait(
        self, gen: PQGen[T], interval: float = LOOK_PAUSE, *given: Any, **named: Any
    ) -> T:
        """Wait as psycopg does, but ask the database for nothing more where that is cancelled: it
        would wait for that as well, on a connection that may have been closed."""
        return await wait_async(_bounded(self, gen), self.pgconn.socket, interval, *given, **named)


def _bounded(
    connection: PatientConnection | PatientAsyncConnection, waits: PQGen[T]
) -> Generator[Any, Any, T]:
    """Go on with what waits for an answer, until it is too late.

    What was sent may still be done. Closing the connection sees to it that nothing follows it, and
    that nobody waits for another answer to it. What waits is closed before: it uses the memory of
    the connection.
    """
    began = time.monotonic()
    try:
        wanted = next(waits)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > began + connection.patience:
                waits.close()
                connection.pgconn.finish()
                raise TooLate(f"no answer within {connection.patience:g} s")
            wanted = waits.send(ready)
    except StopIteration as done:
        result: T = done.value
        return result
