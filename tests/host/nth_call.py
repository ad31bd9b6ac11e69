"""The n-th call fails, for every n: nothing acknowledged is lost or doubled, and all goes on.

    python -m tests.host.nth_call [--store sqlite ...] [--manner error ...] [--every 1] [--from 1]

| store | what is played | the calls |
| --- | --- | --- |
| sqlite | a scripted evening (evening.py) | writes, syncs, cuts, files made and removed |
| postgres | the same at two servers | connections, statements, commits, notifications |
| file | games in the terminal (terminal_evening.py) | as for sqlite |
| migration | stores of all releases and schemas are brought up to date (older_stores.py) | both |

A call fails with an error, once, and the program goes on; or the program is killed, and another one
goes on; or the power fails (files alone): what was not synced is lost as well; or no answer comes
(PostgreSQL alone), and nobody knows whether it was done. Afterwards all that was said is in the
store, once; every game has come to its end; every log replays, and what is kept beside it follows
from it. The exit status is 1 where anything of this does not hold, and 2 where calls of the system
cannot be made to fail: that needs Linux and a C compiler.
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import itertools
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from hashi.host import clocks, retry, upkeep
from hashi.host.bots import bot_turns
from hashi.host.peers import neighbours
from hashi.host.peers import postgres as peers
from hashi.host.store import outage, sqlite
from tests.host import evening, older_stores, terminal_evening
from tests.host.failing_calls import (
    LOADED,
    DatabaseCalls,
    Manner,
    NoCompiler,
    SystemCalls,
    compiled,
)
from tests.support.postgres import Cluster, cluster

Say = Callable[[str], None]
STORES = ("sqlite", "postgres", "file", "migration")
MANNERS = {manner.name.lower(): manner for manner in Manner}
LONGEST = 120
"""Seconds after which a program that has not come to an end hangs."""
UNHARMED, FAILED = "unharmed", "failed "
"""What a program says that made fewer calls, and before the lines of what ended it."""


class Calls(Protocol):
    """The calls of this program that can fail."""

    def fail_at(self, folder: Path, number: int, manner: Manner) -> None: ...

    @property
    def made(self) -> int: ...


@dataclass(frozen=True)
class Story:
    """What is played at a store, and how it is checked afterwards."""

    name: str
    calls: Calls
    manners: tuple[Manner, ...]
    place: Callable[[Path], str]
    """Returns an empty place, in this folder if it is a file, or what is there before."""
    play: Callable[[str, Sequence[str], Say], None]
    """Plays at a place, from where it was left off by those who said this."""
    losses: Callable[[str, Sequence[str]], tuple[list[str], list[str]]]
    """Returns what was said and is lost, and what is there twice or wrong."""


@dataclass
class Tally:
    """What came of the evenings of one story."""

    evenings: int = 0
    lost: int = 0
    wrong: int = 0
    stuck: int = 0
    """Evenings that did not come to their end."""

    @property
    def is_good(self) -> bool:
        return not (self.lost or self.wrong or self.stuck)

    def __str__(self) -> str:
        return (
            f"{self.evenings} calls failed, each in an evening of its own: "
            f"{self.lost} lost, {self.wrong} doubled or wrong, {self.stuck} stuck"
        )


def play(story: Story, manner: Manner, numbers: Iterable[int]) -> Tally:
    """Play an evening for each of these numbers, until there is no such call any more."""
    found = Tally()
    for number in numbers:
        with tempfile.TemporaryDirectory(prefix="hashi-nth-") as name:
            said, status = play_evening(story, manner, number, Path(name).resolve())
        if UNHARMED in said:
            break
        found.evenings += 1
        found.lost += sum(line.startswith("lost ") for line in said)
        found.wrong += sum(line.startswith("wrong ") for line in said)
        found.stuck += bool(status)
        for line in said:
            if line.startswith(("lost ", "wrong ", FAILED)):
                print(f"{story.name}, {manner.name.lower()}, call {number}: {line}", flush=True)
    return found


def play_evening(story: Story, manner: Manner, number: int, folder: Path) -> tuple[list[str], int]:
    """Play an evening of which a call fails; return what was said of it, with what is lost and
    wrong, and 0 if it came to its end."""
    place = story.place(folder)

    def harmed(say: Say) -> None:
        story.calls.fail_at(folder, number, manner)
        story.play(place, [], say)
        if story.calls.made < number:
            say(UNHARMED)

    def checked(say: Say) -> None:
        lost, wrong = story.losses(place, [line for line in said if not line.startswith(FAILED)])
        for line in lost:
            say(f"lost {line}")
        for line in wrong:
            say(f"wrong {line}")

    said, status = forked(harmed)
    if UNHARMED in said:
        return said, status
    if status == -signal.SIGKILL:
        more, status = forked(lambda say: story.play(place, said, say))
        said += more
    told, unchecked = forked(checked)
    return said + told, status or unchecked


def forked(work: Callable[[Say], None]) -> tuple[list[str], int]:
    """Do work in a process of its own; return what it said, and its exit status.

    It is a copy of this one, which has everything loaded: nothing is imported again.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        faulthandler.dump_traceback_later(LONGEST - 10)
        signal.alarm(LONGEST)
        os._exit(_worked(work, writing))
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read().splitlines()
    _, waited = os.waitpid(child, 0)
    return said, os.waitstatus_to_exitcode(waited)


