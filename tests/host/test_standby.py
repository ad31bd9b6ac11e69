"""A synchronous standby of PostgreSQL that does not answer, and one that is promoted."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

import pytest

from hashi.host import StoreDown
from hashi.host.store.address import open_store
from hashi.host.store.protocol import Conflict
from hashi.host.store.sql import SqlStore
from hashi.table import LogEntry
from hashi.table.event import Checked
from tests.support.postgres import replicated

pytestmark = pytest.mark.slow
T = TypeVar("T")
LONGEST = 5.0
"""Seconds within which a failure is told."""
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
            store.append("t", [event(1)]).result(10)
            with standby.paused():
                began = time.monotonic()
                with pytest.raises(StoreDown, match="no answer"):
                    store.append("t", [event(2)]).result(10)
                assert time.monotonic() - began < LONGEST
                assert numbers(store) == [1]
                with pytest.raises(StoreDown, match="does not answer"):
                    store.check_ready()
                began = time.monotonic()
                for _ in range(20):
                    with pytest.raises(StoreDown):
                        store.append("t", [event(2)]).result(10)
                assert time.monotonic() - began < LONGEST
            persisted(store.check_ready)
            with pytest.raises(Conflict):
                persisted(lambda: store.append("t", [event(2)]).result(10))
            assert numbers(store) == [1, 2]
            primary.kill()
            standby.promote()
            persisted(lambda: store.append("t", [event(3)]).result(10))
            assert persisted(lambda: numbers(store)) == [1, 2, 3]
