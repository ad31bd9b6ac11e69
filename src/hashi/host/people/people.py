"""People at the tables of a host: who comes and goes, seats that move, what is forgotten."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Iterator, Sequence
from weakref import ref

from hashi.host.clocks import Clocks
from hashi.host.in_thread import in_thread
from hashi.host.loaded_table import ABSENT_AFTER, LoadedTable, Shared
from hashi.host.openings import Openings
from hashi.host.people.keys import holder_of
from hashi.host.people.seat_links import SeatLinks
from hashi.host.store.protocol import Conflict, StoreDown
from hashi.host.tables import Tables
from hashi.table.event import CameBack, Event, GivenBack, Handed, WentAway
from hashi.table.objection import Objected, Objection
from hashi.table.requests.seat import LONG_CLOCK
from hashi.table.table import Phase, Table

LONGEST_STORY = 5_000
"""Entries of a log after which it is not noted any more who comes and goes."""
MOST_TABLES = 1_000_000
"""How many tables of one person are gone through when all of them are meant."""


class People:
    """Notes who is at which table, and moves their seats to other devices."""

    def __init__(self, shared: Shared, tables: Tables, openings: Openings, clocks: Clocks) -> None:
        self._shared, self._tables = shared, tables
        self._openings, self._clocks = openings, clocks
        self._links = SeatLinks(shared.store.links, shared.now)

    def come(self, table: LoadedTable, holder: str) -> None:
        """Note that a page of this holder's is open.

        They play again where a bot covered their seat, and a rematch begins with the last one.
        """
        table.come(holder)
        self.welcome(table, holder)

    def go(self, table: LoadedTable, holder: str) -> None:
        """Note that a page of this holder's is closed; it is told if they stay away for a while."""
        table.go(holder)
        if _playing(table.table, holder) and holder not in table.here:
            loop = asyncio.get_running_loop()  # a table that nobody has open then is not held
            loop.call_later(ABSENT_AFTER + 0.1, self._miss, ref(table), holder)

    def _miss(self, known: ref[LoadedTable], holder: str) -> None:
        """Have it noted that somebody is away, if others are there to be told."""
        loaded, tasks = known(), self._shared.tasks
        if loaded is not None and _missed(loaded, holder) and not tasks.is_closed:
            tasks.start(tasks.finish(self._note_missed(loaded, holder)))

    async def _note_missed(self, loaded: LoadedTable, holder: str) -> None:
        async with loaded.lock:
            with contextlib.suppress(Objected):  # it is told again when they are gone again
                await loaded.append_by(lambda _: [WentAway(at) for at in _missed(loaded, holder)])

    def welcome(self, table: LoadedTable, holder: str) -> None:
        """Let happen what happens at a table because this holder is here."""
        tasks = self._shared.tasks
        is_noted = _covered(table.table, holder) or _away(table.table, holder)
        if (is_noted or _is_gathered(table)) and not tasks.is_closed:
            tasks.start(tasks.finish(self._welcome(table, holder)))

    async def _welcome(self, loaded: LoadedTable, holder: str) -> None:
        async with loaded.lock:
            table = loaded.table
            events: list[Event] = [GivenBack(seat) for seat in _covered(table, holder)]
            events += [CameBack(seat) for seat in _away(table, holder)]
            with contextlib.suppress(Objected):  # they can still ask for it themselves
                if _is_gathered(loaded):
                    events.append(await self._openings.dealt(table))
                if events:
                    await loaded.append(events)

    # --- devices

    async def link_for(self, table: LoadedTable, seat: int, holder: str) -> str:
        """Return the token of a one-time link that moves a seat to another device."""
        return await self._links.new(table.id, table.table, seat, holder)

    async def check_link(self, token: str, holder: str) -> None:
        """Raise Objected where a one-time link moves no seat any more; it is not used up."""
        link = await self._links.find(token)
        table = (await self._tables.live(link.table)).table
        if table.seats[link.seat].holder not in (link.holder, holder):
            raise Objected(Objection.LINK_USED)

    async def use_link(self, token: str, holder: str) -> str:
        """Move the seat of a one-time link to this holder; return the id of its table.

        Where that cannot be saved now, the link can be used again.
        """
        link = await self._links.find(token)
        table = await self._tables.live(link.table)
        await self._shared.tasks.finish(self._hand_on(table, link.seat, link.holder, holder))
        return link.table

    async def _hand_on(self, loaded: LoadedTable, seat: int, giver: str, holder: str) -> None:
        def handed(table: Table) -> list[Event]:
            found = table.seats[seat].holder if seat < len(table.seats) else ""
            if found not in (giver, holder):
                raise Objected(Objection.LINK_USED)
            return [Handed(seat, holder)] if found == giver else []

        async with loaded.lock:
            await loaded.append_by(handed)
            with contextlib.suppress(Objected):  # they end with the seat's holder anyway
                await self._links.forget(loaded.id, seat)

    async def hand_over(self, giver: str, taker: str) -> None:
        """Give all seats of one holder to another: two devices become one person."""
        for id in await in_thread(self._shared.store.tables, giver, MOST_TABLES):
            with _except_for_good():
                await self._shared.tasks.finish(self._hand_all(id, giver, taker))

    async def _hand_all(self, id: str, giver: str, taker: str) -> None:
        loaded = await self._tables.live(id)
        async with loaded.lock:
            await loaded.append_by(
                lambda table: [Handed(seat, taker) for seat in table.seats_of(giver)]
            )

    # --- what is forgotten

    async def forget(self, holder: str) -> None:
        """Delete the games of a holder; where other people play, only the seats are given up.

        Such a seat then belongs to nobody: the name stays in the others' game, without a key.
        """
        nobody, store = holder_of(secrets.token_urlsafe(24)), self._shared.store
        ids = await in_thread(store.tables, holder, MOST_TABLES)
        results = await in_thread(store.results, holder, MOST_TABLES, 0)
        alone = {result.id for result in results if set(result.holders) <= {holder, ""}}
        for id in ids:
            if id not in alone:
                with _except_for_good():
                    table = (await self._tables.live(id)).table
                    if table.holders <= {holder}:
                        alone.add(id)
                    else:
                        await self._shared.tasks.finish(self._hand_all(id, holder, nobody))
        await in_thread(store.devices.pushes.forget_person, holder)
        await self._shared.tasks.finish(self._delete(sorted(alone)))

    async def _delete(self, ids: Sequence[str]) -> None:
        """Delete these tables, whatever their games are."""
        numbers = await in_thread(self._shared.store.heads, ids)
        removed = [self._shared.store.remove(id, numbers[id]) for id in ids]
        for id, gone in zip(ids, removed, strict=True):
            try:
                with contextlib.suppress(Conflict):  # it has gone on meanwhile, and stays
                    await asyncio.wrap_future(gone)
            except StoreDown as error:
                raise Objected(Objection.STORE_DOWN) from error
            self._clocks.stop(id)
            self._tables.cache.drop(id)


