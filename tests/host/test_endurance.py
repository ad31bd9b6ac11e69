"""Tables that go on: bots and clocks wake by themselves, memory and logs are bounded."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections import Counter
from contextlib import closing
from contextvars import ContextVar
from pathlib import Path
from weakref import ref

import pytest

from hashi.host import Host, SqliteStore, requests
from hashi.host.expiry import DAY, Expiry
from hashi.host.limits.fair_queue import FairQueue
from hashi.host.limits.quotas import Unlimited
from hashi.host.steady_clock import steady_clock
from hashi.host.tables import READS_AT_ONCE, Tables
from hashi.table import Objected, Objection, Options, Phase, Request, replay
from hashi.table.bot_task import BotTask
from hashi.table.log_format import StoredEntry
from tests.support.tables import (
    LINUS,
    OWN_BOARD,
    SHORT_DECK,
    TIM,
    Clock,
    open_table,
    people,
)

# --- bots


async def test_no_bot_thinks_where_nobody_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots wait for people, and go on as soon as somebody comes."""
    monkeypatch.setattr("hashi.host.loaded_table.ATTENDED_FOR", 0.0)
    async with open_table(tmp_path, Options(seats=2, deck=SHORT_DECK), people(bots=2)) as here:
        number = here.table.number
        for _ in range(20):
            await asyncio.sleep(0.001)
        assert here.table.number == number
        here.host.people.come(here.live, "a stranger")
        await asyncio.sleep(0.05)
        assert here.table.number == number
        here.host.people.come(here.live, TIM)  # who opened the table
        await here.until(lambda table: table.phase is Phase.OVER)


async def test_turns_go_round_by_account() -> None:
    queue, order = FairQueue(1), []

    async def work(account: str) -> None:
        async with queue.turn(account):
            order.append(account)
            await asyncio.sleep(0)

    await asyncio.gather(*(work(account) for account in "aaaaaabc"))
    assert order == list("abcaaaaa") or order == list("aabcaaaa")


async def test_a_cancelled_wait_costs_no_turn() -> None:
    queue = FairQueue(1)
    async with queue.turn("a"):
        waiting = asyncio.ensure_future(queue.turn("b").__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
    async with asyncio.timeout(5), queue.turn("c"):
        assert len(queue) == 0


async def test_an_account_that_has_used_up_its_share_of_a_queue_waits() -> None:
    class Used:
        def __init__(self) -> None:
            self.seconds: dict[str, float] = {}

        def debt(self, account: str) -> float:
            return self.seconds.pop(account, 0.0)  # paid off by waiting once

        def note(self, account: str, seconds: float) -> None:
            self.seconds[account] = 0.05 if seconds else 0.0

    queue, order = FairQueue(1, Used()), []

    async def work(account: str) -> None:
        async with queue.turn(account):
            order.append(account)
            await asyncio.sleep(0)

    await work("a")
    await asyncio.gather(work("a"), work("b"))
    assert order == ["a", "b", "a"]


async def test_nobody_waits_for_a_queue_that_is_closed() -> None:
    queue = FairQueue(1)
    async with queue.turn("a"):
        waiting = asyncio.ensure_future(queue.turn("b").__aenter__())
        await asyncio.sleep(0)
        queue.close(Objected(Objection.TABLE_DOWN))
        for refused in (waiting, queue.turn("c").__aenter__()):
            with pytest.raises(Objected):
                await refused


async def test_the_seed_of_a_bot_comes_from_the_secret_of_its_table(tmp_path: Path) -> None:
    """Two tables that differ in their salt only give bots different seeds; the id gives none."""
    async with open_table(tmp_path, Options(seats=2), people(TIM, bots=1)) as here:
        seed = BotTask.of(here.table, 1).seed
        assert here.live.id not in seed
        assert here.table.salt not in seed
        again = replay(here.store.read(here.live.id))
        assert BotTask.of(again, 1).seed == seed
        assert BotTask.of(again, 0).seed != seed
    async with open_table(tmp_path, Options(seats=2), people(TIM, bots=1)) as other:
        assert BotTask.of(other.table, 1).seed != seed


# --- clocks


async def test_a_table_with_a_long_clock_can_be_put_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock does not hold it in memory, and rings all the same."""

    store, clock = SqliteStore(tmp_path / "t.db"), Clock()
    monkeypatch.setattr(Tables, "MOST_WEIGHT", 1)
    small = Host(store, now=clock)
    options = Options(board=OWN_BOARD, deck=SHORT_DECK, clock=5)
    id = await small.openings.open(options, TIM, people(TIM))
    await small.requests.ask(id, Request(TIM, "begin"))
    forgotten = ref(await small.tables.live(id))
    await small.openings.open(Options(), TIM, people(TIM))
    gc.collect()
    assert forgotten() is None
    clock.now += 6
    small.clocks.deadlines.set(id, 0.0)  # the five seconds are over
    for _ in range(2000):
        live = await small.tables.live(id)
        if live.table.phase is Phase.ROUND:
            break
        await asyncio.sleep(0.001)
    await small.close()
    store.close()


def test_a_clock_that_is_set_does_not_jump() -> None:
    wall, ticks = Clock(1e9), Clock(50.0)
    now = steady_clock(wall, ticks)
    assert now() == 1e9
    ticks.now += 5
    for jump in (3600, -7200):
        wall.now += jump
        assert now() == 1e9 + 5


async def test_a_log_from_the_future_does_not_hold_a_round_up(tmp_path: Path) -> None:
    """The computer's clock was an hour ahead when the round began."""
    options = Options(board=OWN_BOARD, deck=SHORT_DECK, clock=5)
    async with open_table(tmp_path, options) as here:
        later = Host(here.store, now=Clock(here.clock.now - 3600))
        live = await later.tables.live(here.live.id)
        assert live.table.deadline == here.clock.now - 3600 + 5
        await later.close()


async def test_a_log_that_was_set_back_makes_no_clock_spin(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=SHORT_DECK, clock=5)
    async with open_table(tmp_path, options) as here:
        await here.start_all()
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("DELETE FROM event WHERE number > 4")
            other.commit()
        here.clock.now += 6
        await here.host.clocks.end_round(here.live)  # a conflict: what is stored counts
        assert here.table.number == 4
        assert here.live.id in here.host.clocks.deadlines
        await here.host.clocks.end_round(here.live)
        assert here.phase() is Phase.ROUND


# --- logs


async def test_a_full_log_takes_only_what_ends_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = Options(board=OWN_BOARD, deck=SHORT_DECK)
    async with open_table(tmp_path, options) as here:
        await here.start_all()
        await here.ask(TIM, "mark", seat=0, marks="pass")
        monkeypatch.setattr(requests, "LONGEST_LOG", here.table.number)
        for do in ("tap", "rewind"):
            refused = await here.objection(TIM, do, seat=0, island="b1", to=1)
            assert refused is Objection.LOG_FULL
        while here.phase() is Phase.ROUND:
            await here.ask(TIM, "done", seat=0)


async def test_a_write_that_was_kept_although_it_failed_is_not_done_twice(tmp_path: Path) -> None:
    """The file has the event already, the table in memory does not: its id tells."""
    async with open_table(tmp_path, Options(board=OWN_BOARD, deck=SHORT_DECK)) as here:
        twin = Host(here.store, now=here.clock)
        request = Request(TIM, "mark", {"seat": 0, "marks": "a1=4", "id": "m1"})
        await twin.requests.ask(here.live.id, request)
        answer = await here.ask(TIM, "mark", seat=0, marks="a1=4", id="m1")
        assert answer.number == here.table.number == len(here.events())
        await twin.close()


async def test_a_link_is_worthless_once_its_seat_has_moved(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, LINUS)) as here:
        unused = await here.host.people.link_for(here.live, 0, TIM)
        await here.host.people.use_link(await here.host.people.link_for(here.live, 0, TIM), "phone")
        await here.host.people.use_link(await here.host.people.link_for(here.live, 0, "phone"), TIM)
        with pytest.raises(Objected) as caught:
            await here.host.people.use_link(unused, "thief")
        assert caught.value.objection is Objection.LINK_USED


