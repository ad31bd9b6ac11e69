"""A remote bot gets the view of its seat, built only from answers of the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from benchmarks.random_play import random_board, random_record
from tests.support.tables import still_table

from hashi.boards import board
from hashi.client.guest import game_of, view_of
from hashi.client.wire import table_address
from hashi.record import Record
from hashi.rules import Board, Card, Deal, Pens, view
from hashi.server.api.handlers import seen
from hashi.table import LogEntry, Options, Phase, Table, after
from hashi.table.event import (
    Begun,
    CardTurned,
    Checked,
    Event,
    Finished,
    MistakeCalled,
    Opened,
    Seated,
    Started,
)

SHORT_DECK = tuple(map(Card.parse, ("5/1", "4/2", "3/1", "6/3", "2/1")))


def events_of(record: Record) -> Iterator[Event]:
    """Yield the events of a table at which this game was played."""
    setup = record.setup
    side = setup.board.name or "".join(f"{' '.join(row)}\n" for row in setup.board.rows)
    deck = tuple(str(card) for card in setup.deck)
    options = Options(side, len(setup.players), setup.pens, deck=deck)
    yield Opened(options.to_json(), "")
    for seat, name in enumerate(setup.players):
        yield Seated(seat, name, holder=name)
    assert record.box is not None
    yield Begun(Deal(record.cards, record.box), "salt", "seal")
    for seat, start in enumerate(record.starts):
        yield Started(seat, start)
    for round, turns in enumerate(record.rounds):
        yield CardTurned(record.cards[round])
        if round and record.calls:  # calls come after the next card is turned
            yield from called(record, round - 1)
        for seat, turn in enumerate(turns):
            yield Finished(seat, turn)
    if setup.pens is Pens.FREE:
        yield from called(record, len(record.rounds) - 1)
        for seat in range(len(setup.players)):
            yield Checked(seat)


def called(record: Record, round: int) -> Iterator[Event]:
    for call in record.calls[round]:
        yield MistakeCalled(call.by, call.on, call.round, call.mark)


def moments(record: Record) -> Iterator[Table]:
    """Yield the table after each event."""
    table = Table()
    for number, what in enumerate(events_of(record), start=1):
        table = after(table, LogEntry(number, 1000.0, what))
        yield table


@pytest.mark.no_cover  # the same lines many times over
@pytest.mark.parametrize("pens", list(Pens))
@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("side", [board("A"), board("B"), random_board(Random("far"))])
def test_it_sees_what_its_seat_sees(side: Board, players: int, pens: Pens) -> None:
    """Check one of those who are to act, with any deck and called mistakes.

    It is checked after every event of a short game; in a long one, whose record is longer each
    time, now and then.
    """
    looked, rng = 0, Random(players)
    for number, deck in enumerate((None, SHORT_DECK)):
        record, end = random_record(Random(number), side, players, pens=pens, deck=deck)
        for table in moments(record):
            is_checked = deck is not None or rng.random() < 0.3
            if is_checked and table.waiting_for and table.phase is not Phase.CHECK:
                seat = rng.choice(table.waiting_for)
                told = json.loads(
                    json.dumps(seen(still_table(table), f"{record.setup.players[seat]}"))
                )
                assert view_of(told, seat) == view(table.played, seat)
                looked += 1
        assert table.phase is Phase.OVER
        assert game_of(json.loads(json.dumps(seen(still_table(table), "")))) == end
    assert looked > 10


@pytest.mark.parametrize(
    ("given", "server", "id"),
    [
        ("http://localhost:8000/t/abc-_1", "http://localhost:8000", "abc-_1"),
        ("https://play.example/t/x/", "https://play.example", "x"),
        ("http://[::1]:80/t/x?lang=de#top", "http://[::1]:80", "x"),
    ],
)
def test_the_address_of_a_table_is_read_as_people_share_it(
    given: str, server: str, id: str
) -> None:
    assert table_address(given) == (server, id)


@pytest.mark.parametrize(
    "given",
    [
        *["", "abc", "localhost:8000/t/x", "http://localhost:8000/", "http:///t/x"],
        *["ftp://host/t/x", "http://host/t/", "http://host/t/x/move", "http://host/api/tables/x"],
        *["http://[::1/t/x", "http://host:port/t/x", "http://host:70000/t/x", "file:///t/x"],
    ],
)
def test_any_other_address_is_refused(given: str) -> None:
    assert table_address(given) is None
