"""The host of many tables: takes requests one at a time, keeps what happens, then tells it.

One host owns its tables. Bots think outside the event loop; the clock is handed in.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from hashlib import sha256

from hashi.bots import BOTS
from hashi.rules import Deal, Number, deal, view
from hashi.table.asking import Decision, Request, decide, follow_up, may_begin, time_up
from hashi.table.event import (
    Begun,
    Checked,
    Event,
    Finished,
    Handed,
    Happening,
    Opened,
    Rematched,
    Seated,
    Started,
)
from hashi.table.fair import seal
from hashi.table.fold import after, replay
from hashi.table.objection import Objected, Objection
from hashi.table.options import Options
from hashi.table.store import Store
from hashi.table.table import Phase, Table

Tell = Callable[["Live", Table, Sequence[Event]], None]
"""Called after events are safe: the table, how it stood before, what happened."""


@dataclass(slots=True)
class Live:
    """A table that is in use."""

    id: str
    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    present: Counter[str] = field(default_factory=Counter)
    """The holders who are connected, and how often."""
    clock: asyncio.TimerHandle | None = None
    thinking: set[tuple[int, Phase, int]] = field(default_factory=set)
    """The seats, phases and rounds for which a bot is thinking."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: the number of the last event, and the island selected now."""

    number: int
    selected: str = ""
    is_repeated: bool = False


def holder_of(key: str) -> str:
    """What is kept of a browser's key: enough to know it again, not enough to use it."""
    return sha256(f"hashi holder {key}".encode()).hexdigest()[:32]


def new_id() -> str:
    """An address that nobody guesses."""
    return secrets.token_urlsafe(12)


