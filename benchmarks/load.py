"""Measures a server under load, over real sockets on loopback, from a process of its own.

    python -m benchmarks.load [--tables 100 300 1000] [--rate 1000] [--seconds 20]

For each number of four-player tables: opens them over the API, connects a socket for every seat,
sends marks at the given rate to all tables together, and reports the response times, the lost
answers, and the server's memory per table and per socket.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
UNLIMITED = [
    word
    for name in (
        *("work", "tables", "all_tables", "sockets", "all_sockets", "connections", "imports"),
    )
    for word in ("--limit", f"{name}=0")
]
"""All of the load comes from one address."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 300, 1000])
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=20)
    options = parser.parse_args()
    print(machine())
    print(" tables sockets marks/s   p50 ms   p99 ms   max ms  lost  kB/table  kB/socket")
    for tables in options.tables:
        with tempfile.TemporaryDirectory() as folder:
            server, address = start(Path(folder) / "load.sqlite")
            try:
                asyncio.run(measure(address, server.pid, tables, options.rate, options.seconds))
            finally:
                server.kill()
                server.wait()


def start(data: Path) -> tuple[subprocess.Popen[str], str]:
    command = [
        "-m",
        "hashi",
        "serve",
        "--port",
        "0",
        "--rate",
        "0",
        *UNLIMITED,
        "--data",
        str(data),
    ]
    server = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    found = re.search(r"http://[^/]*:\d+", server.stdout.readline())
    assert found
    return server, found[0]


def post(address: str, key: str, **fields: Any) -> dict[str, Any]:
    request = urllib.request.Request(
        address,
        json.dumps(fields).encode(),
        {"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        read: dict[str, Any] = json.load(answer)
        return read


def memory(pid: int) -> int:
    """Return the resident memory of a process in kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1])


def open_tables(address: str, tables: int) -> list[tuple[str, int, str]]:
    """Open tables in their first round; return each seat with its key."""
    seats = []
    for _ in range(tables):
        keys = [secrets.token_urlsafe(24) for _ in range(SEATS)]
        id = post(f"{address}/api/tables", keys[0], seats=SEATS)["id"]
        path = f"{address}/api/tables/{id}"
        for number, key in enumerate(keys):
            post(path, key, do="sit", name=f"P{number}")
        post(path, keys[0], do="begin")
        for number, key in enumerate(keys):
            post(path, key, do="mark", seat=number, marks="d3=4")
            post(path, key, do="done", seat=number)
        seats += [(id, number, key) for number, key in enumerate(keys)]
    return seats


class Player:
    """A client like an open page: sends marks and measures the answers."""

    ids = itertools.count()

    def __init__(self, connection: ClientConnection, seat: int) -> None:
        self.connection = connection
        self.seat = seat
        self.sent: dict[str, float] = {}
        self.took: list[float] = []
        self.is_marked = False
        self.listening = asyncio.ensure_future(self.listen())

    async def listen(self) -> None:
        async for text in self.connection:
            message = json.loads(text)
            if message["type"] in ("done", "refused"):
                began = self.sent.pop(message["id"], None)
                if began is not None:
                    self.took.append(time.perf_counter() - began)

    async def act(self) -> None:
        """Draw a bridge or take it back, in turn; the server treats both as marks."""
        id = f"x{next(self.ids)}"
        do = {"do": "undo"} if self.is_marked else {"do": "mark", "marks": "b3-d3"}
        self.is_marked = not self.is_marked
        self.sent[id] = time.perf_counter()
        await self.connection.send(json.dumps({"id": id, "seat": self.seat, "round": 1, **do}))


async def measure(address: str, pid: int, tables: int, rate: int, seconds: int) -> None:
    empty = memory(pid)
    seats = await asyncio.to_thread(open_tables, address, tables)
    with_tables = memory(pid)
    socket_address = address.replace("http", "ws")
    players: list[Player] = []
    for at in range(0, len(seats), 100):
        connections = await asyncio.gather(
            *(
                connect(
                    f"{socket_address}/t/{id}/live",
                    additional_headers={"Cookie": f"hashi_key={key}"},
                    origin=address,  # type: ignore[arg-type]
                    max_queue=None,
                    ping_interval=None,
                    compression=None,
                )
                for id, _, key in seats[at : at + 100]
            )
        )
        for connection, (_, seat, _) in zip(connections, seats[at : at + 100], strict=True):
            players.append(Player(connection, seat))
    with_sockets = memory(pid)
    chance = random.Random(1)
    began = time.perf_counter()
    count = rate * seconds
    for number in range(count):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        free = chance.choice(players)
        while free.sent:  # a person waits for the answer before the next mark
            await asyncio.sleep(0)
            free = chance.choice(players)
        await free.act()
    sending = time.perf_counter() - began
    for _ in range(100):
        if not any(player.sent for player in players):
            break
        await asyncio.sleep(0.05)
    took = sorted(time for player in players for time in player.took)
    each_table = (with_tables - empty) / tables
    each_socket = (with_sockets - with_tables) / len(players)
    print(
        f"{tables:7,} {len(players):7,} {count / sending:7,.0f}"
        f" {1e3 * statistics.median(took):8.1f} {1e3 * took[int(len(took) * 0.99)]:8.1f}"
        f" {1e3 * took[-1]:8.1f} {count - len(took):5}"
        f" {each_table:9.1f} {each_socket:10.1f}",
        flush=True,
    )
    for player in players:
        player.listening.cancel()
    os.kill(pid, 9)


if __name__ == "__main__":
    main()
