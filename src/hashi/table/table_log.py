"""What happens at tables: kept first, then told; then clocks are wound and bots woken."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor
from functools import reduce

from hashi.table.automation import Sight, bot_acts, follow_up, is_bots_turn, time_up, waived
from hashi.table.event import Event, LogEntry
from hashi.table.fold import after
from hashi.table.objection import Objected, Objection
from hashi.table.open_table import OpenTable
from hashi.table.store import Conflict, Store, StoreDown
from hashi.table.table import Table
from hashi.table.tasks import Tasks

Tell = Callable[[OpenTable, Table, Sequence[LogEntry]], None]
"""Called after events are safe: the table, how it stood before, what happened."""

RETRY_AFTER = 1.0
"""Seconds after which a bot or a clock whose event could not be saved tries again."""

log = logging.getLogger(__name__)


class TableLog:
    """Keeps the logs of tables going. Whoever lets something happen holds the table's lock."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        executor: Executor | None,
        tell: Tell | None,
    ) -> None:
        self._store = store
        self._now = now
        self._executor = executor
        self._tell = tell or (lambda _live, _before, _events: None)
        self.errands = Tasks()

    async def happen(self, live: OpenTable, happenings: Sequence[Event], id: str = "") -> None:
        """Keep happenings and what follows from them, then tell; the lock is held."""
        before = table = live.table
        events: list[LogEntry] = []
        todo = list(happenings)
        while todo:
            event = LogEntry(table.number + 1, self._now(), todo.pop(0), id)
            table = after(table, event)
            events.append(event)
            following = follow_up(table)
            if following is not None and not todo:
                todo.append(following)
        labels = sorted(table.holders - before.holders)
        try:
            await asyncio.wrap_future(self._store.append(live.id, events, labels))
        except Conflict:
            # somebody else has written to this log: what was decided here came too late
            missed = await asyncio.to_thread(self._store.read, live.id, before.number)
            self._happened(live, reduce(after, missed, before), missed)
            raise Objected(Objection.STALE) from None
        except StoreDown as error:
            log.warning("table %s: not saved: %s", live.id, error)
            raise Objected(Objection.STORE_DOWN) from error
        self._happened(live, table, events)

    def _happened(self, live: OpenTable, table: Table, events: Sequence[LogEntry]) -> None:
        """These events are safe: go on from them and tell them."""
        before, live.table = live.table, table
        self.carry_on(live)
        try:
            self._tell(live, before, events)
        except Exception:
            log.exception("telling failed; what happened is kept all the same")

    # --- clocks and bots

    def carry_on(self, live: OpenTable) -> None:
        """Wind the clock and wake the bots that are to act."""
        if self.errands.is_closed:
            return
        self._wind(live)
        for seat in live.table.waiting_for:
            if is_bots_turn(live.table, seat) and seat not in live.thinking:
                live.thinking.add(seat)
                self.errands.start(self._play_bot(live, seat))

    def _wind(self, live: OpenTable, at_least: float = 0.0) -> None:
        if live.clock is not None:
            live.clock.cancel()
            live.clock = None
        deadline = live.table.deadline
        if deadline is not None:
            delay = max(at_least, deadline - self._now())
            loop = asyncio.get_running_loop()
            live.clock = loop.call_later(delay, lambda: self.errands.start(self._ring(live)))

    async def _ring(self, live: OpenTable) -> None:
        await self.errands.to_the_end(self._time_up(live))

    async def _time_up(self, live: OpenTable) -> None:
        async with live.lock:
            deadline = live.table.deadline
            if deadline is None or self._now() < deadline:
                self._wind(live)  # the loop's clock may run ahead of ours
                return
            try:
                await self.happen(live, time_up(live.table))
            except Objected as objected:
                if objected.objection is Objection.STORE_DOWN:
                    self._wind(live, at_least=RETRY_AFTER)

    async def _play_bot(self, live: OpenTable, seat: int) -> None:
        """Let a bot think outside the event loop for as long as it is its turn.

        What it saw may have changed when it is done; then it thinks again. Nothing is awaited
        between the last look and the end, so no turn of a bot's is ever missed.
        """
        try:
            while is_bots_turn(live.table, seat):
                sight = Sight.of(live.table, seat, live.id)
                happening = await self._thought_out(sight)
                while not await self.errands.to_the_end(self._act(live, sight, happening)):
                    await asyncio.sleep(RETRY_AFTER)
        finally:
            live.thinking.discard(seat)

    async def _thought_out(self, sight: Sight) -> Event:
        """What the bot does; one that breaks the place where it thinks waives its turn."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, bot_acts, sight)
        except BrokenExecutor:
            log.exception("the bot %r could not think", sight.bot)
            return waived(sight)

    async def _act(self, live: OpenTable, sight: Sight, happening: Event) -> bool:
        """Let the bot act if that still fits; return whether the store could be asked."""
        async with live.lock:
            is_due = is_bots_turn(live.table, sight.seat)
            if is_due and sight.is_like(Sight.of(live.table, sight.seat, live.id)):
                try:
                    await self.happen(live, [happening])
                except Objected as objected:
                    return objected.objection is not Objection.STORE_DOWN
        return True
