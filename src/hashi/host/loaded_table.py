"""A table in memory: who is there, and its log, to which everything is appended."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from hashi.host.broken_tables import BrokenTables
from hashi.host.peers.protocol import Alone, Peers
from hashi.host.store.protocol import NEVER, Conflict, Store, StoreDown
from hashi.host.tasks import Tasks
from hashi.rules import Played
from hashi.table.event import PRIVATE, Event, LogEntry
from hashi.table.fold import advance, catch_up
from hashi.table.labels import OPEN
from hashi.table.log_format import BrokenLog, StoredEntry, read_log
from hashi.table.objection import Objected, Objection
from hashi.table.result import Result
from hashi.table.table import Phase, Table

ABSENT_AFTER = 30.0
"""Seconds without an open page after which a person counts as absent."""
LONG_GONE_AFTER = 86_400.0
"""Seconds after which a person of whom nothing was seen does not hold a table open any more."""
GONE_AFTER = 60.0
"""Seconds after which others may free their seat before the game, or start it for the opener."""
TRIES = 10
"""How often something is decided again where another server writes first."""
ATTENDED_FOR = 120.0
"""Seconds for which bots act after the last request of someone at the table, without a page."""
UNTOLD_FOR = 5.0
"""Seconds after which all servers know who has come, or have looked at the log themselves."""
LEAST_WEIGHT, ISLAND_WEIGHT = 20, 8
"""The weights of an empty table, and of an island of one's own board."""

log = logging.getLogger(__name__)


class Overtaken(Objected):
    """Another host wrote to the log first; the table has been read again."""

    def __init__(self) -> None:
        super().__init__(Objection.STALE)


