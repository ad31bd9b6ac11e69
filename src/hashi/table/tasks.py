"""Asyncio tasks that run beside the requests of a server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
log = logging.getLogger(__name__)


class Tasks:
    """Runs jobs that must be finished and background tasks that may be cancelled."""

    def __init__(self) -> None:
        self._jobs: set[asyncio.Task[Any]] = set()
        self._background: set[asyncio.Task[None]] = set()
        self.is_closed = False

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
