"""Measures whether bots that compute turns, or reviews, delay people's marks on the same server.

    python -m benchmarks.thinking [--games 1 100] [--level master] [--reviews 20]
                                  [--rate 100] [--seconds 20]

Starts a real server with four-player tables of people, connects a socket for every seat, and sends
marks at the given rate to all of them: first without bots, then while `--reviews` finished games of
four are reviewed, then while `--games` games of one person against three bots run on the server.
In those games the person ends every turn at once, so
that the bots compute without a pause; a game that is over is played again. Reports the response
times of the people's marks, the bots' turns per second, and how long a round of bots took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import secrets
import statistics
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from benchmarks.load import SEATS, memory, start
from benchmarks.machine import machine
from benchmarks.page_clients import Player, open_tables, post
from websockets.asyncio.client import ClientConnection, connect

from hashi.bots import BOTS
from hashi.host import Host, SqliteStore
from hashi.rules import play_view, view
from hashi.table import Options, Phase, Request
from hashi.table.event import Seated

TABLES = 25
"""Tables of people whose marks are measured."""
QUICK = ("friend", "greedy", "random")
"""The bots whose games are reviewed."""
PENDING = b'http-equiv="refresh"'
"""What the page of a review that is not done yet holds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[1, 100])
    parser.add_argument("--level", choices=BOTS, default=list(BOTS)[-1])
    parser.add_argument("--reviews", type=int, default=0)
    parser.add_argument("--rate", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=20)
    options = parser.parse_args()
    print(machine())
    print(f"{options.rate} marks a second at {TABLES} tables of people, bots: {options.level}")
    print(
        "beside                marks/s   p50 ms   p99 ms   max ms  lost  bots' turns/s"
        "  round p50  round p99  memory MB"
    )
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "thinking.sqlite"
        finished = asyncio.run(finish_games(data, options.reviews))
        server, address = start(data)
        try:
            asyncio.run(compare(address, server, finished, options))
        finally:
            server.terminate()
            server.wait()


async def finish_games(data: Path, games: int) -> list[str]:
    """Play games of four quick bots into the file of a server; return the ids of their tables."""
    store = SqliteStore(data)
    host = Host(store, now=time.time)
    ids = [await _finished(host, number) for number in range(games)]
    await host.close()
    store.close()
    return ids


async def _finished(host: Host, number: int) -> str:
    """Open a table, sit down on all seats and play as bots do."""
    bots = [BOTS[QUICK[(number + seat) % len(QUICK)]](f"{number}") for seat in range(SEATS)]
    seats = [Seated(seat, f"P{seat}", holder="p") for seat in range(SEATS)]
    id = await host.openings.open(Options(board="AB"[number % 2], seats=SEATS), "p", seats)
    await host.requests.ask(id, Request("p", "begin"))
    live = await host.tables.live(id)
    while live.table.phase is not Phase.OVER:
        for seat in live.table.waiting_for:
            seen = view(live.table.played, seat)
            if live.table.phase is Phase.STARTS:
                start = bots[seat].start(seen)
                marks = f"{start.island}={start.number}"
            else:
                marks = str(bots[seat].turn(play_view(live.table.played, seat)))
            await host.requests.ask(id, Request("p", "mark", {"seat": seat, "marks": marks}))
            await host.requests.ask(id, Request("p", "done", {"seat": seat}))
    return id


async def count_reviewed(address: str, ids: Sequence[str]) -> int:
    """Return how many games are reviewed; the first look at a game begins its review."""
    done = await asyncio.gather(*(asyncio.to_thread(_is_reviewed, address, id) for id in ids))
    return sum(done)


def _is_reviewed(address: str, id: str) -> bool:
    with urllib.request.urlopen(f"{address}/t/{id}/review", timeout=60) as page:
        return PENDING not in page.read()


