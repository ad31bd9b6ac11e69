"""A synchronous standby of PostgreSQL that does not answer, and one that is promoted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

import psycopg
import pytest

from hashi.host import StoreDown
from hashi.host.peers.postgres import CHANNEL
from hashi.host.store.address import open_store
from hashi.host.store.protocol import Conflict
from hashi.host.store.sql import SqlStore
from hashi.table import LogEntry
from hashi.table.event import Checked
from tests.support.postgres import Cluster, replicated

pytestmark = pytest.mark.slow
T = TypeVar("T")
PATIENCE = 60.0


def event(number: int) -> LogEntry:
    return LogEntry(number, 0.0, Checked(0))


def numbers(store: SqlStore) -> list[int]:
    return [number for number, _ in store.read("t")]


def persisted(call: Callable[[], T]) -> T:
    """Try again until the store answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return call()
        except StoreDown:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_what_a_standby_lacks_is_not_acknowledged_and_what_it_has_outlives_the_primary() -> None:
    """A commit that waits for the standby is not ended by a limit of time: it would count as done.

    Nobody sees it before the standby has it, and it is there once.
    """
    with replicated() as (primary, standby):
        address = primary.over_network(primary.schema(), primary.port, standby.port)
        with closing(open_store(address)) as store:
            store.append("t", [event(1)]).result(PATIENCE)
            with standby.paused():
                with pytest.raises(StoreDown, match="no answer"):
                    store.append("t", [event(2)]).result(PATIENCE)
                assert numbers(store) == [1]
                with pytest.raises(StoreDown, match="does not answer"):
                    store.check_ready()
                began = time.monotonic()
                for _ in range(20):
                    with pytest.raises(StoreDown):
                        store.append("t", [event(2)]).result(PATIENCE)
                assert time.monotonic() - began < 10 * store.engine.WRITE_TIME
            persisted(store.check_ready)
            with pytest.raises(Conflict):
                persisted(lambda: store.append("t", [event(2)]).result(PATIENCE))
            assert numbers(store) == [1, 2]
            primary.kill()
            standby.promote()
            persisted(lambda: store.append("t", [event(3)]).result(PATIENCE))
            assert persisted(lambda: numbers(store)) == [1, 2, 3]


async def test_servers_hear_each_other_at_the_standby_when_the_primary_never_answers() -> None:
    """The connection over which a server listens breaks by itself only when it is too late."""
    with replicated() as (primary, standby):
        schema = primary.schema()
        address = primary.over_network(schema, primary.port, standby.port)
        heard = asyncio.Event()
        with closing(open_store(address)) as store:
            peers = store.peers()
            await peers.start(lambda _table, _message: heard.set())
            await told_at(primary, heard)
            primary.pause()
            standby.promote()
            await told_at(standby, heard)
            await peers.close()


async def told_at(cluster: Cluster, heard: asyncio.Event) -> None:
    """Tell something at a database again and again until it is heard."""
    heard.clear()
    with psycopg.connect(cluster.address(), autocommit=True) as other:
        async with asyncio.timeout(PATIENCE):
            while not heard.is_set():
                other.execute("SELECT pg_notify(%s, %s)", (CHANNEL, '["another", ["t", [{}]]]'))
                await asyncio.sleep(0.05)
