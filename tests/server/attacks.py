"""Attacks on a real server, and how long honest players' marks take meanwhile.

    python -m tests.server.attacks [--seconds 10] [--busy] [NAME ...]

Each attack has a server of its own on loopback. The attacker, a process of its own, comes from
127.0.0.2 and has the last core only: it would have a machine of its own, and must not slow the
server down by using up the server's cores. The server and the players use all cores. One honest
player comes from 127.0.0.1 and sits at the table that is attacked, the others at tables and
addresses of their own. An attack is bounded in time and in what it opens.
Printed are the players' response times, requests that failed, and the server's largest memory.
The exit status is 1 where one of the bounds below does not hold; with `--busy`, for a machine that
others use as well, times are printed and not judged.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.support.server import Browser, Server, Socket, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect as connect_from

from hashi.host import Host, SqliteStore
from hashi.rules import Pens
from hashi.table import Options, Request, draft_of
from hashi.table.event import Seated
from hashi.table.timeout import plain_start

EVIL = "127.0.0.2"
HONEST = ("127.0.0.1", "127.0.0.3", "127.0.0.4", "127.0.0.5")
"""The addresses of the honest players; the first one sits at the table that is attacked."""
PAUSE = 0.05
"""Seconds between two marks of an honest player."""
LARGE_BOARD = "\n".join(["o " * 10] * 6)
BRIDGES = [
    f"{column}{row}-{chr(ord(column) + 1)}{row}" for column in "abcdefghi" for row in "123456"
]
Attack = Callable[["Target"], Awaitable[None]]

MOST_MILLISECONDS = 150
"""In which 99 of 100 of the players' marks are answered."""
MOST_SECONDS = 10
"""In which a bot of the player's has written its start."""
MOST_MEMORY = 400 * 2**20
"""Bytes that the server's process may have; docs/server.md says so."""
COLD_TABLES = 1500
LAST_CORE = max(os.sched_getaffinity(0))
"""The core of the attacker."""


class Target:
    """The server that is attacked, as the attacker sees it."""

    def __init__(self, port: int, seconds: float, table: str) -> None:
        self.port, self.table = port, table
        self.ends = time.monotonic() + seconds

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self.ends

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(EVIL, 0))

    async def request(self, method: str, path: str, body: bytes = b"", *headers: str) -> bytes:
        """Send one request over a connection of its own and return the whole answer."""
        reader, writer = await self.open()
        try:
            lines = [
                f"{method} {path} HTTP/1.1",
                "Host: localhost",
                f"Content-Length: {len(body)}",
                "Connection: close",
                *headers,
            ]
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            return await asyncio.wait_for(reader.read(), 60)
        finally:
            writer.close()

    async def ask(self, path: str, key: str, **fields: Any) -> dict[str, Any]:
        """Post JSON and return the JSON of the answer."""
        body = json.dumps(fields).encode()
        answer = await self.request("POST", path, body, f"Authorization: Bearer {key}")
        read: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2] or b"{}")
        return read

    async def socket(self, table: str, key: str = "") -> ClientConnection:
        return await connect(
            f"ws://127.0.0.1:{self.port}/t/{table}/live",
            local_addr=(EVIL, 0),
            additional_headers={"Cookie": f"hashi_key={key}"} if key else {},
            ping_interval=None,
            max_size=None,
            compression=None,
        )

    async def repeat(self, count: int, work: Callable[[], Awaitable[Any]]) -> None:
        """Do something over and over, so many times at once, whatever comes of it."""

        async def one() -> None:
            while self.is_on:
                with contextlib.suppress(
                    OSError, TimeoutError, WebSocketException, ValueError, KeyError
                ):
                    await work()
                await asyncio.sleep(0)

        await asyncio.gather(*(one() for _ in range(count)))


# --- the attacks


async def nothing(target: Target) -> None:
    """Do nothing: how it is without an attack."""
    await asyncio.sleep(target.ends - time.monotonic())


