"""Several servers on one PostgreSQL: any of them serves any table, and bots and clocks act once.

What happens is waited for, however long a busy machine takes; that something is not told is looked
at when something that would come after it has been told. How soon all this is, is printed, and
measured by `python -m tests.server.faults`.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from typing import Any

import psycopg
import pytest
from tests.server.test_two_worlds import REST, world
from tests.support.postgres import Cluster
from tests.support.processes import children
from tests.support.server import Browser, Server, Socket, serving
from tests.support.stored_games import write_game
from websockets.exceptions import ConnectionClosed

from hashi.host import holder_of, new_id
from hashi.host.store.address import open_store
from hashi.host.store.database import Database
from hashi.host.store.protocol import Store
from hashi.server.jobs.reviews import REVIEW_NICENESS
from hashi.table import LogEntry, Phase, Table, read_log, replay
from hashi.table.event import Begun, Finished, Seated, Started

pytestmark = pytest.mark.slow  # all of them, since they share their servers

PACE = 5
"""Seconds of a round that a clock ends."""
PATIENCE = 90.0
"""Seconds after which something does not happen any more, on the busiest machine."""


@pytest.fixture(scope="module")
def servers(postgres: Cluster) -> Iterator[list[Server]]:
    """Start three servers on one database. A test that kills one starts it again."""
    address = postgres.schema()
    with ExitStack() as stack:
        yield [stack.enter_context(serving(address)) for _ in range(3)]


def at(visitor: Browser, server: Server) -> Browser:
    """Return the same visitor, with the same key, at another server."""
    other = Browser(server, visitor.language)
    for cookie in visitor.jar:
        other.jar.set_cookie(cookie)
    return other


def ask(visitor: Browser, id: str, **fields: object) -> dict[str, Any]:
    status, text, _ = visitor.fetch(f"/api/tables/{id}", json.dumps(fields).encode())
    assert status == 200, text
    answer: dict[str, Any] = json.loads(text)
    return answer


def seen(visitor: Browser, id: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(visitor.fetch(f"/api/tables/{id}")[1])
    return answer


def stored(address: str, id: str) -> Table:
    store = open_store(address)
    try:
        return replay(store.read(id))
    finally:
        store.close()


def until(socket: Socket, wanted: str, kind: str = "patch") -> None:
    """Wait for a message with this text."""
    began = time.monotonic()
    while True:
        message = socket.next(PATIENCE)
        if message["type"] == kind and wanted in json.dumps(message, ensure_ascii=False):
            print(f"{wanted or kind}: after {time.monotonic() - began:.1f} s")
            return


def wait_until(is_so: Callable[[], object], pause: float = 0.05) -> None:
    """Wait until this is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(pause)


def lobby_of_two(one: Server, other: Server, pace: int = 0) -> tuple[str, Browser, Browser]:
    """Open a table for two at one server; the second person sits down at the other."""
    tim, ida = Browser(one), Browser(other)
    id = tim.open_table(mode="friends", seats="2", name="Tim", pace=str(pace))
    ida.fetch("/")
    ask(ida, id, do="sit", name="Ida")
    return id, tim, ida


def test_two_people_play_at_two_servers(servers: list[Server]) -> None:
    one, other, _ = servers
    id, tim, ida = lobby_of_two(one, other)
    here, there = tim.socket(id), ida.socket(id)
    assert "Ida" in tim.fetch(f"/t/{id}")[1]
    here.ask("begin")
    until(there, "reload", "reload")
    there.close()
    there = ida.socket(id)
    here.ask("mark", seat=0, marks="d3=4")
    there.ask("mark", seat=1, marks="d3=4")
    here.ask("done", seat=0)
    there.ask("done", seat=1)
    until(here, "card")
    for _ in range(3):  # both at once: one of them has a conflict, and nobody notices
        sent = [here.send("done", seat=0), there.send("done", seat=1)]
        for socket, request in zip((here, there), sent, strict=True):
            while (answer := socket.until("done", "refused"))["id"] != request:
                pass
            assert answer["type"] == "done"
    assert len(seen(tim, id)["record"]["rounds"]) == 3
    assert seen(at(tim, other), id) == seen(tim, id)
    there.ask("react", seat=1, reaction="wow")
    until(here, "Wow!", "reaction")
    here.close()
    there.close()
    assert stored(servers[0].place, id).played.rounds == 3