def _worked(work: Callable[[Say], None], pipe: int) -> int:
    def say(line: str) -> None:
        os.write(pipe, f"{line}\n".encode())

    try:
        work(say)
    except BaseException:
        for line in traceback.format_exc().splitlines():
            say(f"{FAILED}{line}")
        return 1
    return 0


# --- the stories


def hurry() -> None:
    """Wait for nothing longer than needed, and write pages back often."""
    logging.disable()
    retry.RETRY_AFTER, sqlite.LOG_PAGES = 0.01, 30
    outage.LATE, outage.PAUSE = 0.1, 0.02
    clocks.LOOK_PAUSE = neighbours.LOOK_PAUSE = upkeep.LOOK_PAUSE = 0.02
    vars(clocks)["LEASE_PAUSE"] = vars(bot_turns)["LEASE_PAUSE"] = 0.02
    peers.BEAT, peers.ALIVE, peers.CERTAIN, peers.RECONNECT = 0.1, 0.4, 0.3, 0.02


def stories(names: Sequence[str], stack: ExitStack) -> Iterator[Story]:
    """Yield these stories; what they need is there until the stack is closed."""
    upgraded = older_stores.upgrade, older_stores.losses
    if set(names) != {"postgres"}:
        calls, every = SystemCalls(), (Manner.ERROR, Manner.KILL, Manner.POWER)
        if "sqlite" in names:
            yield Story("sqlite", calls, every, _file, _evening(servers=1), evening.losses)
        if "file" in names:
            told = terminal_evening.play, terminal_evening.losses
            yield Story("file", calls, every, str, *told)
        if "migration" in names:
            yield Story("migration", calls, every, older_stores.write_files, *upgraded)
    if {"postgres", "migration"} & set(names):
        database, those = DatabaseCalls(), (Manner.ERROR, Manner.KILL, Manner.SILENCE)
        postgres = stack.enter_context(cluster())
        database.install()
        if "postgres" in names:
            played = _evening(servers=2), evening.losses
            yield Story("postgres", database, those, lambda _: postgres.schema(), *played)
        if "migration" in names:
            written = partial(_schemas, postgres)
            yield Story("migration of postgres", database, those, written, *upgraded)


def _file(folder: Path) -> str:
    return str(folder / "tables.sqlite")


def _schemas(postgres: Cluster, _folder: Path) -> str:
    return older_stores.write_schemas(postgres)


def _evening(servers: int) -> Callable[[str, Sequence[str], Say], None]:
    return lambda place, said, say: asyncio.run(evening.play(place, said, say, servers))


# --- the command


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", choices=STORES, action="append", help="default: all")
    parser.add_argument("--manner", choices=[*MANNERS], action="append", help="default: all")
    parser.add_argument("--every", type=int, default=1, help="from one n to the next")
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first n")
    parser.add_argument("--most", type=int, help="evenings of each story and manner")
    options = parser.parse_args(given)
    names = options.store or STORES
    if set(names) != {"postgres"} and LOADED not in os.environ:
        return _with_library()
    hurry()
    is_good, began = True, time.monotonic()
    with ExitStack() as stack:
        for story in stories(names, stack):
            for manner in story.manners:
                if options.manner and manner.name.lower() not in options.manner:
                    continue
                at = time.monotonic()
                numbers = itertools.count(options.first, options.every)
                found = play(story, manner, itertools.islice(numbers, options.most))
                is_good &= found.is_good
                took = f"{time.monotonic() - at:.0f} s"
                print(f"{story.name}, {manner.name.lower()}: {found}; {took}", flush=True)
    print(f"{'PASSED' if is_good else 'FAILED'} in {time.monotonic() - began:.0f} s")
    return 0 if is_good else 1


def _with_library() -> int:
    """Start this program again with the library that lets calls of the system fail."""
    folder = Path(tempfile.mkdtemp(prefix="hashi-nth-"))
    try:
        environ = {**os.environ, LOADED: str(compiled(folder))}
        command = [sys.executable, "-m", "tests.host.nth_call", *sys.argv[1:]]
        return subprocess.run(command, env=environ, check=False).returncode
    except NoCompiler as problem:
        print(problem, file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
