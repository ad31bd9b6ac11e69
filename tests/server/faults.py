"""Faults under play, at several servers on one PostgreSQL: a command.

    python -m tests.server.faults --clients 200 --servers 4 --kills 100 --database 5 --pauses 5

Every client plays against a bot over a socket, at whichever server it reaches, and sends a request
again, with the same id, until it is answered. Meanwhile servers are killed and paused, and the
database is killed. At the end every acknowledged request is in its log, exactly once, every log
replays, and every client has gone on by itself to the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import time
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import count
from random import Random

from tests.support.postgres import Cluster, cluster
from tests.support.server import Browser, Server, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from hashi.table import holder_of, read_log, replay
from hashi.table.sql_store import SqlStore
from hashi.table.stores import open_store

PAUSE = 10.0
"""Seconds for which a server is stopped."""
SILENCE = 60.0
"""Seconds within which every client must have gone on after the last fault."""
STARTS = 100
"""How often a client writes its start and takes it back before it plays on."""
_requests = count(1)


@dataclass
class Client:
    """Somebody who plays alone against a bot, over a socket to any server."""

    id: str
    cookies: str
    holder: str
    servers: list[Server]
    rng: Random
    acknowledged: list[str] = field(default_factory=list)
    answered_at: float = 0.0
    slowest: float = 0.0
    is_over: bool = False
    socket: ClientConnection | None = None

    async def play(self) -> None:
        step = 0
        while not self.is_over:
            if step < STARTS:
                fields = {"do": "mark", "marks": "d3=4"} if step % 2 == 0 else {"do": "undo"}
            else:
                fields = {"do": "mark", "marks": "d3=4"} if step == STARTS else {"do": "done"}
            answer = await self.ask({**fields, "seat": 0, "id": f"r{next(_requests)}"})
            step += answer["type"] == "done"
            await asyncio.sleep(0.02 + 0.05 * self.rng.random())

    async def ask(self, request: dict[str, object]) -> dict[str, object]:
        """Send a request, over as many connections as it takes, and return its answer."""
        began = time.monotonic()
        while not self.is_over:
            try:
                self.socket = self.socket or await self.connect()
                answer = await self.answer_to(self.socket, request)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                if self.socket is not None:
                    self.socket.transport.abort()
                self.socket = None
                await asyncio.sleep(0.1)
                continue
            if answer["type"] == "done":
                self.acknowledged.append(f"{self.holder[:8]}:{request['id']}")
            self.answered_at = time.monotonic()
            self.slowest = max(self.slowest, self.answered_at - began)
            return answer
        return {"type": "over"}

    async def answer_to(
        self, socket: ClientConnection, request: dict[str, object]
    ) -> dict[str, object]:
        """Return the answer over this connection; ask again while the store is down."""
        await socket.send(json.dumps(request))
        while True:
            async with asyncio.timeout(15):
                message: dict[str, object] = json.loads(await socket.recv())
            if message.get("id") != request["id"]:
                continue
            if message.get("code") != "store_down":
                return message
            await asyncio.sleep(0.3)
            await socket.send(json.dumps(request))

    async def connect(self) -> ClientConnection:
        server = self.rng.choice(self.servers)
        return await connect(
            f"ws://localhost:{server.port}/t/{self.id}/live?after=",
            additional_headers={"Cookie": self.cookies},
            origin=Origin(server.address),
            open_timeout=15,
        )


async def trouble(
    servers: list[Server], postgres: Cluster, faults: list[str], pause: float, rng: Random
) -> None:
    """Do what goes wrong, one after another, with some play in between."""
    for fault in faults:
        await asyncio.sleep(pause * (0.5 + rng.random()))
        server = rng.choice(servers)
        if fault == "kill":
            await asyncio.to_thread(server.restart)
        elif fault == "pause":
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(PAUSE)
            server.process.send_signal(signal.SIGCONT)
        else:
            postgres.stop(signal.SIGQUIT)
            await asyncio.sleep(1)
            postgres.start()  # not in a thread: it ends with the one that started it


async def run(
    arguments: argparse.Namespace, clients: list[Client], servers: list[Server], postgres: Cluster
) -> float:
    """Let all clients play through all faults; return after how long all have gone on."""
    rng = Random(1)
    faults = ["kill"] * arguments.kills + ["pause"] * arguments.pauses
    faults += ["database"] * arguments.database
    rng.shuffle(faults)
    tasks = [asyncio.create_task(client.play()) for client in clients]
    await trouble(servers, postgres, faults, arguments.pause, rng)
    healed = time.monotonic()
    while any(client.answered_at < healed for client in clients):
        assert time.monotonic() < healed + SILENCE, "a client has not gone on"
        await asyncio.sleep(0.1)
    waited = time.monotonic() - healed
    for client in clients:
        client.is_over = True
    await asyncio.gather(*tasks)
    for client in clients:
        if client.socket is not None:
            await client.socket.close()
    return waited


def check(store: SqlStore, clients: list[Client]) -> tuple[int, int]:
    """Check every log; return how many requests were acknowledged, and how many events kept."""
    acknowledged = events = 0
    for client in clients:
        stored = store.read(client.id)
        assert [number for number, _ in stored] == list(range(1, len(stored) + 1))
        replay(stored)
        entries = list(read_log(stored))
        runs = [entry.id for at, entry in enumerate(entries) if entry.id != entries[at - 1].id]
        twice = [id for id, times in Counter(filter(None, runs)).items() if times > 1]
        assert not twice, (client.id, twice)
        lost = set(client.acknowledged) - set(runs)
        assert not lost, (client.id, lost)
        acknowledged += len(client.acknowledged)
        events += len(entries)
    return acknowledged, events


def main(given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--pauses", type=int, default=1)
    parser.add_argument("--database", type=int, default=1)
    parser.add_argument("--pause", type=float, default=1.0)
    arguments = parser.parse_args(given)
    with ExitStack() as stack:
        postgres = stack.enter_context(cluster())
        address = postgres.schema()
        limits = ("--rate", "0", "--limit", "sockets=0", "--limit", "connections=0")
        servers = [stack.enter_context(serving(address, *limits)) for _ in range(arguments.servers)]
        clients = []
        for number in range(arguments.clients):
            visitor = Browser(servers[number % len(servers)])
            id = visitor.open_table(mode="bots", seats="2", bot="random")
            key = next(cookie.value for cookie in visitor.jar if cookie.name == "hashi_key")
            client = Client(id, visitor.cookies, holder_of(key or ""), servers, Random(number))
            clients.append(client)
        waited = asyncio.run(run(arguments, clients, servers, postgres))
        with closing(open_store(address)) as store:
            acknowledged, events = check(store, clients)
    print(
        f"{arguments.kills} kills, {arguments.pauses} pauses and {arguments.database} crashes of "
        f"the database under {arguments.clients} clients at {arguments.servers} servers: "
        f"{acknowledged} requests acknowledged, {events} events, none lost, none twice; all went "
        f"on {waited:.1f} s after the last fault; the slowest answer took "
        f"{max(client.slowest for client in clients):.1f} s"
    )


if __name__ == "__main__":
    main()
