"""Limits by address: what is beyond them is slowed down or refused, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server import attacks
from tests.support.command import hashi
from tests.support.server import Browser, Server, serving
from websockets.exceptions import ConnectionClosed

from hashi.host.limits.fair_queue import FairQueue
from hashi.host.limits.networks import account_of
from hashi.server.limits.gates import Bucket, Buckets, Gates, Limits
from hashi.server.limits.work import Work, current_account
from hashi.table import Objected, Objection

SMALL = {"tables": 6, "sockets": 2, "imports": 10, "pictures": 10, "connections": 8}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server with small limits, behind a proxy, with a name of its own."""
    limits = [word for name, most in SMALL.items() for word in ("--limit", f"{name}={most}")]
    proxy = ("--proxy", "127.0.0.1", "--name", "localhost", "--name", "play.example.org")
    data = tmp_path_factory.mktemp("small") / "tables.sqlite"
    with serving(data, *limits, *proxy, limited=True) as running:
        yield running


def through_proxy(address: str) -> dict[str, str]:
    return {"X_Forwarded_For": address, "X_Forwarded_Proto": "https"}


def test_an_address_opens_so_many_tables_and_another_goes_on(small: Server) -> None:
    visitor = Browser(small)
    statuses = []
    for _ in range(3):
        status, text, headers = visitor.fetch("/api/tables", b"{}", **through_proxy("192.0.2.1"))
        statuses.append(status)
    assert statuses == [201, 201, 429]
    assert int(headers["retry-after"]) > 60
    assert json.loads(text)["error"]["code"] == "too_many_tables"
    status, _, headers = visitor.fetch("/new", {"mode": "solo"}, **through_proxy("192.0.2.1"))
    assert (status, int(headers["retry-after"]) > 60) == (429, True)  # the form says so, too
    assert visitor.fetch("/api/tables", b"{}", **through_proxy("192.0.2.2"))[0] == 201


def test_pictures_and_replays_are_limited(small: Server) -> None:
    visitor = Browser(small)
    id = visitor.open_table()
    visitor.fetch(f"/api/tables/{id}", b'{"do": "mark", "seat": 0, "marks": "d3=4"}')
    visitor.fetch(f"/api/tables/{id}", b'{"do": "done", "seat": 0}')
    assert [visitor.fetch(f"/t/{id}.svg")[0] for _ in range(2)] == [200, 429]
    rounds = [visitor.fetch(f"/t/{id}?round=0")[0] for _ in range(3)]
    assert rounds == [200, 200, 200]  # one replay for all who ask
    assert visitor.fetch("/import", {"record": "no record"})[0] == 429