def heavy_record(rounds: int, seed: int) -> bytes:
    """Return a form with a record of free pens, full of mistakes and calls."""
    chance = random.Random(seed)

    def bridges(count: int) -> str:
        return " ".join(chance.choice(BRIDGES) for _ in range(count))

    record = {
        "hashi": 1,
        "board": LARGE_BOARD.split("\n"),
        "deck": ["6/3"] * (rounds + 1),
        "players": ["A", "B", "C", "D"],
        "pens": "free",
        "starts": ["a1=3"] * 4,
        "rounds": [
            {
                "card": "6/3",
                "turns": [bridges(99) for _ in range(4)],
                "calls": [
                    {"by": 0, "on": at % 4, "round": 1, "mark": chance.choice(BRIDGES)}
                    for at in range(99)
                ],
            }
            for _ in range(rounds)
        ],
    }
    return urllib.parse.urlencode({"record": json.dumps(record)}).encode()


async def imports(target: Target) -> None:
    """Have long records with free pens replayed."""
    bodies = [heavy_record(20, seed) for seed in range(20)]
    kind = "Content-Type: application/x-www-form-urlencoded"
    await target.repeat(8, lambda: target.request("POST", "/import", random.choice(bodies), kind))


async def heavy_table(target: Target, rounds: int = 6) -> tuple[str, str]:
    """Play rounds full of mistakes at a table with free pens; return its id and a key."""
    key = secrets.token_urlsafe(24)
    opened = await target.ask(
        "/api/tables", key, board=LARGE_BOARD, seats=4, pens="free", deck=["6/3"] * 30
    )
    path = f"/api/tables/{opened['id']}"
    for seat in range(4):
        await target.ask(path, key, do="sit", name=f"P{seat}", seat=seat)
    await target.ask(path, key, do="begin")
    for turn in range(rounds + 1):
        for seat in range(4):
            marks = "a1=3" if not turn else " ".join(random.choices(BRIDGES, k=70))
            while "error" in await target.ask(path, key, do="mark", seat=seat, marks=marks):
                await asyncio.sleep(0.2)
            while "error" in await target.ask(path, key, do="done", seat=seat):
                await asyncio.sleep(0.2)
    return opened["id"], key


async def moments(target: Target) -> None:
    """Look at past rounds of a table with free pens that is full of mistakes."""
    table, _ = await heavy_table(target)
    await target.repeat(
        16, lambda: target.request("GET", f"/t/{table}?round={random.randint(0, 6)}")
    )


async def looks(target: Target) -> None:
    """Let 60 watchers of the player's table look around as fast as they can."""

    async def watch() -> None:
        async with await target.socket(target.table) as socket:
            reading = asyncio.ensure_future(drain(socket))
            for at in range(10**9):
                if not target.is_on:
                    break
                await socket.send(json.dumps({"id": f"l{at}", "do": "look", "seat": 0}))
                await asyncio.sleep(0.01)
            reading.cancel()

    await target.repeat(60, watch)


async def drain(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def deaf(target: Target) -> None:
    """Send over 60 sockets and read none of the answers."""
    key = f"Sec-WebSocket-Key: {secrets.token_hex(8)}{'A' * 6}=="
    text = json.dumps({"id": "x", "do": "look", "seat": 0}).encode()
    frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text

    async def shout() -> None:
        _, writer = await target.open()
        try:
            lines = [
                f"GET /t/{target.table}/live HTTP/1.1",
                "Host: localhost",
                *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key),
            ]
            writer.write("\r\n".join([*lines, "", ""]).encode())
            while target.is_on:
                writer.write(frame * 50)
                await asyncio.wait_for(writer.drain(), 5)
        finally:
            writer.close()

    await target.repeat(60, shout)


async def masters(target: Target) -> None:
    """Open tables of masters only, as many as possible, and stay there."""
    open_sockets: list[ClientConnection] = []

    async def found() -> None:
        key = secrets.token_urlsafe(24)
        opened = await target.ask("/api/tables", key, seats=4)
        path = f"/api/tables/{opened['id']}"
        for seat in range(4):
            await target.ask(path, key, do="sit_bot", seat=seat, bot="master", name=f"M{seat}")
        await target.ask(path, key, do="begin")
        open_sockets.append(await target.socket(opened["id"], key))

    await target.repeat(4, found)


