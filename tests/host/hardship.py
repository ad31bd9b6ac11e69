"""Kills, full disks and locked files under play: nothing acknowledged is lost, nothing is doubled.

    python -m tests.host.hardship [--kills 100] [--full 10] [--locked 10] [--locked-for 60]

`tests/host/load.py` plays at many tables at full speed and prints what is saved, and whether a
person, a bot or a clock did it. It is killed so many times; its disk is full and free again so many
times; another process locks its file so many times, the last time for a minute. After each time
people, bots and clocks must go on by themselves, and the log is compared with what was printed. The
exit status is 1 where anything of this does not hold.

A disk is a file system of 8 MB that is filled (tmpfs). Where none can be mounted, the system
refuses to let the files of the program grow instead (RLIMIT_FSIZE): the program sees a failed
write in both cases.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import selectors
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, Self

from hashi.host import Host, SqliteStore, StoreDown
from hashi.host.store.sqlite import SqliteEngine
from hashi.table import Phase, Request, Table, replay
from tests.host.load import CLOCKS, DRIVER, TABLES
from tests.support.command import environment
from tests.support.tables import Clock

LOAD = Path(__file__).parent / "load.py"
EVERYBODY = ("person", "bot", "clock")
KILLS_OF_A_FILE = 20
"""Kills after which the program begins with a new file, so that its logs do not get too long."""
LONGEST_WAIT = 120.0
"""Seconds in which play must go on."""


class Player:
    """The program under load, and what it said was saved."""

    def __init__(self, data: Path, seed: str, pause: float) -> None:
        self.acknowledged: dict[str, int] = {}
        self.rung: set[str] = set()
        """The tables whose clock has ended a round since the last fault."""
        self._rest = b""
        self._process = subprocess.Popen(
            [sys.executable, str(LOAD), str(data), seed, str(pause)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        self.pid = self._process.pid
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)

    def read(self, seconds: float) -> Counter[str]:
        """Read for so long what is saved; return how much of it each did."""
        assert self._process.stdout is not None
        done, end = Counter[str](), time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not self._selector.select(left):
                continue
            chunk = self._process.stdout.read(1 << 16)
            if not chunk:
                assert self._process.poll() is None, "the program has ended"
                continue
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            for line in lines:
                id, number, who = line.decode().split()
                self.acknowledged[id] = max(self.acknowledged.get(id, 0), int(number))
                done[who] += 1
                if who == "clock":
                    self.rung.add(id)
        return done

    def until_played(self, *who: str, least: int = 1) -> None:
        """Read until each of these has done so much since now."""
        end = time.monotonic() + LONGEST_WAIT
        done = Counter[str]()
        while any(done[each] < least for each in who):
            assert time.monotonic() < end, f"play does not go on: {dict(done)}"
            done += self.read(0.05)

    def until_all_rang(self) -> None:
        """Read until every clock has ended a round since the last fault."""
        end = time.monotonic() + LONGEST_WAIT
        while len(self.rung) < CLOCKS:
            assert time.monotonic() < end, "a clock has stopped"
            self.read(0.05)

    def until_quiet(self) -> None:
        """Read what was under way, until nothing comes any more."""
        end = time.monotonic() + LONGEST_WAIT
        while self.read(0.5):
            assert time.monotonic() < end, "it does not stop saving"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Kill the program, and read the rest of what it said."""
        self._process.kill()
        with contextlib.suppress(AssertionError):
            self.read(0.2)
        self._process.wait()
        self._selector.close()
        assert self._process.stdout is not None
        self._process.stdout.close()


def check(data: Path, acknowledged: dict[str, int]) -> int:
    """Check that all that was acknowledged is kept, once and without gaps, and replays.

    Return how much it is.
    """
    store, kept = SqliteStore(data), 0
    try:
        for id, number in acknowledged.items():
            stored = read(store, id)
            assert [each for each, _ in stored] == list(range(1, len(stored) + 1)), id
            assert len(stored) >= number, (id, number, len(stored))
            assert replay(stored).number == len(stored)
            check_ids([json.loads(text).get("id", "") for _, text in stored])
            kept += number
        assert len(store.tables(DRIVER, most=10 * TABLES)) == TABLES
    finally:
        store.close()
    return kept


def read(store: SqliteStore, id: str) -> list[tuple[int, str]]:
    """Return a log; a reader may meet the file while its writer puts it in order after a fault."""
    for _ in range(100):
        with contextlib.suppress(StoreDown):
            return store.read(id)
        time.sleep(0.05)
    return store.read(id)


def check_ids(ids: list[str]) -> None:
    """Check that no request was carried out twice: what it caused stands together in the log."""
    begun = [id for id, before in zip(ids, ["", *ids], strict=False) if id and id != before]
    assert len(begun) == len(set(begun)), Counter(begun).most_common(1)


# --- faults


class Fault(Protocol):
    """What keeps the program from saving for a while."""

    SECONDS: float
    IS_TOTAL: bool
    """Whether nothing at all can be saved meanwhile."""

    def begin(self, player: Player, data: Path) -> None: ...

    def end(self, player: Player, data: Path) -> None: ...


class FullDisk:
    """The file system that the data lie on is filled: it must be a small one.

    Where a file has room of its own left, SQLite writes there, and that is saved.
    """

    SECONDS, IS_TOTAL = 1.5, False

    def begin(self, player: Player, data: Path) -> None:
        del player
        with contextlib.suppress(OSError), data.with_name("filling").open("wb", 0) as file:
            while True:
                file.write(b"x" * 4096)

    def end(self, player: Player, data: Path) -> None:
        del player
        data.with_name("filling").unlink()


