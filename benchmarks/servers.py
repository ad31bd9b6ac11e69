"""Measures several servers on one PostgreSQL: how marks a second grow with the processes.

    python -m benchmarks.servers [--processes 1,2,4,8] [--tables 500] [--under-way 32]

For each number of processes: starts so many servers on a throw-away PostgreSQL, connects the four
seats of so many tables for each server, and keeps so many marks for each server under way, from
processes of their own. Then the same load again at two thirds of the rate: that is how long people
wait who are not the last ones to fit in.

The seats of a table are connected to one server first (`one`, as behind a proxy that sends a table
to one server), then each to another one (`any`, as behind a proxy that knows nothing of tables).
`--workers` starts one program with so many workers behind one port instead.

`--counts` adds for each mark what PostgreSQL has counted: statements, transactions, waits for the
disk, bytes of its log, and notifications, which every server that listens gets.

A mark counts as lost where it is not answered, or is answered and not in the log afterwards.
PostgreSQL comes from Debian or from the package pgserver, with its own settings for safety:
an answer means that the mark is on the disk.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar

import psycopg
from benchmarks.machine import machine
from benchmarks.players import Address, Load, Outcome, Seat, run
from tests.support.postgres import Cluster, cluster
from tests.support.server import CROWD

SAFE = {"fsync": "on", "full_page_writes": "on", "autovacuum": "on", "shared_buffers": "512MB"}
TICKS = os.sysconf("SC_CLK_TCK")
BUSY = 0.9
"""The share of a core from which on a process counts as busy."""
SAMPLED = 0.1
"""Seconds between two looks at what the servers' connections wait for."""
WARMING = 3.0
"""Seconds of each load that do not count."""
HEAD = (
    "servers seats   load marks/s times  p50 ms  p99 ms   max ms lost"
    " | ms of a core: servers PostgreSQL clients"
    " | cores: servers busiest PostgreSQL clients others idle | limit"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=_numbers, default=[1, 2, 4, 8])
    parser.add_argument("--clients", type=int, help="processes; half as many as servers, at least")
    parser.add_argument("--tables", type=int, default=500, help="for each server")
    parser.add_argument("--under-way", type=int, default=32, help="marks for each server")
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--at", choices=("one", "any", "both"), default="both")
    parser.add_argument("--workers", action="store_true", help="one port for all servers")
    parser.add_argument("--counts", action="store_true", help="what PostgreSQL does for a mark")
    parser.add_argument("--unsafe", action="store_true", help="without waiting for the disk")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(machine(), flush=True)
    print(HEAD, flush=True)
    settings = {**SAFE, **({"fsync": "off"} if options.unsafe else {})}
    if options.counts:
        settings["shared_preload_libraries"] = "pg_stat_statements"
    with cluster(settings) as postgres:
        Benchmark(options, postgres).run()


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


# --- processes


@contextmanager
def serving(data: str, *options: str) -> Iterator[tuple[int, Address]]:
    """Start a server; yield its process and where it listens."""
    command = ["serve", "--port", "0", *CROWD, "--jobs", "1", "--data", data]
    server = subprocess.Popen(
        [sys.executable, "-m", "hashi", *command, *options], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://[^/]*:(\d+)", server.stdout.readline())
        assert found, "a server did not start"
        yield server.pid, ("127.0.0.1", int(found[1]))
    finally:
        server.terminate()
        server.wait()


class Clients:
    """Processes full of players, which all do the same at the same time."""

    def __init__(self, count: int) -> None:
        context = get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for _ in range(count):
            near, far = context.Pipe()
            process = context.Process(target=run, args=(far,), daemon=True)
            process.start()
            self._pipes.append(near)
            self._processes.append(process)

    def __len__(self) -> int:
        return len(self._pipes)

    def tell(self, *orders: tuple[object, ...]) -> None:
        """Give each process its order."""
        for pipe, order in zip(self._pipes, orders, strict=True):
            pipe.send(order)

    def answers(self) -> list[Any]:
        """Wait for the answers of all processes."""
        return [pipe.recv() for pipe in self._pipes]

    def ask(self, *orders: tuple[object, ...]) -> list[Any]:
        self.tell(*orders)
        return self.answers()

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.send(None)
        for process in self._processes:
            process.join()


def _families(parents: Sequence[int]) -> list[float]:
    """Return the seconds of processor time of processes, each with all that it has started."""
    spent: dict[int, float] = {}
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(path.parent.name)
        children.setdefault(int(fields[1]), []).append(pid)
        spent[pid] = (int(fields[11]) + int(fields[12])) / TICKS

    def spent_by(pid: int) -> float:
        return spent.get(pid, 0.0) + sum(map(spent_by, children.get(pid, ())))

    return [spent_by(pid) for pid in parents]


def _machine_seconds() -> tuple[float, float]:
    """Return for how long the cores of this machine were busy so far, and for how long idle."""
    numbers = list(map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]))
    idle = sum(numbers[3:5])  # waiting for a disk is idle, too
    return (sum(numbers[:8]) - idle) / TICKS, idle / TICKS


