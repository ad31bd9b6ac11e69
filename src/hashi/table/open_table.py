"""A table in use: it appends to its log, runs its clock and asks its bots."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field
from functools import reduce
from weakref import WeakValueDictionary

from hashi.table.automation import BotTask, bot_event, events_of_timeout, is_bots_turn, skip_event
from hashi.table.event import Event, LogEntry
from hashi.table.fold import advance, after
from hashi.table.log_format import read_log
from hashi.table.objection import Objected, Objection
from hashi.table.result import Result
from hashi.table.store import Conflict, Store, StoreDown
from hashi.table.table import Phase, Table
from hashi.table.tasks import Tasks

ABSENT_AFTER = 30.0
"""Seconds without an open page after which a person counts as absent."""
RETRY_AFTER = 1.0
"""Seconds after which a bot or a clock whose event could not be saved tries again."""

Announce = Callable[["OpenTable", Table, Sequence[LogEntry]], None]
"""Called after entries are saved: the table, its state before, the new entries."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Services:
    """What the tables of one host share. Clock, store and executor are handed in."""

    store: Store
    now: Callable[[], float]
    executor: Executor | None = None
    announce: Announce = lambda _table, _before, _entries: None
    tasks: Tasks = field(default_factory=Tasks)


class OpenTable:
    """A table in memory. All changes go through `append`, under the table's lock."""

    def __init__(self, id: str, table: Table, services: Services) -> None:
        self.id = id
        self.table = table
        self.lock = asyncio.Lock()
        self.present: Counter[str] = Counter()
        """The holders who are connected, and how often."""
        self._left: dict[str, float] = {}
        """When each of the people at the table closed their last page."""
        self._since = services.now()
        self._services = services
        self._clock: asyncio.TimerHandle | None = None
        self._playing: set[int] = set()
        """The seats whose bot is being asked."""

    def come(self, holder: str) -> None:
        """Note that a page of this holder's is open."""
        self.present[holder] += 1

    def go(self, holder: str) -> None:
        """Note that a page of this holder's is closed."""
        self.present[holder] -= 1
        if self.present[holder] <= 0:
            del self.present[holder]
            if holder in self.table.holders:
                self._left[holder] = self._services.now()

    @property
    def absent(self) -> frozenset[str]:
        """The people at the table who have been away for a while."""
        latest = self._services.now() - ABSENT_AFTER
        return frozenset(
            holder
            for holder in self.table.holders
            if holder not in self.present and self._left.get(holder, self._since) <= latest
        )

    async def append(self, events: Sequence[Event], id: str = "") -> None:
        """Save events and what follows from them, then announce them. The lock is held.

        Raise Objected where they cannot be saved: nothing has changed then.
        """
        services, before = self._services, self.table
        table, entries = advance(before, events, services.now(), id)
        is_new_round = table.since != before.since  # the latest table is found first
        labels = sorted(table.holders if is_new_round else table.holders - before.holders)
        result = Result.of(self.id, table) if table.phase is Phase.OVER else None
        try:
            await asyncio.wrap_future(services.store.append(self.id, entries, labels, result))
        except Conflict:
            await self._catch_up()
            raise Objected(Objection.STALE) from None
        except StoreDown as error:
            log.warning("table %s: not saved: %s", self.id, error)
            raise Objected(Objection.STORE_DOWN) from error
        self._go_on(table, entries)

    async def _catch_up(self) -> None:
        """Read what another writer has added to the log."""
        table = self.table
        stored = await asyncio.to_thread(self._services.store.read, self.id, table.number)
        entries = list(read_log(stored, table.options.played_board()))
        self._go_on(reduce(after, entries, table), entries)

    def _go_on(self, table: Table, entries: Sequence[LogEntry]) -> None:
        """Take over a saved state and announce it."""
        before, self.table = self.table, table
        self.resume()
        try:
            self._services.announce(self, before, entries)
        except Exception:
            log.exception("table %s: announcing failed; what happened is saved", self.id)

    def resume(self) -> None:
        """Set the clock and ask the bots that are to act."""
        if self._services.tasks.is_closed:
            return
        self._set_clock()
        for seat in self.table.waiting_for:
            if is_bots_turn(self.table, seat) and seat not in self._playing:
                self._playing.add(seat)
                self._services.tasks.start(self._play_bot(seat))

    def stop(self) -> None:
        """Stop the clock."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    # --- the clock

    def _set_clock(self, at_least: float = 0.0) -> None:
        self.stop()
        deadline = self.table.deadline
        if deadline is not None:
            delay = max(at_least, deadline - self._services.now())
            self._clock = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        tasks = self._services.tasks
        tasks.start(tasks.finish(self._end_round()))

    async def _end_round(self) -> None:
        async with self.lock:
            deadline = self.table.deadline
            if deadline is None or self._services.now() < deadline:
                self._set_clock()  # the event loop's clock may run ahead of ours
                return
            try:
                await self.append(events_of_timeout(self.table))
            except Objected as objected:
                if objected.objection is Objection.STORE_DOWN:
                    self._set_clock(at_least=RETRY_AFTER)

    # --- bots

    async def _play_bot(self, seat: int) -> None:
        """Ask a bot outside the event loop for as long as it is its turn.

        If the table has changed meanwhile, the bot is asked again. Nothing is awaited between the
        last check and the end, so no turn of a bot is missed.
        """
        try:
            while is_bots_turn(self.table, seat):
                task = BotTask.of(self.table, seat, self.id)
                event = await self._ask_bot(task)
                while not await self._services.tasks.finish(self._act(task, event)):
                    await asyncio.sleep(RETRY_AFTER)
        finally:
            self._playing.discard(seat)

    async def _ask_bot(self, task: BotTask) -> Event:
        """Return what the bot does; one that breaks its process skips the turn."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._services.executor, bot_event, task)
        except BrokenExecutor:
            log.exception("the bot %r could not be asked", task.bot)
            return skip_event(task)

    async def _act(self, task: BotTask, event: Event) -> bool:
        """Let the bot act if its answer still fits; return False if it could not be saved."""
        async with self.lock:
            is_due = is_bots_turn(self.table, task.seat)
            if is_due and task.is_like(BotTask.of(self.table, task.seat, self.id)):
                try:
                    await self.append([event])
                except Objected as objected:
                    return objected.objection is not Objection.STORE_DOWN
        return True


class TableCache:
    """The tables in memory: the latest ones, and every one that somebody holds.

    A page, a clock or a bot holds its table, so there are never two of one id. A table that nobody
    holds is dropped when others are asked for, and read again.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: WeakValueDictionary[str, OpenTable] = WeakValueDictionary()
        self._recent: OrderedDict[str, OpenTable] = OrderedDict()

    def get(self, id: str) -> OpenTable | None:
        return self._held.get(id)

    def put(self, table: OpenTable) -> OpenTable:
        self._held[table.id] = self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        if len(self._recent) > self._most:
            self._recent.popitem(last=False)
        return table

    def __iter__(self) -> Iterator[OpenTable]:
        return iter(list(self._held.values()))
