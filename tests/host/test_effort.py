"""Bots think shorter where many wait for them, never later; without load they think as ever."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest

from hashi.bots import BOTS, Effort, bot_with
from hashi.bots.greedy import Greedy
from hashi.host import Host, SqliteStore
from hashi.host.bots.effort import ONE_TABLE, ROUND_TIME, EffortChoice
from hashi.host.bots.thinking import event_of_bot
from hashi.host.limits.fair_queue import FairQueue
from hashi.host.limits.quotas import Unlimited
from hashi.rules import Number, PlayView, SeatView, Turn
from hashi.table import Options, Phase, Request
from hashi.table.bot_task import BotTask
from hashi.table.event import Finished, Seated
from tests.support.tables import TIM, open_table, people

THINKING = {
    Effort.FULL: 0.076,
    Effort.HALF: 0.029,
    Effort.SHORT: 0.007,
    Effort.BRIEF: 0.004,
    Effort.LEAST: 0.0003,
}
"""Seconds that a master thinks at a table of four."""
OVERHEAD = 0.0015
"""Seconds that a thought costs its process besides."""


def _measured_pace(factor: float = 1.0, at_once: int = 1) -> EffortChoice:
    pace = EffortChoice(at_once)
    for effort, seconds in THINKING.items():
        pace.note("master", effort, factor * seconds)
    return pace


def test_without_load_bots_think_with_full_effort() -> None:
    """However slow the machine is, and however long the first process takes to start."""
    slow = _measured_pace(factor=100)
    for behind in range(ONE_TABLE):
        for waited in (0.0, 1.0, 60.0):
            assert slow.choose("master", behind, waited) is Effort.FULL


def test_the_effort_falls_with_the_length_of_the_queue_and_with_the_wait() -> None:
    by_length = [_measured_pace().choose("master", behind, 0.0) for behind in range(3, 10_000, 9)]
    assert by_length == sorted(by_length, reverse=True)
    assert set(by_length) == set(Effort)
    by_wait = [_measured_pace().choose("master", 20, waited / 100) for waited in range(300)]
    assert by_wait == sorted(by_wait, reverse=True)
    assert set(by_wait) == set(Effort)
    assert _measured_pace().choose("master", 20, ROUND_TIME) is Effort.LEAST
    twice = _measured_pace(at_once=2)
    assert twice.choose("master", 40, 0.0) > _measured_pace().choose("master", 40, 0.0)


def test_an_effort_that_took_too_long_is_tried_again_after_a_while() -> None:
    pace = _measured_pace(factor=10)
    chosen = [pace.choose("master", 60, 0.0) for _ in range(500)]
    assert chosen[0] is Effort.LEAST
    assert Effort.SHORT in chosen


def _rounds(people: int, seconds: float) -> tuple[list[float], Counter[Effort]]:
    """Let people against three masters each end their turns at once, in a simulated time.

    Return how long their rounds took, and with which efforts the bots thought.
    """
    pace, chance = EffortChoice(), Random(1)
    waiting: deque[tuple[float, int]] = deque()
    coming = [(chance.random(), person) for person in range(people)]
    heapq.heapify(coming)
    left, began = Counter[int](), {}
    took: list[float] = []
    efforts: Counter[Effort] = Counter()
    now = 0.0
    while now < seconds:
        while coming and (coming[0][0] <= now or not waiting):
            at, person = heapq.heappop(coming)
            now = max(now, at)
            began[person], left[person] = at, 3
            waiting.extend([(at, person)] * 3)
        at, person = waiting.popleft()
        effort = pace.choose("master", len(waiting), now - at)
        thought = THINKING[effort] * chance.uniform(0.5, 1.5)
        now += thought + OVERHEAD
        pace.note("master", effort, thought)
        efforts[effort] += 1
        left[person] -= 1
        if not left[person]:
            took.append(now - began[person])
            heapq.heappush(coming, (now, person))
    return took, efforts


@pytest.mark.parametrize("people", [1, 10, 30, 100, 300])
def test_a_round_takes_two_seconds_at_most_however_many_are_impatient(people: int) -> None:
    took, efforts = _rounds(people, 60.0)
    assert median(took) <= ROUND_TIME
    assert max(took) <= 1.25 * ROUND_TIME
    if people == 1:
        assert set(efforts) == {Effort.FULL}
    if people == 100:  # a third of the time of a process goes into thinking at least
        thinking = sum(THINKING[effort] * count for effort, count in efforts.items())
        assert thinking > 0.3 * 60.0


async def test_whose_queue_it_is_decides_how_many_are_behind() -> None:
    """A stranger's hundred tables do not weaken the bots of somebody who has one."""
    queue = FairQueue(1)

    async def wait(account: str) -> None:
        async with queue.turn(account):
            pass

    async with queue.turn("b"):
        tasks = [asyncio.ensure_future(wait(account)) for account in "a" * 300 + "b" * 2]
        await asyncio.sleep(0)
        assert queue.behind("b") == 4
        assert queue.behind("a") == 302
        assert queue.behind("c") == 0
        assert _measured_pace().choose("master", queue.behind("b"), 0.0) is Effort.FULL
    await asyncio.gather(*tasks)


