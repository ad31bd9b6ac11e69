"""A scripted evening at a store: people with drafts and a rematch, bots, a clock, a day's board, a
seat that moves, a review, a lobby that nobody needs, and somebody who wants to be forgotten.

What is acknowledged is said, a line for each; whoever reads the lines can check the store against
them. An evening that was cut off is gone on with from wherever the store says it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import closing
from itertools import count
from typing import TypeVar
from zlib import crc32

import psycopg

from hashi.host import Host, LoadedTable
from hashi.host.expiry import Expiry
from hashi.host.people.audience import Nobody
from hashi.host.store.address import open_store
from hashi.host.store.check import check
from hashi.host.store.protocol import Store, StoreDown
from hashi.host.store.results_rebuild import outdated_after
from hashi.host.store.sql import SqlStore
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
    replay,
)
from hashi.table.event import Seated
from hashi.table.labels import code_of
from hashi.table.log_format import StoredEntry, entry_text
from hashi.table.table import Seat
from tests.support.tables import IDA, LINUS, OWN_BOARD, SARAH, TIM, Clock, people

T = TypeVar("T")
Say = Callable[[str], None]

NIGHT = 2e9
"""When the evening is."""
PATIENCE = 2_000
"""How often something is tried again, and looked at whether it has gone on."""
PAUSE = 0.005
THREE, FIVE = ("5/1", "4/2", "3/1"), ("5/1", "4/2", "3/1", "6/3", "2/1")
DAY = "2026-11-16"
REVIEW = "what every turn cost"
STALE = Objection.STALE
"""What is heard where a bot or a clock was first: people look again."""


class Told(Nobody):
    """Says what is announced: where it stands in which log, and its digest."""

    def __init__(self, say: Say) -> None:
        self._say = say

    def publish(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        for entry in entries:
            self._say(f"entry {table.id} {entry.number} {digest(entry_text(entry))}")


def digest(text: str) -> str:
    return f"{crc32(text.encode()):08x}"


class Evening:
    """The evening at one server, or at several that share the store: each request reaches the
    next one."""

    def __init__(self, hosts: Sequence[Host], store: Store, clock: Clock, said: Iterable[str]):
        """Prepare it; `said` is what was said before it was cut off."""
        self._hosts, self._store, self._clock = hosts, store, clock
        words = [line.split() for line in said]
        self._known = {rest[0]: id for kind, id, *rest in words if kind == "open"}
        self._numbers = count(len(words))
        self._at = 0

    async def play(self, say: Say) -> None:
        self._say = say
        for part in (
            *(self._company, self._bots, self._rounds_by_clock, self._day),
            *(self._lobby, self._forgotten),
        ):
            await part()

    # --- the parts

    async def _company(self) -> None:
        """Two people draft, undo, redo and finish; a review is kept; they play again."""
        id = await self._open("company", people(TIM, LINUS), deck=FIVE, board=OWN_BOARD)
        await self._begin(id)
        await self._starts(id)
        table = await self._table(id)
        is_first = table.phase is Phase.ROUND and table.played.rounds == 0
        if is_first and not table.seats[0].is_done:
            number, free = table.played.cards[0].number, draft_of(table, 0).islands
            marks = {"marks": f"{number}@{free[0]}"} if free else {}
            for do, fields in (("mark", marks), ("undo", {}), ("redo", {})):
                seat = (await self._table(id)).seats[0]
                if not seat.is_done and is_before(seat, do):
                    await self._ask(id, TIM, do, seat=0, **fields)
        await self._rounds(id)
        await self._kept_review(id)
        if not (await self._table(id)).next_table:
            await self._ask(id, LINUS, "rematch")
        again = (await self._table(id)).next_table
        assert again
        self._say(f"open {again} rematch")
        for holder in (TIM, LINUS):
            await self._come(again, holder)
        try:
            await self._until(again, lambda table: table.phase is not Phase.LOBBY)
        except AssertionError:  # what begins it by itself could not be saved
            await self._ask(again, TIM, "begin")
        await self._move_seat(again)

    async def _kept_review(self, id: str) -> None:
        async def keep() -> None:
            await asyncio.wrap_future(self._store.keep_review(id, "digest", REVIEW, [0.5, 1.0]))

        await self._persist(keep)
        self._say(f"review {id}")

    async def _move_seat(self, id: str) -> None:
        """Move a seat to another device by a link, which works until the seat has moved."""
        if (await self._table(id)).seats[1].holder == SARAH:
            return
        token = await self._persist(lambda: self._link(id))

        await self._persist(lambda: self._host().people.use_link(token, SARAH))
        self._say(f"seat {id} 1 {SARAH}")

    async def _link(self, id: str) -> str:
        host = self._host()
        return await host.people.link_for(await host.tables.live(id), 1, LINUS)

    async def _bots(self) -> None:
        seats = [*people(TIM), *(Seated(seat, f"Bot {seat}", bot="random") for seat in (1, 2))]
        id = await self._open("bots", seats, deck=THREE, board=OWN_BOARD)
        await self._begin(id)
        await self._come(id, TIM)  # bots act where people are
        await self._starts(id)
        await self._rounds(id)

    async def _rounds_by_clock(self) -> None:
        """Nobody does anything: the clock ends the starts and every round."""
        id = await self._open("clock", people(TIM, LINUS), deck=THREE, board=OWN_BOARD, clock=5)
        await self._begin(id)
        while (table := await self._table(id)).phase is not Phase.OVER:
            self._clock.now = max(self._clock.now, table.since + table.pause) + 6
            host, since = self._host(), table.since
            live = await self._live(host, id)
            host.clocks.set(live)
            await self._until(id, lambda table, since=since: table.since != since)  # type: ignore[misc]

    async def _day(self) -> None:
        id = await self._open("day", people(TIM), board="A", daily=DAY)
        await self._begin(id)
        await self._starts(id)
        await self._rounds(id)

    async def _lobby(self) -> None:
        """A lobby that nobody came to is forgotten after a week."""
        id = await self._open("lobby", people(IDA), seats=2)
        if self._is_there(id):
            await self._ask(id, IDA, "sit_bot", seat=1, bot="greedy", name="Bot")
            self._clock.now += 8 * 86_400
            await self._persist(lambda: self._expire(id))
        self._say(f"gone {id}")

    async def _expire(self, id: str) -> None:
        while await asyncio.to_thread(self._is_there, id):
            await self._host().sweeper.expire(Expiry())

    async def _forgotten(self) -> None:
        """Somebody wants to be forgotten: their own game goes, but for the challenge to beat it;
        their name in others' stays."""
        alone = await self._open("forgotten", people(IDA), deck=THREE, board=OWN_BOARD)
        if self._is_there(alone):
            await self._begin(alone)
            await self._starts(alone)
            await self._rounds(alone)
        both = await self._open("left", people(TIM, IDA), deck=THREE, board=OWN_BOARD)
        await self._persist(lambda: self._host().people.forget(IDA))
        assert IDA not in (await self._table(both)).holders
        self._say(f"gone {alone}")
        self._say(f"challenge {alone}")

    # --- what people do

    async def _open(
        self, name: str, sitting: Sequence[Seated], *, daily: str = "", **options: object
    ) -> str:
        if name not in self._known:
            given = Options(**{"seats": len(sitting), **options})  # type: ignore[arg-type]
            holder = sitting[0].holder
            self._known[name] = await self._persist(
                lambda: self._host().openings.open(given, holder, sitting, daily=daily)
            )
            self._say(f"open {self._known[name]} {name}")
        return self._known[name]

    async def _begin(self, id: str) -> None:
        table = await self._table(id)
        if table.phase is Phase.LOBBY:
            await self._ask(id, table.opener, "begin")

    async def _starts(self, id: str) -> None:
        await self._until(id, lambda table: table.phase is not Phase.LOBBY)  # at a server that lags
        table = await self._table(id)
        for seat in table.waiting_for if table.phase is Phase.STARTS else ():
            place = table.seats[seat]
            if place.holder:
                if not place.marks.marks:
                    island = next(i for i in table.played.setup.board.islands if i.flag is None)
                    await self._ask(id, place.holder, "mark", seat=seat, marks=f"{island}=3")
                await self._ask(id, place.holder, "done", seat=seat)
        await self._until(id, lambda table: table.phase not in (Phase.LOBBY, Phase.STARTS))

    async def _rounds(self, id: str) -> None:
        """Finish every turn as it is, to the end of the game."""
        while (table := await self._table(id)).phase is Phase.ROUND:
            rounds = table.played.rounds
            for seat in table.waiting_for:
                if table.seats[seat].holder:
                    await self._ask(id, table.seats[seat].holder, "done", seat=seat)
            await self._until(
                id,
                lambda table, rounds=rounds: (
                    table.played.rounds > rounds  # type: ignore[misc]
                    or table.phase is Phase.OVER
                ),
            )

    async def _come(self, id: str, holder: str) -> None:
        for host in self._hosts[:1]:
            host.people.come(await self._live(host, id), holder)

    async def _ask(self, id: str, holder: str, do: str, **fields: object) -> None:
        """Send a request, again and again until it is answered, as a page does."""
        request = Request(holder, do, {"id": f"e{next(self._numbers)}", **fields})
        await self._persist(lambda: self._host().requests.ask(id, request))
        self._say(f"done {id} {request.signature}")

    async def _persist(self, call: Callable[[], Awaitable[T]]) -> T:
        """Try again what could not be saved or read now."""
        for _ in range(PATIENCE):
            try:
                return await call()
            except Objected as objected:
                if not objected.objection.is_passing and objected.objection is not STALE:
                    raise
            except StoreDown:
                pass
            await asyncio.sleep(PAUSE)
        raise AssertionError("it cannot be saved")

    async def _until(self, id: str, is_so: Callable[[Table], bool]) -> None:
        for _ in range(PATIENCE):
            table = await self._table(id)
            if is_so(table):
                return
            await asyncio.sleep(PAUSE)
        raise AssertionError(f"{id} does not go on: {table.phase}, {table.waiting_for}")

    # --- where it stands

    def _host(self) -> Host:
        self._at += 1
        return self._hosts[self._at % len(self._hosts)]

    async def _live(self, host: Host, id: str) -> LoadedTable:
        return await self._persist(lambda: host.tables.live(id))

    async def _table(self, id: str) -> Table:
        return (await self._live(self._hosts[0], id)).table

    async def until_up_to_date(self) -> None:
        """Wait until what an older version might have kept is brought up to date."""
        for _ in range(PATIENCE):
            with contextlib.suppress(StoreDown):
                if outdated_after(self._store) is None:
                    return
            await asyncio.sleep(PAUSE)
        raise AssertionError("it is not brought up to date")

    def _is_there(self, id: str) -> bool:
        for _ in range(PATIENCE):
            try:
                return self._store.heads([id])[id] > 0
            except StoreDown:
                time.sleep(PAUSE)
        raise AssertionError("it cannot be read")


