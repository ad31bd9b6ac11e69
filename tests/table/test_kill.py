"""A host is killed twenty times at work: everything that it acknowledged is stored."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest

from hashi.table import Host, Options, Phase, Request, SqliteStore, Table, replay
from tests.support.tables import Clock
from tests.table.load import DRIVER, TABLES

KILLS = 20
SCRIPT = Path(__file__).parent / "load.py"


def killed(path: Path, round: int, answers: int) -> dict[str, int]:
    """Run the load until it has given enough answers, then kill it.

    Return the last acknowledged number of each table.
    """
    child = subprocess.Popen(
        [sys.executable, str(SCRIPT), str(path), f"seed {round}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    watchdog = threading.Timer(60, child.kill)
    watchdog.start()
    assert child.stdout is not None
    assert child.stderr is not None
    acknowledged: dict[str, int] = {}
    count = 0
    for line in child.stdout:
        if line.endswith("\n"):  # an incomplete last line is not an acknowledgement
            table, number = line.split()
            acknowledged[table] = max(acknowledged.get(table, 0), int(number))
            count += 1
        if count == answers:
            os.kill(child.pid, signal.SIGKILL)
    assert child.wait(60) == -signal.SIGKILL, child.stderr.read()
    watchdog.cancel()
    child.stderr.close()
    child.stdout.close()
    return acknowledged


@pytest.mark.no_cover
@pytest.mark.slow
def test_what_was_acknowledged_survives_twenty_kills(tmp_path: Path) -> None:
    path, rng = tmp_path / "killed.db", Random(20)
    promised: dict[str, int] = {}
    total = 0
    for round in range(KILLS):
        before = dict(promised)
        acknowledged = killed(path, round, rng.randint(1, 800))
        for table, number in acknowledged.items():
            promised[table] = max(promised.get(table, 0), number)
        total += sum(number - before.get(table, 0) for table, number in acknowledged.items())
        store = SqliteStore(path)
        for table, number in promised.items():
            numbers = [number for number, _ in store.read(table)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) >= number, (round, table)
        store.close()
    assert total > KILLS
    print(f"{KILLS} kills, {total} events acknowledged at {len(promised)} tables, none lost")
    asyncio.run(play_on(path))


async def play_on(path: Path) -> None:
    """Check that every table replays and its game can be played on."""
    store = SqliteStore(path)
    host = Host(store, now=Clock(2e9))
    tables = store.tables(DRIVER, most=1000)
    assert len(tables) >= TABLES
    for id in tables:
        live = await host.live(id)
        if live.table.phase is Phase.LOBBY:
            await host.ask(id, Request(DRIVER, "begin"))
        await step(host, id, live.table)
        assert replay(store.read(id)) == live.table
        assert live.table.options != Options()
    await host.close()
    store.close()


async def step(host: Host, id: str, table: Table) -> None:
    number = table.number
    if table.phase is Phase.OVER:
        answer = await host.ask(id, Request(DRIVER, "rewind", {"to": 1}))
    else:
        live = await host.live(id)
        seat = live.table.waiting_for[0]
        marks = bool(live.table.seats[seat].marks.marks)
        island = next(i for i in live.table.played.setup.board.islands if i.flag is None)
        start = {"seat": seat, "marks": f"{island}=3"}
        if marks:
            answer = await host.ask(id, Request(DRIVER, "undo", {"seat": seat}))
        elif live.table.phase is Phase.STARTS:
            answer = await host.ask(id, Request(DRIVER, "mark", start))
        else:
            answer = await host.ask(id, Request(DRIVER, "done", {"seat": seat}))
    assert answer.number > number
