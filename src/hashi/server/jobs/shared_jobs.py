"""Jobs that are too long for the event loop: done in a worker process, once for all who ask."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor
from typing import Any, TypeVar, cast

from hashi.host.limits.fair_queue import FairQueue
from hashi.server.jobs.pool import Pool
from hashi.server.limits.work import current_account
from hashi.table import Objected, Objection

T = TypeVar("T")
MOST_WAITING = 500
"""Jobs that may wait; more are refused."""
KEPT = 64
"""Results that are kept in memory, where nothing else is said."""
log = logging.getLogger(__name__)


class SharedJobs:
    """Runs jobs in turns by account, shares each among all who ask, keeps the latest results."""

    def __init__(self, pool: Pool, turns: FairQueue | None = None, kept: int = 0) -> None:
        """Run jobs in a pool; `turns` is the queue for it, which all who use the pool share."""
        self._pool, self._kept = pool, kept or KEPT
        self._turns = turns or FairQueue(pool.most)
        self._jobs: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()
        self._waiting: dict[Hashable, str] = {}
        """In whose turn each job is begun that waits, the latest who has asked."""
        self._parts: dict[Hashable, float] = {}
        """What part of each unfinished job is done, from 0 to 1, where the job reports it."""

    def __contains__(self, key: Hashable) -> bool:
        return key in self._jobs

    async def result(self, key: Hashable, job: Callable[..., T], *arguments: Any) -> T:
        """Return what a job gives, or raise what it raises; `key` stands for all of its arguments.

        A job that waits for somebody else's turn is begun in whichever turn comes first. Raise
        Objected where it takes longer than the executor allows, where its process died, or where
        too many wait.
        """
        task, account = self._jobs.get(key), current_account()
        if task is None or self._waiting.get(key, account) != account:
            if len(self._turns) >= MOST_WAITING:
                raise Objected(Objection.TOO_FAST, seconds=10)
            self._waiting[key] = account
            task = self._jobs[key] = asyncio.ensure_future(self._run(key, job, *arguments))
            task.add_done_callback(lambda done: self._forget_failed(key, done))
            while len(self._jobs) > self._kept:
                oldest, _ = self._jobs.popitem(last=False)
                self._waiting.pop(oldest, None)
        else:
            self._jobs.move_to_end(key)
        return cast("T", await asyncio.shield(task))

    def part_done(self, key: Hashable) -> float | None:
        """Return what part of a job is done, from 0 to 1; None where that is not known."""
        task = self._jobs.get(key)
        return 1.0 if task is not None and task.done() else self._parts.get(key)

    def close(self) -> None:
        """Begin no more jobs: the server ends, and nobody is to wait for its queue."""
        self._turns.close(Objected(Objection.TABLE_DOWN))

    async def _run(self, key: Hashable, job: Callable[..., T], *arguments: Any) -> T:
        def watch(done: int, whole: int) -> None:
            self._parts[key] = done / whole

        async with self._turns.turn(current_account()):
            self._waiting.pop(key, None)
            latest = self._jobs.get(key)
            if latest is not None and latest.done():  # done meanwhile, in another's turn
                return cast("T", await latest)
            try:
                future = self._pool.submit_watched(watch, job, *arguments)
                return await asyncio.wrap_future(future)
            except TimeoutError as error:
                log.warning("a job took too long")
                raise Objected(Objection.TOO_LARGE) from error
            except BrokenExecutor as error:  # that says nothing about the job
                log.warning("a job was given up: %r", error)
                raise Objected(Objection.TABLE_DOWN) from error
            finally:
                self._parts.pop(key, None)

    def _forget_failed(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        """Keep no failure: it may have been one of the moment."""
        is_failed = task.cancelled() or task.exception() is not None
        if is_failed and self._jobs.get(key) is task:
            self._jobs.pop(key)
            self._waiting.pop(key, None)