class Host:
    """Opens tables, answers requests, lets bots play and clocks run out."""

    MOST_TABLES = 5000
    """How many tables are kept in memory; the others are read again when they are asked for."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        shuffle: Callable[[int], int] = secrets.randbelow,
        executor: Executor | None = None,
        tell: Tell | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._shuffle = shuffle
        self._executor = executor
        self._tell = tell or (lambda _live, _before, _events: None)
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._links: dict[str, tuple[str, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- tables

    async def open(self, options: Options, holder: str, seats: Sequence[Seated] = ()) -> str:
        """Open a table, with these seats taken already."""
        id = new_id()
        live = Live(id, Table())
        self._lives[id] = live
        async with live.lock:
            await self._happen(live, [Opened(options.to_json(), holder), *seats])
        self._forget_idle()
        return id

    async def live(self, id: str) -> Live:
        """The table of that address, or Objected."""
        if id not in self._lives:
            events = await asyncio.to_thread(self._store.read, id)
            if not events:
                raise Objected(Objection.NO_TABLE)
            if id not in self._lives:
                self._lives[id] = Live(id, replay(events))
                self._carry_on(self._lives[id])
        self._lives.move_to_end(id)
        return self._lives[id]

    async def tables_of(self, holder: str) -> list[Live]:
        """The tables where this holder sits or sat, the latest first."""
        ids = await asyncio.to_thread(self._store.tables, holder)
        found = []
        for id in ids:
            with contextlib.suppress(Objected):
                found.append(await self.live(id))
        return found

    async def events(self, id: str, after: int) -> list[Event]:
        """The events of a table after a number."""
        return await asyncio.to_thread(self._store.read, id, after)

    def _forget_idle(self) -> None:
        """Keep memory bounded: tables that nobody watches are read again when asked for."""
        if len(self._lives) <= self.MOST_TABLES:
            return
        for id, live in list(self._lives.items()):
            if not live.present and not live.clock and not live.lock.locked() and not live.thinking:
                del self._lives[id]
                if len(self._lives) <= self.MOST_TABLES:
                    return

    # --- requests

    async def ask(self, id: str, request: Request) -> Answer:
        """Answer one request; Objected, Illegal or Malformed where nothing comes of it."""
        live = await self.live(id)
        request = replace(request, present=frozenset(live.present))
        async with live.lock:
            if request.id and _own_id(request) in live.table.ids:
                return Answer(live.table.number, is_repeated=True)
            if request.do == "begin":
                may_begin(live.table, request)
                decision = Decision((self._begun(live.table),))
            elif request.do == "rematch":
                decision = Decision((Rematched(await self._rematch(live, request)),))
            else:
                decision = decide(live.table, request)
            if decision.happenings:
                await self._happen(live, decision.happenings, _own_id(request))
            return Answer(live.table.number, decision.selected)

    def _begun(self, table: Table) -> Begun:
        dealt = deal(table.options.played_deck(), self._shuffle)
        return _begun(dealt, secrets.token_hex(16))

    async def _rematch(self, live: Live, request: Request) -> str:
        """A new table with the same options and bots; with `same`, the same cards again."""
        table = live.table
        if table.phase is not Phase.OVER or not table.seats_of(request.holder):
            raise Objected(Objection.NOT_NOW)
        if table.next_table:
            return table.next_table
        kept = [
            Seated(seat, place.name, place.holder, "" if place.holder else place.bot)
            for seat, place in enumerate(table.seats)
            if place.bot or place.holder == request.holder
        ]
        id = await self.open(table.options, request.holder, kept)
        if request.fields.get("same") is True and table.deal is not None:
            again = await self.live(id)
            if not any(seat.is_empty for seat in again.table.seats):
                async with again.lock:
                    await self._happen(again, [_begun(table.deal, secrets.token_hex(16))])
        return id

    # --- presence and devices

    def come(self, live: Live, holder: str) -> None:
        live.present[holder] += 1

    def go(self, live: Live, holder: str) -> None:
        live.present[holder] -= 1
        if live.present[holder] <= 0:
            del live.present[holder]

    def link_for(self, live: Live, seat: int, holder: str) -> str:
        """A one-time link that moves a seat to another device."""
        if holder == "" or live.table.seats[seat].holder != holder:
            raise Objected(Objection.NOT_YOUR_SEAT)
        token = secrets.token_urlsafe(16)
        self._links[token] = (live.id, seat)
        return token

    async def use_link(self, token: str, holder: str) -> str:
        """Move the seat of a one-time link to this holder; the address of its table."""
        if token not in self._links:
            raise Objected(Objection.LINK_USED)
        id, seat = self._links.pop(token)
        live = await self.live(id)
        async with live.lock:
            await self._happen(live, [Handed(seat, holder)])
        return id

    # --- what happens

    async def _happen(self, live: Live, happenings: Sequence[Happening], id: str = "") -> None:
        """Keep happenings and what follows from them, then tell; the lock is held."""
        before = table = live.table
        events: list[Event] = []
        todo = list(happenings)
        while todo:
            what = todo.pop(0)
            event = Event(table.number + 1, self._now(), what, id)
            table = after(table, event)
            events.append(event)
            following = follow_up(table)
            if following is not None and not todo:
                todo.append(following)
        labels = {seat.holder for seat in table.seats if seat.holder} | {table.host} - {""}
        known = {seat.holder for seat in before.seats} if len(events) and before.number else set()
        await asyncio.wrap_future(self._store.append(live.id, events, sorted(labels - known)))
        live.table = table
        self._tell(live, before, events)
        self._carry_on(live)

    def _carry_on(self, live: Live) -> None:
        """Wind the clock and wake the bots that are to act."""
        if live.clock is not None:
            live.clock.cancel()
            live.clock = None
        deadline = live.table.deadline
        if deadline is not None:
            delay = max(0.0, deadline - self._now())
            loop = asyncio.get_running_loop()
            live.clock = loop.call_later(delay, lambda: self._spawn(self._time_up(live)))
        for seat in live.table.waiting_for:
            if live.table.seats[seat].is_bot:
                self._spawn(self._play_bot(live, seat))

    def _spawn(self, job: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_up(self, live: Live) -> None:
        async with live.lock:
            deadline = live.table.deadline
            if deadline is not None and self._now() >= deadline:
                await self._happen(live, time_up(live.table))

    async def _play_bot(self, live: Live, seat: int) -> None:
        """Let a bot think outside the event loop, and hand its turn in if it still fits."""
        table = live.table
        key = (seat, table.phase, len(table.played.cards))
        if key in live.thinking:
            return
        live.thinking.add(key)
        try:
            loop = asyncio.get_running_loop()
            happening = await loop.run_in_executor(self._executor, bot_acts, table, seat)
            async with live.lock:
                current = live.table
                is_due = seat in current.waiting_for and current.seats[seat].is_bot
                if is_due and _situation(current) == _situation(table):
                    await self._happen(live, [happening])
        finally:
            live.thinking.discard(key)

    async def close(self) -> None:
        """Stop clocks and bots."""
        for live in self._lives.values():
            if live.clock is not None:
                live.clock.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def bot_acts(table: Table, seat: int) -> Happening:
    """What the bot on this seat does now; it sees what its seat may see."""
    if table.phase is Phase.CHECK:
        return Checked(seat)
    bot, seen = BOTS[table.seats[seat].bot], view(table.played, seat)
    if table.phase is Phase.STARTS:
        start: Number = bot.start(seen)
        return Started(seat, f"{start.island}={start.number}")
    return Finished(seat, str(bot.turn(seen)))


def _begun(dealt: Deal, salt: str) -> Begun:
    cards = [str(card) for card in dealt.cards]
    return Begun(cards, str(dealt.box), salt, seal(dealt, salt))


def _situation(table: Table) -> object:
    """What a bot has looked at: its answer fits only as long as this stands."""
    return table.phase, table.played.cards, table.played.sheets


def _own_id(request: Request) -> str:
    """The id of a message, apart from the ids of other people's messages."""
    return f"{request.holder[:8]}:{request.id}" if request.id else ""