def test_presence_and_links_are_known_to_servers(servers: list[Server]) -> None:
    one, other, _ = servers
    id, tim, ida = lobby_of_two(one, other)
    ask(tim, id, do="begin")
    here = tim.socket(id)
    until(here, "seat-1")
    here.received.clear()
    there = ida.socket(id)
    until(here, "seat-1")  # she is here
    ida_is_here = here.received[-1]
    there.close()
    until(here, "seat-1")  # and gone
    assert here.received[-1] != ida_is_here
    there = ida.socket(id)
    until(here, "seat-1")
    other.kill()
    until(here, "seat-1")  # gone with her server
    here.close()
    other.start()
    link = tim.fetch(f"/t/{id}/move", {"seat": "0"})[1].partition("/m/")[2][:22]
    phone = Browser(other)
    assert phone.fetch(f"/m/{link}", {})[0] == 303
    assert [seat["yours"] for seat in seen(phone, id)["seats"]] == [True, False]
    assert Browser(one).fetch(f"/m/{link}", {})[0] == 410


def test_a_rematch_begins_with_the_last_one_at_whichever_server(servers: list[Server]) -> None:
    one, other, _ = servers
    id, tim, ida = lobby_of_two(one, other)
    ask(tim, id, do="begin")
    for seat, visitor in enumerate((tim, ida)):
        ask(visitor, id, do="mark", seat=seat, marks="d3=4")
        ask(visitor, id, do="done", seat=seat)
    while seen(tim, id)["phase"] != Phase.OVER.value:
        for seat, visitor in enumerate((tim, ida)):
            ask(visitor, id, do="done", seat=seat)
    nexts = {ask(tim, id, do="rematch", same=True)["next"], ask(ida, id, do="rematch")["next"]}
    (again,) = nexts
    here = tim.socket(again)
    assert seen(ida, again)["phase"] == Phase.LOBBY.value
    there = ida.socket(again)
    until(there, "", "reload")
    assert seen(tim, again)["phase"] == Phase.STARTS.value
    here.close()
    there.close()
    alone = tim.open_table(mode="bots", seats="2", bot="random")
    ask(tim, alone, do="mark", seat=0, marks="d3=4")
    while (now := seen(tim, alone))["phase"] != Phase.OVER.value:
        if now["seats"][0]["done"]:
            time.sleep(0.02)  # the bot thinks
        else:
            ask(tim, alone, do="done", seat=0)
    same = ask(at(tim, other), alone, do="rematch", same=True)["next"]  # begins at once
    assert seen(tim, same)["phase"] == Phase.STARTS.value


# --- what one server knows, another does not tell


def person(server: Server, key: str) -> Browser:
    """Return somebody with this key."""
    visitor = Browser(server)
    visitor.fetch("/")
    for cookie in visitor.jar:
        cookie.value = key if cookie.name == "hashi_key" else cookie.value
    return visitor


def looked_at(visitor: Browser, id: str) -> list[str]:
    """Return all that a visitor can look at of a running game."""
    paths = [
        "",
        ".json",
        ".svg?seat=0",
        ".svg?seat=1",
        ".png",
        "?round=2",
        "/review",
        "/move",
    ]
    answers = [visitor.fetch(f"/t/{id}{path}") for path in paths]
    answers += [visitor.fetch(f"/api/tables/{id}"), visitor.fetch("/"), visitor.fetch("/me")]
    return [f"{status} {text}" for status, text, _ in answers]


def without_names(texts: list[str], id: str) -> list[str]:
    """Return texts without what may differ between two tables: ids, seal, and the time of day."""
    unequal = re.compile(rf'{id}|"id": "m\d+"|\b[0-9a-f]{{64}}\b|"now": [\d.]+')
    return [unequal.sub("*", text) for text in texts]


