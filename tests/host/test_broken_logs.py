"""A log that cannot be replayed is one broken table and does not affect others."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from hashi.host import Host, Unopened
from hashi.host.limits.quotas import Unlimited
from hashi.server.jobs.bot_pool import BotPool
from hashi.table import BrokenLog, Objected, Objection, Options, Phase, Table, read_log, replay
from tests.support.processes import bot_processes
from tests.support.tables import LINUS, TIM, Clock, open_table, people

OPENED = json.dumps({"v": 1, "kind": "opened", "at": 1.0, "options": {}, "holder": "tim"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"v": 1, "kind": "flown", "at": 1.0}',
        '{"v": 1, "kind": "unseated", "at": 1.0, "seat": 9}',
        '{"v": 1, "kind": "unseated", "at": 1.0, "chair": 0}',
        '{"v": 1, "kind": "begun", "at": 1, "cards": ["9/9"], "box": "1", "salt": "", "seal": ""}',
        '{"v": 1, "kind": "finished", "at": 1.0, "seat": 0, "turn": "pass"}',
        '{"v": 1, "kind": "drafted", "at": 1.0, "seat": 0, "marks": "z9-z9", "undone": ""}',
        '{"v": 2, "kind": "unseated", "at": 1.0, "seat": 0}',
    ],
)
def test_the_entry_that_is_wrong_is_named(text: str) -> None:
    with pytest.raises(BrokenLog) as caught:
        replay([(1, OPENED), (2, text)])
    assert caught.value.number == 2


def test_a_log_that_does_not_begin_with_the_opening_is_broken() -> None:
    with pytest.raises(BrokenLog):
        list(read_log([(1, '{"v": 1, "kind": "turned", "at": 1.0, "card": "5/3"}')]))


def test_an_empty_log_is_an_empty_table() -> None:
    assert replay([]) == Table()


async def test_one_broken_table_harms_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_table(tmp_path, seats=people(TIM)) as here:
        broken = await here.host.openings.open(Options(), TIM, people(TIM))
        del here.host.tables.cache._held[broken], here.host.tables.cache._recent[broken]
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("UPDATE event SET body = '{}' WHERE place = ? AND number = 2", [broken])
            other.commit()
        with pytest.raises(Objected) as caught:
            await here.host.tables.live(broken)
        assert caught.value.objection is Objection.BROKEN_TABLE
        assert broken in caplog.text
        found = await here.host.index.tables_of(TIM)
        assert {table.id for table in found} == {broken, here.live.id}
        assert Unopened(broken, Objection.BROKEN_TABLE) in found
        assert await here.host.index.tables_of(LINUS) == []
        await here.play_out()


# --- a replay that was given up says nothing about the log


@contextmanager
def killing_workers() -> Iterator[None]:
    """Kill every worker process of this one as soon as it has started."""
    is_over = threading.Event()

    def kill() -> None:
        while not is_over.wait(0.01):
            for pid in bot_processes(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield
    finally:
        is_over.set()
        killer.join()


async def test_a_replay_that_was_killed_or_took_too_long_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("hashi.host.tables.LONG_LOG", 0)
    async with open_table(tmp_path, seats=people(TIM)) as here:
        await here.start_all()
        id = here.live.id
        with BotPool(1) as pool:
            host = Host(here.store, now=here.clock, replayer=pool)
            with killing_workers():
                for _ in range(2):  # it was not taken for a broken one
                    with pytest.raises(Objected) as caught:
                        await host.tables.live(id)
                    assert caught.value.objection is Objection.TABLE_DOWN
                assert await host.index.tables_of(TIM) == [Unopened(id, Objection.TABLE_DOWN)]
            assert (await host.tables.live(id)).table == here.table
            await host.close()
        with BotPool(1, time_limit=0.0) as pool:
            hasty = Host(here.store, now=here.clock, replayer=pool)
            with pytest.raises(Objected) as caught:
                await hasty.tables.live(id)
            assert caught.value.objection is Objection.TABLE_DOWN
            pool._time_limit = None
            assert (await hasty.tables.live(id)).table == here.table
            await hasty.close()
    assert "cannot be replayed" not in caplog.text


async def test_a_broken_log_is_told_as_such_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi.host.tables.LONG_LOG", 0)
    async with open_table(tmp_path, seats=people(TIM)) as here:
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("INSERT INTO event VALUES ('0123456789abcdef', 1, '{}')")
            other.commit()
        with BotPool(1) as pool:
            host = Host(here.store, now=here.clock, replayer=pool)
            with pytest.raises(Objected) as caught:
                await host.tables.live("0123456789abcdef")
            assert caught.value.objection is Objection.BROKEN_TABLE
            await host.close()


class Heavy(Unlimited):
    """Says of everybody that they have used much."""

    def is_heavy(self) -> bool:
        return True


async def test_a_short_log_is_replayed_in_a_process_for_those_who_have_used_much(
    tmp_path: Path,
) -> None:
    """Replays in threads share the interpreter with everybody's marks."""
    async with open_table(tmp_path, seats=people(TIM)) as here:
        await here.start_all()
        for is_heavy in (False, True):
            with BotPool(1) as pool:
                quotas = Heavy() if is_heavy else Unlimited()
                host = Host(here.store, now=here.clock, replayer=pool, quotas=quotas)
                assert (await host.tables.live(here.live.id)).table == here.table
                assert bool(pool._processes) is is_heavy
                await host.close()


async def test_a_clock_rings_again_where_the_replay_of_its_table_was_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi.host.tables.LONG_LOG", 0)
    monkeypatch.setattr("hashi.host.clocks.LONGEST_PAUSE", 0.01)
    async with open_table(tmp_path, Options(clock=5), people(TIM)) as here:
        with BotPool(1, time_limit=0.0) as pool:
            host = Host(here.store, now=Clock(here.clock.now + 6), replayer=pool)
            host.clocks._ring(here.live.id)
            while here.live.id not in host.clocks.deadlines:
                await asyncio.sleep(0.001)
            pool._time_limit = None
            while host.tables.cache.get(here.live.id) is None:
                await asyncio.sleep(0.001)
            live = await host.tables.live(here.live.id)
            while live.table.phase is Phase.STARTS:
                await asyncio.sleep(0.001)
            await host.close()
        here.live.table = live.table  # the other host went on with it
