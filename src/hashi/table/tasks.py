"""What runs beside the requests: jobs that are done to their end, chores that may be stopped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
log = logging.getLogger(__name__)


class Tasks:
    """The tasks of one host."""

    def __init__(self) -> None:
        self._jobs: set[asyncio.Task[Any]] = set()
        self._chores: set[asyncio.Task[None]] = set()
        self.is_closed = False

    async def to_the_end(self, job: Coroutine[Any, Any, T]) -> T:
        """Do a job even if the one who waits for it is cancelled: between the store and the
        table in memory nothing may get lost."""
        task = asyncio.ensure_future(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)
        return await asyncio.shield(task)

    def start(self, chore: Coroutine[Any, Any, None]) -> None:
        """Let a bot or a clock work on its own."""
        task = asyncio.ensure_future(chore)
        self._chores.add(task)
        task.add_done_callback(self._chore_done)

    def _chore_done(self, task: asyncio.Task[None]) -> None:
        self._chores.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a clock or a bot failed", exc_info=task.exception())

    async def close(self) -> None:
        """Stop the chores, finish the jobs."""
        self.is_closed = True
        for chore in list(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, *self._jobs, return_exceptions=True)
