"""Bots at the tables of a host: each is asked when it is its turn, outside the event loop."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Executor
from dataclasses import replace

from hashi.bots import Effort
from hashi.host.bots.effort import EffortChoice
from hashi.host.bots.thinking import attempts, think
from hashi.host.limits.fair_queue import Budget, FairQueue
from hashi.host.limits.quotas import Quotas
from hashi.host.loaded_table import LoadedTable, Overtaken
from hashi.host.peers.protocol import Peers
from hashi.host.retry import LEASE_PAUSE, pause_after
from hashi.host.tasks import Tasks, done_by
from hashi.table.bot_task import BotTask, is_bots_turn, skip_event
from hashi.table.event import Event
from hashi.table.objection import Objected

log = logging.getLogger(__name__)


def queue_for(at_once: int, budget: Budget | None = None) -> FairQueue:
    """Return a queue for so many processes; the next job is ready when a process is."""
    return FairQueue(at_once + 1, budget)


class BotTurns:
    """Asks the bots whose turn it is, and lets them act."""

    def __init__(
        self,
        executor: Executor | None,
        at_once: int,
        turns: FairQueue | None,
        tasks: Tasks,
        peers: Peers,
        quotas: Quotas,
    ) -> None:
        """Ask bots in an executor, so many at once, None for threads of this process; `turns` is
        the queue for it, which all who use the executor share."""
        self._executor, self._tasks, self._peers = executor, tasks, peers
        self._queue = turns or queue_for(at_once, quotas.thinking)
        self._efforts = EffortChoice(at_once, quotas.note_thought)

    @property
    def waiting(self) -> int:
        """How many bots wait for a free process."""
        return len(self._queue)

    def wake(self, table: LoadedTable) -> None:
        """Ask the bots of a table that are to act and are not being asked yet."""
        if self._tasks.is_closed:
            return
        seats = table.table.seats
        if not any([seat.bot for seat in seats]):  # noqa: C419, quicker than a generator
            return
        for seat in table.table.waiting_for:
            if seats[seat].is_bot and seat not in table.asked:
                table.asked.add(seat)
                self._tasks.start(self._play(table, seat))

    async def _play(self, table: LoadedTable, seat: int) -> None:
        """Ask a bot for as long as it is its turn and people are here.

        If the table has changed meanwhile, the bot is asked again. Nothing is awaited between the
        last check and the end, so no turn of a bot is missed.
        """
        failures = 0
        try:
            while is_bots_turn(table.table, seat) and table.is_attended:
                if not await self._peers.lease(table.id):
                    await asyncio.sleep(LEASE_PAUSE)  # another server asks the bot
                    continue
                task = BotTask.of(table.table, seat)
                event = await self._ask(task, table.account)
                while not await self._tasks.finish(_act(table, task, event)):
                    await asyncio.sleep(pause_after(failures))
                    failures += 1
        finally:
            table.asked.discard(seat)
            table.give_up_lease()

    async def _ask(self, task: BotTask, account: str) -> Event:
        """Return what the bot does; it skips its turn where it cannot be asked either."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        for attempt in attempts(task):
            try:
                async with self._queue.turn(account):
                    effort = self._effort(attempt, account, loop.time() - began)
                    asked = replace(attempt, effort=effort)
                    thought = await done_by(self._executor, think, asked)
                self._efforts.note(asked.bot, asked.effort, thought.seconds)
            except Exception:  # of the bot or of its process, or it took too long
                log.exception("the bot %r could not be asked", task.bot)
            else:
                return thought.event
        return skip_event(task)

    def _effort(self, task: BotTask, account: str, waited: float) -> Effort:
        """Return with how much effort a bot thinks that has waited so long, at most the task's."""
        chosen = self._efforts.choose(task.bot, self._queue.behind(account), waited)
        return min(chosen, task.effort)


async def _act(table: LoadedTable, task: BotTask, event: Event) -> bool:
    """Let the bot act if its answer still fits; return False if it could not be saved."""
    async with table.lock:
        is_due = is_bots_turn(table.table, task.seat)
        if is_due and task.is_like(BotTask.of(table.table, task.seat)):
            try:
                await table.append([event])
            except Objected as objected:
                return isinstance(objected, Overtaken)  # the table has been read again
            except Exception:
                log.exception("table %s: the bot %r could not act", table.id, task.bot)
                return False
    return True
