"""Measures what follows from logs: results made again, and the statistics of a busy player.

    python -m benchmarks.results [--tables 100000] [--jobs 0] [--games 5000]

Writes so many tables of one to four players, with drafts as people make them and without results,
and runs `hashi results rebuild` over them twice: once with everything to write, once with nothing.
Then a server opens `/me` for a browser with so many games. Seconds of a page are those of its
answer and, where others use the machine as well, those of the server's processors.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.machine import machine
from benchmarks.stored_games import StoredGame

from hashi.host import SqliteStore, holder_of
from hashi.table import Result

KINDS = 40
"""Different games; each is written many times."""
KEY = "benchmark-" + "k" * 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--games", type=int, default=5000)
    options = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        rebuild(Path(folder) / "tables.sqlite", options.tables, options.jobs)
    with tempfile.TemporaryDirectory() as folder:
        statistics(Path(folder) / "tables.sqlite", options.games)


# --- results made again


def rebuild(data: Path, tables: int, jobs: int) -> None:
    logs = [log(number) for number in range(min(KINDS, tables))]
    SqliteStore(data).close()
    rows = (
        (f"t{number:015d}", at, text)
        for number in range(tables)
        for at, text in enumerate(logs[number % len(logs)], start=1)
    )
    with contextlib.closing(sqlite3.connect(data)) as database, database:
        database.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
    events = sum(map(len, logs)) / len(logs)
    print(f"{tables} tables, {events:.0f} events each, {data.stat().st_size / 2**20:.0f} MB")
    for what in ("with everything to write", "with nothing to write"):
        began = time.perf_counter()
        command = [sys.executable, "-m", "hashi", "results", "rebuild", "--data", str(data)]
        done = subprocess.run([*command, "--jobs", str(jobs)], check=True, capture_output=True)
        took = time.perf_counter() - began
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(done.stdout.decode().strip())
        print(f"{what}: {took:.0f} s, {tables / took:.0f} a second, largest process {most:.0f} MB")


def log(number: int) -> list[str]:
    """Return the log of a finished game of one to four players, a draft for each mark."""
    game = StoredGame.by_chance(Random(number), number % 4 + 1, 17, 1.7e9)
    return [text for _, text in game.entries]


# --- statistics


def statistics(data: Path, games: int) -> None:
    me = holder_of(KEY)
    store = SqliteStore(data)
    for number in range(games):
        others = number % 4
        result = Result(
            f"t{number:015d}",
            1.7e9 + number,
            "AB"[number % 2],
            ("Zoë", "Ada", "Bo", "Linus")[: 1 + others],
            (me, "", "", "holder-linus")[: 1 + others],
            (number % 60, number % 41, number % 37, number % 51)[: 1 + others],
            bots=("", "greedy", "friend", "")[: 1 + others],
        )
        last = store.restore(result.id, [(1, "{}")], [(me, result.at)], result)
    last.result(60)
    store.close()
    with serving(data) as (address, pid):
        for path in ("/me", "/me", "/me", "/me/games", "/me/games.json"):
            request = urllib.request.Request(address + path, headers={"Cookie": f"hashi_key={KEY}"})
            began, used = time.perf_counter(), processor_time(pid)
            with urllib.request.urlopen(request, timeout=60) as answer:
                size = len(answer.read())
            took, used = time.perf_counter() - began, processor_time(pid) - used
            print(f"{path}, {games} games: {took:.2f} s, processor {used:.2f} s, {size} bytes")


@contextlib.contextmanager
def serving(data: Path, *options: str) -> Iterator[tuple[str, int]]:
    """Run a server; yield its address and its process."""
    command = [sys.executable, "-m", "hashi", "serve", "--port", "0", "--data", str(data), *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://[^/]*:(\d+)/", server.stdout.readline())
        assert found
        address = f"http://localhost:{found[1]}"
        urllib.request.urlopen(f"{address}/api/openapi.json", timeout=60).close()
        yield address, server.pid
    finally:
        server.terminate()
        server.wait()


def processor_time(pid: int) -> float:
    """Return the seconds that a process has used, all threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
