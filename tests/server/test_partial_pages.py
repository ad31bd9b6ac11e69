"""What pages are sent bit by bit, from what is kept, is what a whole page made anew would show."""

from __future__ import annotations

import asyncio
import functools
import gc
import json
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st
from tests.support.broadcasts import new_broadcast
from tests.support.examples import examples

from hashi.host import Host, LoadedTable, SqliteStore, holder_of
from hashi.kept import Kept
from hashi.rules import Illegal, Malformed, Pens, seeded
from hashi.server.live.broadcast import Broadcast
from hashi.server.live.watcher import Watcher
from hashi.server.view.table_page import page_of
from hashi.server.visitor import Visitor
from hashi.table import Objected, Options, Request, draft_of
from hashi.table.event import Seated
from hashi.words import LANGUAGES

KEYS = ("first-key-of-them", "second-key-of-all", "key-of-a-spectator")
TABLES = ((Pens.GUIDED, 1), (Pens.GUIDED, 2), (Pens.GUIDED, 4), (Pens.FREE, 2))
STEPS = 300
"""Requests in a game: enough to play one of two people to its end."""
OFTEN = 0.06
"""The share of requests after which the pages are compared."""


def forget() -> None:
    """Empty everything that rendering keeps."""
    for kept in gc.get_objects():
        kind = type(kept)  # of a weak reference that has lost its object only that can be asked
        if kind is functools._lru_cache_wrapper and kept.__module__.startswith("hashi."):
            kept.cache_clear()
        if issubclass(kind, Kept):
            kept.clear()


class Page:
    """An open page: it exchanges what it is sent, as a browser does."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.shown: dict[str, str] = {}
        watcher.write = self._take

    def _take(self, text: str) -> bool:
        message = json.loads(text)
        if message["type"] == "patch":
            self.shown |= message["html"]
        return True


def whole(broadcast: Broadcast, loaded: LoadedTable, watcher: Watcher) -> dict[str, str]:
    """Return all regions and pieces of a page, made anew."""
    page = Page(Watcher(watcher.visitor, watcher.looking_at, watcher.pointed))
    broadcast.updates.refresh(loaded, page.watcher)
    return page.shown


def any_request(rng: Random, loaded: LoadedTable) -> Request:
    """Return what one of the players might ask for now: mostly marks, often allowed ones."""
    table = loaded.table
    seat = rng.randrange(len(table.seats))
    fields: dict[str, object] = {"seat": seat}
    do = rng.choice(("tap", "tap", "tap_line", "tap_line", "tap_line", "undo", "redo", "done"))
    with suppress(Objected):
        draft = draft_of(table, seat)
        islands, lines = draft.islands, draft.lines
        if rng.random() < 0.3 or not (islands or lines):
            do = rng.choice(("done", "done", "done", "done", "clear", "undo", "reopen"))
        board = draft.before.board
        fields["island"] = rng.choice(islands or board.islands).name
        fields["line"] = rng.choice(lines or board.lines).name
    if draft_is_done(loaded, seat):
        do = rng.choice(("reopen", "undo"))
    return Request(table.seats[seat].holder, do, fields)


def draft_is_done(loaded: LoadedTable, seat: int) -> bool:
    return loaded.table.seats[seat].is_done


async def play(rng: Random, path: Path, pens: Pens, seats: int) -> int:
    """Play by chance with three open pages, and compare them; return how often."""
    store = SqliteStore(path)
    broadcast = new_broadcast()
    host = Host(store, now=lambda: 1.0, shuffle=seeded(str(rng.random())), audience=broadcast)
    people = [Seated(at, f"<P{at}>", holder_of(KEYS[at % 2])) for at in range(seats)]
    options = Options(
        board=rng.choice("AB"), seats=seats, pens=pens, help=rng.random() < 0.8, practice=True
    )
    id = await host.openings.open(options, people[0].holder, people)
    await host.requests.ask(id, Request(people[0].holder, "begin"))
    loaded = await host.tables.live(id)
    pages = [
        Page(Watcher(Visitor(key, rng.choice(list(LANGUAGES)), "auto", False, guide=f"show.{id}")))
        for key in KEYS
    ]
    watchers = [page.watcher for page in pages]
    compared = 0
    with ExitStack() as connections:
        for watcher in watchers:
            host.people.come(loaded, watcher.holder)
            connections.enter_context(broadcast.watching(loaded, watcher))
            broadcast.updates.refresh(loaded, watcher)
        for step in range(STEPS):
            if rng.random() < 0.05:
                watcher = rng.choice(watchers)
                broadcast.updates.look(loaded, watcher, rng.choice([None, *range(seats)]))
            with suppress(Objected, Illegal, Malformed):
                await host.requests.ask(id, any_request(rng, loaded))
            if page_of(loaded.table) != "table":
                break
            if step % 200 == 99:
                forget()
            for page in pages if rng.random() < OFTEN else ():
                assert page.shown == whole(broadcast, loaded, page.watcher)
                compared += 1
    await host.close()
    store.close()
    return compared


@examples(12)
@given(seed=st.integers(0, 2**32), table=st.sampled_from(TABLES))
def test_pages_sent_in_parts_equal_whole_pages(seed: int, table: tuple[Pens, int]) -> None:
    """Players at devices of their own or at one screen, and a spectator, in languages by chance."""
    with TemporaryDirectory() as folder:
        assert (
            asyncio.run(play(Random(seed), Path(folder) / "t.sqlite", *table)) > 3
        )  # a short game alone