def test_what_is_done_at_one_server_is_hidden_at_another(servers: list[Server]) -> None:
    """Two worlds that differ in the unseen cards, the salt and another's drafts, made elsewhere."""
    one, other, _ = servers
    worlds = (
        (world(REST, "salt one", "3@b3"), 0),
        (world(REST[::-1], "salt two", "b3-d3", "pass", "3@b3"), 7),  # the last one stands
    )
    told: list[list[str]] = []
    for number, (log, drafts) in enumerate(worlds):
        keys = {name: f"the-key-of-{name}-in-world-{number}" for name in ("tim", "linus")}
        id, entries = new_id(), list[tuple[int, str]]()
        for at_number, text in log:
            for name, key in keys.items():
                text = text.replace(f'"{name}"', f'"{holder_of(key)}"')
            entries.append((at_number, text))
        with closing(open_store(one.place)) as store:
            labels = [(holder_of(key), 1000.0) for key in keys.values()]
            store.restore(id, entries, labels).result(10)
        linus = person(one, keys["linus"]).socket(id)
        linus.until("hello")
        tim, stranger = person(other, keys["tim"]), person(other, f"a-stranger-in-world-{number}")
        pages = [visitor.socket(id) for visitor in (tim, stranger)]
        for page in pages:
            page.until("hello")
        for visitor in (tim, stranger):
            wait_until(partial(shows_nobody_away, visitor, id))  # who is here has come round
        for page in pages:
            page.ask("look", seat=1)
            until_quiet(page)
            page.received.clear()
        linus.ask("clear", seat=1)
        for turn in range(drafts):
            answer = linus.ask("undo" if turn % 2 else "mark", seat=1, marks="3@a2")
            assert answer["type"] == "done", answer
        assert tim.fetch(f"/t/{id}")[0] == 200  # the other server knows the latest log now
        for page in pages:
            page.ask("look", seat=1)
            until_quiet(page)
        seen_by_both = [*looked_at(tim, id), *looked_at(stranger, id)]
        sent = [text for page in pages for text in page.received]
        told.append(without_names([*seen_by_both, *sent], id))
        for visitor in (tim, stranger):  # nobody acts for another, wherever that one is
            body = json.dumps({"do": "mark", "seat": 1, "marks": "3@a1"}).encode()
            assert visitor.fetch(f"/api/tables/{id}", body)[0] == 403
        assert pages[1].refused("done", seat=0)["code"] == "not_your_seat"
        for socket in (linus, *pages):
            socket.close()
    assert told[0] == told[1]
    assert not any("salt one" in text for text in told[0])


def shows_nobody_away(visitor: Browser, id: str) -> bool:
    return not re.search(r'class="state[^>]*>\s*away', visitor.fetch(f"/t/{id}")[1])


def until_quiet(page: Socket) -> None:
    """Read what a page is sent until nothing comes for longer than servers take to look round.

    Nothing is waited for here: it gives time to tell what must not be told.
    """
    with contextlib.suppress(TimeoutError):
        while True:
            page.next(timeout=1.5)


def process_id(server: str) -> str:
    """Return the process of a server that has written this name of itself."""
    return server.partition("-")[0].rpartition(".")[2]


def holder_of_lease(database: Database, servers: list[Server], id: str) -> Server:
    """Wait until one of the servers acts for this table, and return it.

    A lease may still be that of a process that was killed. It is held for as long as a bot thinks,
    so whoever looks for it has a connection before.
    """
    running, found = {str(server.process.pid): server for server in servers}, list[Server]()

    def look() -> bool:
        rows = database.rows("SELECT process FROM lease WHERE place = ?", (id,))
        ids = [process_id(process) for (process,) in rows]
        found.extend(running[pid] for pid in ids if pid in running)
        return bool(found)

    wait_until(look, pause=0.002)
    return found[0]