async def test_a_cold_log_is_read_once_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_table(tmp_path) as here:
        read: list[str] = []
        really = here.store.read

        def counted(table: str) -> list[StoredEntry]:
            read.append(table)
            return really(table)

        monkeypatch.setattr(here.store, "read", counted)
        cold = Host(here.store, now=here.clock)
        found = await asyncio.gather(*(cold.tables.live(here.live.id) for _ in range(20)))
        assert len(read) == 1
        assert all(table is found[0] for table in found)
        await cold.close()


async def test_cold_logs_are_read_in_turns_by_account_and_charged(tmp_path: Path) -> None:
    """However many tables somebody opens, another's is among the next, and pays for itself only."""
    account = ContextVar("account", default="")
    charged: Counter[str] = Counter()

    class Charging(Unlimited):
        def account(self) -> str:
            return account.get()

        def charge(self, seconds: float) -> None:
            charged[account.get()] += seconds > 0

    async with open_table(tmp_path) as here:
        ids = [await here.host.openings.open(Options(), TIM, people(TIM)) for _ in range(12)]
        cold = Host(here.store, now=here.clock, quotas=Charging())
        order: list[str] = []

        async def read(who: str, id: str) -> None:
            account.set(who)
            await cold.tables.live(id)
            order.append(who)

        await asyncio.gather(*(read("b" if id == ids[-1] else "a", id) for id in ids))
        assert order.index("b") <= 2 * READS_AT_ONCE
        assert charged == {"a": 11, "b": 1}
        await cold.close()


# --- expiry


async def test_only_tables_that_were_never_played_are_forgotten(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=SHORT_DECK)
    async with open_table(tmp_path, options) as here:
        await here.start_all()
        await here.play_round()
        lobby = await here.host.openings.open(options, LINUS, people(LINUS))
        begun = await here.host.openings.open(options, LINUS, people(LINUS))
        await here.host.requests.ask(begun, Request(LINUS, "begin"))
        visited = await here.host.openings.open(options, LINUS, people(LINUS))
        here.host.people.come(await here.host.tables.live(visited), LINUS)
        expiry = Expiry(lobby_days=7, unplayed_days=30)
        here.clock.now += 8 * DAY
        assert await here.host.sweeper.expire(expiry) == 1
        assert here.store.read(lobby) == []
        assert await here.objection(TIM, "clear", seat=0) is None
        with pytest.raises(Objected) as caught:
            await here.host.tables.live(lobby)
        assert caught.value.objection is Objection.NO_TABLE
        here.clock.now += 30 * DAY
        assert await here.host.sweeper.expire(Expiry(0, 0)) == 0
        assert await here.host.sweeper.expire(expiry) == 1
        assert here.store.read(begun) == []
        assert here.store.tables(LINUS) == [visited]
        assert await here.host.tables.live(here.live.id) is here.live
