"""Faults under play, at several servers on one PostgreSQL: a command.

    python -m tests.server.faults --clients 200 --servers 4 --kills 100 --database 5 --pauses 5
    python -m tests.server.faults --clients 50 --kills 5 --database 0 --hangs 3 --promote kill

Most clients play game after game against a bot, each at whichever server it reaches; the others
leave their rounds to a clock. Like a page, a client connects again by itself and sends a request
again, with the same id, until it is answered. Meanwhile servers are killed and paused, and the
database is killed, stopped for a while (`--hangs`), or killed or stopped for good while its
synchronous standby is promoted (`--promote`); then all servers are restarted one after another. At
the end

- every acknowledged request is in its log, exactly once, and every log replays;
- in every round each seat has acted exactly once: a person, a bot, a clock;
- every client has gone on by itself, and no client was refused anything in the rolling restart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

from tests.support.command import environment
from tests.support.postgres import Cluster, cluster, replicated
from tests.support.server import CROWD, Browser, Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from hashi.host import holder_of
from hashi.host.store.address import open_store
from hashi.host.store.sql import SqlStore
from hashi.table import LogEntry, Options, read_log, replay
from hashi.table.event import CardTurned, Finished, Opened, Started

PAUSE = 10.0
"""Seconds for which a server or the database is stopped."""
BEFORE_PROMOTION = 1.0
"""Seconds for which there is no primary."""
LONGEST_PAUSE = 15.0
"""Seconds between two faults, at most."""
PACE = 5
"""Seconds of a round that a clock ends."""
PATIENCE = 6.0
"""Seconds that a page waits for an answer before it connects again."""
SILENCE = 60.0
"""Seconds within which every client must have gone on after the last fault."""
DRAFTS = 6
"""How often a client writes its start and takes it back in each game."""
AGAIN = ("store_down", "table_down", "too_fast", "full")
"""Refusals after which a page asks again by itself, or its person does."""
ORDINARY = ("done_already", "not_now")
"""What a client hears who asks on while its bot thinks."""
_requests = count(1)


class WatchedServer(Server):
    """A server that is started again and again until it can, as systemd does."""

    log: Path
    """Where it writes: a pipe that nobody reads would stop it."""

    def start(self) -> None:
        self.log = Path(tempfile.gettempdir()) / f"hashi-faults-{id(self):x}.log"
        while True:
            with self.log.open("ab") as said:
                self.process = subprocess.Popen(
                    [
                        *[sys.executable, "-W", "error", *self.PROGRAM, "serve"],
                        *["--port", str(self.port), "--data", self.place, *self.options],
                    ],
                    stdout=subprocess.PIPE,
                    stderr=said,
                    env=environment(),
                    text=True,
                )
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
            if line:
                self.port = int(line.partition("localhost:")[2].partition("/")[0])
                return
            self.process.communicate()
            time.sleep(0.1)  # the database is away

    def end(self, how: signal.Signals) -> None:
        """End it by this signal, and wait until it is gone."""
        self.process.send_signal(how)
        self.process.communicate(timeout=60)
        assert self.process.returncode == -how, self.log.read_text()[-2000:]


@dataclass
class Client:
    """Somebody who plays against a bot, or lets a clock play, over a socket to any server."""

    tables: list[str]
    """The last one is played at."""
    visitor: Browser
    servers: list[Server]
    rng: Random
    is_clocked: bool
    slowness: float
    """How many times longer than usual it waits between two requests."""
    acknowledged: dict[str, float] = field(default_factory=dict)
    """What was acknowledged, and when."""
    answered_at: float = 0.0
    slowest: float = 0.0
    refusals: Counter[str] = field(default_factory=Counter)
    is_over: bool = False
    page: str = ""
    """What shows the table now, as the server has said: "table" or "over"."""
    socket: ClientConnection | None = None
    doing: str = ""
    """What it waits for, and what came in between."""

    async def play(self) -> None:
        while not self.is_over:
            for number in range(0 if self.is_clocked else 2 * DRAFTS + 1):  # at last it is written
                await self.ask("mark" if number % 2 == 0 else "undo", marks="d3=4")
            while self.page != "over" and not self.is_over:
                await self.ask("ping" if self.is_clocked else "done")
            await self.ask("rematch", same=self.rng.random() < 0.5)
            await self.go_on()

    async def go_on(self) -> None:
        """Go to the table of the rematch."""
        self.doing = f"next table after {self.doing}"
        while not self.is_over:
            with suppress(OSError, HTTPException, ValueError):  # its server has died
                id = await asyncio.to_thread(self.next_table)
                if id:
                    self.tables.append(id)
                    self.hang_up()
                    return
            await asyncio.sleep(0.1)

    def next_table(self) -> str:
        address = self.rng.choice(self.servers).address
        request = urllib.request.Request(f"{address}/api/tables/{self.tables[-1]}")
        request.add_header("Cookie", self.visitor.cookies)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return str(json.load(answer).get("next") or "")

    async def ask(self, do: str, **fields: Any) -> None:
        """Send a request, over as many connections as it takes, and note its answer."""
        wait = self.rng.uniform(0.02, 0.5 if do == "ping" else 0.07)
        await asyncio.sleep(self.slowness * wait)
        if self.page == "over" and do != "rematch":
            return
        request = {"do": do, "seat": 0, "id": f"r{next(_requests)}", **fields}
        began, self.doing = time.monotonic(), do
        while not self.is_over:
            try:
                self.socket = self.socket or await self.connect()
                answer = await self.answer_to(self.socket, request)
            except (OSError, WebSocketException, TimeoutError, EOFError) as error:
                self.doing = f"{do} after {error!r}"
                self.hang_up()
                await asyncio.sleep(0.1)
                continue
            self.doing = f"{do}: {answer['type']} {answer.get('code', '')}"
            if answer["type"] == "refused":
                self.refusals[str(answer["code"])] += 1
            elif do != "ping":
                self.acknowledged[f"{self.holder[:8]}:{request['id']}"] = time.monotonic()
            self.answered_at = time.monotonic()
            self.slowest = max(self.slowest, self.answered_at - began)
            return

    async def answer_to(self, socket: ClientConnection, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer over this connection; ask again where a page does."""
        await socket.send(json.dumps(request))
        async with asyncio.timeout(PATIENCE) as patience:
            while True:
                message: dict[str, Any] = json.loads(await socket.recv())
                if message["type"] in ("hello", "reload", "over"):
                    self.page = message.get("page", "over")
                if message.get("id") != request["id"]:
                    continue
                if message.get("code") not in AGAIN:
                    return message
                self.refusals[message["code"]] += 1
                self.doing = f"{request['do']} after {message['code']}"
                await asyncio.sleep(0.3)
                patience.reschedule(asyncio.get_running_loop().time() + PATIENCE)
                await socket.send(json.dumps(request))

    async def connect(self) -> ClientConnection:
        server = self.rng.choice(self.servers)
        self.page = ""
        return await connect(
            f"ws://localhost:{server.port}/t/{self.tables[-1]}/live?after=",
            additional_headers={"Cookie": self.visitor.cookies},
            origin=Origin(server.address),
            open_timeout=PATIENCE,
        )

    def hang_up(self) -> None:
        if self.socket is not None:
            self.socket.transport.abort()
        self.socket, self.page = None, ""

    @property
    def holder(self) -> str:
        return holder_of(
            next(cookie.value or "" for cookie in self.visitor.jar if cookie.name == "hashi_key")
        )