def test_bots_go_on_when_the_server_that_asks_them_dies(servers: list[Server]) -> None:
    """A person has pages at three servers; the one that asks the bots is killed, twice."""
    address, tim = servers[0].place, Browser(servers[0])
    id = tim.open_table(mode="bots", seats="3", bot="master")
    pages = [at(tim, server) for server in servers]
    sockets = [page.socket(id) for page in pages]
    ask(tim, id, do="mark", seat=0, marks="d3=4")
    for wanted in (1, 2):
        with (
            closing(open_store(address)) as store,
            closing(store.engine.connect()) as database,
        ):
            ask(tim, id, do="done", seat=0)
            victim = holder_of_lease(database, servers, id)
        victim.kill()
        began = time.monotonic()
        tim = next(page for page in pages if page.server is not victim)
        wait_until(lambda visitor=tim, n=wanted: seen(visitor, id)["round"] >= n)  # type: ignore[misc]
        print(f"taken over and played within {time.monotonic() - began:.1f} s")
        victim.start()
        sockets.append(at(tim, victim).socket(id))
    for socket in sockets:
        socket.close()
    acts: list[int] = []
    with closing(open_store(address)) as store:
        for entry in read_log(store.read(id)):
            acts += [entry.event.seat] if isinstance(entry.event, Finished) else []
    assert Counter(acts[:3]) == Counter(range(3))  # the first round, each of them once


def test_a_clock_acts_once_and_never_early_when_its_server_dies(servers: list[Server]) -> None:
    """Its server is killed while it has the lease; at one table somebody is left, at one nobody."""
    address, victim = servers[0].place, servers[0]
    tables, sockets = [], []
    for is_watched in (True, False):
        id, tim, ida = lobby_of_two(victim, servers[1] if is_watched else victim, PACE)
        ask(tim, id, do="begin")
        sockets += [tim.socket(id), ida.socket(id)] if is_watched else [tim.socket(id)]
        tables.append(id)
    with closing(open_store(address)) as store, closing(store.engine.connect()) as database:
        ((process,),) = database.rows(
            "SELECT id FROM process WHERE id LIKE ?", (f"%.{victim.process.pid}-%",)
        )
        for id in tables:  # as while it asks a bot there
            database.run("INSERT INTO lease VALUES (?, ?)", (id, process))
        (began, *_) = (one.at for one in read_log(store.read(id)) if isinstance(one.event, Begun))
        time.sleep(max(0.0, began + PACE - 0.3 - time.time()))
        victim.kill()
        died = time.time()
        for id in tables:
            wait_until(partial(acts_in, store, id))
            acts = acts_in(store, id)
            began = next(one.at for one in read_log(store.read(id)) if isinstance(one.event, Begun))
            assert [act.event.seat for act in acts] == [0, 1]  # type: ignore[attr-defined]
            assert all(act.event.by_clock for act in acts)  # type: ignore[attr-defined]
            assert began + PACE <= acts[0].at
            print(f"acted {acts[0].at - max(died, began + PACE):.1f} s after its time")
    victim.start()
    for socket in sockets:
        socket.close()


def acts_in(store: Store, id: str) -> list[LogEntry]:
    """Return what finished a turn in a log."""
    entries = read_log(store.read(id))
    return [entry for entry in entries if isinstance(entry.event, (Started, Finished))]


def test_a_review_is_computed_by_one_server_for_all(servers: list[Server]) -> None:
    one, other, _ = servers
    with closing(open_store(one.place)) as store:
        id = write_game(store, [Seated(0, "Tim", holder=holder_of("a-key-of-tim-and-no-other"))])
    pages = [Browser(server) for server in (one, other)]
    assert 'id="progress"' in pages[0].fetch(f"/t/{id}/review")[1]
    told = list[bool]()

    def is_over() -> bool:
        texts = [page.fetch(f"/t/{id}/review")[1] for page in pages]
        told.append(re.search(r'<progress max="\d+" value="[1-9]', texts[1]) is not None)
        assert not any(niceness(pid) >= REVIEW_NICENESS for pid in children(other.process.pid))
        return not any('id="progress"' in text for text in texts)

    wait_until(is_over, pause=0.1)
    assert any(told) or len(told) < 30  # how far it is, at the one that waits, unless it was quick


def niceness(pid: int) -> int:
    try:
        return os.getpriority(os.PRIO_PROCESS, pid) - os.getpriority(os.PRIO_PROCESS, 0)
    except OSError:
        return 0


