"""Servers on one database: how one of them leaves."""

from __future__ import annotations

import asyncio

import psycopg

from hashi.host.peers.postgres import MOST_CHANGES, MOST_NEWS, PostgresPeers
from hashi.host.store.address import open_store
from tests.support.postgres import Cluster

BLOCKED = "SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'process'::regclass"


async def test_a_server_leaves_while_its_connection_breaks(postgres: Cluster) -> None:
    address = postgres.schema()
    open_store(address).close()
    peers = PostgresPeers(address)
    await peers.start(lambda _table, _message: None)
    with psycopg.connect(address) as other:
        other.execute("LOCK TABLE process")
        while not (blocked := other.execute(BLOCKED).fetchone()):
            await asyncio.sleep(0.05)
        other.execute("SELECT pg_terminate_backend(%s)", blocked)
    async with asyncio.timeout(20):
        await peers.close()


def test_what_waits_for_a_database_that_is_away_is_bounded() -> None:
    peers = PostgresPeers("host=/nowhere")
    for number in range(2 * MOST_CHANGES):
        peers.come("t", str(number))
        peers.go("t", str(number))
        peers.tell("t", {"reaction": number})
    assert len(peers._changes) <= MOST_CHANGES
    assert len(peers._news["t"]) <= MOST_NEWS
    assert not peers._here
