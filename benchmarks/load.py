"""Measures a server under load, over real sockets on loopback, from processes of their own.

    python -m benchmarks.load [--tables 1000] [--rate 1000 2000] [--seconds 20] [--cores 1]
    python -m benchmarks.load --edge --cores 1
    python -m benchmarks.load --limited

Four-player tables, somewhere between the first and the last round, lie in the store before the
server starts. Every seat has a socket. Players by chance make the marks of a turn one by one, take
them back and begin again, so that every board is different; a player waits for an answer before the
next mark. For each rate: what was achieved, how long answers took, what was lost or refused, the
server's processor time for a mark (all of it, and the parts of the event loop and of the thread
that writes), and its memory. `--cores` pins the server to so many cores and the players to the
others. The server has no limits, since all players come from one address; with `--limited` it has
its usual ones, and every player has an address of its own (Linux: all of 127.0.0.0/8 is at hand).
`--edge` searches the highest rate at which 99 of 100 answers take 100 ms or less.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import multiprocessing
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Self

import uvloop
from benchmarks.machine import machine
from benchmarks.page_socket import PageSocket, template
from benchmarks.random_play import random_turn
from benchmarks.stored_games import Copy, StoredGame, write_copies
from tests.support.server import CROWD

from hashi.host import SqliteStore
from hashi.rules import Number

SEATS, ROUNDS = 4, 17
GAMES = 64
"""Different games that the tables are copies of."""
ENOUGH, PATIENCE = 0.1, 60.0
"""Seconds that 99 of 100 answers may take at the edge, and for which any answer is waited for."""
CLOSE = 0.05
"""How exactly the edge is found, as a share of it."""
LANGUAGES = ("en", "en", "de", "cs", "es", "it", "pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1000])
    parser.add_argument("--rate", type=int, nargs="+", default=[1000])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--cores", type=int, default=0, help="pin the server to so many cores")
    parser.add_argument("--players", type=int, default=0, help="processes of players")
    parser.add_argument("--edge", action="store_true", help="search the highest rate that holds")
    parser.add_argument("--limited", action="store_true", help="keep to the usual limits")
    parser.add_argument("--profile", help="write a flame picture of the last rate with py-spy")
    options = parser.parse_args()
    print(machine())
    cores = sorted(os.sched_getaffinity(0))
    own, others = cores[: options.cores], cores[options.cores :] or cores
    for tables in options.tables:
        with (
            tempfile.TemporaryDirectory() as folder,
            _Load(Path(folder), tables, own, others, options.players, options.limited) as load,
        ):
            print(f"{tables:,} tables, {tables * SEATS:,} sockets, {load.memory()}")
            print(HEAD)
            if options.edge:
                search(load, max(options.rate[0], 100), options.seconds)
                continue
            for rate in options.rate:
                is_last = rate == options.rate[-1]
                load.run(rate, options.seconds, options.profile if is_last else None)


HEAD = (
    "    rate  marks/s   p50 ms   p99 ms   max ms   lost  refused"
    "   cpu ms   loop  writer  rest   RSS MB"
)


def search(load: _Load, rate: int, seconds: float) -> None:
    """Double the rate until it does not hold any more, then halve the distance."""
    held, broken = 0, 0
    while not broken or broken - held > CLOSE * broken:
        if load.run(rate, seconds).is_held:
            held = rate
        else:
            broken = rate
        rate = (held + broken) // 2 if broken else 2 * rate
    print(f"the edge: {held:,} marks a second")


# --- the server


class _Load:
    """A server with its tables, and the players that are connected to it."""

    def __init__(
        self,
        folder: Path,
        tables: int,
        own: Sequence[int],
        others: Sequence[int],
        players: int,
        is_limited: bool = False,
    ) -> None:
        self._own, self._others, self._is_limited = own, others, is_limited
        copies = stored(folder / "load.sqlite", tables)
        self._start(folder / "load.sqlite")
        self._before = memory(self.pid)
        count = players or min(4, max(1, len(others) - 1))
        self._tables = tables
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for number in range(count):
            ours, theirs = context.Pipe()
            mine = [
                replace(seat, address=_address(at) if is_limited else "")
                for at, copy in enumerate(copies)
                for seat in seats_of(copy)
                if at % count == number
            ]
            process = context.Process(target=drive, args=(theirs, self.port, mine, others, number))
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        for pipe in self._pipes:
            pipe.recv()
        self._after = memory(self.pid)

    def _start(self, data: Path) -> None:
        self._server, address = start(data, self._own, () if self._is_limited else CROWD)
        self.pid, self.port = self._server.pid, int(address.rpartition(":")[2])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in self._pipes:
            pipe.send(None)
        for process in self._processes:
            process.join(10)
            process.kill()
        self._server.kill()
        self._server.wait()

    def memory(self) -> str:
        each = (self._after - self._before) / self._tables
        return f"{each:.0f} kB for a table with its sockets"

    def run(self, rate: int, seconds: float, picture: str | None = None) -> Figures:
        """Have the players make so many marks a second; print and return how it went."""
        before = threads(self.pid)
        for pipe in self._pipes:
            pipe.send((rate / len(self._pipes), seconds))
        with profiled(self.pid, picture, seconds):
            parts = [pipe.recv() for pipe in self._pipes]
        after = threads(self.pid)
        took = sorted(one for part in parts for one in part.took)
        spent = {name: after[name] - before.get(name, 0.0) for name in after}
        figures = Figures(
            rate,
            took,
            sum(part.sent for part in parts),
            sum(part.refused for part in parts),
            max(part.seconds for part in parts),
            spent,
        )
        print(f"{figures} {memory(self.pid) / 1000:8.0f}", flush=True)
        return figures


def start(
    data: Path, cores: Collection[int] = (), limits: Sequence[str] = CROWD
) -> tuple[subprocess.Popen[str], str]:
    """Start a server without limits, on these cores or on any; return it with its address."""
    command = ["-m", "hashi", "serve", "--port", "0", "--rate", "0", *limits]
    server = subprocess.Popen(
        [sys.executable, *command, "--data", str(data)],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=(lambda: os.sched_setaffinity(0, cores)) if cores else None,
    )
    assert server.stdout is not None
    found = re.search(r"http://[^/]*:\d+", server.stdout.readline())
    assert found
    with urllib.request.urlopen(f"{found[0]}/healthz", timeout=60):
        pass
    return server, found[0]


@contextmanager
def profiled(pid: int, picture: str | None, seconds: float) -> Iterator[None]:
    """Have py-spy watch the server meanwhile, if a picture is asked for.

    The py-spy beside this Python is taken first: an environment need not be activated.
    """
    if picture is None:
        yield
        return
    folders = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    program = shutil.which("py-spy", path=folders)
    if program is None:
        raise SystemExit("--profile needs py-spy: pip install py-spy")
    options = ["--nonblocking", "--rate", "200", "--duration", str(max(1, int(seconds) - 1))]
    kind = "speedscope" if picture.endswith(".json") else "flamegraph"
    command = [program, "record", *options, "-f", kind, "-o", picture, "--pid", str(pid)]
    watching = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        yield
    finally:
        said, _ = watching.communicate()
    if watching.returncode or not Path(picture).exists():
        raise SystemExit(f"py-spy made no picture: {said.decode(errors='replace').strip()}")


def stored(path: Path, tables: int) -> list[Copy]:
    """Write tables into a new store, each at a moment of a game by chance."""
    rng = Random("load")
    games = [
        StoredGame.by_chance(rng, SEATS, number % ROUNDS, time.time() - 3600)
        for number in range(GAMES)
    ]
    store = SqliteStore(path)
    copies = list(write_copies(store, itertools.islice(itertools.cycle(games), tables)))
    store.close()
    return copies


def _address(table: int) -> str:
    """Return the address of the people at a table."""
    return f"127.1.{table // 200}.{1 + table % 200}"


def memory(pid: int) -> int:
    """Return the resident memory of a process in kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1])