@contextlib.contextmanager
def _except_for_good() -> Iterator[None]:
    """Leave a table where it is that cannot be opened, but not one that cannot be now."""
    try:
        yield
    except Objected as objected:
        if objected.objection.is_passing or objected.objection is Objection.STALE:
            raise


def _covered(table: Table, holder: str) -> list[int]:
    """Return the seats of a holder where a bot plays until they are back."""
    if table.phase not in (Phase.STARTS, Phase.ROUND, Phase.CHECK):
        return []
    return [seat for seat in table.seats_of(holder) if table.seats[seat].is_covered]


def _playing(table: Table, holder: str) -> list[int]:
    """Return the seats that a person plays now, in a game in which others may wait for them."""
    if table.phase not in (Phase.STARTS, Phase.ROUND, Phase.CHECK) or not table.has_company:
        return []
    seats = table.seats_of(holder)
    return [at for at in seats if table.seats[at].is_playing and not table.seats[at].is_bot]


def _away(table: Table, holder: str) -> list[int]:
    """Return the seats of which it was noted that this holder is away, and where no bot plays."""
    return [at for at in _playing(table, holder) if table.seats[at].is_gone]


def _missed(loaded: LoadedTable, holder: str) -> list[int]:
    """Return the seats of one who has been away for a while, of which that is not noted yet.

    It is not where a round takes hours or days, where nobody is there, or in an endless log.
    """
    table = loaded.table
    is_usual = table.options.clock >= LONG_CLOCK or table.number >= LONGEST_STORY
    if is_usual or holder not in loaded.absent or not loaded.here & table.holders:
        return []
    return [at for at in _playing(table, holder) if not table.seats[at].is_gone]


def _is_gathered(loaded: LoadedTable) -> bool:
    """Return whether all people of a rematch are here and it has not begun."""
    table = loaded.table
    people = {seat.holder for seat in table.seats} - {""}
    return (
        table.phase is Phase.LOBBY
        and table.is_rematch
        and not any(seat.is_empty for seat in table.seats)
        and all(holder in loaded.here for holder in people)
    )
