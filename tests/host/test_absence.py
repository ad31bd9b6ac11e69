"""Who is away for a while is noted once, where somebody is there to be told, and who is back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hashi.host.people import people as people_module
from hashi.table import Options, Table
from hashi.table.event import CameBack, GivenBack, WentAway
from hashi.table.requests.seat import LONG_CLOCK
from tests.support.tables import (
    LINUS,
    OWN_BOARD,
    SARAH,
    TIM,
    TableFixture,
    open_table,
    people,
)

THREE = Options(board=OWN_BOARD, seats=3, deck=("4/1",) * 6)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at once who has been away: the clock of the tests is moved by hand."""
    monkeypatch.setattr(people_module, "ABSENT_AFTER", 0.0)


def kinds(here: TableFixture) -> list[type]:
    noted = (WentAway, CameBack, GivenBack)
    return [type(e.event) for e in here.events() if isinstance(e.event, noted)]


async def leave(here: TableFixture, holder: str) -> None:
    here.host.people.go(here.live, holder)
    here.clock.now += 31


async def test_going_away_and_coming_back_are_told_once(tmp_path: Path) -> None:
    async with open_table(tmp_path, THREE, people(TIM, LINUS, SARAH)) as here:
        await here.start_all()
        for holder in (TIM, LINUS, SARAH):
            here.host.people.come(here.live, holder)
        await leave(here, SARAH)
        await here.until(lambda table: table.seats[2].is_gone)
        here.host.people.come(here.live, SARAH)
        await here.until(lambda table: not table.seats[2].is_gone)
        here.host.people.go(here.live, SARAH)  # away for a moment only
        here.host.people.come(here.live, SARAH)
        await here.ask(TIM, "mark", seat=0, marks="4@c1")
        assert kinds(here) == [WentAway, CameBack]


def closed(rounds: int) -> Callable[[Table], bool]:
    """Return whether so many rounds are closed."""
    return lambda table: table.played.rounds == rounds


async def test_what_a_bot_played_is_kept_for_whoever_returns(tmp_path: Path) -> None:
    async with open_table(tmp_path, THREE, people(TIM, LINUS, SARAH)) as here:
        await here.start_all()
        for holder in (TIM, LINUS, SARAH):
            here.host.people.come(here.live, holder)
        await leave(here, SARAH)
        await here.until(lambda table: table.seats[2].is_gone)
        await here.ask(TIM, "take_over", seat=2)
        for number in (1, 2):
            await here.play(0)
            await here.play(1)
            await here.until(closed(number))
        here.host.people.come(here.live, SARAH)
        await here.until(lambda table: not table.seats[2].is_bot)
        assert here.table.seats[2].stood_in in ((1, 2), (1, 3))
        assert kinds(here) == [WentAway, GivenBack]
        if not here.table.seats[2].is_done:
            await here.play(2)
            assert here.table.seats[2].stood_in is None


async def test_where_rounds_take_days_or_nobody_is_there_nothing_is_noted(tmp_path: Path) -> None:
    for name, clock in (("slow", LONG_CLOCK), ("alone", 0)):
        (tmp_path / name).mkdir()
        chosen = Options(board=OWN_BOARD, seats=2, deck=("4/1",) * 6, clock=clock)
        async with open_table(tmp_path / name, chosen, people(TIM, LINUS)) as here:
            await here.start_all()
            here.host.people.come(here.live, LINUS)
            if name == "slow":
                here.host.people.come(here.live, TIM)
            await leave(here, LINUS)
            await here.ask(TIM, "mark", seat=0, marks="4@c1")
            await here.ask(TIM, "clear", seat=0)
            assert kinds(here) == []
