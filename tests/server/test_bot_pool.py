"""Bots run in separate processes: killed ones are replaced, and none is left behind."""

from __future__ import annotations

import json
import os
import select
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from tests.support import pool_jobs
from tests.support.processes import bot_processes, children, is_gone, wait_until_gone
from tests.support.server import Browser, Server, Socket, serving
from tests.support.tables import TIM, Clock, TableFixture

from hashi.bots import BOTS
from hashi.host import Host, SqliteStore
from hashi.server.jobs.bot_pool import NICENESS, BotPool
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.table import Objected, Objection, Options, Phase
from hashi.table.event import Seated

HIGHEST = list(BOTS)[-1]


@pytest.fixture
def pool() -> Iterator[BotPool]:
    with BotPool(most=2) as started:
        yield started


class Pipes:
    """Pipes to a process of the pool: it sends its id and waits to be continued."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        os.mkfifo(folder / "begun")
        os.mkfifo(folder / "go")
        self.begun = os.open(folder / "begun", os.O_RDWR)

    def who(self) -> int:
        """Wait until a process has begun its job and return its id."""
        assert select.select([self.begun], [], [], 30)[0], "nobody thinks"
        return int(os.read(self.begun, 100))

    def go(self) -> None:
        (self.folder / "go").write_text("")


@pytest.fixture
def pipes(tmp_path: Path) -> Iterator[Pipes]:
    opened = Pipes(tmp_path)
    yield opened
    os.close(opened.begun)


def test_jobs_run_in_other_processes_with_a_lower_priority(pool: BotPool) -> None:
    assert bot_processes(os.getpid()) == set()
    there = pool.submit(pool_jobs.process_id).result()
    assert there != os.getpid()
    assert pool.submit(pool_jobs.process_id).result() == there
    assert pool.submit(pool_jobs.niceness).result() == os.nice(0) + NICENESS


def test_an_error_is_raised_and_the_process_survives(pool: BotPool) -> None:
    there = pool.submit(pool_jobs.process_id).result()
    with pytest.raises(OSError, match="nothing comes of it"):
        pool.submit(pool_jobs.fail).result()
    assert pool.submit(pool_jobs.process_id).result() == there


def test_the_job_of_a_killed_process_is_done_again(pool: BotPool, pipes: Pipes) -> None:
    answer = pool.submit(pool_jobs.wait_for_pipe, pipes.folder)
    first = pipes.who()
    os.kill(first, signal.SIGKILL)
    second = pipes.who()
    assert second != first
    pipes.go()
    assert answer.result() == second
    assert is_gone(first)


def test_an_idle_process_that_is_killed_is_replaced(pool: BotPool) -> None:
    first = pool.submit(pool_jobs.process_id).result()
    os.kill(first, signal.SIGKILL)
    assert pool.submit(pool_jobs.process_id).result() != first


def test_a_job_that_kills_its_process_is_given_up_without_harm_to_others(
    pool: BotPool, pipes: Pipes
) -> None:
    other = pool.submit(pool_jobs.wait_for_pipe, pipes.folder)
    there = pipes.who()
    with pytest.raises(BrokenExecutor):
        pool.submit(pool_jobs.die).result()
    pipes.go()
    assert other.result() == there


def test_shutting_down_does_not_wait_for_jobs_and_leaves_no_process(pipes: Pipes) -> None:
    pool = BotPool(most=1)
    thinking, waiting = (
        pool.submit(pool_jobs.wait_for_pipe, pipes.folder),
        pool.submit(pool_jobs.process_id),
    )
    there = pipes.who()
    pool.shutdown()
    assert is_gone(there)
    assert isinstance(thinking.exception(), BrokenExecutor)
    assert waiting.cancelled()
    with pytest.raises(RuntimeError):
        pool.submit(pool_jobs.process_id)


async def test_a_shared_job_whose_processes_die_may_be_asked_for_again(pool: BotPool) -> None:
    jobs = SharedJobs(pool)
    with pytest.raises(Objected) as caught:
        await jobs.result("key", pool_jobs.die)
    assert caught.value.objection is Objection.TABLE_DOWN
    assert await jobs.result("key", pool_jobs.process_id) != os.getpid()


async def test_a_shared_job_that_takes_too_long_is_too_large(pipes: Pipes) -> None:
    with BotPool(1, time_limit=0.1) as pool:
        with pytest.raises(Objected) as caught:
            await SharedJobs(pool).result("key", pool_jobs.wait_for_pipe, pipes.folder)
        assert caught.value.objection is Objection.TOO_LARGE


def test_a_limit_counts_the_processor_time_of_a_job_and_not_its_wait() -> None:
    """On a busy machine a job takes longer by the clock; that is no reason to give it up."""
    with BotPool(1, time_limit=0.4) as pool:
        pool.submit(pool_jobs.wait, 0.6).result()
        with pytest.raises(TimeoutError):
            pool.submit(pool_jobs.compute, 60.0).result()
        heard: list[tuple[int, int]] = []
        pool.submit_watched(lambda *done: heard.append(done), pool_jobs.compute, 0.15, 3).result()
        assert heard == [(1, 3), (2, 3), (3, 3)]  # none of them took too long
        with pytest.raises(TimeoutError):  # one that hangs is given up by the clock
            pool.submit(pool_jobs.wait, 60.0).result()


async def test_a_bot_passes_if_its_executor_fails(tmp_path: Path) -> None:
    """The game goes on with any executor that a host was given."""
    broken = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    with pytest.raises(BrokenExecutor):
        broken.submit(pool_jobs.die).result()

    store = SqliteStore(tmp_path / "tables.db")
    host = Host(store, now=Clock(), executor=broken)
    seats = [Seated(0, "Tim", holder=TIM), Seated(1, "Ada", bot="greedy")]
    options = Options(seats=2, deck=("5/1", "4/1"))
    here = TableFixture(
        host, store, Clock(), await host.tables.live(await host.openings.open(options, TIM, seats))
    )
    await here.ask(TIM, "begin")
    await here.start(0)
    await here.until(lambda table: table.phase is Phase.ROUND)
    await here.play(0, "pass")
    await here.until(lambda table: table.phase is Phase.OVER)
    assert str(here.table.record.rounds[0][1]) == "pass"
    await host.close()
    store.close()
    broken.shutdown()


# --- the real server


def sit_down(visitor: Browser, deck: Sequence[str] = ()) -> tuple[str, Socket]:
    """Open a table with three bots and write the own start."""
    body = json.dumps({"seats": 4, "deck": [*deck]}).encode()
    visitor.fetch("/")  # to get a key
    id = json.loads(visitor.fetch("/api/tables", body)[1])["id"]
    socket = visitor.socket(id)
    socket.ask("sit", seat=0, name="Tim")
    for seat in (1, 2, 3):
        socket.ask("sit_bot", seat=seat, bot=HIGHEST, name=f"B{seat}")
    socket.ask("begin")
    socket.ask("mark", seat=0, marks="d3=4")
    socket.ask("done", seat=0)
    return id, socket


def wait_for_round(socket: Socket, round: int) -> None:
    """Wait until that round has begun or the game is over."""
    while True:
        message = socket.until("patch", "reload")
        card = message.get("html", {}).get("card", "")
        if message["type"] == "reload" or f'data-round="{round}"' in card:
            return


@pytest.mark.no_cover
def test_processes_are_started_with_the_first_turn_of_a_bot(tmp_path: Path) -> None:
    with serving(tmp_path / "lazy.sqlite") as server:
        visitor = Browser(server)
        alone = visitor.socket(visitor.open_table())
        alone.ask("mark", seat=0, marks="d3=4")
        alone.close()
        assert children(server.process.pid) == set()
        _, socket = sit_down(visitor)
        wait_for_round(socket, 1)
        assert bot_processes(server.process.pid)
        ends_without_a_trace(server, signal.SIGINT, [socket])


@pytest.mark.no_cover
@pytest.mark.slow
def test_killed_processes_stop_no_table(tmp_path: Path) -> None:
    """In every round all processes of the bots are killed, or some get SIGINT."""
    with serving(tmp_path / "killed.sqlite") as server:
        visitor = Browser(server)
        id, socket = sit_down(visitor, ["5/3", "4/2", "3/1", "6/2", "2/2", "1/1", "4/3"])
        killed: set[int] = set()
        for round in range(1, 7):
            wait_for_round(socket, round)
            socket.send("done", seat=0)
            for pid in bot_processes(server.process.pid):
                os.kill(pid, signal.SIGINT)
                if round % 2:
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
        socket.until("reload")
        socket.close()
        assert len(killed) >= 3
        assert visitor.fetch(f"/t/{id}")[0] == 200
        store = SqliteStore(server.data)
        skipped = sum('"turn": "pass"' in text for _, text in store.read(id))
        store.close()
        assert skipped < 6 + 6  # the person passes always, the bots play on
        socket = sit_down(visitor)[1]
        wait_for_round(socket, 1)
        ends_without_a_trace(server, signal.SIGTERM, [socket])


@pytest.mark.no_cover
def test_no_process_is_left_when_the_server_is_killed(tmp_path: Path) -> None:
    """Two tests above end their servers in the other ways."""
    with serving(tmp_path / "ended.sqlite") as server:
        sockets = [sit_down(Browser(server))[1] for _ in range(3)]
        wait_for_round(sockets[0], 1)
        ends_without_a_trace(server, signal.SIGKILL, sockets)


def ends_without_a_trace(server: Server, how: signal.Signals, sockets: list[Socket]) -> None:
    """End a server by this signal while its bots think; nothing is left, and nothing was said."""
    for socket in sockets:
        socket.send("done", seat=0)  # now the bots have turns to compute
    pids = children(server.process.pid)
    assert bot_processes(server.process.pid)
    server.process.send_signal(how)
    _, errors = server.process.communicate(timeout=20)
    assert wait_until_gone(pids) == set()
    assert how is signal.SIGKILL or errors == ""
    for socket in sockets:
        socket.close()
