"""Pools without processes: what is quick is done in place, what is long in another worker."""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

from hashi.bots import BOTS
from hashi.server.jobs.pool import Pool, Purpose, Watch
from hashi.table.bot_task import BotTask

P = ParamSpec("P")
T = TypeVar("T")

Think = Callable[[str, bytes, float, Watch], Awaitable[bytes]]
"""Does a packed job in another worker, by the name of the worker, and gives its packed outcome;
raises TimeoutError where it is silent for so many seconds, anything else where the worker died."""
TRIES = 3
"""How many workers a job may cost before it is given up: it may be what ends them."""
SLOW_BOTS = frozenset({"master"})
"""The bots that think for longer than a page may stand still; the others need milliseconds."""
log = logging.getLogger(__name__)


class PlacePool(Pool):
    """Does jobs in place, each in a step of the loop of its own."""

    most = 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return self.submit_watched(_unseen, fn, *args, **kwargs)

    def submit_watched(
        self, watch: Watch, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        del watch  # nobody could look meanwhile
        future: Future[T] = Future()
        asyncio.get_running_loop().call_soon(_fulfil, future, partial(fn, *args, **kwargs))
        return future


class WorkerPool(PlacePool):
    """Does jobs in another worker, one at a time, and those of quick bots in place."""

    def __init__(self, name: str, time_limit: float, think: Think) -> None:
        self._name, self._time_limit, self._think = name, time_limit, think
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def submit_watched(
        self, watch: Watch, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        if _is_quick(args):
            return super().submit_watched(watch, fn, *args, **kwargs)
        future: Future[T] = Future()
        packed = pickle.dumps(partial(fn, *args, **kwargs))
        task = asyncio.ensure_future(self._do(packed, future, watch))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Give up all jobs at once."""
        del wait, cancel_futures
        for task in self._tasks:
            task.cancel()

    async def _do(self, packed: bytes, future: Future[T], watch: Watch) -> None:
        async with self._turn:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result, error = pickle.loads(await self._thought(packed, watch))  # noqa: S301, ours
            except Exception as given_up:
                result, error = None, given_up
            except BaseException:  # the app ends
                future.set_exception(BrokenExecutor("The pool is closed."))
                raise
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    async def _thought(self, packed: bytes, watch: Watch) -> bytes:
        for _ in range(TRIES):
            try:
                return await self._think(self._name, packed, self._time_limit, watch)
            except TimeoutError:
                raise
            except Exception as error:
                log.warning("a worker ended: %r", error)
        raise BrokenExecutor(f"{TRIES} workers ended at one job")


def pools(think: Think) -> Callable[[Purpose, int, float], Pool]:
    """Return what makes the pools of an app: two of them think in other workers."""

    def pool(purpose: Purpose, most: int, time_limit: float) -> Pool:
        del most  # there is one worker for each
        if purpose in (Purpose.BOTS, Purpose.REVIEWS):
            return WorkerPool(purpose.value, time_limit, think)
        return PlacePool()

    return pool


def _is_quick(given: tuple[Any, ...]) -> bool:
    """Return whether a job is the turn of a bot that needs no other worker."""
    tasks = [one for one in given if isinstance(one, BotTask)]
    return bool(tasks) and all(one.bot in BOTS and one.bot not in SLOW_BOTS for one in tasks)


def _fulfil(future: Future[T], job: Callable[[], T]) -> None:
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(job())
        except Exception as error:
            future.set_exception(error)


def _unseen(done: int, whole: int) -> None:
    """Watch nothing."""