class LimitedFiles:
    """The system refuses every write to a file, on any file system.

    Python ignores the signal that would end the program (SIGXFSZ), so that the write fails.
    """

    SECONDS, IS_TOTAL = 1.0, True

    def begin(self, player: Player, data: Path) -> None:
        del data
        _, hard = resource.prlimit(player.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(player.pid, resource.RLIMIT_FSIZE, (0, hard))

    def end(self, player: Player, data: Path) -> None:
        del data
        _, hard = resource.prlimit(player.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(player.pid, resource.RLIMIT_FSIZE, (hard, hard))


class LockedFile:
    """Another process has locked the file, for longer than the store waits."""

    IS_TOTAL = True

    def __init__(self, seconds: float = SqliteEngine.PATIENCE + 1) -> None:
        self.SECONDS = seconds

    def begin(self, player: Player, data: Path) -> None:
        del player
        self._other = sqlite3.connect(data, isolation_level=None, timeout=60)
        self._other.execute("BEGIN IMMEDIATE")

    def end(self, player: Player, data: Path) -> None:
        del player, data
        self._other.execute("ROLLBACK")
        self._other.close()


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Mount a small file system for as long as the context lasts; raise OSError if one cannot.

    It has room for all that is played meanwhile, about 4 MB for each time that it is filled.
    """
    disk = folder / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=128m", "tmpfs", str(disk)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise OSError(done.stderr.strip())
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


@contextlib.contextmanager
def disk_to_fill(folder: Path) -> Iterator[tuple[Path, Fault]]:
    """Return a small disk and how it is filled; where none can be mounted, files cannot grow."""
    with contextlib.ExitStack() as stack:
        try:
            yield stack.enter_context(small_disk(folder)), FullDisk()
        except OSError:
            yield folder, LimitedFiles()


# --- hardships


def kills(folder: Path, count: int, pause: float = 0) -> int:
    """Kill the program under play, over and over; return how many events were acknowledged."""
    total = 0
    for first in range(0, count, KILLS_OF_A_FILE):
        data, kept = folder / f"kills-{first}.sqlite", 0
        acknowledged: dict[str, int] = {}
        for number in range(first, min(first + KILLS_OF_A_FILE, count)):
            with Player(data, str(number), pause) as player:
                player.until_played("person", "bot", least=2)
                player.read(0.01 * (number % 20))
            acknowledged.update(player.acknowledged)
            kept = check(data, acknowledged)
        total += kept
        asyncio.run(play_on(data))
        with Player(data, "the last", pause) as player:
            player.until_all_rang()
    return total


async def play_on(data: Path) -> None:
    """Check that the games among people can be played on; bots and clocks go on by themselves."""
    store = SqliteStore(data)
    host = Host(store, now=Clock(2e9))
    for id in store.tables(DRIVER, most=10 * TABLES):
        table = (await host.tables.live(id)).table
        if table.options.clock or any(seat.bot for seat in table.seats):
            continue
        answer = await host.requests.ask(id, next_step(table))
        assert answer.number > table.number
        assert replay(store.read(id)) == (await host.tables.live(id)).table
    await host.close()
    store.close()


def next_step(table: Table) -> Request:
    """Return a request that a table among people takes in this phase."""
    if table.phase is Phase.LOBBY:
        return Request(DRIVER, "begin")
    if table.phase is Phase.OVER:
        return Request(DRIVER, "rewind", {"to": 1})
    seat = table.waiting_for[0]
    if table.seats[seat].marks.marks:
        return Request(DRIVER, "undo", {"seat": seat})
    if table.phase is Phase.STARTS:
        island = next(i for i in table.played.setup.board.islands if i.flag is None)
        return Request(DRIVER, "mark", {"seat": seat, "marks": f"{island}=3"})
    return Request(DRIVER, "done", {"seat": seat})


def faults(folder: Path, *each: Fault, pause: float = 0) -> int:
    """Let play meet these faults, one after the other; return how many events were acknowledged."""
    data = folder / "faults.sqlite"
    with Player(data, "faults", pause) as player:
        for fault in each:
            player.until_played("person", least=50)
            fault.begin(player, data)
            try:
                if fault.IS_TOTAL:
                    player.until_quiet()
                saved = player.read(fault.SECONDS)
            finally:
                fault.end(player, data)
            name = type(fault).__name__
            assert not (fault.IS_TOTAL and saved), f"saved, it says, in spite of {name}: {saved}"
            player.rung.clear()
            player.until_played(*EVERYBODY)
            check(data, player.acknowledged)
        player.until_all_rang()
    return check(data, player.acknowledged)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--full", type=int, default=10)
    parser.add_argument("--locked", type=int, default=10)
    parser.add_argument("--locked-for", type=float, default=60, help="seconds of the last lock")
    options = parser.parse_args()
    locks = [LockedFile()] * (options.locked - 1) + [LockedFile(options.locked_for)]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name, disk_to_fill(Path(name)) as (disk, full):
        jobs: list[tuple[str, Callable[[], int]]] = [
            (f"{options.kills} kills", lambda: kills(Path(name), options.kills)),
            (
                f"{options.locked} locks, the last for {options.locked_for:.0f} s",
                lambda: faults(Path(name), *locks),
            ),
            (
                f"{options.full} times {type(full).__name__}",
                lambda: faults(disk, *[full] * options.full),
            ),
        ]
        for what, job in jobs:
            try:
                print(f"{what}: {job()} events kept", flush=True)
            except AssertionError as error:
                print(f"{what}: {error}\nFAILED after {time.monotonic() - began:.0f} s")
                return 1
    print(f"PASSED in {time.monotonic() - began:.0f} s: nothing is lost or doubled, all goes on")
    return 0


if __name__ == "__main__":
    sys.exit(main())
