"""Nothing that is sent depends on hidden information.

Two tables that differ only in the unseen cards, the card in the box, the salt and another's drafts,
in what they are and how many, give exactly the same bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.tables import LINUS, TIM, open_table, people, still_table, stored

from hashi.boards import board
from hashi.record import notation_for, to_fields
from hashi.rules import Card, Deal
from hashi.server.api.handlers import seen
from hashi.server.live.broadcast import Broadcast, Watcher
from hashi.server.pages.rendering import REGIONS, regions
from hashi.server.pages.table_page import TablePage
from hashi.server.pages.viewer import Viewer
from hashi.server.visitor import Visitor
from hashi.table import Options, Table, draft_of, replay, seal
from hashi.table.automation import BotTask
from hashi.table.event import (
    Begun,
    CardTurned,
    Drafted,
    Event,
    Finished,
    Opened,
    Seated,
    Started,
)
from hashi.table.log_format import StoredEntry
from hashi.words import LANGUAGES, Words

TURNED = ["5/3", "2/1", "3/1"]
REST = [
    *["1/1", "1/1", "1/2", "2/2", "2/3", "3/2", "3/3"],
    *["4/1", "4/2", "4/3", "5/1", "5/2", "6/1", "6/2", "6/3"],
]


def world(rest: list[str], salt: str, *drafts: str) -> list[StoredEntry]:
    """Return the log of two seats in the third round; Linus has drafts, one after the other."""
    cards, box = [*TURNED, *rest[:-1]], rest[-1]
    dealt = Deal(tuple(map(Card.parse, cards)), Card.parse(box))
    read = notation_for(board("A"))
    events: list[Event] = [
        Opened(Options(seats=2).to_json(), "tim"),
        Seated(0, "Tim", holder="tim"),
        Seated(1, "Linus", holder="linus"),
        Begun(dealt, salt, seal(dealt, salt)),
        Started(0, read.start("d3=4")),
        Started(1, read.start("d3=3")),
        CardTurned(Card.parse("5/3")),
        Finished(0, read.turn("5@c2 c1-c2 c2-e2 b3-d3")),
        Finished(1, read.turn("pass")),
        CardTurned(Card.parse("2/1")),
        Finished(0, read.turn("2@a2")),
        Finished(1, read.turn("pass")),
        CardTurned(Card.parse("3/1")),
        *(Drafted(1, read.turn(each)) for each in drafts),
    ]
    return stored(events)


def same_seal(table: Table) -> Table:
    """Return the table with a fixed seal; the seal may differ, everything else must not."""
    return replace(table, seal="the seal")


@pytest.mark.parametrize("holder", ["tim", "watcher"])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_pages_records_and_the_api_contain_no_secret(language: str, holder: str) -> None:
    one = same_seal(replay(world(REST, "salt one", "3@a1")))
    two = same_seal(replay(world(REST[::-1], "salt two", "b3-d3", "pass", "3@a1")))
    sent = []
    for table in (one, two):
        live = still_table(table)
        everything = [json.dumps(seen(live, holder)), json.dumps(to_fields(table.record))]
        for looking_at in (None, 0, 1):
            viewer = Viewer(table, holder, looking_at)
            page = TablePage("ID", table, viewer, Words(language))
            everything += [json.dumps(regions(page, REGIONS)), page.pictures.board]
            everything += [json.dumps(page.pictures.pieces)]
        sent.append("\n".join(everything))
    assert sent[0] == sent[1]
    assert "salt one" not in sent[0]


def test_the_seeds_of_bots_differ_where_only_the_salt_does() -> None:
    """What a bot will do cannot be computed from anything that is told."""
    one, two = (replay(world(REST, salt, "3@a1")) for salt in ("salt one", "salt two"))
    tasks = [BotTask.of(table, 1) for table in (one, two)]
    assert tasks[0].view == tasks[1].view
    assert tasks[0].seed != tasks[1].seed
    assert "salt" not in tasks[0].seed


async def test_a_draft_of_another_sends_and_wakes_nothing(tmp_path: Path) -> None:
    """Neither a page nor a stream can tell whether, or when, somebody marked something."""
    broadcast = Broadcast(lambda _table, _message: None)
    async with open_table(
        tmp_path, Options(seats=2), people(TIM, LINUS), announce=broadcast.publish
    ) as here:
        await here.start_all()
        watchers = [Watcher(Visitor(key, "en", "auto", is_new=False)) for key in ("a" * 20, "")]
        with contextlib.ExitStack() as watching:
            for watcher in watchers:
                watching.enter_context(broadcast.watching(here.live, watcher))
            sent = [watcher.outbox.qsize() for watcher in watchers]
            number = here.table.number_for("watcher")
            waiting = asyncio.ensure_future(
                broadcast.changed(here.live, "watcher", number, patience=0.2)
            )
            await asyncio.sleep(0)
            for island in draft_of(here.table, 1).islands[:3]:
                await here.ask(LINUS, "tap", seat=1, island=island.name)
                await asyncio.sleep(0)
            assert not waiting.done()
            assert here.table.number_for("watcher") == number
            assert [watcher.outbox.qsize() for watcher in watchers] == sent
            await waiting
