"""The clock where people pass one device on: each has time of their own from when they take it."""

from __future__ import annotations

from pathlib import Path

from hashi.rules import Pens
from hashi.table import Objection, Options, Phase
from hashi.table.clock import REVEAL_TIME, deadline_of
from hashi.table.event import CardTurned, Finished, TurnBegun
from tests.support.tables import (
    LINUS,
    OWN_BOARD,
    SHORT_DECK,
    TIM,
    TableFixture,
    open_table,
    people,
)

OPTIONS = Options(seats=2, clock=30)


async def let_clock_act(here: TableFixture) -> None:
    await here.host.clocks.end_round(here.live)


async def test_each_has_their_own_time_from_when_they_take_the_device(tmp_path: Path) -> None:
    async with open_table(tmp_path, OPTIONS, people(TIM, TIM)) as here:
        await here.start_all()
        assert here.deadline() is None  # the device lies there: no time runs
        here.clock.now += 1000
        await let_clock_act(here)
        assert here.table.played.rounds == 0
        await here.ask(TIM, "begin_turn", seat=0)
        assert here.deadline() == here.clock.now + 30
        here.clock.now += 29
        await here.ask(TIM, "begin_turn", seat=0)  # once more: the time does not begin anew
        assert here.deadline() == here.clock.now + 1
        await here.play(0, "pass")
        assert here.deadline() is None
        here.clock.now += 500
        await here.ask(TIM, "begin_turn", seat=1)
        assert here.deadline() == here.clock.now + 30  # not what the first one left
        here.clock.now += 30
        await let_clock_act(here)
        assert here.table.played.rounds == 1
        assert here.deadline() is None
        ended = [each.event for each in here.events() if isinstance(each.event, Finished)]
        assert [(one.seat, one.by_clock) for one in ended] == [(0, False), (1, True)]
        begun = [each.event for each in here.events() if isinstance(each.event, TurnBegun)]
        assert [one.seat for one in begun] == [0, 1]


async def test_the_clock_ends_the_turn_of_one_alone(tmp_path: Path) -> None:
    async with open_table(tmp_path, OPTIONS, people(TIM, TIM)) as here:
        await here.start_all()
        await here.ask(TIM, "begin_turn", seat=0)
        here.clock.now += 31
        await let_clock_act(here)
        assert [seat.is_done for seat in here.table.seats] == [True, False]
        assert here.table.waiting_for == (1,)
        assert here.deadline() is None
        await here.ask(TIM, "reopen", seat=0)  # brings no more time
        await here.until(lambda table: table.seats[0].is_done)


async def test_starts_and_the_last_check_are_timed_too(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=2, clock=30, deck=("5/1", "4/2"), pens=Pens.FREE)
    async with open_table(tmp_path, options, people(TIM, TIM)) as here:
        for phase in (Phase.STARTS, Phase.ROUND, Phase.CHECK):
            assert here.phase() is phase
            for seat in (0, 1):
                assert here.deadline() is None
                await here.ask(TIM, "begin_turn", seat=seat)
                assert here.deadline() == here.clock.now + 30
                here.clock.now += 30
                await let_clock_act(here)
        assert here.phase() is Phase.OVER


async def test_those_at_other_devices_never_wait_for_ever(tmp_path: Path) -> None:
    """Two share a device, one has their own: it is up for the two once both could have acted."""
    options = Options(seats=3, clock=30)
    async with open_table(tmp_path, options, people(TIM, TIM, LINUS)) as here:
        await here.start_all()
        turned = here.clock.now + REVEAL_TIME
        assert deadline_of(here.table, 2) == turned + 30
        assert deadline_of(here.table, 0) == deadline_of(here.table, 1) == turned + 60
        await here.play(2, "pass")
        await here.ask(TIM, "begin_turn", seat=0)
        assert here.deadline() == here.clock.now + 30
        await here.play(0, "pass")
        here.clock.now += 10 + REVEAL_TIME
        await here.ask(TIM, "begin_turn", seat=1)
        assert here.deadline() == here.clock.now + 30
        here.clock.now += 30
        await let_clock_act(here)
        assert here.table.played.rounds == 1


async def test_nothing_is_noted_where_no_time_of_ones_own_begins(tmp_path: Path) -> None:
    for options, seats in (
        (Options(seats=2), people(TIM, TIM)),  # no clock
        (OPTIONS, people(TIM, LINUS)),  # two devices
        (OPTIONS, people(TIM, bots=1)),
    ):
        folder = tmp_path / f"{options.clock}{seats[1].holder}"
        folder.mkdir()
        async with open_table(folder, options, seats) as here:
            await here.ask(TIM, "begin_turn", seat=0)
            assert not [each for each in here.events() if isinstance(each.event, TurnBegun)]
    async with open_table(tmp_path, OPTIONS, people(TIM, TIM)) as here:
        assert await here.objection(LINUS, "begin_turn", seat=0) is Objection.NOT_YOUR_SEAT


async def test_the_pause_before_a_card_stands_in_the_log(tmp_path: Path) -> None:
    """A log that a release before this one wrote has none, and its deadlines are as they were."""
    for number, (clock, holders) in enumerate(
        ((30, (TIM, LINUS)), (30, (TIM, TIM)), (0, (TIM, LINUS)), (30, (TIM,)))
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        options = Options(seats=len(holders), clock=clock, deck=SHORT_DECK)
        async with open_table(folder, options, people(*holders)) as here:
            await here.start_all()
            turned = [each.event for each in here.events() if isinstance(each.event, CardTurned)]
            assert [one.pause for one in turned] == [REVEAL_TIME if number == 0 else 0]
