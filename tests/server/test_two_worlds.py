"""Nothing that is sent depends on what is hidden: two worlds that differ only in the coming cards,
the card in the box, the salt and another's draft look the same to the byte."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from hashi.record import to_fields
from hashi.rules import Card, Deal
from hashi.server.api.handlers import seen
from hashi.server.pages.rendering import REGIONS, regions
from hashi.server.pages.table_page import TablePage
from hashi.server.pages.viewer import Viewer
from hashi.table import LogEntry, OpenTable, Options, Table, public, replay, seal
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
from hashi.words import LANGUAGES, Words

TURNED = ["5/3", "2/1", "3/1"]
REST = [
    *["1/1", "1/1", "1/2", "2/2", "2/3", "3/2", "3/3"],
    *["4/1", "4/2", "4/3", "5/1", "5/2", "6/1", "6/2", "6/3"],
]


def world(rest: list[str], salt: str, draft: str) -> list[LogEntry]:
    """Two seats in the middle of the third round; Linus has drafted something."""
    cards, box = [*TURNED, *rest[:-1]], rest[-1]
    dealt = Deal(tuple(map(Card.parse, cards)), Card.parse(box))
    happenings: list[Event] = [
        Opened(Options(seats=2).to_json(), "tim"),
        Seated(0, "Tim", holder="tim"),
        Seated(1, "Linus", holder="linus"),
        Begun(cards, box, salt, seal(dealt, salt)),
        Started(0, "d3=4"),
        Started(1, "d3=3"),
        CardTurned("5/3"),
        Finished(0, "5@c2 c1-c2 c2-e2 b3-d3"),
        Finished(1, "pass"),
        CardTurned("2/1"),
        Finished(0, "2@a2"),
        Finished(1, "pass"),
        CardTurned("3/1"),
        Drafted(1, draft),
    ]
    return [LogEntry(n, 1000.0 + n, what) for n, what in enumerate(happenings, start=1)]


def same_seal(table: Table) -> Table:
    """The seal is meant to differ; everything else must not."""
    return replace(table, seal="the seal")


@pytest.mark.parametrize("holder", ["tim", "watcher"])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_pages_records_and_the_api_tell_no_secret(language: str, holder: str) -> None:
    one = same_seal(replay(world(REST, "salt one", "3@a1")))
    two = same_seal(replay(world(REST[::-1], "salt two", "b3-d3")))
    sent = []
    for table in (one, two):
        live = OpenTable("ID", table)
        everything = [json.dumps(seen(live, holder)), json.dumps(to_fields(table.record))]
        for looking_at in (None, 0, 1):
            viewer = Viewer(table, holder, looking_at)
            page = TablePage("ID", table, viewer, Words(language))
            everything += [json.dumps(regions(page, REGIONS)), page.pictures.board]
            everything += [json.dumps(page.pictures.pieces)]
        sent.append("\n".join(everything))
    assert sent[0] == sent[1]
    assert "salt one" not in sent[0]


def test_public_events_tell_no_secret() -> None:
    for seats in ((), (0,)):
        told = [
            [public(event, seats) for event in events if not isinstance(event.what, Begun)]
            for events in (world(REST, "one", "3@a1"), world(REST[::-1], "two", "b3-d3"))
        ]
        assert told[0] == told[1]
        begun = next(e for e in world(REST, "one", "pass") if isinstance(e.what, Begun))
        assert "one" not in json.dumps(public(begun, seats))
        assert "6/3" not in json.dumps(public(begun, seats))
