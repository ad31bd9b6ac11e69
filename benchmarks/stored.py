"""Measures what a server has to do with tables that lie in its store and that nobody has open.

    python -m benchmarks.stored [--stored 1000 100000] [--open 1000]

For each number of stored tables, most of them played to the end: how long the server takes to
start, and its processor time for that; its memory; the home page of somebody with a few games and
of a stranger, and the processor time for one; the same with some tables open (a socket at each);
its memory when these are closed again; and how long the hourly look for tables takes that nobody
needs. Nothing of it should grow with the number of stored tables. The file takes about 12 kB a
table, in the folder for temporary files.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import re
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random

import uvloop
from benchmarks.load import SeatToPlay, memory, start, threads
from benchmarks.machine import machine
from benchmarks.page_socket import PageSocket
from benchmarks.stored_games import Copy, StoredGame, write_copies

from hashi.host import SqliteStore

DAY = 86_400.0
KINDS = ((1, 17, 45), (4, 17, 5), (2, 8, 25), (2, -1, 15), (2, 0, 10))
"""Seats and rounds of the games, and how many of a hundred tables are like that."""
PAGES = 30
MONTHS = 180.0
"""Days over which the games were played."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stored", type=int, nargs="+", default=[1000, 100_000])
    parser.add_argument("--open", type=int, default=1000)
    options = parser.parse_args()
    print(machine())
    print(
        "  stored  file MB  start s  cpu s   RSS MB  home ms  stranger ms  cpu ms"
        "    open   RSS MB  home ms   closed MB  in memory  sweep ms"
    )
    for count in options.stored:
        with tempfile.TemporaryDirectory(prefix="hashi-stored-") as folder:
            measure(Path(folder) / "tables.sqlite", count, min(options.open, count))


def games(rng: Random) -> Iterator[StoredGame]:
    """Yield games of all kinds for ever, some of each kind over and over again."""
    made = [
        [
            StoredGame.by_chance(rng, seats, rounds, time.time() - rng.uniform(0, MONTHS) * DAY)
            for _ in range(12)
        ]
        for seats, rounds, _ in KINDS
    ]
    shares = [share for *_, share in KINDS]
    while True:
        yield rng.choice(rng.choices(made, shares)[0])


def measure(path: Path, count: int, opened: int) -> None:
    rng, store = Random("stored"), SqliteStore(path)
    some: list[Copy] = []
    for number, copy in enumerate(write_copies(store, itertools.islice(games(rng), count))):
        if number < 20 * opened and copy.game.table.number > 6:
            some.append(copy)
    store.close()
    rng.shuffle(some)
    size = path.stat().st_size / 1e6
    began = time.perf_counter()
    server, address = start(path)
    started = time.perf_counter() - began
    try:
        key = some[0].keys[0]
        spent, before, home = worked(server.pid), memory(server.pid), page(address, key)
        early = worked(server.pid)
        stranger = page(address, "")
        each = 1000 * (worked(server.pid) - early) / PAGES
        print(
            f"{count:8,} {size:8,.0f} {started:8.2f} {spent:6.2f} {before / 1000:8.0f} {home:8.1f}"
            f" {stranger:12.1f} {each:7.1f}",
            end="",
            flush=True,
        )
        port = int(address.rpartition(":")[2])
        seats = [SeatToPlay(one.id, one.keys[0], "en", ()) for one in some[:opened]]
        uvloop.run(keep_open(address, port, seats, server.pid, key))
        time.sleep(5)
        print(f" {memory(server.pid) / 1000:11.0f} {in_memory(address):10,}", end="", flush=True)
    finally:
        server.kill()
        server.wait()
    print(f" {sweep(path):9.1f}", flush=True)


async def keep_open(address: str, port: int, seats: list[SeatToPlay], pid: int, key: str) -> None:
    """Open a socket at each of these tables, measure, and close them."""
    players = [PageSocket(seat.id, seat.key) for seat in seats]
    for player in players:
        await player.connect("localhost", port)
        await asyncio.wait_for(player.is_ready, 60)
    home = await asyncio.to_thread(page, address, key)
    print(f" {len(players):7,} {memory(pid) / 1000:8.0f} {home:8.1f}", end="", flush=True)
    for player in players:
        player.transport.close()
    await asyncio.sleep(1)


def page(address: str, key: str) -> float:
    """Return the usual time of a home page in milliseconds."""
    headers = {"Cookie": f"hashi_key={key}"} if key else {}
    took = []
    for _ in range(PAGES):
        began = time.perf_counter()
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            answer.read()
        took.append(time.perf_counter() - began)
    return 1000 * statistics.median(took)


def worked(pid: int) -> float:
    """Return the seconds of processor time of a process."""
    return sum(threads(pid).values())


def in_memory(address: str) -> int:
    """Return how many tables the server has in memory."""
    with urllib.request.urlopen(f"{address}/metrics") as answer:
        found = re.search(r"^hashi_tables (\S+)", answer.read().decode(), re.MULTILINE)
    return int(float(found[1])) if found else -1


def sweep(path: Path) -> float:
    """Return the milliseconds in which the store finds the tables that may be forgotten."""
    store = SqliteStore(path)
    began = time.perf_counter()
    store.unplayed(time.time() - 7 * DAY)
    took = time.perf_counter() - began
    store.close()
    return 1000 * took


if __name__ == "__main__":
    main()