def test_an_address_has_so_many_pages_open(small: Server) -> None:
    visitor = Browser(small)
    id = visitor.open_table()
    pages = [visitor.socket(id) for _ in range(2)]
    for page in pages:
        page.until("hello")
    third = visitor.socket(id)
    with pytest.raises(ConnectionClosed) as closed:
        third.next(timeout=20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4429
    assert visitor.fetch(f"/api/tables/{id}/events")[0] == 429
    pages[0].close()
    third.close()
    pages[1].ask("ping")
    pages[1].close()


def test_forwarded_headers_are_believed_from_the_proxy_only(small: Server, server: Server) -> None:
    id = Browser(server).open_table(mode="friends", seats="2")
    for asked, is_trusted in ((small, True), (server, False)):
        _, text, headers = Browser(asked).fetch("/", None, **through_proxy("192.0.2.9"))
        assert ("secure" in headers["set-cookie"].lower()) is is_trusted
        assert ("https://localhost" in text) is is_trusted
    assert id


def test_only_the_given_names_are_answered(small: Server) -> None:
    statuses = {
        name: Browser(small).fetch("/rules", Host=name)[0]
        for name in ("play.example.org", "localhost:1", "evil.example")
    }
    assert statuses == {"play.example.org": 200, "localhost:1": 200, "evil.example": 400}


def test_half_open_requests_lock_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite", "--limit", "connections=20", limited=True) as server:
        begun = []
        for _ in range(60):
            connection = socket.create_connection(
                ("127.0.0.1", server.port), source_address=("127.0.0.2", 0)
            )
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-")
            begun.append(connection)
        assert Browser(server).fetch("/rules")[0] == 200
        begun[-1].settimeout(10)
        assert b"429" in begun[-1].recv(1000)
        for connection in begun:
            connection.close()
        assert server.stop() == ""


def test_the_head_of_a_request_is_bounded(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n" + b"X-A: 1\r\n" * 12_000)
        assert b"431" in connection.recv(1000)


@pytest.mark.parametrize("size", [1_500, 3_000, 60_000])
def test_the_address_of_a_request_is_bounded(server: Server, size: int) -> None:
    target = b"/static/" + b"x" * size
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % target)
        said = connection.recv(20_000)
        assert said.startswith(b"HTTP/1.1 404" if size < 2_000 else b"HTTP/1.1 414")
        assert size < 2_000 or said.count(b"HTTP/1.1") == 1


def test_a_second_server_on_one_file_does_not_start(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with serving(data) as server:
        second = hashi("serve", "--port", "0", "--data", str(data))
        assert (second.returncode, second.stdout) == (2, "")
        assert "Another server" in second.stderr
        server.kill()
        server.start()  # the lock of one that was killed is free


@pytest.mark.parametrize(
    "given", [("--limit", "height=3"), ("--limit", "tables"), ("--proxy", "somewhere")]
)
def test_options_that_make_no_sense_are_explained(given: tuple[str, str], tmp_path: Path) -> None:
    done = hashi("serve", "--port", "0", "--data", str(tmp_path / "t"), *given)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_key_that_was_sent_is_not_sent_back(server: Server) -> None:
    key = "k" * 24
    _, text, _ = Browser(server).fetch("/api/tables", b"{}", Authorization=f"Bearer {key}")
    assert "key" not in json.loads(text)
    assert len(json.loads(Browser(server).fetch("/api/tables", b"{}")[1])["key"]) >= 16


# --- the parts


@pytest.mark.parametrize(
    ("host", "account"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_an_account_is_an_address_or_a_network(host: str | None, account: str) -> None:
    assert account_of(host) == account


def test_a_bucket_says_how_long_to_wait() -> None:
    at = 0.0
    bucket = Bucket(2, 0.5, now=lambda: at)
    assert [bucket.takes() for _ in range(3)] == [True, True, False]
    assert bucket.wait() == 2.0
    at = 2.0
    assert bucket.takes()


def test_limits_of_others_are_not_touched() -> None:
    buckets = Buckets(1, 0.001)
    buckets.take("a")
    with pytest.raises(Objected) as caught:
        buckets.take("a")
    assert caught.value.objection is Objection.TOO_FAST
    buckets.take("b")
    gates = Gates(Limits(table_sockets=1), 0)
    with gates.socket("a", "t"):
        with pytest.raises(Objected), gates.socket("b", "t"):
            pass
        with gates.socket("b", "u"):
            pass
    with gates.socket("b", "t"):
        pass


def homes(count: int, of: str = "2001:db8:0:{:x}::/64") -> list[str]:
    """Return so many networks that one customer may have."""
    return [of.format(number) for number in range(count)]


def test_a_network_is_allowed_a_multiple_of_what_an_address_is() -> None:
    buckets, taken = Buckets(2, 0.001), 0
    for home in homes(64):
        with contextlib.suppress(Objected):
            for _ in range(10):
                buckets.take(home)
                taken += 1
    assert taken == 8  # the /56 has four times as much
    for home in homes(64, "2001:db8:0:{:x}00::/64"):
        with contextlib.suppress(Objected):
            for _ in range(10):
                buckets.take(home)
                taken += 1
    assert taken == 32  # and the /48 sixteen times
    buckets.take("2001:db8:1:1::/64")


def test_pages_of_a_network_count_together() -> None:
    gates = Gates(Limits(sockets=2), 0)
    with contextlib.ExitStack() as pages:
        for home in homes(8):
            pages.enter_context(gates.socket(home, home))
        for home in homes(20):
            with pytest.raises(Objected), gates.socket(home, "t"):
                pass
        with gates.socket("2001:db8:0:100::/64", "t"), gates.socket("8.8.8.8", "t"):
            pass
    assert all(not quota.counts for quota in gates.quotas.values())


async def test_whoever_has_many_addresses_waits_as_one_does() -> None:
    """For processes, reads, pictures: turns go round by network first."""
    queue, order = FairQueue(1), list[str]()

    async def work(account: str) -> None:
        async with queue.turn(account):
            order.append(account)
            await asyncio.sleep(0)

    many = [asyncio.ensure_future(work(home)) for home in homes(200)]
    await asyncio.sleep(0)
    assert queue.behind("8.8.8.8") == 0
    few = [asyncio.ensure_future(work(address)) for address in ("8.8.8.8", "8.8.4.4", "10.0.0.1")]
    await asyncio.sleep(0)
    assert queue.behind("8.8.8.8") <= 4
    await asyncio.gather(*many, *few)
    assert max(order.index(address) for address in ("8.8.8.8", "8.8.4.4", "10.0.0.1")) < 8
    assert sorted(order) == sorted([*homes(200), "8.8.8.8", "8.8.4.4", "10.0.0.1"])


async def test_many_addresses_that_use_little_each_are_heavy_together() -> None:
    work, order = Work(500), list[str]()
    for home in homes(256):
        work.note(home, 0.004)
    work.note("8.8.8.8", 0.02)
    assert all(work.is_heavy(home) for home in homes(256))
    assert not work.is_heavy("8.8.8.8")
    assert not work.is_heavy("2001:db8:1::/64")

    async def begin(account: str) -> None:
        await work.turn(account)
        order.append(account)

    with work.in_hand("8.8.8.8"):
        waiting = [asyncio.ensure_future(begin(home)) for home in homes(100)]
        await asyncio.sleep(0)
        await begin("8.8.8.8")
    await asyncio.gather(*waiting)
    assert order.index("8.8.8.8") < 5
    assert len(order) == 101


def test_a_network_never_has_the_whole_loop() -> None:
    work = Work(500)
    for home in homes(100):
        work.note(home, 0.05)
    assert work.debt("2001:db8:0:ff::/64") > 1
    assert work.debt("2001:db8:0:100::/64") > 1  # of the same /48
    assert not work.debt("2001:db8:1::/64")


async def test_those_who_came_before_their_network_was_heavy_wait_as_well() -> None:
    work, order = Work(500), list[str]()

    async def begin(account: str) -> None:
        await work.turn(account)
        order.append(account)
        work.note(account, 0.02)

    many = [asyncio.ensure_future(begin(home)) for home in homes(100)]
    await asyncio.sleep(0)
    with work.in_hand("8.8.8.8"):
        await begin("8.8.8.8")
        assert len(order) < 20
    await asyncio.gather(*many)
    assert sorted(order) == sorted([*homes(100), "8.8.8.8"])


async def test_a_heavy_address_does_not_make_its_neighbours_heavy() -> None:
    work = Work(500)
    for _ in range(100):
        work.note("8.8.8.1", 0.02)
        work.note("8.8.8.2", 0.001)
        work.note("1.1.1.1", 0.01)
    assert work.is_heavy("8.8.8.1")
    assert not work.is_heavy("8.8.8.2")


async def test_turns_go_round_by_address() -> None:
    work, order = Work(0), []

    async def ask(account: str) -> None:
        await work.turn(account)
        order.append(account)

    await asyncio.gather(*(ask(account) for account in "aaaaaaaab"))
    assert order.index("b") <= 2


async def test_an_address_that_has_used_up_its_share_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Work is charged in whichever task it is done, and to nobody else."""
    monkeypatch.setattr("hashi.server.limits.work.BURST", 0.01)
    work = Work(1000)
    work.install()

    async def burn() -> None:
        assert current_account() == "a"
        end = time.thread_time() + 0.1
        while time.thread_time() < end:
            pass

    async def begin() -> None:
        await asyncio.ensure_future(burn())

    await work.charge("a", begin())
    assert work.debt("a") > 0
    assert work.debt("b") == 0
    assert current_account() == ""


class _Loop:
    """Two addresses at one loop: `heavy` has used most of it lately, `light` very little."""

    def __init__(self) -> None:
        self.work = Work(500)
        self.work.note("heavy", 1.0)
        self.work.note("light", 0.01)
        self.begun: list[str] = []

    async def begin(self, account: str, count: int) -> None:
        for _ in range(count):
            await self.work.turn(account)
            self.begun.append(account)
            self.work.note(account, 0.002)


async def test_a_heavy_address_begins_nothing_while_a_light_ones_request_is_in_hand() -> None:
    loop = _Loop()
    assert loop.work.is_heavy("heavy")
    assert not loop.work.is_heavy("light")
    flood = asyncio.ensure_future(loop.begin("heavy", 1000))
    while not loop.begun:
        await asyncio.sleep(0)
    with loop.work.in_hand("light"):
        await asyncio.sleep(0)  # what has its turn already, is begun
        before = len(loop.begun)
        for _ in range(50):  # the loop goes round: to the store and back, to other tasks
            await asyncio.sleep(0)
        assert len(loop.begun) <= before + 1
        await loop.begin("light", 1)  # its own next steps do not wait
    await flood  # and goes on by itself
    assert len(loop.begun) == 1001


async def test_a_heavy_address_is_not_held_up_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream is in hand for hours; and there may always be somebody's request in hand."""
    monkeypatch.setattr("hashi.server.limits.work.PATIENCE", 0.02)
    loop = _Loop()
    with loop.work.in_hand("light"):
        await asyncio.wait_for(loop.begin("heavy", 20), 5)
    stop = asyncio.Event()

    async def keep_busy() -> None:
        while not stop.is_set():
            with loop.work.in_hand("light"):
                await asyncio.sleep(0.001)

    busy = asyncio.ensure_future(keep_busy())
    await asyncio.wait_for(loop.begin("heavy", 5), 5)
    stop.set()
    await busy


async def test_an_address_that_becomes_heavy_is_not_held_up_by_its_own_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One person of a family has pictures drawn while another one marks."""
    monkeypatch.setattr("hashi.server.limits.work.PATIENCE", 60.0)
    work = Work(500)
    with work.in_hand("family"):
        work.note("family", 1.0)
        assert work.is_heavy("family")
        await asyncio.wait_for(work.turn("family"), 5)


async def test_what_is_measured_says_how_far_it_is_like_any_coroutine() -> None:
    """A stream whose reader leaves is ended by a library that asks for that."""
    work = Work(500)
    work.install()

    async def wait() -> None:
        await asyncio.sleep(60)

    async def begin() -> None:
        task = asyncio.ensure_future(wait())
        coroutine: Any = task.get_coro()
        states = [inspect.getcoroutinestate(coroutine)]
        await asyncio.sleep(0)
        states.append(inspect.getcoroutinestate(coroutine))
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        states.append(inspect.getcoroutinestate(coroutine))
        assert states == [inspect.CORO_CREATED, inspect.CORO_SUSPENDED, inspect.CORO_CLOSED]

    await work.charge("a", begin())


async def test_nobody_is_heavy_among_many_alike_or_without_limits() -> None:
    work = Work(500)
    for address in "abcde":
        work.note(address, 1.0)
    assert not any(work.is_heavy(address) for address in "abcde")
    unlimited = Work(0)
    unlimited.note("a", 10.0)
    assert not unlimited.is_heavy("a")


def test_the_attacks_can_be_run() -> None:
    """Nothing fails and nothing is logged; times are measured on a quiet machine."""
    measured = attacks.run("deaf", 1, "network")
    assert measured.problems(is_busy=True) == []
    page = attacks.FIGURES.read_text("utf-8")
    once = attacks.document(page, 1, {"deaf": [measured, measured]})
    (row,) = [line for line in once.splitlines() if line.startswith("| `deaf` |")]
    assert re.fullmatch(r"\| `deaf` \| \d+, \d+ \| \d+, \d+ \| \d+ \|", row)
    assert once.count(attacks.TITLE) == once.count(attacks.BEFORE) == 1
    assert attacks.document(once, 1, {"deaf": [measured, measured]}) == once
