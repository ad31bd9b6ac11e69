"""A store that fails for a while: only stored news are announced, and everything goes on later."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from hashi.host import Host, SqliteStore
from hashi.host.store.protocol import StoreDown
from hashi.table import LogEntry, Objected, Objection, Options, Phase, Request
from hashi.table.event import Checked
from tests.support.tables import (
    IDA,
    LINUS,
    OWN_BOARD,
    SARAH,
    SHORT_DECK,
    TIM,
    open_table,
    people,
)


@contextmanager
def refusing_writes(path: Path, table: str = "event") -> Iterator[None]:
    """Let the database refuse every new row of a table during this context, as on a full disk."""
    with closing(sqlite3.connect(path)) as other:
        other.execute(
            f"CREATE TRIGGER full BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
        other.commit()
        try:
            yield
        finally:
            other.execute("DROP TRIGGER full")
            other.commit()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashi.host.retry.RETRY_AFTER", 0.01)


async def test_bots_and_people_continue_when_the_store_works_again(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=SHORT_DECK, seats=3)
    async with open_table(tmp_path, options, people(TIM, bots=2)) as here:
        await here.start_all_of(TIM)
        with refusing_writes(tmp_path / "tables.db"):
            number = here.table.number
            refused = await here.objection(TIM, "mark", seat=0, marks="pass")
            refused = refused or await here.objection(TIM, "done", seat=0)
            assert refused is Objection.STORE_DOWN
            assert here.table.number == number
        await here.play(0, "pass")
        await here.until(lambda table: table.phase is not Phase.ROUND or table.past == ())
        while here.phase() is Phase.ROUND:
            await here.until(lambda table: 0 in table.waiting_for or table.phase is not Phase.ROUND)
            if 0 in here.table.waiting_for:
                await here.play(0, "pass")
        assert here.phase() is Phase.OVER


async def test_a_clock_fires_again_when_the_store_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = asyncio.Event()
    monkeypatch.setattr("hashi.host.loaded_table.log.warning", lambda *_: failed.set())

    options = Options(board=OWN_BOARD, deck=SHORT_DECK, seats=2, clock=5)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.ask(TIM, "mark", seat=0, marks="pass")
        with refusing_writes(tmp_path / "tables.db"):
            here.clock.now += here.table.pause + 6
            here.host.clocks.set(here.live)
            await failed.wait()
        await here.until(lambda table: len(table.played.cards) > 1)


async def test_what_moves_or_forgets_seats_can_be_tried_again(tmp_path: Path) -> None:
    """A link is used up only when the seat has moved, and nobody is told that all is deleted before
    it is."""
    async with open_table(tmp_path, seats=people(TIM, LINUS)) as here:
        token = await here.host.people.link_for(here.live, 1, LINUS)
        attempts = (
            lambda: here.host.people.use_link(token, SARAH),
            lambda: here.host.people.hand_over(TIM, IDA),
            lambda: here.host.people.forget(IDA),
        )
        for attempt in attempts:
            holders = here.table.holders
            with refusing_writes(tmp_path / "tables.db"):
                with pytest.raises(Objected) as caught:
                    await attempt()
                assert caught.value.objection is Objection.STORE_DOWN
            assert here.table.holders == holders
            await attempt()
            assert here.table.holders != holders
        assert here.table.seats_of(SARAH) == (1,)
        assert not here.table.seats_of(TIM) + here.table.seats_of(IDA)
        with pytest.raises(Objected) as caught:
            await here.host.people.use_link(token, IDA)
        assert caught.value.objection is Objection.LINK_USED


async def test_a_table_is_opened_that_was_kept_before_the_connection_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer tries once more then, and finds the log."""
    async with open_table(tmp_path, seats=people(TIM)) as here:
        append = here.store.append

        def append_twice(table: str, *given: Any, **named: Any) -> Future[None]:
            append(table, *given, **named).result(10)
            return append(table, *given, **named)

        monkeypatch.setattr(here.store, "append", append_twice)
        id = await here.host.openings.open(Options(), LINUS, people(LINUS))
        monkeypatch.undo()
        answer = await here.host.requests.ask(id, Request(LINUS, "begin"))
        assert answer.number == len(here.store.read(id))


async def test_seats_move_where_another_server_has_written_first(tmp_path: Path) -> None:
    async with open_table(tmp_path, seats=people(TIM, LINUS)) as here:
        people_here = here.host.people
        moves: dict[str, Callable[[], Awaitable[None]]] = {
            TIM: lambda: people_here.hand_over(TIM, IDA),
            IDA: lambda: people_here.forget(IDA),
        }
        for giver, move in moves.items():
            other = Host(here.store, now=here.clock)
            draft = {"seat": 1, "marks": "d3=3"} if giver == TIM else {"seat": 1}
            do = "mark" if giver == TIM else "undo"
            await other.requests.ask(here.live.id, Request(LINUS, do, draft))
            await other.close()
            assert here.table.seats_of(giver) == (0,)
            await move()
            assert here.table.seats_of(giver) == ()


def event(number: int) -> LogEntry:
    return LogEntry(number, 0.0, Checked(0))


def test_the_writer_survives_a_failed_commit_and_a_failed_rollback(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store.append("t", [event(1)]).result(10)
    with refusing_writes(tmp_path / "s.db"), pytest.raises(StoreDown):
        store.append("t", [event(2)]).result(10)
    with closing(sqlite3.connect(tmp_path / "s.db")) as other:
        other.execute("ALTER TABLE event RENAME TO elsewhere")
        other.commit()
        with pytest.raises(StoreDown):
            store.append("t", [event(2)]).result(10)
        with pytest.raises(StoreDown):
            store.read("t")
        other.execute("ALTER TABLE elsewhere RENAME TO event")
        other.commit()
    store.append("t", [event(2)]).result(10)
    assert [number for number, _ in store.read("t")] == [1, 2]
    store.close()
