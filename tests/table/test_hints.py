"""Hints at a table: where they are allowed, and how they are counted; games that are played on."""

from __future__ import annotations

import pytest

from hashi.host import Host, SqliteStore
from hashi.record import notation_for, parse, write
from hashi.rules import PASS, Number, deal, seeded
from hashi.table import Objected, Objection, Options, Phase, Request, Result, Table
from hashi.table.event import Event, Finished, Hinted, Opened, Seated, Started
from hashi.table.fair import begin
from hashi.table.fold import advance, replay
from hashi.table.log_format import entry_text
from hashi.table.requests.dispatch import decide
from tests.support.stored_games import write_game

pytestmark = pytest.mark.anyio


def begun(**options: bool | int) -> tuple[Table, list[tuple[int, str]]]:
    """Return a table in its first round, and its log."""
    agreed = Options(**options)  # type: ignore[arg-type]
    table, log = Table(), list[tuple[int, str]]()
    seats = [Seated(seat, f"P{seat}", holder=f"h{seat}") for seat in range(agreed.seats)]
    starts = [Started(seat, _start(agreed)) for seat in range(agreed.seats)]
    dealt = begin(deal(agreed.played_deck(), seeded("hints")))
    events: list[Event] = [Opened(agreed.to_json(), "h0"), *seats, dealt, *starts]
    table, entries = advance(table, events, 1.0)
    log += [(entry.number, entry_text(entry)) for entry in entries]
    return table, log


def _start(options: Options) -> Number:
    return notation_for(options.played_board()).start("c2=4")


@pytest.mark.parametrize(
    ("options", "is_allowed"),
    [
        ({"seats": 1}, True),
        ({"seats": 2}, False),
        ({"seats": 2, "hints": True}, True),
        ({"seats": 2, "practice": True}, True),
    ],
)
def test_where_hints_may_be_asked_for(options: dict[str, bool | int], is_allowed: bool) -> None:
    table, _ = begun(**options)
    request = Request("h0", "hint", {"seat": 0, "round": 1})
    if is_allowed:
        assert decide(table, request).events == (Hinted(0),)
        return
    with pytest.raises(Objected) as refused:
        decide(table, request)
    assert refused.value.objection is Objection.NO_HINTS


def test_steps_are_counted_for_each_card_and_not_told_to_others() -> None:
    table, log = begun(seats=2, hints=True)
    before = table.number_for("h1")
    for _ in range(6):
        events = decide(table, Request("h0", "hint", {"seat": 0})).events
        table, entries = advance(table, events, 2.0)
        log += [(entry.number, entry_text(entry)) for entry in entries]
    assert (table.seats[0].hint, table.hints) == (4, (4, 0))
    assert table.number_for("h1") == before
    table, entries = advance(table, [Finished(0, PASS), Finished(1, PASS)], 3.0)
    log += [(entry.number, entry_text(entry)) for entry in entries]
    assert (table.seats[0].hint, table.hints) == (0, (4, 0))
    assert replay(log) == table
    while table.phase is not Phase.OVER:
        table, _ = advance(table, [Finished(seat, PASS) for seat in table.waiting_for], 4.0)
    assert parse(write(table.record)).extra["hints"] == [4, 0]
    result = Result.of("t", table)
    assert result.hints == (4, 0)
    assert Result.from_text(result.to_text()) == result


@pytest.mark.parametrize("same", [True, False])
async def test_a_finished_game_is_played_on_from_a_round(
    tmp_path_factory: pytest.TempPathFactory, same: bool
) -> None:
    """Everything before that round is as it was; what comes then is practice."""
    store = SqliteStore(tmp_path_factory.mktemp("on") / "tables.sqlite")
    seats = [Seated(0, "Tim", holder="tim"), Seated(1, "Ada", bot="random")]
    old = write_game(store, seats, bot="random")
    host = Host(store, now=lambda: 10.0, shuffle=seeded("other"))
    was = (await host.tables.live(old)).table
    new = await host.openings.play_on(old, "linus", seat=1, round=9, same=same)
    table = (await host.tables.live(new)).table
    assert table.played.rounds == 8
    assert table.record.rounds == was.record.rounds[:8]
    assert table.played.cards[:8] == was.played.cards[:8]
    assert (table.seats[1].holder, bool(table.seats[0].bot)) == ("linus", True)
    assert table.is_practised
    assert table.may_hint
    assert table.deal is not None
    assert was.deal is not None
    assert (table.deal.cards == was.deal.cards) is same
    assert sorted((*table.deal.cards, table.deal.box)) == sorted((*was.deal.cards, was.deal.box))
    for seat, round in ((2, 9), (0, 0), (0, 18)):
        with pytest.raises(Objected):
            await host.openings.play_on(old, "linus", seat=seat, round=round, same=same)
    with pytest.raises(Objected):
        await host.openings.play_on(new, "linus", seat=0, round=1, same=same)
    await host.close()
    store.close()