class Owner(Protocol):
    """Whoever keeps a table in memory, and is told what happens to it."""

    def changed(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        """Take note of entries that are saved."""
        ...

    def went_on(self, before: Phase, after: Phase) -> None:
        """Take note that a table has come into another phase, by what was saved here."""
        ...

    def attended(self, table: LoadedTable) -> None:
        """Take note that someone who sits at the table is there."""
        ...

    def loaded(self, table: LoadedTable) -> None:
        """Take note of a table that has been read from the store."""
        ...


class NoOwner:
    """A table that nobody minds: no clock runs, no bot plays."""

    def changed(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        pass

    def went_on(self, before: Phase, after: Phase) -> None:
        pass

    def attended(self, table: LoadedTable) -> None:
        pass

    def loaded(self, table: LoadedTable) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Shared:
    """What the tables of one host share. Clock and store are handed in."""

    store: Store
    now: Callable[[], float]
    account: Callable[[], str] = str
    """Returns whom the work is charged to that is done now; empty where nobody is named."""
    tasks: Tasks = field(default_factory=Tasks)
    peers: Peers = field(default_factory=Alone)
    """The other servers on the same store."""
    owner: Owner = field(default_factory=NoOwner)
    broken: BrokenTables = field(default_factory=BrokenTables)


class LoadedTable:
    """A table in memory. All changes go through `append`, under the table's lock."""

    def __init__(self, id: str, table: Table, shared: Shared) -> None:
        self.id = id
        self.table = table
        self.lock = asyncio.Lock()
        self.present: Counter[str] = Counter()
        """The holders who are connected to this server, and how often."""
        self.account = ""
        """Whom the bots' thinking is charged to: who was here last."""
        self.asked: set[int] = set()
        """The seats whose bot is being asked."""
        self.weight = _weight_of(table)
        """About how much memory it takes, in marks."""
        self._shared = shared
        self._elsewhere: frozenset[str] = frozenset()
        """The holders who are connected to another server."""
        self._left: dict[str, float] = {}
        """When each of the people at the table closed their last page."""
        self._since = shared.now()
        self._attended_until = 0.0
        """When the last request of someone at the table is forgotten, on the loop's clock."""

    # --- who is there

    def come(self, holder: str) -> None:
        """Note that a page of this holder's is open."""
        self.present[holder] += 1
        if self.present[holder] == 1:
            self._shared.peers.come(self.id, holder)
        self.attend(holder)

    def go(self, holder: str) -> None:
        """Note that a page of this holder's is closed."""
        self.present[holder] -= 1
        if self.present[holder] <= 0:
            del self.present[holder]
            self._shared.peers.go(self.id, holder)
            self._note_left({holder})

    def show_elsewhere(self, holders: frozenset[str]) -> frozenset[str]:
        """Note who is connected to other servers; return whose presence has changed.

        A server where someone has just come is told what was written before that was known.
        """
        if holders == self._elsewhere:
            return frozenset()
        if holders - self._elsewhere and self._shared.now() - self.table.at < UNTOLD_FOR:
            self._shared.peers.tell(self.id)
        before, self._elsewhere = self.here, holders
        self._note_left(before - self.here)
        return before ^ self.here

    def _note_left(self, holders: Iterable[str]) -> None:
        for holder in holders:
            if holder in self.table.holders and holder not in self.here:
                self._left[holder] = self._shared.now()

    @property
    def time_left(self) -> float | None:
        """Seconds until the clock ends the round, None where none runs."""
        due = self.table.deadline
        return None if due is None else max(0.0, due - self._shared.now())

    @property
    def here(self) -> frozenset[str]:
        """The holders who are connected, to whichever server."""
        return self._elsewhere.union(self.present)

    @property
    def absent(self) -> frozenset[str]:
        """The people at the table who have been away for a while."""
        return self._away_for(ABSENT_AFTER)

    @property
    def gone(self) -> frozenset[str]:
        """The people at the table who have been away for a minute."""
        return self._away_for(GONE_AFTER)

    def _away_for(self, seconds: float) -> frozenset[str]:
        away = self.table.holders - self.here
        if not away:
            return away
        latest = self._shared.now() - seconds
        return frozenset(holder for holder in away if self._left.get(holder, self._since) <= latest)

    @property
    def long_gone(self) -> frozenset[str]:
        """Those at the table of whom nothing was seen for a day."""
        latest, table = self._shared.now() - LONG_GONE_AFTER, self.table
        seen = {
            holder: max(
                self._left.get(holder, 0.0),
                *(table.seats[seat].acted for seat in table.seats_of(holder)),
            )
            for holder in table.holders - self.here
            if table.seats_of(holder)
        }
        return frozenset(holder for holder, at in seen.items() if at <= latest)

    def attend(self, holder: str) -> None:
        """Note that someone is here now: bots that waited for people go on."""
        if self.table.has(holder):
            self.account = self._shared.account() or holder
            self._attended_until = asyncio.get_running_loop().time() + ATTENDED_FOR
            self._shared.owner.attended(self)

    @property
    def is_attended(self) -> bool:
        """Whether someone who plays here, or opened the table, is here or was a moment ago."""
        is_here = any(holder in self.present for holder in self.table.holders)
        return is_here or asyncio.get_running_loop().time() < self._attended_until

    # --- its log

    async def append(self, events: Sequence[Event], id: str = "") -> None:
        """Save events and what follows from them, then announce them. The lock is held.

        Raise Objected where they cannot be saved: nothing has changed then. It is Overtaken where
        the log had gone on; the table has caught up with it.
        """
        shared, before = self._shared, self.table
        table, entries = advance(before, events, shared.now(), id)
        try:
            if is_private(entries):
                kept = shared.store.append(self.id, entries)
            else:
                kept = self._keep(before, table, entries)
            await shared.tasks.kept(kept)
        except Conflict:
            await self.catch_up()
            raise Overtaken from None
        except StoreDown as error:
            log.warning("table %s: not saved: %s", self.id, error)
            raise Objected(Objection.STORE_DOWN) from error
        self._go_on(table, entries)
        if table.phase is not before.phase:
            shared.owner.went_on(before.phase, table.phase)
        if self._elsewhere:  # a server without a page of it reads the log when it is asked
            shared.peers.tell(self.id)

    async def append_by(self, events: Callable[[Table], Sequence[Event]]) -> None:
        """Append the events that the table's state leads to, if any. The lock is held.

        Where another host has written first, they are those that the next state leads to.
        """
        for _ in range(TRIES):
            try:
                found = events(self.table)
                if found:
                    await self.append(found)
            except Overtaken:
                continue
            return
        raise Overtaken

    def _keep(self, before: Table, table: Table, entries: Sequence[LogEntry]) -> Future[None]:
        """Save entries with what changes besides: labels, the result, when the clock acts."""
        is_new_round = table.since != before.since  # the latest table is found first
        known = frozenset[str]() if is_new_round else before.labels(self.id)
        labels = sorted(table.labels(self.id) - known)
        gone = [OPEN] if before.is_open and not table.is_open else []
        result = Result.of(self.id, table) if table.phase is Phase.OVER else None
        due = table.deadline or NEVER if table.deadline != before.deadline else None
        return self._shared.store.append(self.id, entries, labels, result, due=due, gone=gone)

    async def catch_up(self) -> bool:
        """Take over what was stored since; return whether there is anything. The lock is held.

        Raise Objected where the log cannot be read, cannot be replayed, or is gone.
        """
        known, store = self.table, self._shared.store
        try:
            stored = await asyncio.to_thread(store.read, self.id, known.number - 1)
            missed = stored[1:] if known.number else stored
            if not stored:  # gone, or an older copy of the store: what is stored counts
                known, missed = Table(), await asyncio.to_thread(store.read, self.id)
                if not missed:
                    raise Objected(Objection.NO_TABLE)
            table = catch_up(known, missed)
        except StoreDown as error:
            raise Objected(Objection.STORE_DOWN) from error
        except BrokenLog as broken:
            self._shared.broken.tell(self.id, broken)
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
        if table.entries is not before.entries or table.options is not before.options:
            self.weight = _weight_of(table)
        if table.game is None:  # whoever has just sat down is not away yet
            for holder in table.holders - before.holders:
                self._left[holder] = self._shared.now()
        self._shared.owner.changed(self, before, entries)

    def give_up_lease(self) -> None:
        """Let another server act for the table when nothing is left to do here."""
        if not self.asked:
            self._shared.peers.release(self.id)


def _entries(stored: Sequence[StoredEntry], before: Table) -> list[LogEntry]:
    """Return stored entries that follow the last one of a table."""
    return list(read_log(stored, before.options.played_board() if before.number else None))


def is_private(entries: Sequence[LogEntry]) -> bool:
    """Return whether only drafts were changed or hints given."""
    return all([isinstance(entry.event, PRIVATE) for entry in entries])  # noqa: C419, quicker


def _weight_of(table: Table) -> int:
    """Return about how much memory a table takes: its marks, and as much again for the rest.

    A board of one's own is much: that of 60 islands takes 120 kB.
    """
    marks = sum(len(entry.turn.marks) for entry in table.entries if isinstance(entry, Played))
    board = table.options.played_board()
    own = len(board.islands) * ISLAND_WEIGHT if board.name is None else 0
    return LEAST_WEIGHT + len(table.entries) + marks + own