def is_before(seat: Seat, do: str) -> bool:
    """Return whether this step of the first turn is still to be done."""
    marks, undone = bool(seat.marks.marks), bool(seat.undone.marks)
    return {"mark": not marks and not undone, "undo": marks, "redo": undone}[do]


def opened(place: str) -> SqlStore:
    """Open a store; once more where that fails, as whoever starts a server does."""
    try:
        return open_store(place)
    except (StoreDown, sqlite3.Error, psycopg.Error):
        return open_store(place)


async def play(place: str, said: Sequence[str], say: Say, servers: int = 1) -> None:
    """Play an evening, or go on with one, at so many servers on a store."""
    nights = sum(line.startswith("night") for line in said)
    clock = Clock(NIGHT + nights * 9 * 86_400)
    say(f"night {nights}")
    store = opened(place)
    hosts = [
        Host(
            store,
            now=clock,
            shuffle=seeded("evening"),
            audience=Told(say),
            peers=store.peers() if servers > 1 else None,
        )
        for _ in range(servers)
    ]
    try:
        for host in hosts:
            await host.start()
        here = Evening(hosts, store, clock, said)
        await here.play(say)
        await here.until_up_to_date()
    finally:
        for host in hosts:
            await host.close()
        store.close()


# --- afterwards


def losses(place: str, said: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what was acknowledged and is not kept, and what is kept twice or is wrong."""
    lost, wrong = list[str](), list[str]()
    with closing(open_store(place)) as store:
        logs = {id: store.read(id) for id, _ in store.contents(most=1000)}
        gone = {line.split()[1] for line in said if line.startswith("gone ")}
        wrong += [f"{id} is back" for id in gone & logs.keys()]
        known = {line.split()[1] for line in said if not line.startswith("entry ")}
        for line in said:
            what, id, *rest = line.split()
            if id not in known and id not in logs:
                continue  # a lobby of which nobody heard before the program ended; it has expired
            if (id not in gone or what == "challenge") and not is_kept(
                store, logs.get(id, []), what, id, rest
            ):
                lost.append(line)
        for id, entries in logs.items():
            wrong += [f"{id} has {signature} twice" for signature in doubled(entries)]
        wrong += [f"{id}: {fault.what}" for id, fault in check(store) if fault is not None]
        wrong += [f"{id} has no log" for id in without_log(store)]
        if outdated_after(store) is not None:
            wrong.append("it is not up to date")
    return lost, wrong


def is_kept(
    store: Store, entries: Sequence[StoredEntry], what: str, id: str, rest: Sequence[str]
) -> bool:
    """Return whether what was said of a table holds in the store."""
    match what, rest:
        case "night", []:
            return True
        case "open", [_]:
            return bool(entries)
        case "entry", [number, told]:
            return (int(number), told) in [(at, digest(text)) for at, text in entries]
        case "done", [signature]:
            return signature in signatures(entries)
        case "challenge", []:
            return store.challenges.find(code_of(id)) is not None
        case "review", []:
            return store.review(id, "digest") == REVIEW
        case "seat", [seat, holder]:
            return replay(entries).seats[int(seat)].holder == holder
    raise AssertionError((what, rest))


def signatures(entries: Sequence[StoredEntry]) -> list[str]:
    """Return the requests that a log has, each as often as it was carried out.

    What a request has caused stands together in the log.
    """
    found = [json.loads(text).get("id", "") for _, text in entries]
    return [id for id, before in zip(found, ["", *found], strict=False) if id and id != before]


def doubled(entries: Sequence[StoredEntry]) -> list[str]:
    return [signature for signature, times in Counter(signatures(entries)).items() if times > 1]


def without_log(store: SqlStore) -> list[str]:
    """Return the tables of which something is kept, and no log."""
    with closing(store.engine.connect()) as database:
        return [
            f"{kept} of {id}"
            for kept in ("label", "result", "link", "review", "clock", "cost", "unplayed")
            for (id,) in database.rows(
                f"SELECT place FROM {kept} WHERE place NOT IN (SELECT place FROM event)"
            )
        ]
