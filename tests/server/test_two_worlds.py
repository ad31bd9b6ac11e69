"""Nothing that is sent depends on what is hidden: two worlds that differ only in the coming cards,
the card in the box, the salt and another's draft look the same to the byte."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.support.tables import still_table, stored

from hashi.boards import board
from hashi.record import notation_for, to_fields
from hashi.rules import Card, Deal
from hashi.server.api.handlers import seen
from hashi.server.pages.rendering import REGIONS, regions
from hashi.server.pages.table_page import TablePage
from hashi.server.pages.viewer import Viewer
from hashi.table import Options, Table, replay, seal
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


def world(rest: list[str], salt: str, draft: str) -> list[StoredEntry]:
    """Two seats in the middle of the third round; Linus has drafted something."""
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
        Drafted(1, read.turn(draft)),
    ]
    return stored(events)


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
