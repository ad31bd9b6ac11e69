"""The host of many tables: it opens them, answers requests and lets clocks and bots run."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TypeVar

from hashi.rules import deal
from hashi.table.dispatch import decide
from hashi.table.event import Handed, Opened, Rematched, Seated
from hashi.table.fair import begin
from hashi.table.fold import replay
from hashi.table.keys import is_id, new_id
from hashi.table.log_format import BrokenLog
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.open_table import Announce, OpenTable, Services, TableCache
from hashi.table.options import Options
from hashi.table.request import Decision, Request
from hashi.table.seat_links import SeatLinks
from hashi.table.seat_requests import may_begin
from hashi.table.store import Store, StoreDown
from hashi.table.table import Phase, Table

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: the number of the last entry, and the island selected now."""

    number: int
    selected: str = ""
    is_repeated: bool = False


class Host:
    """Owns the tables of one store. Requests to one table are answered one at a time."""

    MOST_TABLES = 5000
    """How many tables are kept in memory; the others are read again when they are asked for."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        shuffle: Callable[[int], int] = secrets.randbelow,
        executor: Executor | None = None,
        announce: Announce | None = None,
    ) -> None:
        self._store = store
        self._shuffle = shuffle
        self._services = Services(store, now, executor, announce or (lambda *_: None))
        self._cache = TableCache(self.MOST_TABLES)
        self._links = SeatLinks()

    # --- tables

    async def open(
        self, options: Options, holder: str, seats: Sequence[Seated] = (), *, again: str = ""
    ) -> str:
        """Open a table with these seats taken and return its id.

        `again` is the id of a table whose cards are played again.
        """
        opened = OpenTable(new_id(), Table(), self._services)
        async with opened.lock:
            await opened.append([Opened(options.to_json(), holder, again), *seats])
        return self._cache.put(opened).id

    async def live(self, id: str) -> OpenTable:
        """Return the table of that id, or raise Objected."""
        found = self._cache.get(id)
        if found is None:
            table = await self._read(id) if is_id(id) else Table()
            if not table.number:
                raise Objected(Objection.NO_TABLE)
            found = self._cache.get(id)  # another request may have read it meanwhile
            if found is None:
                found = OpenTable(id, table, self._services)
                found.resume()
        return self._cache.put(found)

    async def tables_of(self, holder: str) -> list[OpenTable | str]:
        """Return the tables where this holder sits or sat, the latest first.

        A table whose log cannot be replayed stands there as its id alone, so that it does not
        take the others with it.
        """
        found: list[OpenTable | str] = []
        for id in await _outside_the_loop(self._store.tables, holder):
            try:
                found.append(await self.live(id))
            except Objected as objected:
                if objected.objection is not Objection.BROKEN_TABLE:
                    raise
                found.append(id)
        return found

    async def _read(self, id: str) -> Table:
        try:
            return await _outside_the_loop(lambda table: replay(self._store.read(table)), id)
        except BrokenLog as broken:
            log.exception("table %s cannot be replayed", id)
            raise Objected(Objection.BROKEN_TABLE) from broken

    # --- requests

    async def ask(self, id: str, request: Request) -> Answer:
        """Answer one request; raise Objected, Illegal or Malformed where nothing comes of it.

        What is begun is carried out even if the one who asked goes away meanwhile. Every request
        yields to the event loop once, so that one client cannot starve the others.
        """
        table = await self.live(id)
        return await self._services.tasks.finish(self._answer(table, request))

    async def _answer(self, open_table: OpenTable, request: Request) -> Answer:
        async with open_table.lock:
            signature = request.signature
            if signature and signature in open_table.table.ids:
                return Answer(open_table.table.number, is_repeated=True)
            request = replace(request, present=frozenset(open_table.present))
            if request.do == "begin":
                decision = await self._begin(open_table.table, request)
            elif request.do == "rematch":
                decision = await self._rematch(open_table, request)
            else:
                decision = decide(open_table.table, request)
            if decision.events:
                await open_table.append(decision.events, signature)
            return Answer(open_table.table.number, decision.selected)

    async def _begin(self, table: Table, request: Request) -> Decision:
        """Shuffle, or take the cards of the table that is played again."""
        may_begin(table, request)
        dealt = None
        if table.again:
            dealt = (await self.live(table.again)).table.deal
        return Decision((begin(dealt or deal(table.options.played_deck(), self._shuffle)),))

    async def _rematch(self, open_table: OpenTable, request: Request) -> Decision:
        """Open a new table with the same options and bots; with `same`, the same cards again."""
        table = open_table.table
        if table.phase is not Phase.OVER:
            raise untimely(table.moment)
        if not table.seats_of(request.holder):
            raise untimely(Untimely.SPECTATOR)
        if table.next_table:
            return Decision()
        kept = [
            Seated(seat, place.name, place.holder, "" if place.holder else place.bot)
            for seat, place in enumerate(table.seats)
            if place.holder in ("", request.holder)
        ]
        is_same = request.fields.get("same") is True
        again = open_table.id if is_same else ""
        id = await self.open(table.options, request.holder, kept, again=again)
        if is_same and len(kept) == len(table.seats):
            await self.ask(id, Request(request.holder, "begin"))
        return Decision((Rematched(id),))

    # --- presence and devices

    def come(self, table: OpenTable, holder: str) -> None:
        """Note that a page of this holder's is open."""
        table.present[holder] += 1

    def go(self, table: OpenTable, holder: str) -> None:
        """Note that a page of this holder's is closed."""
        table.present[holder] -= 1
        if table.present[holder] <= 0:
            del table.present[holder]

    def link_for(self, table: OpenTable, seat: int, holder: str) -> str:
        """Return the token of a one-time link that moves a seat to another device."""
        return self._links.new(table.id, table.table, seat, holder)

    async def use_link(self, token: str, holder: str) -> str:
        """Move the seat of a one-time link to this holder; return the id of its table."""
        link = self._links.use(token)
        table = await self.live(link.table)
        await self._services.tasks.finish(self._hand_on(table, link.seat, link.holder, holder))
        return link.table

    async def _hand_on(self, open_table: OpenTable, seat: int, giver: str, holder: str) -> None:
        async with open_table.lock:
            if open_table.table.seats[seat].holder != giver:
                raise Objected(Objection.LINK_USED)
            await open_table.append([Handed(seat, holder)])

    async def close(self) -> None:
        """Stop clocks and bots; finish what is being saved."""
        for table in self._cache:
            table.stop()
        await self._services.tasks.close()


async def _outside_the_loop(read: Callable[[str], T], given: str) -> T:
    """Read from the store in a thread; raise Objected where it cannot be read now."""
    try:
        return await asyncio.to_thread(read, given)
    except StoreDown as error:
        log.warning("not read: %s", error)
        raise Objected(Objection.STORE_DOWN) from error
