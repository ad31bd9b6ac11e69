"""A table in use: it appends to its log, runs its clock and asks its bots."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace

from hashi.bots import Effort
from hashi.host.deadlines import Deadlines
from hashi.host.effort import Pace
from hashi.host.fair_queue import FairQueue
from hashi.host.peers.protocol import Alone, Peers
from hashi.host.store.protocol import NEVER, Conflict, Store, StoreDown
from hashi.host.tasks import Tasks
from hashi.rules import Played
from hashi.table.automation import BotTask, events_of_timeout, is_bots_turn, skip_event, think
from hashi.table.event import PRIVATE, Event, LogEntry
from hashi.table.fold import advance, catch_up
from hashi.table.labels import OPEN
from hashi.table.log_format import BrokenLog, StoredEntry, read_log
from hashi.table.objection import Objected, Objection
from hashi.table.result import Result
from hashi.table.table import Phase, Table

ABSENT_AFTER = 30.0
"""Seconds without an open page after which a person counts as absent."""
ATTENDED_FOR = 120.0
"""Seconds for which bots act after the last request of somebody at the table, without a page."""
RETRY_AFTER, LONGEST_PAUSE = 0.5, 15.0
"""Seconds after which a bot or a clock whose event could not be saved tries again: twice as long
each time, up to the longest."""

LEASE_PAUSE = 1.0
"""Seconds after which a bot or a clock of a table that another server acts for looks again."""

UNTOLD_FOR = 5.0
"""Seconds after which all servers know who has come, or have looked at the log themselves."""

LEAST_WEIGHT = 20
"""The weight of an empty table."""

Announce = Callable[["OpenTable", Table, Sequence[LogEntry]], None]
"""Called after entries are saved: the table, its state before, the new entries."""

log = logging.getLogger(__name__)


class Overtaken(Objected):
    """Somebody else wrote to the log first; the table has been read anew."""

    def __init__(self) -> None:
        super().__init__(Objection.STALE)


def pause_after(failures: int) -> float:
    """Return how many seconds to wait after so many failures in a row, counted from 0."""
    return min(LONGEST_PAUSE, RETRY_AFTER * 2.0 ** min(failures, 20))


@dataclass(frozen=True, slots=True)
class Services:
    """What the tables of one host share. Clock, store and executor are handed in."""

    store: Store
    now: Callable[[], float]
    executor: Executor | None = None
    announce: Announce = lambda _table, _before, _entries: None
    account: Callable[[], str] = str
    """Returns whom the work is charged to that is done now; empty where nobody is named."""
    bot_turns: FairQueue = field(default_factory=lambda: FairQueue(4))
    """Which bot is asked next."""
    pace: Pace = field(default_factory=Pace)
    """With how much effort."""
    deadlines: Deadlines = field(default_factory=lambda: Deadlines(lambda _id: None))
    tasks: Tasks = field(default_factory=Tasks)
    peers: Peers = field(default_factory=Alone)
    """The other servers on the same store."""


class OpenTable:
    """A table in memory. All changes go through `append`, under the table's lock."""

    def __init__(self, id: str, table: Table, services: Services) -> None:
        self.id = id
        self.table = table
        self.lock = asyncio.Lock()
        self.present: Counter[str] = Counter()
        """The holders who are connected to this server, and how often."""
        self._elsewhere: frozenset[str] = frozenset()
        """The holders who are connected to another server."""
        self._left: dict[str, float] = {}
        """When each of the people at the table closed their last page."""
        self._since = services.now()
        self._services = services
        self._account = ""
        """Whom the bots' thinking is charged to: who was here last."""
        self._attended_until = 0.0
        """When the last request of somebody at the table is forgotten, on the loop's clock."""
        self._rings = 0
        """How often the clock could not end the round."""
        self._playing: set[int] = set()
        """The seats whose bot is being asked."""
        self.weight = _weight_of(table)
        """About how much memory it takes, in marks."""

    def come(self, holder: str) -> None:
        """Note that a page of this holder's is open."""
        self.present[holder] += 1
        if self.present[holder] == 1:
            self._services.peers.come(self.id, holder)
        self.attend(holder)

    def go(self, holder: str) -> None:
        """Note that a page of this holder's is closed."""
        self.present[holder] -= 1
        if self.present[holder] <= 0:
            del self.present[holder]
            self._services.peers.go(self.id, holder)
            self._note_left({holder})

    def show_elsewhere(self, holders: frozenset[str]) -> frozenset[str]:
        """Note who is connected to other servers; return whose presence has changed.

        A server where somebody has just come is told of what was written while that was not known.
        """
        if holders == self._elsewhere:
            return frozenset()
        if holders - self._elsewhere and self._services.now() - self.table.at < UNTOLD_FOR:
            self._services.peers.tell(self.id)
        before, self._elsewhere = self.here, holders
        self._note_left(before - self.here)
        return before ^ self.here

    def _note_left(self, holders: Iterable[str]) -> None:
        for holder in holders:
            if holder in self.table.holders and holder not in self.here:
                self._left[holder] = self._services.now()

    @property
    def here(self) -> frozenset[str]:
        """The holders who are connected, to whichever server."""
        return self._elsewhere.union(self.present)

    @property
    def absent(self) -> frozenset[str]:
        """The people at the table who have been away for a while."""
        away = self.table.holders - self.here
        if not away:
            return away
        latest = self._services.now() - ABSENT_AFTER
        return frozenset(holder for holder in away if self._left.get(holder, self._since) <= latest)

    def attend(self, holder: str) -> None:
        """Note that somebody is here now: bots that waited for people go on."""
        if self.table.has(holder):
            self._account = self._services.account() or holder
            self._attended_until = asyncio.get_running_loop().time() + ATTENDED_FOR
            self._wake_bots()

    @property
    def is_attended(self) -> bool:
        """Whether somebody who plays here, or opened the table, is here or was a moment ago."""
        is_here = any(holder in self.present for holder in self.table.holders)
        return is_here or asyncio.get_running_loop().time() < self._attended_until

    async def append(self, events: Sequence[Event], id: str = "") -> None:
        """Save events and what follows from them, then announce them. The lock is held.

        Raise Objected where they cannot be saved: nothing has changed then. It is Overtaken where
        the log had gone on; the table has caught up with it.
        """
        services, before = self._services, self.table
        table, entries = advance(before, events, services.now(), id)
        try:
            if _is_private(entries):
                kept = services.store.append(self.id, entries)
            else:
                kept = self._keep(before, table, entries)
            await services.tasks.kept(kept)
        except Conflict:
            await self.catch_up()
            raise Overtaken from None
        except StoreDown as error:
            log.warning("table %s: not saved: %s", self.id, error)
            raise Objected(Objection.STORE_DOWN) from error
        self._go_on(table, entries)
        if self._elsewhere:  # a server without a page of it reads the log when it is asked
            services.peers.tell(self.id)

    def _keep(self, before: Table, table: Table, entries: Sequence[LogEntry]) -> Future[None]:
        """Save entries with what changes besides: labels, the result, when the clock acts."""
        is_new_round = table.since != before.since  # the latest table is found first
        known = frozenset[str]() if is_new_round else before.labels(self.id)
        labels = sorted(table.labels(self.id) - known)
        gone = [OPEN] if before.is_open and not table.is_open else []
        result = Result.of(self.id, table) if table.phase is Phase.OVER else None
        due = table.deadline or NEVER if table.deadline != before.deadline else None
        return self._services.store.append(self.id, entries, labels, result, due=due, gone=gone)

    async def catch_up(self) -> bool:
        """Take over what was stored since; return whether there is anything. The lock is held.

        Raise Objected where the log cannot be read, cannot be replayed, or is gone.
        """
        known, store = self.table, self._services.store
        try:
            stored = await asyncio.to_thread(store.read, self.id, known.number - 1)
            missed = stored[1:]
            if not stored:  # gone, or an older copy of the store: what is stored counts
                known, missed = Table(), await asyncio.to_thread(store.read, self.id)
                if not missed:
                    raise Objected(Objection.NO_TABLE)
            table = catch_up(known, missed)
        except StoreDown as error:
            raise Objected(Objection.STORE_DOWN) from error
        except BrokenLog as broken:
            log.exception("table %s cannot be replayed", self.id)
            raise Objected(Objection.BROKEN_TABLE) from broken
        if missed:
            self._go_on(table, _entries(missed, known))
        return bool(missed)

    def follow(self, stored: Sequence[StoredEntry]) -> bool:
        """Take over what was read from the log at its end; nobody else has the lock.

        Return False where that is not enough: the log does not go on from here, or cannot be
        replayed. `catch_up` says why.
        """
        known = self.table
        missed = [entry for entry in stored if entry[0] > known.number]
        if not stored or stored[0][0] > known.number:
            return False
        if missed:
            try:
                table, entries = catch_up(known, missed), _entries(missed, known)
            except BrokenLog:
                return False
            self._go_on(table, entries)
        return True

    def _go_on(self, table: Table, entries: Sequence[LogEntry]) -> None:
        """Take over a saved state and announce it."""
        before, self.table = self.table, table
        if table.entries is not before.entries:
            self.weight = _weight_of(table)
        self._rings = 0
        if not _is_private(entries):
            self.resume()
        try:
            self._services.announce(self, before, entries)
        except Exception:
            log.exception("table %s: announcing failed; what happened is saved", self.id)

    def resume(self) -> None:
        """Set the clock and ask the bots that are to act."""
        if not self._services.tasks.is_closed:
            self._set_clock()
            self._wake_bots()

    # --- the clock

    def _set_clock(self, at_least: float = 0.0) -> None:
        deadline = self.table.deadline
        delay: float | None = None
        if deadline is not None:
            delay = max(at_least, deadline - self._services.now())
        self._services.deadlines.set(self.id, delay)

    async def end_round(self) -> None:
        """Let the clock act for the seats that are not done, if time is up; else set it again."""
        async with self.lock:
            deadline = self.table.deadline
            if deadline is None or self._services.now() < deadline:
                self._set_clock()  # the event loop's clock may run ahead of ours
                self._give_up_lease()
                return
            if not await self._services.peers.lease(self.id):
                self._set_clock(at_least=LEASE_PAUSE)
                return
            try:
                await self.append(events_of_timeout(self.table))
            except Exception as error:  # whatever it is, the table must not fall asleep
                if not isinstance(error, Objected):
                    log.exception("table %s: the clock could not end the round", self.id)
                self._rings += 1
                self._set_clock(at_least=pause_after(self._rings - 1))
            finally:
                self._give_up_lease()

    # --- bots

    def _wake_bots(self) -> None:
        """Ask the bots that are to act and are not being asked yet."""
        if self._services.tasks.is_closed:
            return
        seats = self.table.seats
        if not any([seat.bot for seat in seats]):  # noqa: C419, quicker than a generator
            return
        for seat in self.table.waiting_for:
            if seats[seat].is_bot and seat not in self._playing:
                self._playing.add(seat)
                self._services.tasks.start(self._play_bot(seat))

    async def _play_bot(self, seat: int) -> None:
        """Ask a bot outside the event loop for as long as it is its turn and people are here.

        If the table has changed meanwhile, the bot is asked again. Nothing is awaited between the
        last check and the end, so no turn of a bot is missed.
        """
        failures = 0
        try:
            while is_bots_turn(self.table, seat) and self.is_attended:
                if not await self._services.peers.lease(self.id):
                    await asyncio.sleep(LEASE_PAUSE)  # another server asks the bot
                    continue
                task = BotTask.of(self.table, seat)
                event = await self._ask_bot(task)
                while not await self._services.tasks.finish(self._act(task, event)):
                    await asyncio.sleep(pause_after(failures))
                    failures += 1
        finally:
            self._playing.discard(seat)
            self._give_up_lease()

    def _give_up_lease(self) -> None:
        """Let another server act for the table when nothing is left to do here."""
        if not self._playing:
            self._services.peers.release(self.id)

    async def _ask_bot(self, task: BotTask) -> Event:
        """Return what the bot does.

        One that cannot be asked, or thinks for too long, is asked again with the least effort; then
        it skips the turn.
        """
        loop, services, account = asyncio.get_running_loop(), self._services, self._account
        began = loop.time()
        for is_last in (False, True):
            try:
                async with services.bot_turns.turn(account):
                    effort = Effort.LEAST if is_last else self._effort(task, loop.time() - began)
                    return await self._think(replace(task, effort=effort))
            except Exception:
                log.exception("the bot %r could not be asked", task.bot)
        return skip_event(task)

    def _effort(self, task: BotTask, waited: float) -> Effort:
        """Return with how much effort a bot thinks that has waited so long for its turn."""
        services = self._services
        return services.pace.choose(task.bot, services.bot_turns.behind(self._account), waited)

    async def _think(self, task: BotTask) -> Event:
        loop, services = asyncio.get_running_loop(), self._services
        thought = await loop.run_in_executor(services.executor, think, task)
        services.pace.note(task.bot, task.effort, thought.seconds)
        return thought.event

    async def _act(self, task: BotTask, event: Event) -> bool:
        """Let the bot act if its answer still fits; return False if it could not be saved."""
        async with self.lock:
            is_due = is_bots_turn(self.table, task.seat)
            if is_due and task.is_like(BotTask.of(self.table, task.seat)):
                try:
                    await self.append([event])
                except Objected as objected:
                    return isinstance(objected, Overtaken)  # the table has been read anew
                except Exception:
                    log.exception("table %s: the bot %r could not act", self.id, task.bot)
                    return False
        return True


def _entries(stored: Sequence[StoredEntry], before: Table) -> list[LogEntry]:
    """Return stored entries that follow the last one of a table."""
    return list(read_log(stored, before.options.played_board() if before.number else None))


def _is_private(entries: Sequence[LogEntry]) -> bool:
    """Return whether only drafts were changed or hints given."""
    return all([isinstance(entry.event, PRIVATE) for entry in entries])  # noqa: C419, quicker


def _weight_of(table: Table) -> int:
    """Return about how much memory a table takes: its marks, and as much again for the rest."""
    marks = sum(len(entry.turn.marks) for entry in table.entries if isinstance(entry, Played))
    return LEAST_WEIGHT + len(table.entries) + marks