class Trouble:
    """What goes wrong, one thing after another, with some play in between."""

    def __init__(
        self,
        servers: list[WatchedServer],
        databases: Sequence[Cluster],
        owner: ThreadPoolExecutor,
        clients: list[Client],
        pause: float,
    ) -> None:
        """Prepare it; `owner` has the thread that starts PostgreSQL, which ends with it."""
        self._idle, self._pause = list(servers), pause
        self._postgres, *self._standbys = databases
        self._owner, self._clients = owner, clients
        self._rng = Random(1)

    async def make(self, faults: list[str]) -> None:
        self._rng.shuffle(faults)
        async with asyncio.TaskGroup() as group:
            for at, fault in enumerate(faults):
                await self._some_play()
                if at % 10 == 9:
                    print(f"{at + 1} of {len(faults)} faults", file=sys.stderr, flush=True)
                outside: dict[str, Callable[[], None]] = {
                    "database": self._crash,
                    "hang": self._hang,
                    "promote kill": partial(self._promote, Cluster.kill),
                    "promote stop": partial(self._promote, Cluster.pause),
                }
                if fault in outside:
                    await self._outside(outside[fault])
                    continue
                while len(self._idle) < 2:  # one is always there, to take over
                    await asyncio.sleep(0.02)
                server = self._idle.pop(self._rng.randrange(len(self._idle)))
                group.create_task(self._hurt(server, fault))

    async def _some_play(self) -> None:
        """Wait for a while, on a slow machine until most clients were answered meanwhile."""
        began = time.monotonic()
        await asyncio.sleep(self._pause * self._rng.uniform(0.5, 1.5))
        while time.monotonic() < began + LONGEST_PAUSE:
            silent = sum(client.answered_at < began for client in self._clients)
            if silent <= len(self._clients) // 5:
                return
            await asyncio.sleep(0.05)

    async def _hurt(self, server: WatchedServer, fault: str) -> None:
        if fault == "kill":
            await asyncio.to_thread(server.end, signal.SIGKILL)
            await asyncio.to_thread(server.start)
        else:
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(PAUSE)
            server.process.send_signal(signal.SIGCONT)
        self._idle.append(server)

    def _crash(self) -> None:
        self._postgres.stop(signal.SIGQUIT)
        time.sleep(1)
        self._postgres.start()

    def _hang(self) -> None:
        with self._postgres.paused():
            time.sleep(PAUSE)

    def _promote(self, end: Callable[[Cluster], None]) -> None:
        """End the primary for good, and promote its standby a second later."""
        end(self._postgres)
        time.sleep(BEFORE_PROMOTION)
        self._postgres = self._standbys.pop()
        self._postgres.promote()

    async def _outside(self, work: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._owner, work)


