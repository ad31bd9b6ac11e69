"""Servers that share a PostgreSQL database tell each other what has happened.

Wakes are PostgreSQL's notifications, gathered for some milliseconds and sent over a connection of
their own: a notification in the transactions that write would make all of them commit one after
another.

A server is alive as long as it renews its row in `process`. Presence and leases belong to a process
and count only while it is alive, by the clock of the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import math
import os
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import psycopg

from hashi.host.peers.protocol import PRESENCE, Hear
from hashi.host.store.derived import EDITION
from hashi.host.store.outage import LATE
from hashi.host.store.postgres.connection import PatientAsyncConnection, limits
from hashi.host.store.protocol import StoreDown

GATHERED = 0.003
"""Seconds for which wakes gather."""
BEAT, ALIVE = 1.0, 3.0
"""Seconds after which a server renews its row, and for which it counts as alive."""
CERTAIN = 2.0
"""Seconds after its last renewal for which a server relies on its leases."""
RECONNECT = 0.5
PATIENCE = 2.0
"""Seconds within which the database must answer."""
MOST_NEWS, MOST_CHANGES = 200, 10_000
"""What waits to be told of one table, and to be written, while the database is away."""
CHANNEL = "hashi"
LONGEST_PAYLOAD = 7_900
"""Bytes of a notification; PostgreSQL takes fewer than 8,000."""
_NOW = "extract(epoch FROM clock_timestamp())"
ANY_SERVER = f"SELECT id FROM process WHERE until > {_NOW} LIMIT 1"  # noqa: S608, a constant
_IS_ALIVE = f"(SELECT 1 FROM process WHERE process.id = {{}} AND until > {_NOW})"  # noqa: S608

Statement = tuple[str, tuple[Any, ...]]
OLD_BUCKETS: Statement = (f"DELETE FROM bucket WHERE at < {_NOW} - 7200", ())  # noqa: S608
"""Removes what addresses have used, once it has no effect any more."""
SWEEP = 3600
"""Beats after which that is done."""
log = logging.getLogger(__name__)


class PostgresPeers:
    """The servers on one database."""

    is_alone = False

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self.id = f"{EDITION}.{os.getpid()}-{secrets.token_urlsafe(9)}"
        """Begins with the edition of what this server derives from logs."""
        self._connection: PatientAsyncConnection | None = None
        """For everything but listening."""
        self._listener: PatientAsyncConnection | None = None
        self._using = asyncio.Lock()
        self._hear: Hear = lambda _table, _message: None
        self._tasks: list[asyncio.Task[None]] = []
        self._news: OrderedDict[str, list[Mapping[str, Any]]] = OrderedDict()
        """What is to be told of each table; `{}` where its log has gone on."""
        self._changes: list[Statement] = []
        """Who has come and gone since it was written last."""
        self._is_waiting = asyncio.Event()
        self._here: set[tuple[str, str]] = set()
        """The tables and holders of the pages that are open here."""
        self._leases: set[str] = set()
        self._beat_at = float("-inf")
        """When the last renewal that succeeded was begun, on the loop's clock."""
        self._is_hanging = False
        """Whether the database did not answer in time: then the next renewal asks it."""

    async def start(self, hear: Hear) -> None:
        self._hear = hear
        with contextlib.suppress(StoreDown):
            await self._beat()
        loops = (self._listen, self._speak, self._live)
        self._tasks = [asyncio.ensure_future(loop()) for loop in loops]

    async def close(self) -> None:
        while tasks := [task for task in self._tasks if not task.done()]:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=1)  # psycopg may raise an error instead, and go on
        with contextlib.suppress(StoreDown):
            tables = {table for table, _ in self._here}
            await self._run(*self._farewell())
            await self._notify([(table, [PRESENCE]) for table in tables])
        if self._connection is not None:
            await self._connection.close()

    def _farewell(self) -> list[Statement]:
        return [
            ("DELETE FROM lease WHERE process = %s", (self.id,)),
            ("DELETE FROM presence WHERE process = %s", (self.id,)),
            ("DELETE FROM process WHERE id = %s", (self.id,)),
        ]

    # --- telling and hearing

    def tell(self, table: str, message: Mapping[str, Any] | None = None) -> None:
        news = self._news.setdefault(table, [])
        if (message or {}) not in news and len(news) < MOST_NEWS:
            news.append(message or {})
        self._is_waiting.set()

    def come(self, table: str, holder: str) -> None:
        self._here.add((table, holder))
        self._note(self._arrival(table, holder))
        self.tell(table, PRESENCE)

    def go(self, table: str, holder: str) -> None:
        self._here.discard((table, holder))
        statement = "DELETE FROM presence WHERE place = %s AND holder = %s AND process = %s"
        self._note((statement, (table, holder, self.id)))
        self.tell(table, PRESENCE)

    def _note(self, change: Statement) -> None:
        """Keep a change until it is written; where too many wait, the next beat writes all."""
        if len(self._changes) >= MOST_CHANGES:
            self._changes.clear()
            self._beat_at = float("-inf")
        self._changes.append(change)

    def _arrival(self, table: str, holder: str) -> Statement:
        statement = "INSERT INTO presence VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
        return statement, (table, holder, self.id)

    async def _speak(self) -> None:
        """Write who has come and gone, and tell the others what has happened."""
        while True:
            await self._is_waiting.wait()
            await asyncio.sleep(GATHERED)
            self._is_waiting.clear()
            changes, self._changes = self._changes, []
            news, self._news = list(self._news.items()), OrderedDict()
            with contextlib.suppress(StoreDown):  # everything is written again when it is back
                if changes:
                    await self._run(*changes)
                await self._notify(news)

    async def _notify(self, news: Sequence[tuple[str, Sequence[Mapping[str, Any]]]]) -> None:
        """Send notifications, as few as they fit into."""
        texts = [json.dumps([table, list(messages)]) for table, messages in news]
        while texts:
            fitting, size = 0, 40
            while (
                fitting < len(texts) and (size := size + len(texts[fitting]) + 1) < LONGEST_PAYLOAD
            ):
                fitting += 1
            fitting = max(1, fitting)
            payload = f'["{self.id}", {", ".join(texts[:fitting])}]'
            del texts[:fitting]
            if len(payload) < 8_000:
                await self._run(("SELECT pg_notify(%s, %s)", (CHANNEL, payload)))

    async def _listen(self) -> None:
        """Hear what the others tell, over its own connection; one that breaks is made again."""
        while True:
            try:
                connection = self._listener = await self._connect()
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    connection.patience = math.inf
                    async for notification in connection.notifies():
                        self._heard(notification.payload)
            except psycopg.Error as error:
                log.warning("other servers are not heard: %s", error)
                self._beat_at = float("-inf")  # after a crash the database has forgotten this one
            await asyncio.sleep(RECONNECT)

    def _heard(self, payload: str) -> None:
        if payload.startswith(f'["{self.id}"'):
            return
        _sender, *news = json.loads(payload)
        for table, messages in news:
            for message in messages:
                self._hear(table, message)

    # --- being alive

    async def _live(self) -> None:
        """Renew this server's row again and again."""
        for beat in itertools.count(1):
            await asyncio.sleep(BEAT)
            with contextlib.suppress(StoreDown):
                await self._beat()
                if not beat % SWEEP:
                    await self._run(OLD_BUCKETS)

    async def _beat(self) -> None:
        """Renew the row; a server that was thought dead, or is new, writes who is here as well."""
        began = asyncio.get_running_loop().time()
        is_late = not self._is_certain(began)
        if is_late:
            self._leases.clear()  # others may have them by now
        alive: Statement = (
            f"INSERT INTO process VALUES (%s, {_NOW} + %s)"  # noqa: S608, a constant
            " ON CONFLICT (id) DO UPDATE SET until = excluded.until",
            (self.id, ALIVE),
        )
        self._is_hanging = False
        await self._run(alive, *(self._return() if is_late else ()))
        self._beat_at = began

    def _return(self) -> list[Statement]:
        """Return what writes who is here, and removes the traces of servers that died long ago."""
        self._changes.clear()
        none = f"NOT IN (SELECT id FROM process WHERE until > {_NOW} - 60)"  # noqa: S608, a constant
        return [
            ("DELETE FROM presence WHERE process = %s", (self.id,)),
            *(self._arrival(*each) for each in self._here),
            (f"DELETE FROM process WHERE id {none}", ()),  # noqa: S608, a constant
            (f"DELETE FROM presence WHERE process {none}", ()),  # noqa: S608, a constant
            (f"DELETE FROM lease WHERE process {none}", ()),  # noqa: S608, a constant
            OLD_BUCKETS,
        ]

    def _is_certain(self, now: float) -> bool:
        """Return whether all others count this server as alive."""
        return now - self._beat_at < CERTAIN

    async def are_alike(self) -> bool:
        query = (
            "SELECT count(*) FROM process"  # noqa: S608, a constant
            f" WHERE split_part(id, '.', 1) <> %s AND until > {_NOW}"
        )
        ((others,),) = await self._run((query, (str(EDITION),)))
        return not others

    # --- presence and leases

    async def present(self, tables: Sequence[str]) -> dict[str, frozenset[str]]:
        rows = await self._run(
            (
                "SELECT place, holder FROM presence"  # noqa: S608, constants
                " WHERE place = ANY(%s) AND process <> %s"
                f" AND EXISTS {_IS_ALIVE.format('presence.process')}",
                (list(tables), self.id),
            )
        )
        found: dict[str, set[str]] = {table: set() for table in tables}
        for table, holder in rows:
            found[table].add(holder)
        return {table: frozenset(holders) for table, holders in found.items()}

    async def lease(self, name: str) -> bool:
        loop = asyncio.get_running_loop()
        if not self._is_certain(loop.time()):
            return False
        if name not in self._leases:
            changes, self._changes = self._changes, []  # it may just have been given up
            try:
                rows = await self._run(
                    *changes,
                    (
                        "INSERT INTO lease VALUES (%s, %s) ON CONFLICT (place)"  # noqa: S608
                        " DO UPDATE SET process = excluded.process"
                        " WHERE lease.process = excluded.process"
                        f" OR NOT EXISTS {_IS_ALIVE.format('lease.process')} RETURNING place",
                        (name, self.id),
                    ),
                )
            except StoreDown:
                return False
            if not rows:
                return False
            self._leases.add(name)
        return self._is_certain(loop.time())

    def release(self, name: str) -> None:
        if name in self._leases:
            self._leases.discard(name)
            statement = "DELETE FROM lease WHERE place = %s AND process = %s"
            self._note((statement, (name, self.id)))
            self._is_waiting.set()

    async def take(self, name: str, burst: float, rate: float) -> float:
        if rate <= 0:
            return 0.0
        left = f"least(%s, bucket.amount + ({_NOW} - bucket.at) * %s)"
        try:
            rows = await self._run(
                (
                    f"INSERT INTO bucket VALUES (%s, %s - 1, {_NOW})"  # noqa: S608, constants
                    f" ON CONFLICT (name) DO UPDATE SET amount = {left} - 1, at = {_NOW}"
                    f" WHERE {left} >= 1 RETURNING name",
                    (name, burst, burst, rate, burst, rate),
                )
            )
        except StoreDown:
            return 0.0  # nothing can be saved now anyway
        return 0.0 if rows else 1 / rate

    # --- the connection

    async def _run(self, *statements: Statement) -> list[Any]:
        """Run statements in one transaction; return the rows of the last, or raise StoreDown.

        After a failure nothing is certain: the next beat writes everything again. Until then nobody
        waits for a database that hangs.
        """
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with self._connected() as connection, contextlib.AsyncExitStack() as stack:
                if len(statements) > 1:
                    await stack.enter_async_context(connection.transaction())
                for query, values in statements:
                    cursor = await connection.execute(query.encode(), values)
                return await cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            self._beat_at = float("-inf")
            if loop.time() - began > LATE:
                self._note_hanging()
            raise StoreDown(str(error)) from error

    def _note_hanging(self) -> None:
        """Ask the database no more until the next renewal, and listen anew: it may be another."""
        self._is_hanging = True
        if self._listener is not None:
            self._listener.patience = 0.0  # nobody else may close it while it waits

    async def _connect(self) -> PatientAsyncConnection:
        connection = await PatientAsyncConnection.connect(self._conninfo, autocommit=True)
        connection.patience = PATIENCE
        try:
            await connection.execute(limits(PATIENCE).encode())
        except BaseException:
            await connection.close()
            raise
        return connection

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[PatientAsyncConnection]:
        """Have the connection for oneself; one that fails is not used again."""
        async with self._using:
            if self._is_hanging:
                raise StoreDown("the database does not answer")
            if self._connection is None or self._connection.closed:
                self._connection = await self._connect()
            try:
                yield self._connection
            except BaseException:
                connection, self._connection = self._connection, None
                await connection.close()
                raise
