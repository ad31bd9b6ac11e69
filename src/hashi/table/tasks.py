"""Asyncio tasks that run beside the requests of a server."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")
log = logging.getLogger(__name__)


class Tasks:
    """Runs jobs that must be finished and background tasks that may be cancelled."""

    def __init__(self) -> None:
        self._jobs: set[asyncio.Future[Any]] = set()
        self._background: set[asyncio.Task[None]] = set()
        self.is_closed = False
        self._arrived: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._is_called = False

    async def kept(self, future: Future[T]) -> T:
        """Wait for what another thread does; all that it has done at once wakes the loop once."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[T] = loop.create_future()
        future.add_done_callback(partial(self._arrive, loop, waiter))
        return await waiter

    def _arrive(
        self, loop: asyncio.AbstractEventLoop, waiter: asyncio.Future[T], future: Future[T]
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
                waiter.set_result(future.result())
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

    @contextmanager
    def job(self) -> Iterator[None]:
        """Do a job in this context; `close` waits for it. Nobody may cancel the task meanwhile.

        It is for tasks that see to that themselves: one of its own for each job costs more.
        """
        ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.add(ended)
        try:
            yield
        finally:
            self._jobs.discard(ended)
            ended.set_result(None)

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