def test_a_table_that_one_server_has_forgotten_is_gone_at_all(servers: list[Server]) -> None:
    one, other, _ = servers
    tim = Browser(one)
    id = tim.open_table(mode="friends", seats="2", name="Tim")
    assert at(tim, other).fetch(f"/t/{id}")[0] == 200
    with closing(open_store(one.place)) as store:
        store.remove(id, store.heads([id])[id]).result(10)
    for server in (one, other):
        assert at(tim, server).fetch(f"/t/{id}")[0] == 404
        assert id not in at(tim, server).fetch("/")[1]


def test_limits_by_address_hold_at_all_servers_together(postgres: Cluster) -> None:
    """Tables at once; pages and records to replay, counted by one server, a second later."""
    limits = ("tables=9", "sockets=3", "imports=10")  # three tables at once
    address, few = postgres.schema(), [word for each in limits for word in ("--limit", each)]
    with ExitStack() as stack:
        one, other = (stack.enter_context(serving(address, *few)) for _ in range(2))
        tim = Browser(one)
        id = tim.open_table(mode="solo")
        asked = (other, one, other, one, other)
        answers = [Browser(server).fetch("/new", {"mode": "solo"})[0] for server in asked]
        assert answers == [303, 303, 429, 429, 429]
        assert Browser(one).fetch("/import", {"record": "x"})[0] == 422  # one at once
        sockets = [tim.socket(id) for _ in range(2)]
        sockets.append(at(tim, other).socket(id))

        def is_full() -> bool:
            with closing(at(tim, other).socket(id)) as fourth:
                return first_word(fourth) == 4429

        wait_until(is_full)
        assert Browser(other).fetch("/import", {"record": "x"})[0] == 429
        one.process.terminate()
        one.process.communicate(timeout=PATIENCE)
        sockets.append(at(tim, other).socket(id))
        assert first_word(sockets[-1]) == "hello"  # its pages can move at once
        for socket in sockets:
            socket.close()


def first_word(socket: Socket) -> str | int:
    """Return "hello", or the code with which the server closes the socket."""
    try:
        return str(socket.until("hello")["type"])
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def test_only_servers_with_a_page_of_a_table_are_woken(servers: list[Server]) -> None:
    one, other, _ = servers
    id, tim, ida = lobby_of_two(one, other)
    with psycopg.connect(one.place, autocommit=True) as listener:
        listener.execute("LISTEN hashi")

        def heard_until(is_last: Callable[[Any], bool]) -> list[Any]:
            """Return what the first server tells of the table, up to a message like this."""
            told = list[Any]()
            for note in listener.notifies(timeout=PATIENCE):
                sender, *news = json.loads(note.payload)
                if process_id(sender) == str(one.process.pid):
                    told += [told for table, messages in news if table == id for told in messages]
                if any(map(is_last, told)):
                    return told
            raise AssertionError(told)

        here = tim.socket(id)
        here.ask("begin")
        here.ask("mark", seat=0, marks="d3=4")
        here.ask("undo", seat=0)
        here.ask("react", seat=0, reaction="wow")  # a server tells in order
        assert {} not in heard_until(lambda told: "reaction" in told)
        there = ida.socket(id)
        there.until("hello")
        wait_until(lambda: shows_nobody_away(tim, id))
        here.ask("mark", seat=0, marks="d3=4")
        heard_until(lambda told: told == {})
        here.ask("done", seat=0)
        until(there, "seat-0")
        there.close()
        here.close()


def test_a_page_catches_up_without_a_wake(servers: list[Server]) -> None:
    """What is written by a program that wakes nobody is on the page all the same."""
    server = servers[0]
    tim = Browser(server)
    id = tim.open_table(mode="solo")
    socket = tim.socket(id)
    socket.ask("mark", seat=0, marks="d3=4")
    socket.ask("done", seat=0)
    store = open_store(servers[0].place)
    card = stored(servers[0].place, id).played.card
    assert card is not None
    drafted = {"v": 1, "kind": "drafted", "at": 1.0, "seat": 0, "undone": ""}
    text = json.dumps({**drafted, "marks": f"{card.number}@f1"})
    store.restore(id, [(len(store.read(id)) + 1, text)]).result(10)
    store.close()
    until(socket, "f1")
    socket.close()
