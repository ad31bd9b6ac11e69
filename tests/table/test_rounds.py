"""A game at a table: starts, rounds, the end, and the next game."""

from __future__ import annotations

import asyncio
from itertools import permutations
from pathlib import Path

import pytest

from hashi.host import Host, LoadedTable, SqliteStore
from hashi.record import parse, write
from hashi.rules import Illegal, Malformed, view
from hashi.table import Objection, Options, Phase, Request, Table
from hashi.table.event import CardTurned, Finished
from tests.support.tables import (
    IDA,
    LINUS,
    OWN_BOARD,
    SARAH,
    SHORT_DECK,
    TIM,
    TableFixture,
    Told,
    open_table,
    people,
)


async def test_boards_go_left_and_starts_stay_hidden_until_all_have_written(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=3)
    async with open_table(tmp_path, options, people(TIM, LINUS, SARAH)) as here:
        blank = view(here.table.played, None).sheets
        await here.start(0, "a1=3")
        await here.start(1, "b1=4")
        for other in (2, None):
            assert view(here.table.played, other).sheets == blank
        assert here.table.record.starts == ()
        assert "a1=3" not in write(here.table.record)
        assert here.phase() is Phase.STARTS
        await here.start(2, "c1=4")
        assert here.phase() is Phase.ROUND
        written = [
            {island.name: number for island, number in sheet.numbers.items()}
            for sheet in here.table.played.sheets
        ]
        assert written == [{"c1": 4}, {"a1": 3}, {"b1": 4}]


@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_a_round_closes_for_all_at_once_whatever_the_order(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    options = Options(board=OWN_BOARD, seats=3, deck=SHORT_DECK)
    async with open_table(tmp_path, options, people(TIM, LINUS, SARAH)) as here:
        await here.start_all()
        sheets = here.table.played.sheets
        for seat in order:
            assert here.table.played.sheets == sheets
            assert here.table.played.rounds == 0
            await here.play(seat)
        assert here.table.played.rounds == 1
        assert all(str(turn) != "pass" for turns in here.table.record.rounds for turn in turns)


async def test_a_game_has_seventeen_rounds_and_its_record_replays(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, LINUS)) as here:
        await here.play_out()
        record = here.table.record
        assert len(record.rounds) == 17
        assert parse(write(record)).replay() == here.table.game
        kinds = [event.event.kind for event in here.events()]
        assert kinds.count(CardTurned.kind) == 17
        assert kinds.count(Finished.kind) == 34
        for do in ("mark", "done", "reopen", "check", "call", "take_over", "undo"):
            assert await here.objection(TIM, do, seat=0, on=1) is Objection.NOT_NOW
        assert here.table.waiting_for == ()


async def test_news_are_announced_after_they_are_stored(tmp_path: Path) -> None:
    kept: list[bool] = []
    store = SqliteStore(tmp_path / "told.db")

    def announce(live: LoadedTable, before: Table, events: object) -> None:
        kept.append(len(store.read(live.id)) == live.table.number > before.number)

    host = Host(store, now=lambda: 1.0, audience=Told(announce))
    id = await host.openings.open(Options(), TIM, people(TIM))
    await host.requests.ask(id, Request(TIM, "begin"))
    await host.close()
    store.close()
    assert kept == [True, True]


async def test_a_failed_announcement_undoes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def announce(live: LoadedTable, before: Table, events: object) -> None:
        raise OSError("the socket is gone")

    async with open_table(tmp_path, Options(deck=SHORT_DECK), audience=Told(announce)) as here:
        await here.play_out()
    assert "announcing failed" in caplog.text


async def test_a_solo_game_can_be_rewound_and_its_result_says_so(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(deck=SHORT_DECK)) as here:
        assert await here.objection(TIM, "rewind", to=1) is Objection.NOT_NOW
        await here.start_all()
        moment = here.table
        await here.play_round()
        await here.play_round()
        cards = here.table.played.cards
        assert await here.objection(TIM, "rewind", to=0) is Objection.NO_REWINDING
        assert await here.objection(TIM, "rewind", to=9) is Objection.NO_REWINDING
        assert await here.objection(LINUS, "rewind", to=1) is Objection.NOT_YOUR_SEAT
        await here.ask(TIM, "rewind", to=1)
        assert here.table.game == moment.game
        assert "practised" not in here.table.record.extra
        await here.play(0, "pass")
        await here.play_round()
        assert here.table.played.cards == cards
        await here.play_out()
        assert here.table.record.extra["practised"] is True
        await here.ask(TIM, "rewind", to=4)
        assert here.phase() is Phase.ROUND
        await here.play_out()


