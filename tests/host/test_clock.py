"""The clock ends a round, and the legal part of a draft counts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hashi.host import Host
from hashi.rules import Pens
from hashi.table import Objected, Objection, Options, Phase
from hashi.table.clock import REVEAL_TIME
from hashi.table.event import CardTurned, Finished, Started
from tests.support.tables import LINUS, OWN_BOARD, TIM, open_table, people

DECK = ("4/2", "4/2", "4/2")


async def test_the_clock_writes_starts_and_ends_rounds_with_what_is_lawful(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, seats=2, clock=5)
    async with open_table(tmp_path, options, people(TIM, LINUS), begun=False) as here:
        assert here.deadline() is None
        await here.ask(TIM, "begin")
        assert here.table.deadline == 1005.0
        await here.ask(TIM, "mark", seat=0, marks="a1=4")
        here.clock.now += 6
        await here.ask(TIM, "mark", seat=0, marks="b1=4")
        await here.host.clocks.end_round(here.live)  # as the timer does in five seconds
        assert here.phase() is Phase.ROUND
        assert [str(start) for start in here.table.played.starts] == ["4@b1", "3@a1"]
        assert not any(seat.is_bot for seat in here.table.seats)
        assert here.table.deadline == 1011.0 + REVEAL_TIME
        await here.ask(TIM, "mark", seat=0, marks="4@c1 a1-b1")
        await here.ask(LINUS, "mark", seat=1, marks="4@c1 b1-c1")
        here.clock.now += 8
        await here.ask(LINUS, "mark", seat=1, marks="b1-b2")
        await here.host.clocks.end_round(here.live)
        assert here.table.played.rounds == 1
        turns = [str(turn) for turn in here.table.record.rounds[0]]
        assert turns == ["4@c1", "4@c1 b1-c1 b1-b2"]
        ended = [e.event for e in here.events() if isinstance(e.event, (Started, Finished))]
        assert all(what.by_clock for what in ended)
        await here.play(0, "pass")
        here.clock.now += 8
        await here.ask(TIM, "reopen", seat=0)  # sets the timer, which is due at once
        await here.until(lambda table: table.phase is Phase.OVER)
        assert here.table.deadline is None


async def test_the_clock_ends_the_last_check_too(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, seats=2, clock=5, pens=Pens.FREE)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.play_round()
        await here.play_round()
        assert here.phase() is Phase.CHECK
        here.clock.now += 6
        await here.ask(LINUS, "check", seat=1)
        await here.until(lambda table: table.phase is Phase.OVER)


async def test_a_clock_that_fires_too_early_is_set_again(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, clock=5)
    async with open_table(tmp_path, options) as here:
        number = here.table.number
        await here.host.clocks.end_round(here.live)
        assert here.table.number == number
        assert here.live.id in here.host.clocks.deadlines


async def test_a_deadline_that_passed_during_a_restart_is_applied(
    tmp_path: Path,
) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, clock=5)
    async with open_table(tmp_path, options) as here:
        await here.start_all()
        later = Host(here.store, now=lambda: 5000.0)
        live = await later.tables.live(here.live.id)
        for _ in range(10_000):
            if live.table.played.rounds:
                break
            await asyncio.sleep(0.0002)
        assert live.table.played.rounds == 1
        assert live.table.deadline == 5005.0
        await later.close()
        with pytest.raises(Objected) as caught:  # the first host notices when it writes
            await here.ask(TIM, "done", seat=0)
        assert caught.value.objection is Objection.STALE
        assert here.table == live.table


async def test_a_clock_goes_on_after_a_restart_though_nobody_opens_its_table(
    tmp_path: Path,
) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, clock=5)
    async with open_table(tmp_path, options) as here:
        await here.start_all()
        id, number = here.live.id, here.table.number
        assert here.store.due(id) == here.table.deadline
        later = Host(here.store, now=lambda: 5000.0)
        await later.start()
        for _ in range(10_000):
            if here.store.due(id) == 5005.0:
                break
            await asyncio.sleep(0.0002)
        await later.close()
        ended = [entry.event for entry in here.events()[number:]]
        assert [type(event) for event in ended] == [Finished, CardTurned]
        assert here.store.overdue(6000.0) == [id]
        async with here.live.lock:
            await here.live.catch_up()