def threads(pid: int) -> dict[str, float]:
    """Return the seconds of processor time of a process: of its loop, its writer and the rest."""
    tick = os.sysconf("SC_CLK_TCK")
    found = {"loop": 0.0, "writer": 0.0, "rest": 0.0}
    writer = _writer(pid)
    for task in Path(f"/proc/{pid}/task").iterdir():
        fields = (task / "stat").read_text().rpartition(")")[2].split()
        name = "loop" if task.name == str(pid) else "writer" if task.name == writer else "rest"
        found[name] += (int(fields[11]) + int(fields[12])) / tick
    return found


def _writer(pid: int) -> str:
    """Return the thread of the store that writes: the first that was started."""
    tasks = sorted(int(task.name) for task in Path(f"/proc/{pid}/task").iterdir())
    return str(tasks[1]) if len(tasks) > 1 else ""


# --- the players


@dataclass(frozen=True)
class SeatToPlay:
    """A seat at a table, with the requests that make a turn."""

    id: str
    key: str
    language: str
    marks: tuple[dict[str, Any], ...]
    """What is asked for: the fields of each request."""
    address: str = ""
    """Where the player comes from; empty for any address."""


def seats_of(copy: Copy) -> Iterator[SeatToPlay]:
    table, rng = copy.game.table, Random(copy.id)
    for seat, key in enumerate(copy.keys):
        game = table.played
        turn = random_turn(rng, game.sheets[seat], game.cards[-1])
        about = {"seat": seat, "round": len(game.cards)}
        marks = [
            {"do": "tap", "island": mark.island.name, **about}
            if isinstance(mark, Number)
            else {"do": "tap_line", "line": str(mark), **about}
            for mark in turn.marks
        ]
        undo = {"do": "undo", **about}
        yield SeatToPlay(copy.id, key, rng.choice(LANGUAGES), (*marks, *[undo] * len(marks)))