async def half_open(target: Target) -> None:
    """Begin 1,500 requests and end none: headers, bodies, and nothing at all."""
    begun = [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-",
        b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nmode=",
    ]
    writers = []
    for at in range(1500):
        with contextlib.suppress(OSError):
            _, writer = await target.open()
            writer.write(begun[at % 3])
            writers.append(writer)
    while target.is_on:
        for writer in writers:
            if not writer.is_closing():
                writer.write(b"a")
        await asyncio.sleep(0.5)
    for writer in writers:
        writer.close()


async def pages(target: Target) -> None:
    """Fetch pages over 50 connections as fast as they come."""
    paths = ["/", "/new", "/rules", f"/t/{target.table}", "/learn", "/nothing"]
    await target.repeat(50, lambda: target.request("GET", random.choice(paths)))


async def pictures(target: Target) -> None:
    """Have pictures drawn and records written over 50 connections."""
    paths = [f"/t/{target.table}.svg", f"/t/{target.table}.json", f"/api/tables/{target.table}"]
    await target.repeat(50, lambda: target.request("GET", random.choice(paths)))


async def keep_alive(target: Target) -> None:
    """Send requests one after the other over 100 connections that stay open."""

    async def flood() -> None:
        reader, writer = await target.open()
        try:
            while target.is_on:
                writer.write(b"GET /static/page.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5)
                await asyncio.wait_for(reader.read(65_536), 10)
        finally:
            writer.close()

    await target.repeat(100, flood)


async def connections(target: Target) -> None:
    """Open connections and close them again, as fast as possible."""

    async def touch() -> None:
        _, writer = await target.open()
        writer.close()

    await target.repeat(20, touch)


async def writes(target: Target) -> None:
    """Open tables under made-up addresses of a proxy that does not exist."""

    async def found() -> None:
        header = f"X-Forwarded-For: 10.{random.randint(0, 255)}.0.{random.randint(0, 255)}"
        await target.request("POST", "/api/tables", b'{"seats": 4}', header)

    await target.repeat(20, found)


async def marks(target: Target) -> None:
    """Mark and take back at 40 tables of one's own, as fast as possible."""

    async def play() -> None:
        key = secrets.token_urlsafe(24)
        opened = await target.ask("/api/tables", key)
        path = f"/api/tables/{opened['id']}"
        await target.ask(path, key, do="sit", name="M")
        await target.ask(path, key, do="begin")
        async with await target.socket(opened["id"], key) as socket:
            reading = asyncio.ensure_future(drain(socket))
            for at in range(10**9):
                if not target.is_on:
                    break
                do = {"do": "mark", "marks": "d3=4"} if at % 2 else {"do": "undo"}
                await socket.send(json.dumps({"id": f"m{at}", "seat": 0, **do}))
            reading.cancel()

    await target.repeat(40, play)


async def large(target: Target) -> None:
    """Send messages of 60 kB and deeply nested ones over 30 sockets."""
    texts = ['{"do": "mark", "marks": "' + "5@c1 " * 12_000 + '"}', "[" * 60_000]

    async def send() -> None:
        async with await target.socket(target.table) as socket:
            reading = asyncio.ensure_future(drain(socket))
            while target.is_on:
                await socket.send(random.choice(texts))
            reading.cancel()

    await target.repeat(30, send)


async def garbage(target: Target) -> None:
    """Send random bytes, whole and in pieces."""

    async def spit() -> None:
        reader, writer = await target.open()
        try:
            writer.write(random.randbytes(random.randint(1, 4000)))
            writer.write(b"GET /" + random.randbytes(200) + b" HTTP/1.1\r\n\r\n")
            await asyncio.wait_for(reader.read(), 5)
        finally:
            writer.close()

    await target.repeat(30, spit)


async def streams(target: Target) -> None:
    """Open 300 streams of the player's table, over and over."""

    async def follow() -> None:
        reader, writer = await target.open()
        try:
            path = f"/api/tables/{target.table}/events"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            for _ in range(5):
                await asyncio.wait_for(reader.read(65_536), 2)
        finally:
            writer.close()

    await target.repeat(300, follow)


def cold_id(number: int) -> str:
    return f"cold{number:012d}"


async def cold_reads(target: Target) -> None:
    """Read old tables at random, more than fit into memory, so that each is replayed."""
    ends = ("", ".json", ".svg")

    async def read() -> None:
        id = cold_id(random.randrange(COLD_TABLES))
        paths = [f"/api/tables/{id}", *(f"/t/{id}{end}" for end in ends)]
        await target.request("GET", random.choice(paths))

    await target.repeat(50, read)


async def fill_with_tables(data: Path) -> None:
    """Play a long game with free pens and one with guided pens, and copy them many times."""
    store = SqliteStore(data)
    host = Host(store, now=time.time)
    free = Options(LARGE_BOARD, 4, Pens.FREE, deck=("6/3",) * 30)
    ids = [await _played(host, free, 7), await _played(host, Options(seats=4), 16)]
    await host.close()
    store.close()
    copy = "INSERT INTO event SELECT ?, number, body FROM event WHERE place = ?"
    with contextlib.closing(sqlite3.connect(data)) as database, database:
        database.executemany(copy, ((cold_id(n), ids[n % 2]) for n in range(COLD_TABLES)))


async def _played(host: Host, options: Options, rounds: int) -> str:
    """Play so many rounds among four people and return the id of the table."""
    seats = [Seated(seat, f"P{seat}", holder="p") for seat in range(4)]
    id = await host.openings.open(options, "p", seats)
    await host.requests.ask(id, Request("p", "begin"))
    live = await host.tables.live(id)
    for turn in range(rounds + 1):
        for seat in range(4):
            draft = draft_of(live.table, seat)
            marks = str(plain_start(draft.before)).replace("3@", "") + "=3"
            if turn and options.pens is Pens.FREE:
                marks = " ".join(random.choices(BRIDGES, k=70))
            elif turn:
                assert draft.card is not None
                marks = f"{draft.card.number}@{draft.islands[0]}" if draft.islands else "pass"
            await host.requests.ask(id, Request("p", "mark", {"seat": seat, "marks": marks}))
            await host.requests.ask(id, Request("p", "done", {"seat": seat}))
    return id


PREPARATIONS: dict[str, Callable[[Path], Awaitable[None]]] = {"cold_reads": fill_with_tables}
"""What is done to the file of a server before it starts."""

ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        *(nothing, imports, moments, looks, deaf, masters, half_open, pages, pictures),
        *(keep_alive, connections, writes, marks, large, garbage, streams, cold_reads),
    )
}


