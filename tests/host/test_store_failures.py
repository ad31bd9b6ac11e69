"""A store that fails for a while: only stored news are announced, and everything goes on later."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from hashi.host import SqliteStore
from hashi.host.store.protocol import StoreDown
from hashi.table import LogEntry, Objection, Options, Phase
from hashi.table.event import Checked
from tests.support.tables import OWN_BOARD, SHORT_DECK, TIM, open_table, people


@contextmanager
def refusing_writes(path: Path) -> Iterator[None]:
    """Let the database refuse every new event during this context, as on a full disk."""
    with closing(sqlite3.connect(path)) as other:
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'full'); END"
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
    async with open_table(tmp_path, options, people(TIM, TIM)) as here:
        await here.start_all()
        await here.ask(TIM, "mark", seat=0, marks="pass")
        with refusing_writes(tmp_path / "tables.db"):
            here.clock.now += 6
            here.host.clocks.set(here.live)
            await failed.wait()
        await here.until(lambda table: len(table.played.cards) > 1)


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
