"""A host, a real store and one table with people who send requests, without real time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from hashi.host import Answer, Host, LoadedTable, SqliteStore, Store
from hashi.host.loaded_table import Shared
from hashi.host.people.audience import Audience, Nobody
from hashi.rules import seeded
from hashi.table import (
    LogEntry,
    Objected,
    Objection,
    Options,
    Phase,
    Request,
    Table,
    draft_of,
    entry_text,
    read_log,
    replay,
)
from hashi.table.event import Event, Seated
from hashi.table.log_format import StoredEntry
from hashi.table.shuffle import commitment, new_share
from hashi.table.table import Proposal

NAMES = ("Tim", "Linus", "Sarah", "Ida")
TIM, LINUS, SARAH, IDA = "holder-tim", "holder-linus", "holder-sarah", "holder-ida"
HOLDERS = (TIM, LINUS, SARAH, IDA)
OWN_BOARD = "o o o o\no r b o\no o o r"
SHORT_DECK = ("5/1", "4/2", "3/1", "6/3", "2/1")


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Told(Nobody):
    """Calls a function with all that is announced."""

    def __init__(self, announce: Callable[[LoadedTable, Table, Sequence[LogEntry]], None]) -> None:
        self._announce = announce

    def publish(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        self._announce(table, before, entries)


class TableFixture:
    """One table and the people around it."""

    def __init__(self, host: Host, store: SqliteStore, clock: Clock, live: LoadedTable) -> None:
        self.host, self.store, self.clock, self.live = host, store, clock, live

    @property
    def table(self) -> Table:
        return self.live.table

    def phase(self) -> Phase:
        return self.table.phase

    def waiting(self) -> tuple[int, ...]:
        return self.table.waiting_for

    def proposal(self) -> Proposal | None:
        return self.table.proposal

    def deadline(self) -> float | None:
        return self.table.deadline

    async def ask(self, holder: str, do: str, **fields: Any) -> Answer:
        if "origin" in fields:
            fields["from"] = fields.pop("origin")
        return await self.host.requests.ask(self.live.id, Request(holder, do, fields))

    async def objection(self, holder: str, do: str, **fields: Any) -> Objection | None:
        """Send a request and return why the table refuses it, or None."""
        try:
            await self.ask(holder, do, **fields)
        except Objected as objected:
            return objected.objection
        return None

    def holder(self, seat: int) -> str:
        return self.table.seats[seat].holder

    async def give_share(self, seat: int) -> str:
        """Draw a share of the shuffle and send its hash; return the share."""
        share = new_share()
        await self.ask(self.holder(seat), "commit", seat=seat, hash=commitment(share))
        return share

    async def start(self, seat: int, start: str = "", share: str = "") -> None:
        """Write a start: this one, or a 3 on the first island without a flag; open a share."""
        islands = self.table.played.setup.board.islands
        plain = next(island for island in islands if island.flag is None)
        await self.ask(self.holder(seat), "mark", seat=seat, marks=start or f"{plain}=3")
        if share:
            await self.ask(self.holder(seat), "seal", seat=seat)
        fields = {"share": share} if share else {}
        await self.ask(self.holder(seat), "done", seat=seat, **fields)

    async def start_all(self) -> None:
        for seat in self.table.waiting_for:
            await self.start(seat)

    async def start_all_of(self, holder: str) -> None:
        for seat in self.table.seats_of(holder):
            await self.start(seat)
        await self.until(lambda table: table.phase is not Phase.STARTS)

    async def play(self, seat: int, marks: str = "") -> None:
        """Make a turn: these marks, or a number where one fits."""
        holder = self.holder(seat)
        if not marks:
            draft = draft_of(self.table, seat)
            islands = draft.islands
            marks = f"{draft.card.number}@{islands[0]}" if draft.card and islands else "pass"
        await self.ask(holder, "mark", seat=seat, marks=marks)
        await self.ask(holder, "done", seat=seat)

    async def play_round(self) -> None:
        for seat in self.table.waiting_for:
            await self.play(seat)

    async def play_out(self) -> None:
        """Play to the end, the last check included."""
        if self.table.phase is Phase.STARTS:
            await self.start_all()
        while self.table.phase is Phase.ROUND:
            await self.play_round()
        for seat in self.table.waiting_for:
            await self.ask(self.holder(seat), "check", seat=seat)
        assert self.table.phase is Phase.OVER

    async def play_again(self, *, same: bool) -> None:
        """Go on at the table of the rematch."""
        await self.ask(self.holder(0), "rematch", same=same)
        self.live = await self.host.tables.live(self.table.next_table)

    async def until(self, is_so: Callable[[Table], bool]) -> None:
        """Let bots and clocks work until the condition holds."""
        for _ in range(200_000):
            if is_so(self.table):
                return
            await asyncio.sleep(0.0002)
        raise AssertionError((self.table.phase, self.table.waiting_for))

    def events(self) -> list[LogEntry]:
        return list(read_log(self.store.read(self.live.id)))

    async def check_log(self) -> None:
        """Check that the log has no gaps and replays to this table.

        What a bot has just done may be in the log a moment before it is at the table.
        """
        stored = self.store.read(self.live.id)
        for _ in range(20_000):
            if len(stored) == self.table.number:
                break
            await asyncio.sleep(0.002)
            stored = self.store.read(self.live.id)
        assert [number for number, _ in stored] == list(range(1, len(stored) + 1))
        assert replay(stored) == self.table


def people(*holders: str, bots: int = 0) -> list[Seated]:
    seats = [Seated(seat, NAMES[seat], holder=holder) for seat, holder in enumerate(holders)]
    return seats + [Seated(len(seats) + n, f"Bot {n + 1}", bot="greedy") for n in range(bots)]


@asynccontextmanager
async def open_table(
    path: Path,
    options: Options | None = None,
    seats: Sequence[Seated] = (),
    *,
    begun: bool = True,
    audience: Audience | None = None,
    daily: str = "",
) -> AsyncIterator[TableFixture]:
    """Open a table with these people, begin its game if `begun`, and check its log at the end."""
    seats = list(seats) or people(TIM)
    store, clock = SqliteStore(path / "tables.db"), Clock()
    host = Host(store, now=clock, shuffle=seeded("company"), audience=audience)
    try:
        opened = options or Options(seats=len(seats))
        id = await host.openings.open(opened, seats[0].holder or TIM, seats, daily=daily)
        here = TableFixture(host, store, clock, await host.tables.live(id))
        if begun:
            await here.ask(seats[0].holder or TIM, "begin")
        yield here
        await here.check_log()
    finally:
        await host.close()
        store.close()


def stored(events: Iterable[Event]) -> list[StoredEntry]:
    """Return a log of these events as a store holds it."""
    entries = (LogEntry(n, 1000.0 + n, event) for n, event in enumerate(events, start=1))
    return [(entry.number, entry_text(entry)) for entry in entries]


def still_table(table: Table, id: str = "ID") -> LoadedTable:
    """Return a table that cannot be changed: nothing can be saved."""
    return LoadedTable(id, table, Shared(cast("Store", None), now=lambda: 1000.0))
