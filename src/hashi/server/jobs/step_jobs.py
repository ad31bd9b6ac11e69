"""Long jobs in short steps, each done in a worker process in its turn: measuring a board, changing
one until it is as wished.

A job goes on for as long as somebody looks, and stays where it is otherwise. So nobody has to stop
it, and nobody can stop another's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from hashi.host.limits.fair_queue import FairQueue
from hashi.server.jobs.pool import Pool
from hashi.server.limits.work import current_account
from hashi.table import Objected, Objection

KEPT = 64
"""Jobs whose state is kept, those at work among them."""
PATIENCE = 10.0
"""Seconds without a look after which a job stays where it is."""
log = logging.getLogger(__name__)


class Stepwise(Protocol):
    """The state of a job; a step makes the next one of it."""

    @property
    def is_over(self) -> bool: ...


S = TypeVar("S", bound=Stepwise)


@dataclass(slots=True)
class StepJob(Generic[S]):
    """One job."""

    state: S
    step: Callable[[S], S]
    looked_at: float = 0.0
    task: asyncio.Task[None] | None = None
    is_failed: bool = False

    @property
    def is_at_work(self) -> bool:
        return self.task is not None and not self.task.done()


class StepJobs:
    """The jobs of one server."""

    def __init__(self, pool: Pool, turns: FairQueue) -> None:
        """Do steps in a pool, in turns with all who use it."""
        self._pool, self._turns = pool, turns
        self._jobs: OrderedDict[Hashable, StepJob[Any]] = OrderedDict()

    def look(
        self, key: Hashable, first: S, step: Callable[[S], S], admit: Callable[[], None]
    ) -> StepJob[S]:
        """Return a job, begun at its first state or gone on with.

        Raise what `admit` raises before one is begun, and Objected where all are at work.
        """
        job = self._jobs.get(key)
        if job is None:
            self._make_room()
            admit()
            job = self._jobs[key] = StepJob(first, step)
        self._jobs.move_to_end(key)
        job.looked_at = time.monotonic()
        if not (job.state.is_over or job.is_at_work or job.is_failed):
            job.task = asyncio.ensure_future(self._work(job))
        return job

    def kept(self, key: Hashable) -> StepJob[Any] | None:
        """Return a job as it stands; it neither begins nor goes on."""
        return self._jobs.get(key)

    async def close(self) -> None:
        """Give up what is being computed."""
        await asyncio.sleep(0)  # a task that has not begun cannot be cancelled without a warning
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _make_room(self) -> None:
        """Forget the job that nobody has looked at for longest; raise Objected where all work."""
        if len(self._jobs) < KEPT:
            return
        idle = next((key for key, job in self._jobs.items() if not job.is_at_work), None)
        if idle is None:
            raise Objected(Objection.TOO_FAST, seconds=30)
        del self._jobs[idle]

    async def _work(self, job: StepJob[Any]) -> None:
        try:
            while not job.state.is_over and time.monotonic() - job.looked_at < PATIENCE:
                async with self._turns.turn(current_account()):
                    future = self._pool.submit(job.step, job.state)
                    job.state = await asyncio.wrap_future(future)
        except Exception as error:  # whatever it is, nobody is to wait forever
            log.warning("a board in the workshop was given up: %r", error)
            job.is_failed = True
