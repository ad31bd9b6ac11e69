"""Free pens among people: calls, the last check, the referee (R33-R35)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashi.record import parse, write
from hashi.rules import Illegal, Pens, Reason
from hashi.table import Objection, Options, Phase
from tests.support.tables import LINUS, OWN_BOARD, TIM, open_table, people

DECK = ("4/2", "4/2", "4/2")
FREE = Options(board=OWN_BOARD, deck=DECK, seats=2, pens=Pens.FREE)


async def test_a_call_in_time_takes_a_mistake_back_and_a_late_one_strikes(tmp_path: Path) -> None:
    async with open_table(tmp_path, FREE, people(TIM, LINUS)) as here:
        await here.start(0, "a1=3")
        await here.start(1, "a1=3")
        call = {"seat": 1, "on": 0, "mark": "4@b2"}
        assert await here.objection(LINUS, "call", **call) is Objection.NOT_NOW
        await here.play(0, "4@b2")
        await here.play(1, "pass")
        assert await here.objection(TIM, "call", **call) is Objection.NOT_YOUR_SEAT
        for made in (0, 2, -1, 99):
            with pytest.raises(Illegal) as wrong:
                await here.ask(LINUS, "call", made=made, **call)
            assert wrong.value.refusal.reason is Reason.CALL_ROUND
        await here.ask(LINUS, "call", **call)
        b2 = here.table.played.setup.board.island("b2")
        assert here.table.played.sheets[0].number(b2) is None
        await here.play(0, "6@b2")
        await here.play(1, "pass")
        assert here.phase() is Phase.CHECK
        await here.ask(TIM, "check", seat=0)
        assert await here.objection(TIM, "check", seat=0) is Objection.DONE_ALREADY
        await here.ask(TIM, "call", seat=0, on=0, mark="6@b2", made=2)
        await here.ask(TIM, "call", seat=0, on=1, mark="5@d3")
        assert here.phase() is Phase.CHECK
        await here.ask(LINUS, "check", seat=1)
        assert here.phase() is Phase.OVER
        record = here.table.record
        assert [len(calls) for calls in record.calls] == [1, 2]
        assert parse(write(record)).replay() == here.table.game


async def test_what_nobody_calls_the_referee_strikes(tmp_path: Path) -> None:
    async with open_table(tmp_path, FREE, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.play(0, "6@b2")
        await here.play(1, "pass")
        await here.play_out()
        b2 = here.table.played.setup.board.island("b2")
        assert here.table.played.sheets[0].struck >> b2.index & 1


async def test_guided_pens_have_no_calls_and_no_check(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, seats=2)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.play_round()
        call = await here.objection(TIM, "call", seat=0, on=1, mark="4@b1")
        assert call is Objection.NOT_NOW
        assert await here.objection(TIM, "check", seat=0) is Objection.NOT_NOW


async def test_calls_are_limited_to_what_a_record_takes(tmp_path: Path) -> None:
    async with open_table(tmp_path, FREE, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.play_round()
        for _ in range(99):
            await here.ask(TIM, "call", seat=0, on=1, mark="a1-b1")
        with pytest.raises(Illegal) as caught:
            await here.ask(TIM, "call", seat=0, on=1, mark="a1-b1")
        assert caught.value.refusal.reason is Reason.TOO_MANY_CALLS
        assert parse(write(here.table.record)) == here.table.record


async def test_a_practice_game_is_rewound_from_the_check_too(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, pens=Pens.FREE)
    async with open_table(tmp_path, options) as here:
        await here.start_all()
        await here.play_round()
        await here.play_round()
        assert here.phase() is Phase.CHECK
        await here.ask(TIM, "rewind", to=2)
        assert here.phase() is Phase.ROUND
        await here.play_out()
        await here.ask(TIM, "rewind", to=1)
        assert not here.table.seats[0].is_checked
        await here.play_out()


async def test_a_bot_thinks_again_when_a_call_changes_its_sheet(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=("4/2",) * 6, seats=3, pens=Pens.FREE)
    async with open_table(tmp_path, options, people(TIM, bots=2)) as here:
        await here.start_all_of(TIM)
        while here.phase() is Phase.ROUND:
            if 0 in here.table.waiting_for:
                await here.play(0, "6@b2 a1-b1")
            if here.table.played.rounds:
                await here.ask(TIM, "call", seat=0, on=1, mark="a1-b1")
            await here.until(lambda table: 0 in table.waiting_for or table.phase is not Phase.ROUND)
        await here.ask(TIM, "check", seat=0)
        await here.until(lambda table: table.phase is Phase.OVER)
