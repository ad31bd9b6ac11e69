"""Asyncio tasks that run beside the requests of a server."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)


async def done_by(
    executor: Executor | None, call: Callable[P, T], *given: P.args, **named: P.kwargs
) -> T:
    """Return what an executor makes of a call; None for a thread of this process.

    The executor itself is asked: a loop need not have threads to ask it from.
    """
    if executor is None:
        return await asyncio.to_thread(call, *given, **named)
    return await asyncio.wrap_future(executor.submit(call, *given, **named))


class Tasks:
    """Runs jobs that must be finished and background tasks that may be cancelled."""

    def __init__(self) -> None:
        self.job = Jobs()
        """The context of a job in a task that sees to it itself that nobody cancels it meanwhile: a
        task of its own for each job costs more. `close` waits for all of them."""
        self._jobs: set[asyncio.Future[Any]] = set()
        self._background: set[asyncio.Task[None]] = set()
        self.is_closed = False
        self._arrived: deque[tuple[asyncio.Future[None], Future[None]]] = deque()
        self._is_called = False

    async def kept(self, future: Future[None]) -> None:
        """Wait for what another thread does; all that it has done at once wakes the loop once."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        future.add_done_callback(partial(self._arrive, loop, waiter))
        await waiter

    def _arrive(
        self, loop: asyncio.AbstractEventLoop, waiter: asyncio.Future[None], future: Future[None]
    ) -> None:
        """Take note of a result, in the thread that made it."""
        self._arrived.append((waiter, future))
        if not self._is_called:
            self._is_called = True
            loop.call_soon_threadsafe(self._hand_out)

    def _hand_out(self) -> None:
        self._is_called = False
        while self._arrived:
            waiter, future = self._arrived.popleft()
            if waiter.done():  # nobody waits any more
                continue
            error = future.exception()
            if error is None:
                waiter.set_result(None)
            else:
                waiter.set_exception(error)

    async def finish(self, job: Coroutine[Any, Any, T]) -> T:
        """Run a job to its end even if the caller is cancelled.

        Between the store and the table in memory nothing may get lost.
        """
        task = asyncio.ensure_future(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)
        return await asyncio.shield(task)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background; an error is logged."""
        task = asyncio.ensure_future(work)
        self._background.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception())

    async def close(self) -> None:
        """Cancel the background tasks, finish the jobs."""
        self.is_closed = True
        for task in list(self._background):
            task.cancel()
        await asyncio.gather(*self._background, *self._jobs, return_exceptions=True)
        await self.job.all_done()


class Jobs:
    """Counts those who are in this context, which is one for all of them."""

    def __init__(self) -> None:
        self._count = 0
        self._waiters: list[asyncio.Future[None]] = []

    def __enter__(self) -> None:
        self._count += 1

    def __exit__(self, *_: object) -> None:
        self._count -= 1
        if not self._count:
            for waiter in self._waiters:
                waiter.set_result(None)
            self._waiters.clear()

    async def all_done(self) -> None:
        """Wait until nobody is in the context."""
        while self._count:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter
