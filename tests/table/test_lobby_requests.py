"""Any requests before the game, by anyone: a seat has one owner, the log stays short, and the game
that begins can be checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from hashi.rules import Deal, Malformed, seeded
from hashi.table import LogEntry, Objected, Options, Phase, Request, Table, draft_of, entry_text
from hashi.table.event import Begun, Event, Opened
from hashi.table.fair import new_salt
from hashi.table.fold import advance, replay
from hashi.table.names import told_apart
from hashi.table.requests.dispatch import decide
from hashi.table.requests.lobby import LONGEST_LOBBY, SEAT_CHANGES, before_beginning
from hashi.table.shuffle import Shuffle, commitment, new_secret, new_share
from tests.support.examples import tried

HOLDERS = ("ann", "bob", "cid", "dot", "eve", "")
NAMES = ("Ada", "ada", "Ada 2", "ＡＤＡ", "Bob", "B" * 40, " Ada ", "", "a\u202eb")
SHARES = {commitment(share): share for share in (new_share() for _ in range(20))}


@dataclass(frozen=True)
class Anyone:
    """Some are here, some have been away for a while, some for long."""

    here: frozenset[str]
    absent: frozenset[str]
    gone: frozenset[str]
    long_gone: frozenset[str] = frozenset()

    @classmethod
    def of(cls, rng: Random) -> Anyone:
        away = frozenset(who for who in HOLDERS if rng.random() < 0.5)
        gone = frozenset(who for who in away if rng.random() < 0.5)
        return cls(frozenset(HOLDERS) - away, away, gone)


def any_request(rng: Random) -> Request:
    options: dict[str, Any] = {
        "seats": rng.choice((1, 2, 3, 4, 4, 4, 5)),
        "board": rng.choice(("A", "B", "o o\no o", "x")),
        "pens": rng.choice(("guided", "free", "red")),
        "pace": rng.choice((0, 30, 1)),
    }
    fields: dict[str, dict[str, Any]] = {
        "sit": {"name": rng.choice(NAMES)}
        | ({"seat": rng.randint(-1, 4)} if rng.random() < 0.5 else {}),
        "sit_bot": {
            "seat": rng.randint(-1, 4),
            "bot": rng.choice(("greedy", "random", "hal")),
            "name": rng.choice(NAMES),
        },
        "move": {"seat": rng.randint(-1, 4), "to": rng.randint(-1, 4)},
        "ready": {"seat": rng.randint(-1, 4), "on": rng.random() < 0.6},
        "leave": {"seat": rng.randint(-1, 4)},
        "change": dict(rng.sample(sorted(options.items()), rng.randint(0, 3))),
        "list": {"on": rng.random() < 0.5},
        "commit": {"seat": rng.randint(-1, 4), "hash": rng.choice(sorted(SHARES))},
    }
    do = rng.choice(sorted(fields))
    return Request(rng.choice(HOLDERS), do, fields[do], Anyone.of(rng))


def opened() -> tuple[Table, list[LogEntry]]:
    options = Options(seats=4, deck=("5/1", "4/2", "3/1"))
    secret = new_secret(seeded("lobby"))
    return advance(Table(), [Opened(options.to_json(), "ann", secret=secret)], 1.0)


def check(table: Table) -> None:
    names = [seat.name for seat in table.seats if not seat.is_empty]
    assert len(table.seats) == table.options.seats <= 4
    for seat, who in enumerate(table.seats):
        assert not (who.holder and who.bot)
        assert bool(who.name) != who.is_empty
        assert not who.is_empty or (not who.share_hash and not who.is_ready)
        others = [other.name for at, other in enumerate(table.seats) if at != seat]
        assert who.is_empty or told_apart(who.name, others) == who.name
    assert len(set(names)) == len(names)


def play_out(table: Table, log: list[LogEntry]) -> tuple[Table, list[LogEntry]]:
    """Begin and play to the end; every device opens its share."""

    def go_on(events: Iterable[Event]) -> None:
        nonlocal table
        table, entries = advance(table, list(events), 3.0)
        log.extend(entries)

    def ask(holder: str, do: str, **fields: Any) -> None:
        go_on(decide(table, Request(holder, do, fields)).events)

    bots = [seat for seat, who in enumerate(table.seats) if who.bot]
    for seat in bots:  # people sit there, so that the test can play for them
        ask("ann", "leave", seat=seat)
        ask("fay", "sit", name="Fay", seat=seat)
    begin = Request("ann", "begin", {"close": True})
    go_on((*before_beginning(table, begin), Begun(None, new_salt())))
    for seat, who in enumerate(table.seats):
        if who.share_hash:
            ask(who.holder, "seal", seat=seat)
    for seat, who in enumerate(table.seats):
        plain = next(i for i in table.played.setup.board.islands if i.flag is None)
        share = {"share": SHARES[who.share_hash]} if who.share_hash else {}
        ask(who.holder, "mark", seat=seat, marks=f"{plain}=3")
        ask(who.holder, "done", seat=seat, **share)
    while table.phase is Phase.ROUND:
        for seat in table.waiting_for:
            draft_of(table, seat)
            ask(table.seats[seat].holder, "done", seat=seat)
    for seat in table.waiting_for:
        ask(table.seats[seat].holder, "check", seat=seat)
    return table, log


@pytest.mark.hypothesis  # `make laws` tries all of them
@pytest.mark.parametrize("seed", tried(range(200), at_least=20))
def test_any_requests_lead_to_one_event_or_one_objection_and_to_a_fair_game(seed: int) -> None:
    rng = Random(seed)
    table, log = opened()
    for _ in range(rng.choice((20, 80, 300))):
        try:
            events = decide(table, any_request(rng)).events
        except (Objected, Malformed):
            continue
        assert len(events) <= 1
        table, entries = advance(table, events, 2.0)
        log += entries
        check(table)
    assert replay([(entry.number, entry_text(entry)) for entry in log]) == table
    if sum(not seat.is_empty for seat in table.seats) < 2:
        return
    table, log = play_out(table, log)
    assert table.phase is Phase.OVER
    assert replay([(entry.number, entry_text(entry)) for entry in log]) == table
    record = table.record
    shuffle = Shuffle.from_fields(record.extra["fair"]["shuffle"], len(table.seats))
    assert record.box is not None
    assert shuffle.fault(Deal(record.cards, record.box)) is None
    assert not shuffle.left_out
    assert record.setup.players == tuple(seat.name for seat in table.seats)


def test_ten_thousand_taps_of_strangers_and_guests_leave_room_for_the_game() -> None:
    rng = Random(1)
    table, _ = opened()
    seated = decide(table, Request("ann", "sit", {"name": "Ada"})).events
    table, _ = advance(table, seated, 1.0)
    for _ in range(10_000):
        asked = any_request(rng)
        if asked.holder == "ann":
            continue
        try:
            table, _ = advance(table, decide(table, asked).events, 2.0)
        except (Objected, Malformed):
            continue
    assert table.number < 3 * 4 * SEAT_CHANGES < LONGEST_LOBBY
    table, _ = advance(table, decide(table, Request("ann", "change", {"pace": 30})).events, 3.0)
    assert table.options.clock == 30


@pytest.mark.parametrize(
    ("name", "others", "told"),
    [
        ("Ada", ("Bob", ""), "Ada"),
        ("Ada", ("Ada",), "Ada 2"),
        ("ada", ("Ada", "Ada 2"), "ada 3"),
        ("Ada 2", ("Ada 2",), "Ada 3"),
        ("Ada 2", ("Ada 2", "Ada 3", "Ada"), "Ada 4"),
        ("ＡＤＡ", ("Ada",), "ＡＤＡ 2"),
        ("A" * 40, ("A" * 40,), "A" * 38 + " 2"),
        ("Ada\u200d", ("Ada",), "Ada\u200d 2"),
    ],
)
def test_names_that_read_the_same_get_a_number(
    name: str, others: tuple[str, ...], told: str
) -> None:
    assert told_apart(name, others) == told
