"""Kills, full disks and locked files under play: nothing acknowledged is lost, nothing is doubled.

    python -m tests.table.hardship [--kills 100] [--full 10] [--locked 10]

`tests/table/load.py` plays at many tables at full speed and prints what was acknowledged. It is
killed so many times; its file lies on a file system of 8 MB (tmpfs, where one can be mounted)
that is filled and freed again; another process locks the file. After
each time the log is compared with what was acknowledged, and play must go on by itself.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import selectors
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from hashi.table import SqliteStore, replay
from tests.support.command import environment
from tests.table.load import DRIVER, TABLES

LOAD = Path(__file__).parent / "load.py"


class Player:
    """The program under load, and what it acknowledged."""

    def __init__(self, data: Path, seed: str) -> None:
        self.acknowledged: dict[str, int] = {}
        self._rest = b""
        self._process = subprocess.Popen(
            [sys.executable, str(LOAD), str(data), seed],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)

    def read(self, seconds: float) -> int:
        """Read acknowledgements for so long; return how many there were."""
        assert self._process.stdout is not None
        count, end = 0, time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not self._selector.select(left):
                continue
            chunk = self._process.stdout.read(1 << 16)
            if not chunk:
                assert self._process.poll() is None, "the program has ended"
                continue
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            for line in lines:
                id, number = line.decode().split()
                self.acknowledged[id] = max(self.acknowledged.get(id, 0), int(number))
            count += len(lines)
        return count

    def until_played(self, least: int = 50) -> None:
        """Read until there is play again."""
        end = time.monotonic() + 120
        count = 0
        while count < least:
            assert time.monotonic() < end, "play does not go on"
            count += self.read(0.2)

    def kill(self) -> None:
        self._process.kill()
        with contextlib.suppress(AssertionError):
            self.read(0.2)
        self._process.wait()
        self._selector.close()
        assert self._process.stdout is not None
        self._process.stdout.close()


def check(data: Path, acknowledged: dict[str, int]) -> int:
    """Check that every acknowledged event is kept, without gaps, and replays; return how many."""
    store, kept = SqliteStore(data), 0
    try:
        for id, number in acknowledged.items():
            stored = store.read(id)
            assert [each for each, _ in stored] == list(range(1, len(stored) + 1)), id
            assert len(stored) >= number, (id, number, len(stored))
            assert replay(stored).number == len(stored)
            kept += number
        assert len(store.tables(DRIVER, most=10 * TABLES)) == TABLES
    finally:
        store.close()
    return kept


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Mount a file system of 8 MB for as long as the context lasts; raise OSError if one cannot."""
    disk = folder / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(disk)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise OSError(done.stderr.strip())
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


def kills(folder: Path, count: int) -> int:
    """Kill the program under play, over and over; return how many events were acknowledged."""
    data, kept = folder / "kills.sqlite", 0
    acknowledged: dict[str, int] = {}
    for number in range(count):
        player = Player(data, str(number))
        player.until_played(20)
        player.read(0.01 * (number % 20))
        player.kill()
        acknowledged.update(player.acknowledged)
        kept = check(data, acknowledged)
    return kept


def full_disks(disk: Path, count: int) -> int:
    """Fill the disk under play and free it again, over and over."""
    data, filling = disk / "full.sqlite", disk / "filling"
    player = Player(data, "full")
    try:
        for _ in range(count):
            player.until_played()
            with contextlib.suppress(OSError), filling.open("wb", buffering=0) as file:
                while True:
                    file.write(b"x" * 4096)
            player.read(1.5)
            filling.unlink()
            player.until_played()
            check(data, player.acknowledged)
    finally:
        player.kill()
    return check(data, player.acknowledged)


def locks(folder: Path, count: int) -> int:
    """Lock the file under play for longer than the store waits, over and over."""
    data = folder / "locked.sqlite"
    player = Player(data, "locked")
    try:
        for _ in range(count):
            player.until_played()
            with contextlib.closing(sqlite3.connect(data, isolation_level=None)) as other:
                other.execute("PRAGMA busy_timeout=60000")
                other.execute("BEGIN IMMEDIATE")
                assert player.read(SqliteStore.PATIENCE + 1) < 200  # what was under way
                other.execute("ROLLBACK")
            player.until_played()
    finally:
        player.kill()
    return check(data, player.acknowledged)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--full", type=int, default=10)
    parser.add_argument("--locked", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"{options.kills} kills: {kills(folder, options.kills)} events kept", flush=True)
        print(f"{options.locked} locks: {locks(folder, options.locked)} events kept", flush=True)
        try:
            with small_disk(folder) as disk:
                kept = full_disks(disk, options.full)
                print(f"{options.full} full disks: {kept} events kept", flush=True)
        except OSError as error:
            print(f"no small disk: {error}")


if __name__ == "__main__":
    main()
