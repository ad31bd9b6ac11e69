"""PostgreSQL hangs: everybody is told within seconds, and all goes on by itself afterwards."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from typing import Any

import psycopg
import pytest
from tests.support.postgres import cluster, free_port
from tests.support.proxy import SlowNetwork
from tests.support.server import Browser, Server, Socket, serving

from hashi.host.store.address import open_store
from hashi.table import read_log, replay

pytestmark = pytest.mark.slow  # all of them, since they share their servers

LONGEST = 5.0
"""Seconds within which everybody is told."""
MARK: dict[str, Any] = {"do": "mark", "seat": 0, "marks": "d3=4"}
NOWHERE = "/t/abcdefghij"
"""The page of a table that nobody knows: the store is asked."""
Fault = Callable[[], AbstractContextManager[None]]


class Place:
    """A server at a database behind a network, and what can happen to these."""

    def __init__(self, stack: ExitStack) -> None:
        self.database = stack.enter_context(cluster(port=free_port()))
        network = SlowNetwork(self.database.port, delay=0.0)
        self.network = stack.enter_context(network.running())
        self.address = self.database.schema()
        over_network = self.database.over_network(self.address, self.network.port)
        self.server: Server = stack.enter_context(serving(over_network))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Let another session lock what is read and written."""
        with psycopg.connect(self.address) as other:
            other.execute("LOCK TABLE event")
            yield

    def fault(self, what: str) -> AbstractContextManager[None]:
        faults: dict[str, Fault] = {
            "stopped": self.database.paused,
            "locked": self.locked,
            "silent network": self.network.silent,
        }
        return faults[what]()


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with ExitStack() as stack:
        yield Place(stack)


@pytest.mark.parametrize("what", ["stopped", "locked", "silent network"])
def test_everybody_is_told_in_time_and_all_goes_on(place: Place, what: str) -> None:
    """People mark at one table and at others, over sockets and over the API; others read."""
    server = place.server
    tim, ida = Browser(server), Browser(server)
    alone = [tim.open_table(mode="solo") for _ in range(4)]
    id = tim.open_table(mode="friends", seats="2", name="Tim")
    ida.fetch("/")
    for visitor, fields in ((ida, {"do": "sit", "name": "Ida"}), (tim, {"do": "begin"})):
        assert visitor.fetch(f"/api/tables/{id}", json.dumps(fields).encode())[0] == 200
    sockets = [tim.socket(id), ida.socket(id)]
    asked = [
        (socket, {**MARK, "seat": seat, "id": f"{what}-{seat}"})
        for seat, socket in enumerate(sockets)
    ]
    with ThreadPoolExecutor(20) as threads:
        began = time.monotonic()
        list(threads.map(lambda _: fetched(Browser(server), NOWHERE), range(9)))
        longest = LONGEST + 9 * (time.monotonic() - began)  # a busy machine is slow at anything
        with place.fault(what):
            began = time.monotonic()
            answers = [threads.submit(socket.refused, **fields) for socket, fields in asked]
            pages = [threads.submit(fetched, tim, f"/api/tables/{each}", MARK) for each in alone]
            pages += [threads.submit(fetched, Browser(server), NOWHERE) for _ in range(9)]
            assert tim.fetch("/healthz")[0] == 200
            for answer in answers:
                assert answer.result()["code"] == "store_down"
            for page in pages:
                status, retry_after = page.result()
                assert (status, retry_after) == (503, "5")
            took = [time.monotonic() - began]
            for socket, fields in asked:  # again, as a page does
                assert socket.refused(**fields)["code"] == "store_down"
            ready = threads.map(lambda _: fetched(tim, "/readyz")[0], range(3))
            assert list(ready) == [503] * 3
            took.append(time.monotonic() - began - took[0])
            print(f"{what}: told after {took[0]:.1f} s, and after {took[1]:.1f} s when asked again")
            assert max(took) < longest
        began = time.monotonic()
        tim.until_ready()
        print(f"{what}: ready after {time.monotonic() - began:.1f} s")
        for socket, fields in asked:
            persisted(socket, fields)
        for seat, socket in enumerate(sockets):
            assert persisted(socket, {"do": "done", "seat": seat, "id": f"{what}-{seat}-done"})
    assert fetched(tim, f"/api/tables/{alone[0]}", MARK)[0] == 200
    for socket in sockets:
        socket.close()
    with closing(open_store(place.address)) as store:
        stored = store.read(id)
    told = [entry.id.partition(":")[2] for entry in read_log(stored)]
    once = {f"{what}-{seat}{end}" for seat in range(2) for end in ("", "-done")}
    assert set(told) > once
    assert [told.count(f"{what}-{seat}") for seat in range(2)] == [1, 1]
    assert replay(stored).played.card is not None


def fetched(visitor: Browser, path: str, fields: dict[str, Any] | None = None) -> tuple[int, str]:
    body = json.dumps(fields).encode() if fields else None
    status, _, headers = visitor.fetch(path, body)
    return status, headers.get("retry-after", "")


def persisted(socket: Socket, fields: dict[str, Any]) -> dict[str, Any]:
    """Ask until it is done, as a page does."""
    end = time.monotonic() + 20
    while (answer := socket.answer(**fields))["type"] != "done":
        assert time.monotonic() < end, answer
        time.sleep(0.05)
    return answer