# --- measuring


@dataclass(frozen=True)
class Spent:
    """Seconds of processor time."""

    servers: tuple[float, ...]
    postgres: float
    clients: float
    machine: float
    """What all programs have used."""
    idle: float

    def cores_since(self, before: Spent, seconds: float) -> Spent:
        """Return how many cores were busy in these seconds."""
        return Spent(
            tuple(
                (now - then) / seconds
                for now, then in zip(self.servers, before.servers, strict=True)
            ),
            (self.postgres - before.postgres) / seconds,
            (self.clients - before.clients) / seconds,
            (self.machine - before.machine) / seconds,
            (self.idle - before.idle) / seconds,
        )

    @property
    def others(self) -> float:
        """What has nothing to do with the benchmark."""
        return max(0.0, self.machine - sum(self.servers) - self.postgres - self.clients)


@dataclass(frozen=True)
class Counts:
    """What PostgreSQL has done so far, in all."""

    statements: int
    transactions: int
    syncs: int
    """How often its log was written to the disk."""
    bytes: int
    """What was written there."""
    notifications: int

    QUERY: ClassVar = (
        "SELECT (SELECT sum(calls) FROM pg_stat_statements),"
        " (SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database),"
        " wal_sync, wal_bytes,"
        " (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query ILIKE '%pg_notify(%')"
        " FROM pg_stat_wal"
    )

    def since(self, before: Counts, marks: int) -> str:
        """Return what was done for a mark since then."""
        done = (
            f"{(getattr(self, name) - getattr(before, name)) / marks:.3f} {name}"
            for name in (field.name for field in fields(self))
        )
        return "        for a mark: " + ", ".join(done)


@dataclass(frozen=True)
class Figures:
    """What was measured under one load."""

    marks: float
    """A second."""
    times: list[float]
    lost: int
    cores: Spent
    """Cores that were busy, in the middle."""
    waits: Counter[str]
    """How many connections of servers were busy on average, by what they waited for."""
    counted: str
    """What PostgreSQL did for a mark, where that is asked for."""


