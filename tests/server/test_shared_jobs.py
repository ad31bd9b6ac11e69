"""Jobs that several ask for: done once, and nobody waits for another's turns."""

from __future__ import annotations

import asyncio
import time

from hashi.server.jobs.bot_pool import BotPool
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.limits.work import Work


async def ask(work: Work, jobs: SharedJobs, account: str, key: int, order: list[str]) -> float:
    """Ask for a job on behalf of an account; return when it was done."""
    result: float = await work.charge(account, jobs.result(key, time.monotonic))
    order.append(f"{account}{key}")
    return result


async def test_a_job_that_waits_for_somebody_elses_turn_is_begun_in_ones_own() -> None:
    work, order = Work(0), list[str]()
    with BotPool(1) as pool:
        jobs = SharedJobs(pool)
        much = [asyncio.ensure_future(ask(work, jobs, "much", key, order)) for key in range(30)]
        await asyncio.sleep(0)
        little = await ask(work, jobs, "little", 29, order)
        assert len(order) < 10
        assert not much[20].done()
        done = await asyncio.gather(*much)
        assert done[29] == little  # and it was done once
        assert not jobs._waiting


async def test_those_who_ask_for_a_job_that_has_begun_share_it() -> None:
    work = Work(0)
    with BotPool(1) as pool:
        jobs = SharedJobs(pool)
        asked = [ask(work, jobs, account, 1, []) for account in ("a", "a", "a")]
        (done,) = set(await asyncio.gather(*asked))
        assert await ask(work, jobs, "b", 1, []) == done