async def test_a_game_among_people_cannot_be_rewound(tmp_path: Path) -> None:
    options = Options(seats=2, deck=SHORT_DECK)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.play_round()
        assert await here.objection(TIM, "rewind", to=1) is Objection.NO_REWINDING
        assert await here.objection(TIM, "undo", seat=0) is Objection.NOTHING_TO_UNDO
        assert await here.objection(TIM, "undo", seat=0, round=1) is Objection.STALE
        assert here.table.past == ()
        await here.play_out()
        assert "practised" not in here.table.record.extra


async def test_a_rematch_keeps_options_seats_and_the_score_of_the_series(tmp_path: Path) -> None:
    options = Options(seats=3, deck=SHORT_DECK)
    async with open_table(tmp_path, options, people(TIM, LINUS, bots=1)) as here:
        assert await here.objection(TIM, "rematch") is Objection.NOT_NOW
        await here.start(0)
        await here.start(1)
        while here.phase() is not Phase.OVER:
            for seat in {0, 1} & set(here.table.waiting_for):
                await here.play(seat)
            await here.until(lambda table: table.waiting_for != (2,))
        assert await here.objection(IDA, "rematch") is Objection.NOT_NOW
        await here.ask(LINUS, "rematch")
        number, next_table = here.table.number, here.table.next_table
        await here.ask(TIM, "rematch")
        assert (here.table.number, here.table.next_table) == (number, next_table)
        following = await here.host.tables.live(next_table)
        assert following.table.phase is Phase.LOBBY
        assert following.table.options == options
        kept = [(seat.name, seat.holder, seat.bot) for seat in following.table.seats]
        assert kept == [("Tim", TIM, ""), ("Linus", LINUS, ""), ("Bot 1", "", "greedy")]
        assert following.table.series == (here.table.played.totals,)
        assert here.table.next_by == 1
        follow = TableFixture(here.host, here.store, here.clock, following)
        here.host.people.come(following, LINUS)
        assert await follow.objection(TIM, "leave", seat=1) is Objection.STILL_HERE
        here.host.people.come(following, TIM)
        await follow.until(lambda table: table.phase is Phase.STARTS)  # all are there
        await follow.check_log()
        assert here.store.tables(LINUS)[0] in (next_table, here.live.id)


async def test_the_same_cards_are_dealt_again_at_once_or_when_all_are_there(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=2)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.play_out()
        await here.ask(TIM, "rematch", same=True)
        assert here.table.is_next_same
        again = await here.host.tables.live(here.table.next_table)
        assert again.table.phase is Phase.LOBBY
        await here.host.requests.ask(again.id, Request(TIM, "begin"))  # without waiting for Linus
        assert again.table.deal == here.table.deal
        assert again.table.record.extra["same_cards"] is True
        assert "same_cards" not in here.table.record.extra
        assert again.table.seal != here.table.seal
    async with open_table(tmp_path, Options(deck=SHORT_DECK)) as here:
        await here.play_out()
        await here.ask(TIM, "rematch", same=True)
        again = await here.host.tables.live(here.table.next_table)
        assert again.table.phase is Phase.STARTS
        assert again.table.deal == here.table.deal


async def test_a_seat_of_a_rematch_whose_person_stays_away_can_be_freed(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=2, deck=("5/1", "4/2"))
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.play_out()
        with pytest.raises(Malformed):
            await here.ask(TIM, "rematch", same="yes")
        await here.ask(TIM, "rematch")
        again = await here.host.tables.live(here.table.next_table)
        here.host.people.come(again, TIM)
        await here.host.requests.ask(again.id, Request(TIM, "leave", {"seat": 1}))
        assert again.table.seats[1].is_empty
        assert not again.table.is_rematch  # a series is one between the same people
        await here.host.requests.ask(again.id, Request(LINUS, "sit", {"name": "Linus"}))
        here.host.people.come(again, LINUS)
        await asyncio.sleep(0.01)
        assert again.table.phase is Phase.LOBBY


async def test_a_refusal_of_the_rules_has_its_reason_and_changes_nothing(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, Options(board=OWN_BOARD)) as here:
        await here.start_all()
        number = here.table.number
        with pytest.raises(Illegal):
            await here.ask(TIM, "mark", seat=0, marks="d1-d2")
        assert here.table.number == number