async def compare(
    address: str,
    server: subprocess.Popen[str],
    finished: Sequence[str],
    options: argparse.Namespace,
) -> None:
    seats = await asyncio.to_thread(open_tables, address, TABLES)
    host, _, port = address.removeprefix("http://").rpartition(":")
    people = [await Player(*seat).connect(host, int(port)) for seat in seats]
    await asyncio.gather(*(player.is_ready for player in people))
    await measure("nothing", people, [], options, server.pid)
    if finished:
        began = time.perf_counter()
        await count_reviewed(address, finished)
        await measure(f"{len(finished)} reviews", people, [], options, server.pid)
        print(f"{await count_reviewed(address, finished)} of them done", flush=True)
        while await count_reviewed(address, finished) < len(finished):
            await asyncio.sleep(0.5)
        print(f"all of them after {time.perf_counter() - began:.0f} s", flush=True)
    rivals: list[Rival] = []
    for games in sorted(options.games):
        more = games - len(rivals)
        opened = await asyncio.to_thread(open_games, address, more, options.level)
        rivals += [Rival(await join(address, id, key)) for id, key in opened]
        while not all(rival.rounds for rival in rivals):  # everybody has written a start
            await asyncio.sleep(0.05)
        await measure(f"{games} games with bots", people, rivals, options, server.pid)
    for rival in rivals:
        rival.listening.cancel()


def open_games(address: str, games: int, level: str) -> list[tuple[str, str]]:
    """Open games of one person, who has written a start, against three bots."""
    opened = []
    for _ in range(games):
        key = secrets.token_urlsafe(24)
        id = post(f"{address}/api/tables", key, seats=SEATS, practice=True)["id"]
        path = f"{address}/api/tables/{id}"
        post(path, key, do="sit", name="P0")
        for seat in range(1, SEATS):
            post(path, key, do="sit_bot", seat=seat, name=f"B{seat}", bot=level)
        post(path, key, do="begin")
        post(path, key, do="mark", seat=0, marks="d3=4")
        opened.append((id, key))
    return opened


async def join(address: str, id: str, key: str) -> ClientConnection:
    return await connect(
        f"{address.replace('http', 'ws')}/t/{id}/live",
        additional_headers={"Cookie": f"hashi_key={key}"},
        origin=address,  # type: ignore[arg-type]
        max_queue=None,
        ping_interval=None,
        compression=None,
    )


class Rival:
    """A client for a person against bots; it ends its turn as soon as a card is turned."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.rounds = 0
        self.asked = 0.0
        self.waited: list[float] = []
        """The seconds of each round, from the end of the person's turn to the next card."""
        self.listening = asyncio.ensure_future(self.play())

    async def play(self) -> None:
        await self.ask(do="done", seat=0)
        async for text in self.connection:
            message = json.loads(text)
            if message["type"] == "patch" and "card" in message["html"]:
                found = re.search(r'data-round="(\d+)"', message["html"]["card"])
                if found and found[1] != "0":
                    self.rounds += 1
                    self.waited.append(time.perf_counter() - self.asked)
                    await self.ask(do="done", seat=0, round=int(found[1]))
            elif message["type"] == "reload":  # the game is over, or has begun again
                self.rounds += 1
                await self.ask(do="rewind", to=1)
                await self.ask(do="done", seat=0, round=1)

    async def ask(self, **fields: object) -> None:
        self.asked = time.perf_counter()
        await self.connection.send(json.dumps({"id": secrets.token_hex(6), **fields}))


async def measure(
    beside: str,
    people: Sequence[Player],
    rivals: Sequence[Rival],
    options: argparse.Namespace,
    pid: int,
) -> None:
    """Send people's marks at the given rate and print a line of results."""
    chance = random.Random(1)
    for player in people:
        player.took.clear()
    for rival in rivals:
        rival.waited.clear()
    played = sum(rival.rounds for rival in rivals)
    count = options.rate * options.seconds
    began = time.perf_counter()
    for number in range(count):
        await asyncio.sleep(max(0.0, began + number / options.rate - time.perf_counter()))
        free = chance.choice(people)
        while free.is_waiting:  # a person waits for the answer before the next mark
            await asyncio.sleep(0)
            free = chance.choice(people)
        free.act()
    sending = time.perf_counter() - began
    turns = (SEATS - 1) * (sum(rival.rounds for rival in rivals) - played) / sending
    for _ in range(100):
        if not any(player.is_waiting for player in people):
            break
        await asyncio.sleep(0.05)
    took = sorted(seconds for player in people for seconds in player.took)
    waited = sorted(seconds for rival in rivals for seconds in rival.waited) or [0.0]
    print(
        f"{beside:20} {count / sending:8,.0f} {1e3 * statistics.median(took):8.1f}"
        f" {1e3 * took[int(len(took) * 0.99)]:8.1f} {1e3 * took[-1]:8.1f} {count - len(took):5}"
        f" {turns:14,.0f} {1e3 * statistics.median(waited):10,.0f}"
        f" {1e3 * waited[int(len(waited) * 0.99)]:10,.0f} {memory(pid) / 1e3:10,.0f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