class _Fragile:
    """A bot that fails unless it puts little effort into its turn."""

    name = "fragile"
    failures = 0

    def __init__(self, seed: str = "", effort: Effort = Effort.FULL) -> None:
        self.seed, self.effort = seed, effort

    def with_effort(self, effort: Effort) -> _Fragile:
        return _Fragile(self.seed, effort)

    def start(self, view: SeatView) -> Number:
        return Greedy(self.seed).start(view)

    def turn(self, view: PlayView) -> Turn:
        if self.effort is not Effort.LEAST:
            _Fragile.failures += 1
            raise RuntimeError("too much")
        return Greedy(self.seed).turn(view)


async def test_a_thought_that_fails_is_tried_again_with_the_least_effort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, bots=1)) as here:
        await here.start(0)
        await here.until(lambda table: table.phase is Phase.ROUND)
        task = BotTask.of(here.table, 1)
    monkeypatch.setitem(BOTS, task.bot, _Fragile)
    event = event_of_bot(task)
    assert isinstance(event, Finished)
    assert event.turn.marks
    assert _Fragile.failures == 1


class _Stumbling(Executor):
    """An executor in which nothing but the least effort comes to an end."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1)
        self.efforts: list[Effort] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        self.efforts.append(args[0].effort)
        if args[0].effort is Effort.LEAST:
            return self._threads.submit(fn, *args, **named)
        failed: Future[Any] = Future()
        failed.set_exception(TimeoutError())
        return failed


async def test_a_thought_that_takes_too_long_is_tried_again_with_the_least_effort(
    tmp_path: Path,
) -> None:
    store, executor = SqliteStore(tmp_path / "t.sqlite"), _Stumbling()
    host = Host(store, now=time.time, executor=executor)
    id = await host.openings.open(
        Options(seats=2), TIM, [Seated(0, "T", TIM), Seated(1, "B", bot="master")]
    )
    await host.requests.ask(id, Request(TIM, "begin"))
    live = await host.tables.live(id)
    while 1 in live.table.waiting_for:
        await asyncio.sleep(0.001)
    assert executor.efforts == [Effort.FULL, Effort.LEAST]
    await host.close()
    store.close()


class Noting(Unlimited):
    """Notes how hard each bot thought."""

    def __init__(self, efforts: list[Effort]) -> None:
        self._efforts = efforts

    def note_thought(self, effort: Effort) -> None:
        self._efforts.append(effort)


async def test_many_tables_at_once_are_answered_with_less_effort_and_one_with_all(
    tmp_path: Path,
) -> None:
    efforts: list[Effort] = []
    store = SqliteStore(tmp_path / "t.sqlite")
    with ThreadPoolExecutor(1) as executor:
        quotas = Noting(efforts)
        host = Host(store, now=time.time, executor=executor, bots_at_once=1, quotas=quotas)

        async def play(rounds: int) -> None:
            seats = [Seated(0, "T", TIM), *(Seated(n, f"B{n}", bot="master") for n in (1, 2, 3))]
            id = await host.openings.open(Options(seats=4), TIM, seats)
            await host.requests.ask(id, Request(TIM, "begin"))
            live = await host.tables.live(id)
            await host.requests.ask(id, Request(TIM, "mark", {"seat": 0, "marks": "d3=4"}))
            for number in range(rounds + 1):
                while len(live.table.played.cards) < number:
                    await asyncio.sleep(0.01)
                await host.requests.ask(id, Request(TIM, "done", {"seat": 0}))

        await play(1)
        assert set(efforts) == {Effort.FULL}
        await asyncio.wait_for(asyncio.gather(*(play(3) for _ in range(15))), 60)
        assert min(efforts) < Effort.FULL
        await host.close()
    store.close()


@pytest.mark.parametrize("bot", BOTS)
async def test_every_effort_is_lawful_and_follows_from_seed_and_view(
    tmp_path: Path, bot: str
) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, bots=1)) as here:
        await here.start(0)
        await here.until(lambda table: table.phase is Phase.ROUND)
        view = BotTask.of(here.table, 1).view
    assert isinstance(view, PlayView)
    assert bot_with(Effort.FULL, bot, "s").turn(view) == BOTS[bot]("s").turn(view)
    for effort in Effort:
        task = BotTask(1, bot, Phase.ROUND, view, "s", effort)
        assert event_of_bot(task) == event_of_bot(task)
        assert isinstance(event_of_bot(task), Finished)