@dataclass(frozen=True)
class Part:
    """How it went for one process of players."""

    took: list[float]
    sent: int
    refused: int
    seconds: float


@dataclass(frozen=True)
class Figures:
    """How it went for all."""

    rate: int
    took: Sequence[float]
    sent: int
    refused: int
    seconds: float
    spent: dict[str, float]

    @property
    def achieved(self) -> float:
        return self.sent / self.seconds

    @property
    def p99(self) -> float:
        return self.took[int(len(self.took) * 0.99)] if self.took else float("inf")

    @property
    def is_held(self) -> bool:
        is_whole = len(self.took) == self.sent and not self.refused
        return is_whole and self.p99 <= ENOUGH and self.achieved > 0.97 * self.rate

    def __str__(self) -> str:
        loop, writer, rest = (
            1000 * self.spent[name] / max(1, self.sent) for name in ("loop", "writer", "rest")
        )
        return (
            f"{self.rate:8,} {self.achieved:8,.0f} {1e3 * statistics.median(self.took):8.1f}"
            f" {1e3 * self.p99:8.1f} {1e3 * self.took[-1]:8.1f} {self.sent - len(self.took):6}"
            f" {self.refused:8} {loop + writer + rest:8.3f} {loop:6.3f} {writer:7.3f} {rest:5.3f}"
        )


class Player(PageSocket):
    """A page whose person makes the marks of a turn one by one, takes them back, and begins again.

    With a mark and its undo for each, every board is different.
    """

    def __init__(self, seat: SeatToPlay) -> None:
        super().__init__(seat.id, seat.key, seat.language)
        self._marks = [template(fields) for fields in seat.marks]
        self._next = 0
        self.begin()

    @property
    def is_able(self) -> bool:
        """Whether there is anything to mark."""
        return bool(self._marks)

    def begin(self) -> None:
        """Count from now on."""
        self.took: list[float] = []
        self.refused = 0
        self.forget()

    def act(self) -> None:
        """Make the next mark of the turn, or take the last one back."""
        ask = self._marks[self._next]
        self._next = (self._next + 1) % len(self._marks)
        self.ask(ask)

    def answered(self, *, is_done: bool) -> None:
        self.took.append(time.perf_counter() - self.sent_at)
        self.refused += not is_done


def drive(
    pipe: Connection, port: int, seats: Sequence[SeatToPlay], cores: Collection[int], number: int
) -> None:
    """Connect players and let them act whenever the other end of the pipe says so."""
    os.sched_setaffinity(0, cores)
    uvloop.run(_drive(pipe, port, seats, number))


async def _drive(pipe: Connection, port: int, seats: Sequence[SeatToPlay], number: int) -> None:
    players: list[Player] = []
    for at in range(0, len(seats), 50):
        made = [
            await Player(seat).connect("127.0.0.1", port, seat.address)
            for seat in seats[at : at + 50]
        ]
        for player in made:
            await asyncio.wait_for(player.is_ready, PATIENCE)
        players += made
    pipe.send(len(players))
    able = [player for player in players if player.is_able]
    rng = Random(number)
    while True:
        task = await asyncio.to_thread(pipe.recv)
        if task is None:
            return
        rate, seconds = task
        pipe.send(await _play(able, rate, seconds, rng))


async def _play(players: Sequence[Player], rate: float, seconds: float, rng: Random) -> Part:
    for player in players:
        player.begin()
    began, sent, count = time.perf_counter(), 0, int(rate * seconds)
    while sent < count and time.perf_counter() - began < 2 * seconds:
        due = min(count, int((time.perf_counter() - began) * rate) + 1)
        for _ in range(due - sent):
            player = rng.choice(players)
            tries = 0
            while player.is_waiting and tries < 100:  # a person waits for the answer
                player, tries = rng.choice(players), tries + 1
            if player.is_waiting:
                break
            player.act()
            sent += 1
        await asyncio.sleep(0.001)
    sending = time.perf_counter() - began
    while any(player.is_waiting for player in players) and time.perf_counter() - began < (
        sending + PATIENCE
    ):
        await asyncio.sleep(0.02)
    return Part(
        [one for player in players for one in player.took],
        sent,
        sum(player.refused for player in players),
        sending,
    )


if __name__ == "__main__":
    main()
