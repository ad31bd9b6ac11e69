"""Measures what one mark costs a server in processor time, in one process and without sockets.

    python -m benchmarks.rendering [--tables 100 1000] [--marks 10000] [--profile FILE]

Four-player tables, each with another deal, somewhere between their first and their last round, and
an open page at every seat. Players by chance make the marks of a turn one by one and take them
back, as in `benchmarks.load`. Measured are the decision what a mark means, with the state that
follows from it, and the rendering of that with the messages to the pages. Marks are made and taken
back once by every seat before anything counts. `--profile` writes what the rendering spends its
time on, for `pstats`.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.load import LANGUAGES, ROUNDS, SEATS, seats_of
from benchmarks.machine import machine
from benchmarks.stored_games import Copy, StoredGame, write_copies

from hashi.host import LoadedTable, SqliteStore, holder_of
from hashi.host.loaded_table import Shared
from hashi.host.peers.protocol import Alone
from hashi.server.jobs.bot_pool import BotPool
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.live.broadcast import Broadcast
from hashi.server.live.watcher import Watcher
from hashi.server.page_templates import prepare
from hashi.server.table_pages import TablePages
from hashi.server.visitor import Visitor
from hashi.table import Request
from hashi.table.fold import advance, replay
from hashi.table.requests.dispatch import decide


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--marks", type=int, default=10_000)
    parser.add_argument("--profile", help="write a profile of the rendering")
    options = parser.parse_args()
    print(machine())
    print("µs of processor time for a mark, mean and median; characters written for a mark")
    print("  tables       deciding      rendering   characters")
    prepare()
    for tables in options.tables:
        profile = cProfile.Profile() if options.profile else None
        print(asyncio.run(measure(tables, options.marks, profile)), flush=True)
        if profile:
            profile.dump_stats(options.profile)


@dataclass
class Figures:
    """What each mark cost, in seconds of processor time."""

    tables: int
    deciding: list[float] = field(default_factory=list)
    rendering: list[float] = field(default_factory=list)
    characters: int = 0

    def __str__(self) -> str:
        deciding, rendering = (
            f"{1e6 * statistics.mean(times):7.1f} {1e6 * statistics.median(times):6.1f}"
            for times in (self.deciding, self.rendering)
        )
        characters = self.characters / len(self.rendering)
        return f"{self.tables:8,} {deciding} {rendering} {characters:12.0f}"


class Player:
    """A seat whose marks are made one by one and taken back, in turn."""

    def __init__(
        self, open_table: LoadedTable, key: str, marks: tuple[dict[str, Any], ...]
    ) -> None:
        self.open_table, self.marks = open_table, marks
        self._holder, self._next = holder_of(key), 0

    def request(self) -> Request:
        fields = self.marks[self._next]
        self._next = (self._next + 1) % len(self.marks)
        return Request(self._holder, fields["do"], fields)


async def measure(tables: int, marks: int, profile: cProfile.Profile | None) -> Figures:
    rng, figures = Random("rendering"), Figures(tables)
    broadcast = Broadcast(TablePages(SharedJobs(BotPool(1))), Alone())
    with tempfile.TemporaryDirectory() as folder, ExitStack() as pages:
        store = SqliteStore(Path(folder) / "rendering.sqlite")
        players: list[Player] = []
        for copy in write_copies(store, games(rng, tables)):
            players += opened(copy, store, broadcast, figures, pages, rng)
        able = [player for player in players if player.marks]
        for player in able:
            for _ in player.marks:
                make_mark(player, broadcast, Figures(tables), None)
        gc.collect()
        gc.freeze()
        figures.characters = 0
        for _ in range(marks):
            make_mark(rng.choice(able), broadcast, figures, profile)
        gc.unfreeze()
        pages.close()
        store.close()
    return figures


def games(rng: Random, tables: int) -> Iterator[StoredGame]:
    for number in range(tables):
        yield StoredGame.by_chance(rng, SEATS, number % ROUNDS, time.time() - 3600)


def opened(
    copy: Copy,
    store: SqliteStore,
    broadcast: Broadcast,
    figures: Figures,
    pages: ExitStack,
    rng: Random,
) -> Iterator[Player]:
    """Open a table and a page at each of its seats."""

    def write(text: str) -> bool:
        figures.characters += len(text.encode())
        return True

    table = replay(copy.game.copied([holder_of(key) for key in copy.keys]))
    open_table = LoadedTable(copy.id, table, Shared(store, time.time))
    for seat in seats_of(copy):
        watcher = Watcher(Visitor(seat.key, rng.choice(LANGUAGES), "auto", False))
        watcher.write = write
        open_table.come(watcher.holder)
        pages.enter_context(broadcast.watching(open_table, watcher))
        broadcast.updates.refresh(open_table, watcher)
        yield Player(open_table, seat.key, seat.marks)


def make_mark(
    player: Player, broadcast: Broadcast, figures: Figures, profile: cProfile.Profile | None
) -> None:
    open_table, request = player.open_table, player.request()
    began = time.thread_time()
    before = open_table.table
    decision = decide(before, request)
    open_table.table, entries = advance(before, decision.events, time.time(), "")
    decided = time.thread_time()
    if profile:
        profile.enable()
    broadcast.publish(open_table, before, entries)
    if profile:
        profile.disable()
    figures.deciding.append(decided - began)
    figures.rendering.append(time.thread_time() - decided)


if __name__ == "__main__":
    main()