# --- the honest players


def memory(pid: int) -> int:
    """Return the most memory that a process has had, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+)", status)
    assert found
    return int(found[1]) * 1024


class Player:
    """Somebody at a table of their own, against a bot."""

    def __init__(self, server: Server, address: str) -> None:
        self.browser = Browser(server)
        self.table = self.browser.open_table(mode="friends", seats="2")
        self.socket = Socket(
            connect_from(
                f"ws://127.0.0.1:{server.port}/t/{self.table}/live",
                additional_headers={"Cookie": self.browser.cookies},
                source_address=(address, 0),
                open_timeout=30,
            )
        )
        self.socket.ask("sit_bot", seat=1, bot="greedy", name="Bo")
        self.socket.ask("begin")
        self.took: list[float] = []
        """The response times in seconds."""
        self._is_marked = False

    def mark(self) -> None:
        """Mark, or take back what was marked, and pause."""
        sent = time.perf_counter()
        do = {"do": "undo"} if self._is_marked else {"do": "mark", "marks": "d3=4"}
        self.socket.ask(seat=0, **do)
        self._is_marked = not self._is_marked
        self.took.append(time.perf_counter() - sent)
        time.sleep(PAUSE)

    def play(self, is_on: Callable[[], bool]) -> None:
        while is_on():
            self.mark()


def play(server: Server, seconds: float, attack: str) -> tuple[list[float], int, float]:
    """Let the honest players mark and take back while the attack lasts.

    Return the response times in seconds, how many pages could not be fetched, and how long the
    bot at another table took for its turn.
    """
    players = [Player(server, address) for address in HONEST]
    for player in players:
        player.mark()
        player.mark()
        player.took.clear()
    first = players[0]
    arguments = ["-m", "tests.server.attacks", "--run", attack, "--seconds", str(seconds)]
    attacker = subprocess.Popen(
        [sys.executable, *arguments, "--port", str(server.port), "--table", first.table]
    )
    began = time.monotonic()

    def is_on() -> bool:
        return attacker.poll() is None and time.monotonic() - began < seconds + 30

    failed, thought = 0, -1.0
    with ThreadPoolExecutor(len(players)) as threads:
        try:
            others = [threads.submit(player.play, is_on) for player in players[1:]]
            while is_on():
                first.mark()
                if len(first.took) % 20 == 0:
                    failed += first.browser.fetch(f"/t/{first.table}")[0] != 200
                if thought < 0 and time.monotonic() - began > seconds / 2:
                    thought = bot_time(first.browser)
        finally:
            attacker.kill()
            attacker.wait()
        for other in others:
            other.result()
    for player in players:
        player.socket.close()
    return [took for player in players for took in player.took], failed, thought


def bot_time(visitor: Browser) -> float:
    """Open a table against a master; return the seconds until it has written its start."""
    began = time.perf_counter()
    table = visitor.open_table(mode="bots", seats="2", bot="master")
    while True:
        seats = json.loads(visitor.fetch(f"/api/tables/{table}")[1])["seats"]
        if seats[1]["done"]:
            return time.perf_counter() - began
        time.sleep(0.1)


def run(attack: str, seconds: float) -> dict[str, float]:
    """Run one attack on a server of its own; return what was measured."""
    with contextlib.ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "t.sqlite"
        if attack in PREPARATIONS:
            asyncio.run(_run(PREPARATIONS[attack](data)))
        server = stack.enter_context(serving(data, limited=True))
        took, failed, thought = play(server, seconds, attack)
        most = memory(server.process.pid)
        errors = server.stop()
        if errors:
            print(errors[-3000:], file=sys.stderr)
        took.sort()
        return {
            "marks": len(took),
            "p50": 1e3 * took[len(took) // 2],
            "p99": 1e3 * took[int(len(took) * 0.99)],
            "max": 1e3 * took[-1],
            "late": sum(1e3 * seconds > MOST_MILLISECONDS for seconds in took),
            "failed": failed,
            "bot": thought,
            "memory": most,
            "errors": errors.count("\n"),
        }


def problems(got: dict[str, float], *, is_busy: bool) -> list[str]:
    """Return the bounds that did not hold."""
    bounds = {
        "p99": got["p99"] < MOST_MILLISECONDS or is_busy,
        "bot": 0 <= got["bot"] < MOST_SECONDS or is_busy,
        "failed": not got["failed"],
        "memory": got["memory"] < MOST_MEMORY,
        "log": not got["errors"],
    }
    return [name for name, holds in bounds.items() if not holds]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("--run", choices=ATTACKS)
    parser.add_argument("--port", type=int)
    parser.add_argument("--table", default="")
    options = parser.parse_args()
    if options.run:
        os.sched_setaffinity(0, {LAST_CORE})
        target = Target(options.port, options.seconds, options.table)
        with contextlib.suppress(TimeoutError):
            work = asyncio.wait_for(ATTACKS[options.run](target), options.seconds + 10)
            asyncio.run(_run(work))
        return 0
    print(
        f"load average {os.getloadavg()[0]:.1f}; the attacker has core {LAST_CORE} only, server and"
        f" {len(HONEST)} players use {len(os.sched_getaffinity(0))} cores"
    )
    print(
        "attack        marks  p50 ms  p99 ms  max ms  late  failed  bot s    memory B  lines in log"
    )
    began, broken = time.monotonic(), 0
    for name in options.names or ATTACKS:
        got = run(name, options.seconds)
        against = problems(got, is_busy=options.busy)
        broken += bool(against)
        print(
            f"{name:12} {got['marks']:6.0f} {got['p50']:7.1f} {got['p99']:7.1f} {got['max']:7.1f}"
            f" {got['late']:5.0f} {got['failed']:7.0f} {got['bot']:6.1f} {got['memory']:11.0f}"
            f" {got['errors']:13.0f}  {' '.join(against) or 'ok'}",
            flush=True,
        )
    judged = "times not judged, " if options.busy else f"p99 under {MOST_MILLISECONDS} ms, "
    print(
        f"{'FAILED' if broken else 'PASSED'} in {time.monotonic() - began:.0f} s: {judged}"
        f"memory under {MOST_MEMORY} bytes, nobody locked out, nothing logged"
    )
    return 1 if broken else 0


async def _run(work: Awaitable[None]) -> None:
    await work


if __name__ == "__main__":
    sys.exit(main())