class Benchmark:
    def __init__(self, options: argparse.Namespace, postgres: Cluster) -> None:
        self._options, self._postgres = options, postgres
        self._data = postgres.schema()
        self._seats: list[Seat] = []
        self._pids: list[int] = []
        self._first = 0.0
        """Marks a second of the first line: what the others are compared with."""

    def run(self) -> None:
        for count in self._options.processes:
            self._run(count)

    def _run(self, count: int) -> None:
        with ExitStack() as stack:
            if self._options.workers:
                pid, address = stack.enter_context(
                    serving(self._data, *(("--workers", str(count)) if count > 1 else ()))
                )
                self._pids, addresses = [pid], [address] * count
            else:
                servers = [stack.enter_context(serving(self._data)) for _ in range(count)]
                self._pids, addresses = [pid for pid, _ in servers], [at for _, at in servers]
            clients = Clients(self._options.clients or (count + 1) // 2)
            stack.callback(clients.close)
            self._open(clients, addresses, count * self._options.tables)
            spread = self._options.at if count > 1 and not self._options.workers else "one"
            for at in ("one", "any") if spread == "both" else (spread,):
                self._connect(clients, addresses, count, at)
                self._measure(clients, count, at)

    def _open(self, clients: Clients, addresses: list[Address], tables: int) -> None:
        """Open the tables that are missing."""
        missing = tables - len(self._seats) // 4
        if missing > 0:
            shares = [
                missing // len(clients) + (at < missing % len(clients))
                for at in range(len(clients))
            ]
            orders = [
                ("open", addresses[at % len(addresses)], share) for at, share in enumerate(shares)
            ]
            for seats in clients.ask(*orders):
                self._seats += seats

    def _connect(self, clients: Clients, addresses: list[Address], count: int, at: str) -> None:
        """Connect every seat, those of a table to one server or each to the next one."""
        wanted = self._seats[: 4 * count * self._options.tables]
        connections = []
        for number, seat in enumerate(wanted):
            server = number // 4 + (number % 4 if at == "any" else 0)
            connections.append((addresses[server % len(addresses)], seat))
        clients.ask(*(("connect", connections[at :: len(clients)]) for at in range(len(clients))))

    def _measure(self, clients: Clients, count: int, at: str) -> None:
        seconds, each = self._options.seconds, count * self._options.under_way // len(clients)
        full = self._play(clients, Load(seconds, WARMING, under_way=max(1, each)))
        self._first = self._first or full.marks
        self._print(count, at, "full", full)
        rate = full.marks * 2 / 3 / len(clients)
        self._print(count, at, "2/3", self._play(clients, Load(seconds, WARMING, rate=rate)))

    def _play(self, clients: Clients, load: Load) -> Figures:
        stored, counted = self._events(), self._counts()
        clients.tell(*[("play", load)] * len(clients))
        time.sleep(load.warming)
        before, began = self._spent(), time.perf_counter()
        waits = self._waits(load.seconds)
        after, seconds = self._spent(), time.perf_counter() - began
        outcomes: list[Outcome] = clients.answers()
        times = sorted(time for outcome in outcomes for time in outcome.times)
        done = sum(outcome.done for outcome in outcomes)
        lost = sum(outcome.unanswered + outcome.refused for outcome in outcomes)
        lost += max(0, done - (self._events() - stored))
        counts = self._counts()
        return Figures(
            len(times) / load.seconds,
            times,
            lost,
            replace(after, clients=sum(outcome.cpu for outcome in outcomes)).cores_since(
                before, seconds
            ),
            waits,
            counts.since(counted, done) if counts and counted else "",
        )

    def _spent(self) -> Spent:
        (postgres,) = _families([self._postgres.process.pid])
        return Spent(tuple(_families(self._pids)), postgres, 0.0, *_machine_seconds())

    def _waits(self, seconds: float) -> Counter[str]:
        """Look for so long at what the connections of servers wait for."""
        found: Counter[str] = Counter()
        end, looks = time.perf_counter() + seconds, 0
        with psycopg.connect(self._postgres.address(), autocommit=True) as connection:
            while time.perf_counter() < end:
                time.sleep(SAMPLED)
                looks += 1
                rows = connection.execute(
                    "SELECT coalesce(wait_event, 'processor') FROM pg_stat_activity"
                    " WHERE application_name = 'hashi' AND state = 'active'"
                )
                found.update(name for (name,) in rows)
        return Counter({name: number / looks for name, number in found.items()})

    def _counts(self) -> Counts | None:
        """Return what PostgreSQL has counted; its processes report it within a second."""
        if not self._options.counts:
            return None
        time.sleep(1.5)
        with psycopg.connect(self._postgres.address()) as connection:
            connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
            found = connection.execute(Counts.QUERY).fetchone()
        assert found is not None
        return Counts(*map(int, found))

    def _events(self) -> int:
        with psycopg.connect(self._data) as connection:
            found = connection.execute("SELECT count(*) FROM event").fetchone()
        assert found is not None
        return int(found[0])

    def _print(self, count: int, at: str, load: str, figures: Figures) -> None:
        times, cores, marks = figures.times, figures.cores, figures.marks
        limit = _limit(count, self._options, figures) if load == "full" else ""
        servers = sum(cores.servers)
        print(
            f"{count:7} {at:>5} {load:>6} {marks:7,.0f} {marks / self._first:5.2f}"
            f" {1e3 * times[len(times) // 2]:7.1f} {1e3 * times[int(len(times) * 0.99)]:7.1f}"
            f" {1e3 * times[-1]:8.1f} {figures.lost:4}"
            f" | {1e3 * servers / marks:22.3f} {1e3 * cores.postgres / marks:10.3f}"
            f" {1e3 * cores.clients / marks:7.3f}"
            f" | {servers:14.2f} {max(cores.servers):7.2f} {cores.postgres:10.2f}"
            f" {cores.clients:7.2f} {cores.others:6.2f} {cores.idle:4.1f} | {limit}",
            flush=True,
        )
        if figures.counted:
            print(figures.counted, flush=True)


def _limit(count: int, options: argparse.Namespace, figures: Figures) -> str:
    """Return what kept the rate from being higher: what was busy, or what was waited for most."""
    cores = figures.cores
    clients = options.clients or (count + 1) // 2
    if cores.clients > BUSY * clients:
        return "clients"
    if cores.idle < 1 - BUSY:
        return "machine"
    if sum(cores.servers) > BUSY * count:
        return "servers"
    waits = ", ".join(f"{name} {busy:.1f}" for name, busy in figures.waits.most_common(3))
    return f"waiting for PostgreSQL; its busy connections: {waits or 'none'}"


if __name__ == "__main__":
    main()