@dataclass
class Report:
    """What was seen."""

    waited: float = 0.0
    """Seconds after the last fault until all clients had gone on."""
    slowest: float = 0.0
    slowest_in_restart: float = 0.0
    silence: float = 0.0
    """The longest time for which nobody was acknowledged anything, until the restart."""
    tables: int = 0
    acknowledged: int = 0
    events: int = 0
    bots: list[float] = field(default_factory=list)
    """For each turn of a bot, how many seconds its person waited for it."""
    clocks: list[float] = field(default_factory=list)
    """For each turn that a clock made, how many seconds that was after its time."""


async def run(
    arguments: argparse.Namespace,
    clients: list[Client],
    servers: list[WatchedServer],
    databases: Sequence[Cluster],
    owner: ThreadPoolExecutor,
) -> Report:
    """Let all clients play through all faults, and then through a rolling restart."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))
    faults = ["kill"] * arguments.kills + ["pause"] * arguments.pauses
    faults += ["database"] * arguments.database + ["hang"] * arguments.hangs
    faults += [f"promote {arguments.promote}"] if arguments.promote else []
    tasks = [asyncio.create_task(client.play()) for client in clients]
    trouble, report = Trouble(servers, databases, owner, clients, arguments.pause), Report()
    await trouble.make(faults)
    report.waited = await all_go_on(clients)
    report.slowest = max(client.slowest for client in clients)
    told = sorted(at for client in clients for at in client.acknowledged.values())
    report.silence = max(later - at for at, later in pairwise(told))
    before = refusals(clients)
    for client in clients:
        client.slowest = 0.0
    for server in servers if arguments.rolling else ():
        await asyncio.to_thread(server.end, signal.SIGTERM)
        await asyncio.to_thread(server.start)
        await all_go_on(clients)
    report.slowest_in_restart = max(client.slowest for client in clients)
    noticed = [code for code in refusals(clients) - before if code not in ORDINARY]
    assert not noticed, refusals(clients)
    for client in clients:
        client.is_over = True
    for task in asyncio.as_completed(tasks):
        await task
    for client in clients:
        client.hang_up()
    print(f"refused: {dict(refusals(clients))}", file=sys.stderr)
    return report


async def all_go_on(clients: list[Client]) -> float:
    """Wait until every client has been answered once more; return how long that took."""
    began = time.monotonic()
    while silent := [client for client in clients if client.answered_at < began]:
        assert time.monotonic() < began + SILENCE, [
            (client.tables[-1], client.page, client.doing, dict(client.refusals))
            for client in silent
        ]
        await asyncio.sleep(0.05)
    return time.monotonic() - began


def refusals(clients: list[Client]) -> Counter[str]:
    return sum((client.refusals for client in clients), Counter())


def check(store: SqlStore, clients: list[Client], report: Report) -> None:
    """Check every log, and add up what is in them."""
    for client in clients:
        kept: list[str] = []
        for table in client.tables:
            stored = store.read(table)
            assert [number for number, _ in stored] == list(range(1, len(stored) + 1))
            replay(stored)
            entries = list(read_log(stored))
            kept += [entry.id for at, entry in enumerate(entries) if entry.id != entries[at - 1].id]
            check_rounds(table, entries, report)
            report.events += len(entries)
        twice = [id for id, times in Counter(filter(None, kept)).items() if times > 1]
        assert not twice, (client.tables, twice)
        lost = client.acknowledged.keys() - set(kept)
        assert not lost, (client.tables, lost)
        report.acknowledged += len(client.acknowledged)
        report.tables += len(client.tables)


def check_rounds(table: str, entries: list[LogEntry], report: Report) -> None:
    """Check that each seat has acted once in every round, and that none was left out."""
    opening = entries[0].event
    assert isinstance(opening, Opened)
    options = Options.from_json(opening.options)
    for began, acts, is_closed in rounds(entries):
        seats = Counter(act.event.seat for act in acts)  # type: ignore[attr-defined]
        assert set(seats.values()) <= {1}, (table, acts)
        assert not is_closed or len(seats) == options.seats, (table, acts)
        done_at = max([began, *(act.at for act in acts if act.event.seat == 0)])  # type: ignore[attr-defined]
        for act in acts:
            if act.event.by_clock:  # type: ignore[attr-defined]
                report.clocks.append(act.at - began - options.clock)
            elif act.event.seat == 1:  # type: ignore[attr-defined]
                report.bots.append(max(0.0, act.at - done_at))


def rounds(entries: list[LogEntry]) -> Iterator[tuple[float, list[LogEntry], bool]]:
    """Go through the rounds of a game: when each began, who acted, and whether it was closed."""
    began, acts = entries[0].at, list[LogEntry]()
    for entry in entries:
        if isinstance(entry.event, (Started, Finished)):
            acts.append(entry)
        elif isinstance(entry.event, CardTurned):
            yield began, acts, True
            began, acts = entry.at, []
    yield began, acts, False


def main(given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--pauses", type=int, default=1)
    parser.add_argument("--database", type=int, default=1)
    parser.add_argument("--hangs", type=int, default=0, help="of the database")
    parser.add_argument("--promote", choices=("kill", "stop"), help="what ends the primary")
    parser.add_argument("--pause", type=float, default=1.5, help="seconds between two faults")
    parser.add_argument("--slowness", type=float, default=1.0, help="of all clients")
    parser.add_argument("--no-rolling", dest="rolling", action="store_false")
    arguments = parser.parse_args(given)
    began = time.monotonic()
    with ExitStack() as stack:
        owner = stack.enter_context(ThreadPoolExecutor(1))
        databases: Sequence[Cluster]
        if arguments.promote:
            databases = stack.enter_context(replicated())
            ports = [each.port for each in databases]
            address = databases[0].over_network(databases[0].schema(), *ports)
        else:
            databases = [stack.enter_context(cluster())]
            address = databases[0].schema()
        options = ("--jobs", "1", *CROWD)
        servers: list[WatchedServer] = []
        for _ in range(arguments.servers):
            servers.append(WatchedServer(address, *options, limited=True))
            stack.callback(_stop, servers[-1])
        clients = []
        for number in range(arguments.clients):
            visitor = Browser(servers[number % len(servers)])
            is_clocked = number % 5 == 4
            form = {"mode": "bots", "seats": "2", "bot": "random"}
            id = visitor.open_table(**form, **({"pace": str(PACE)} if is_clocked else {}))
            chance, slowness = Random(number), arguments.slowness
            clients.append(Client([id], visitor, list(servers), chance, is_clocked, slowness))
        report = asyncio.run(run(arguments, clients, servers, databases, owner))
        with closing(open_store(address)) as store:
            check(store, clients, report)
    print(
        f"{arguments.kills} kills and {arguments.pauses} pauses of servers, {arguments.database} "
        f"crashes, {arguments.hangs} pauses and {bool(arguments.promote):d} failovers of the "
        f"database under {arguments.clients} clients at {arguments.servers} servers, in "
        f"{time.monotonic() - began:.0f} s: {report.acknowledged} requests acknowledged and "
        f"{report.events} events in {report.tables} games, none lost, none twice; "
        f"{seconds(report.bots)} by bots and {seconds(report.clocks)} by clocks; all went on "
        f"{report.waited:.1f} s after the last fault; nobody was acknowledged anything for "
        f"{report.silence:.1f} s at the longest; the slowest answer took "
        f"{report.slowest:.1f} s, in the rolling restart {report.slowest_in_restart:.1f} s"
    )


def seconds(late: list[float]) -> str:
    """Return how many turns there were, each once, and how late they came."""
    times = sorted(late) or [0.0]
    middle, most = times[len(times) // 2], times[len(times) * 99 // 100]
    return (
        f"{len(late)} turns, each once ({middle:.1f} s late in the middle, 99 of 100 within "
        f"{most:.1f} s, the last one {times[-1]:.1f} s)"
    )


def _stop(server: WatchedServer) -> None:
    if server.process.poll() is None:
        server.process.send_signal(signal.SIGCONT)
        server.process.kill()
        server.process.communicate()
    server.log.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
