"""Giving up, and closing a table that nobody needs: the others keep what is theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hashi.host.expiry import DAY, Expiry
from hashi.rules import PASS, Pens
from hashi.table import Objected, Objection, Options, Phase
from hashi.table.notes import NoteKind
from hashi.table.objection import Untimely
from tests.support.tables import (
    LINUS,
    OWN_BOARD,
    SARAH,
    TIM,
    TableFixture,
    open_table,
    people,
)

DECK = ("4/1",) * 6
THREE = Options(board=OWN_BOARD, seats=3, deck=DECK)


async def untimely(here: TableFixture, holder: str, do: str, **fields: Any) -> Any:
    with pytest.raises(Objected) as objected:
        await here.ask(holder, do, **fields)
    return objected.value.details.get("why", objected.value.objection)


async def test_a_seat_that_gives_up_skips_and_the_others_play_on(tmp_path: Path) -> None:
    async with open_table(tmp_path, THREE, people(TIM, LINUS, SARAH)) as here:
        await here.start_all()
        await here.play_round()
        await here.ask(LINUS, "mark", seat=1, marks="4@c1")
        await here.ask(LINUS, "resign", seat=1)
        assert here.table.seats[1].resigned == 2
        assert here.table.waiting_for == (0, 2)
        assert await untimely(here, LINUS, "reopen", seat=1) is Untimely.RESIGNED
        assert await untimely(here, LINUS, "resign", seat=1) is Untimely.RESIGNED
        assert await untimely(here, TIM, "take_over", seat=1) is Untimely.RESIGNED
        assert await here.objection(LINUS, "mark", seat=1, marks="pass") is Objection.DONE_ALREADY
        await here.play_out()
        assert {str(turns[1]) for turns in here.table.record.rounds[1:]} == {str(PASS)}
        assert here.table.record.extra["resigned"] == [None, 2, None]
        assert here.table.notes[-1].kind is NoteKind.RESIGNED
        (result,) = await here.host.index.results_of(TIM, 5)
        assert result.resigned == (1,)


async def test_giving_up_before_the_first_card_and_in_the_last_check(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=3, deck=DECK, pens=Pens.FREE)
    async with open_table(tmp_path, options, people(TIM, LINUS, SARAH)) as here:
        await here.ask(LINUS, "resign", seat=1)
        assert here.table.waiting_for == (0, 2)
        await here.start_all()
        while here.phase() is Phase.ROUND:
            await here.play_round()
        assert here.waiting() == (0, 2)
        await here.ask(TIM, "resign", seat=0)
        assert here.waiting() == (2,)
        await here.ask(SARAH, "resign", seat=2)
        assert here.phase() is Phase.OVER


async def test_with_the_last_person_the_game_ends_without_a_result(tmp_path: Path) -> None:
    async with open_table(tmp_path, THREE, people(TIM, LINUS, bots=1)) as here:
        await here.start(0)
        await here.start(1)
        await here.until(lambda table: table.phase is Phase.ROUND)
        await here.ask(TIM, "resign", seat=0)
        assert here.phase() is Phase.ROUND
        await here.ask(LINUS, "resign", seat=1)
        assert here.phase() is Phase.CLOSED
        assert here.table.waiting_for == ()
        assert await untimely(here, LINUS, "rematch") is Untimely.CLOSED
        assert await untimely(here, LINUS, "done", seat=1) is Untimely.CLOSED
        assert not await here.host.index.results_of(LINUS, 5)


async def test_on_the_board_of_a_day_nobody_gives_up(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(), people(TIM), daily="2026-11-16") as here:
        await here.start_all()
        assert await here.objection(TIM, "resign", seat=0) is Objection.OWN_PLAY
        assert await here.objection(TIM, "close") is Objection.OWN_PLAY


async def test_a_table_is_closed_once_the_others_were_not_seen_for_a_day(tmp_path: Path) -> None:
    async with open_table(tmp_path, THREE, people(TIM, LINUS, SARAH)) as here:
        await here.start_all()
        here.host.people.come(here.live, LINUS)
        assert await here.objection(TIM, "close") is Objection.STILL_HERE
        here.host.people.go(here.live, LINUS)
        here.clock.now += DAY - 10
        assert await here.objection(TIM, "close") is Objection.JUST_LEFT
        await here.play(1)  # Linus plays by the API, without a page
        here.clock.now += DAY - 10
        assert await here.objection(TIM, "close") is Objection.JUST_LEFT
        assert await here.objection("eve", "close") is Objection.NOT_YOUR_SEAT
        here.clock.now += 20
        await here.ask(TIM, "close")
        assert here.phase() is Phase.CLOSED


async def test_a_game_that_is_over_is_not_closed(tmp_path: Path) -> None:
    async with open_table(tmp_path, THREE, people(TIM, LINUS, SARAH)) as here:
        await here.play_out()
        here.clock.now += 2 * DAY
        assert await untimely(here, TIM, "close") is Untimely.OVER


async def test_a_closed_table_is_forgotten_like_a_lobby(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(board=OWN_BOARD, deck=DECK), people(TIM)) as here:
        await here.start_all()
        for _ in range(3):
            await here.play_round()
        await here.ask(TIM, "resign", seat=0)
        assert here.store.unplayed(here.clock.now + 1) == [here.live.id]
        assert not Expiry().is_due(here.table, 6 * DAY)
        assert Expiry().is_due(here.table, 8 * DAY)
