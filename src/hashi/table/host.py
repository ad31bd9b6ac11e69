"""The host of many tables: takes requests one at a time, keeps what happens, then tells it.

One host owns its tables. Bots think outside the event loop; the clock is handed in.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TypeVar

from hashi.rules import Deal, deal
from hashi.table.dispatch import decide
from hashi.table.event import Begun, Handed, LogEntry, Opened, Rematched, Seated
from hashi.table.fair import seal
from hashi.table.fold import replay
from hashi.table.objection import Objected, Objection
from hashi.table.open_table import OpenTable, SeatLinks, TableCache, is_id, new_id
from hashi.table.options import Options
from hashi.table.request import Decision, Request
from hashi.table.seat_requests import may_begin
from hashi.table.store import Store, StoreDown
from hashi.table.table import Phase, Table
from hashi.table.table_log import TableLog, Tell

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: the number of the last event, and the island selected now."""

    number: int
    selected: str = ""
    is_repeated: bool = False


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
        self._shuffle = shuffle
        self._keeper = TableLog(store, now, executor, tell)
        self._shelf = TableCache(self.MOST_TABLES)
        self._links = SeatLinks()

    # --- tables

    async def open(
        self, options: Options, holder: str, seats: Sequence[Seated] = (), *, again: str = ""
    ) -> str:
        """Open a table, with these seats taken already; `again` has the cards of that table."""
        live = OpenTable(new_id(), Table())
        opened = Opened(options.to_json(), holder, again)
        async with live.lock:
            await self._keeper.happen(live, [opened, *seats])
        return self._shelf.put(live).id

    async def live(self, id: str) -> OpenTable:
        """The table of that address, or Objected."""
        live = self._shelf.get(id)
        if live is None:
            table = await _reading(self._read, id) if is_id(id) else Table()
            if not table.number:
                raise Objected(Objection.NO_TABLE)
            live = self._shelf.get(id)  # somebody may have been quicker
            if live is None:
                live = OpenTable(id, table)
                self._keeper.carry_on(live)
        return self._shelf.put(live)

    async def tables_of(self, holder: str) -> list[OpenTable]:
        """The tables where this holder sits or sat, the latest first."""
        return [await self.live(id) for id in await _reading(self._store.tables, holder)]

    async def events(self, id: str, after: int) -> list[LogEntry]:
        """The events of a table after a number, secrets and all: `public` takes them out."""
        return await asyncio.to_thread(self._store.read, id, after)

    def _read(self, id: str) -> Table:
        return replay(self._store.read(id))

    # --- requests

    async def ask(self, id: str, request: Request) -> Answer:
        """Answer one request; Objected, Illegal or Malformed where nothing comes of it.

        What is begun is carried out even if the one who asked goes away meanwhile. Every
        request gives way to the event loop once, so that nobody's hurry stops the others.
        """
        live = await self.live(id)
        return await self._keeper.errands.to_the_end(self._answer(live, request))

    async def _answer(self, live: OpenTable, request: Request) -> Answer:
        async with live.lock:
            signature = request.signature
            if signature and signature in live.table.ids:
                return Answer(live.table.number, is_repeated=True)
            request = replace(request, present=frozenset(live.present))
            if request.do == "begin":
                decision = await self._begin(live.table, request)
            elif request.do == "rematch":
                decision = await self._rematch(live, request)
            else:
                decision = decide(live.table, request)
            if decision.happenings:
                await self._keeper.happen(live, decision.happenings, signature)
            return Answer(live.table.number, decision.selected)

    async def _begin(self, table: Table, request: Request) -> Decision:
        """Shuffle, or take the cards of the table that is played again."""
        may_begin(table, request)
        dealt = None
        if table.again:
            dealt = (await self.live(table.again)).table.deal
        return Decision((_begun(dealt or deal(table.options.played_deck(), self._shuffle)),))

    async def _rematch(self, live: OpenTable, request: Request) -> Decision:
        """A new table with the same options and bots; with `same`, the same cards again."""
        table = live.table
        if table.phase is not Phase.OVER or not table.seats_of(request.holder):
            raise Objected(Objection.NOT_NOW)
        if table.next_table:
            return Decision()
        kept = [
            Seated(seat, place.name, place.holder, "" if place.holder else place.bot)
            for seat, place in enumerate(table.seats)
            if place.holder in ("", request.holder)
        ]
        is_same = request.fields.get("same") is True
        id = await self.open(table.options, request.holder, kept, again=live.id if is_same else "")
        if is_same and len(kept) == len(table.seats):
            await self.ask(id, Request(request.holder, "begin"))
        return Decision((Rematched(id),))

    # --- presence and devices

    def come(self, live: OpenTable, holder: str) -> None:
        live.present[holder] += 1

    def go(self, live: OpenTable, holder: str) -> None:
        live.present[holder] -= 1
        if live.present[holder] <= 0:
            del live.present[holder]

    def link_for(self, live: OpenTable, seat: int, holder: str) -> str:
        """A one-time link that moves a seat to another device."""
        return self._links.new(live, seat, holder)

    async def use_link(self, token: str, holder: str) -> str:
        """Move the seat of a one-time link to this holder; the address of its table."""
        id, seat, giver = self._links.use(token)
        live = await self.live(id)
        await self._keeper.errands.to_the_end(self._hand_on(live, seat, giver, holder))
        return id

    async def _hand_on(self, live: OpenTable, seat: int, giver: str, holder: str) -> None:
        async with live.lock:
            if live.table.seats[seat].holder != giver:
                raise Objected(Objection.LINK_USED)
            await self._keeper.happen(live, [Handed(seat, holder)])

    async def close(self) -> None:
        """Stop clocks and bots; finish what is being kept."""
        for live in self._shelf:
            if live.clock is not None:
                live.clock.cancel()
        await self._keeper.errands.close()


async def _reading(read: Callable[[str], T], given: str) -> T:
    """Read from the store outside the event loop; Objected where it cannot be read now."""
    try:
        return await asyncio.to_thread(read, given)
    except StoreDown as error:
        log.warning("not read: %s", error)
        raise Objected(Objection.STORE_DOWN) from error


def _begun(dealt: Deal) -> Begun:
    salt = secrets.token_hex(16)
    cards = [str(card) for card in dealt.cards]
    return Begun(cards, str(dealt.box), salt, seal(dealt, salt))
