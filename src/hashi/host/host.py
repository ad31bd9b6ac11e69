"""The host of many tables: it opens them, answers requests and lets clocks and bots run."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import Any, ParamSpec, TypeVar

from hashi.boards import DailyBoard
from hashi.bots import Effort
from hashi.host.deadlines import Deadlines
from hashi.host.effort import Pace
from hashi.host.expiry import Expiry
from hashi.host.fair_queue import Budget, FairQueue
from hashi.host.keys import holder_of, is_id, new_id
from hashi.host.loaded_table import LONGEST_PAUSE, Announce, OpenTable, Overtaken, Services
from hashi.host.peers.protocol import PRESENCE, Alone, Peers
from hashi.host.seat_links import SeatLinks
from hashi.host.store.protocol import NEVER, Conflict, Store, StoreDown
from hashi.host.table_cache import TableCache
from hashi.rules import Called, Deal, Entry, Illegal, Malformed, Played, Start, deal
from hashi.table.dispatch import decide
from hashi.table.event import (
    Begun,
    Event,
    Finished,
    GivenBack,
    Handed,
    Listed,
    MistakeCalled,
    Opened,
    Rematched,
    Seated,
    Started,
)
from hashi.table.fair import begin
from hashi.table.fold import replay
from hashi.table.frozen import changed
from hashi.table.labels import OPEN, label_of_challenge
from hashi.table.log_format import BrokenLog, StoredEntry
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.options import Options
from hashi.table.request import STAND_IN, Decision, Request
from hashi.table.result import Result
from hashi.table.seat_requests import LONG_PACE, may_begin
from hashi.table.table import Phase, Table

LONGEST_LOG, HEAVIEST_TABLE = 10_000, 5_000
"""Entries of a log, and marks on its boards, after which a table takes only what ends its game:
replaying it stays cheap. A long game of four with free pens has a few hundred marks."""
TO_THE_END = frozenset({"begin", "done", "check", "rematch"})
MOST_TABLES = 1_000_000
"""How many tables of one person are gone through when all of them are meant."""
LONG_LOG = 50_000
"""Characters of a stored log from which on it is replayed outside this process."""
READS_AT_ONCE = 2
"""Logs that are read and replayed at the same time: their replays share one interpreter."""

TRIES = 10
"""How often a request is decided again where another server writes first."""
LOOK_PAUSE = 1.0
"""Seconds between two looks at the logs of the tables with open pages, and for clocks that nobody
minds."""
OVERDUE = 0.5
"""Seconds after its time when a clock counts as one that nobody minds."""
NO_TABLE = ""
"""The place of what servers tell about themselves."""
LOOKS_AT_ONCE = 200
"""Logs whose ends are read by one query."""
SWEEP = "sweep"
"""The lease of the server that forgets tables."""

ALONE_FOR, ALONE_FOR_LONG = 600.0, 86_400.0
"""Seconds since its last event for which an open table is listed while nobody is there, and where
a round has hours or days."""
LOOKED_AT = 5
"""For each table that is listed, how many may be looked at."""

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: the number of the last entry, and the island selected now."""

    number: int
    selected: str = ""
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class Unopened:
    """A table that cannot be opened, and why: for ever, or for the moment."""

    id: str
    objection: Objection


class Host:
    """Owns the tables of one store. Requests to one table are answered one at a time."""

    MOST_WEIGHT = 400_000
    """How much is kept in memory of tables that nobody holds, in marks: about 2,000 games of four.
    The others are read again when they are asked for."""
    MOST_UNFINISHED = 60
    """How many unfinished games of one holder are listed: those that went on last."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        shuffle: Callable[[int], int] = secrets.randbelow,
        executor: Executor | None = None,
        bots_at_once: int = 4,
        thinking: Budget | None = None,
        watch_effort: Callable[[Effort], None] = lambda _effort: None,
        replayer: Executor | None = None,
        announce: Announce | None = None,
        account: Callable[[], str] = str,
        charge: Callable[[float], None] = lambda _seconds: None,
        is_heavy: Callable[[], bool] = lambda: False,
        admit: Callable[[], Awaitable[None]] | None = None,
        peers: Peers | None = None,
        admit_listing: Callable[[], None] | None = None,
        hear: Callable[[OpenTable, Mapping[str, Any]], None] = lambda _table, _message: None,
        greet: Callable[[OpenTable, str], None] = lambda _table, _holder: None,
        hear_server: Callable[[Mapping[str, Any]], None] = lambda _message: None,
    ) -> None:
        """Make a host.

        Bots are asked in `executor`, so many at once and within the budget of `thinking`, and
        `watch_effort` is told how hard each of them thought; long
        logs are replayed in `replayer`, and so are all that somebody asks for who `is_heavy`: has
        used much of this process lately.
        `account` returns whom the work is charged to that is done now, and `charge` is called with
        the seconds that replaying a log took; `admit` is awaited before a table is opened and may
        raise Objected; `admit_listing` is called before a table is listed for strangers, none is
        without it. `peers` are the other servers on the store; `hear` is called with what one
        of them says about a table, `greet` with who has come or gone there, `hear_server` with
        what it says about itself.
        """
        self._store = store
        self._shuffle = shuffle
        self._replayer, self._charge, self._admit = replayer, charge, admit
        self._is_heavy, self._admit_listing = is_heavy, admit_listing
        self._reads = FairQueue(READS_AT_ONCE)
        self._services = Services(
            store,
            now,
            executor,
            announce or (lambda *_: None),
            account,
            FairQueue(bots_at_once + 1, thinking),  # the next one is ready when a process is
            Pace(bots_at_once, watch_effort),
            Deadlines(self._ring),
            peers=peers or Alone(),
        )
        self._peers = self._services.peers
        self._hear, self._greet, self._hear_server = hear, greet, hear_server
        self._awoken: dict[str, OpenTable] = {}
        """The tables of which another server has told since they were looked at."""
        self._is_looking = False
        self._late: set[str] = set()
        """Those of them that are looked at when whoever has their lock is done."""
        self._cache = TableCache(self.MOST_WEIGHT)
        self._loading: dict[str, asyncio.Task[OpenTable]] = {}
        """The tables that are being read, each once for all who ask for it."""
        self._stopped: set[str] = set()
        """The tables whose clock cannot act any more."""
        self._links = SeatLinks(store, now)

    @property
    def tables_in_memory(self) -> int:
        return len(self._cache)

    @property
    def bots_waiting(self) -> int:
        """How many bots wait for a free process."""
        return len(self._services.bot_turns)

    async def start(self) -> None:
        """Begin to work with the other servers on the store, and to mind the clocks in it."""
        self._services.tasks.start(self._mind_clocks())
        if not self._peers.is_alone:
            await self._peers.start(self._heard)
            self._services.tasks.start(self._look_round())

    # --- tables

    async def open(
        self,
        options: Options,
        holder: str,
        seats: Sequence[Seated] = (),
        *,
        again: str = "",
        series: Sequence[Sequence[int]] = (),
        daily: str = "",
        challenge: str = "",
    ) -> str:
        """Open a table with these seats taken and return its id.

        `again` is the id of a table whose cards are played again, `series` the totals of the games
        that these seats have played before, `daily` the date whose board is played, `challenge`
        the code of the challenge that is taken up.
        """
        opening = Opened(
            options.to_json(), holder, again, tuple(map(tuple, series)), daily, challenge
        )
        return await self._open([opening, *seats])

    async def _open(self, events: Sequence[Event]) -> str:
        """Open a table whose log begins with these events, and return its id."""
        if self._admit is not None:
            await self._admit()
        opened = OpenTable(new_id(), Table(), self._services)
        async with opened.lock:
            await opened.append(events)
        return self._cache.put(opened).id

    async def live(self, id: str) -> OpenTable:
        """Return the table of that id as it is stored now, or raise Objected."""
        found = self._cache.get(id)
        if found is None:
            return await self._in_memory(id)
        if not self._peers.is_alone:
            await self._refresh(found)
        return self._cache.put(found)

    async def _in_memory(self, id: str) -> OpenTable:
        """Return the table of that id; another server may have gone on with it a moment ago."""
        found = self._cache.get(id)
        if found is None:
            found = await self._loaded(id)
        return self._cache.put(found)

    async def _loaded(self, id: str) -> OpenTable:
        """Return a table that is not in memory: read once, however many ask for it."""
        if not is_id(id):
            raise Objected(Objection.NO_TABLE)
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.ensure_future(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def _load(self, id: str) -> OpenTable:
        table = await self._read(id)
        if not table.number:
            raise Objected(Objection.NO_TABLE)
        # a clock that was ahead when the log was written must not hold the round up
        since = min(table.since, self._services.now())
        opened = OpenTable(id, replace(table, since=since), self._services)
        if not self._peers.is_alone:
            with contextlib.suppress(StoreDown):
                opened.show_elsewhere((await self._peers.present([id]))[id])
        opened.resume()
        return self._cache.put(opened)

    async def tables_of(self, holder: str) -> list[OpenTable | Unopened]:
        """Return the tables where this holder sits or sat and whose game is not over.

        The latest comes first. One whose log cannot be replayed does not take the others with it.
        """
        found: list[OpenTable | Unopened] = []
        unfinished = await _outside_the_loop(self._store.unfinished, holder, self.MOST_UNFINISHED)
        for open_table in await self._latest(unfinished):
            if isinstance(open_table, OpenTable) and open_table.table.phase is Phase.OVER:
                await self._keep_result(open_table)
            else:
                found.append(open_table)
        return found

    async def open_tables(self, most: int) -> list[OpenTable]:
        """Return the tables that strangers may join, the latest first, one of each person.

        One where nobody has been for a while is left out.
        """
        ids = await _outside_the_loop(self._store.tables, OPEN, LOOKED_AT * most)
        if not self._peers.is_alone:
            await self._look_who_is_here(ids)
        now, found = self._services.now(), dict[str, OpenTable]()
        for open_table in await self._latest(ids):
            if isinstance(open_table, OpenTable) and _is_joinable(open_table, now):
                found.setdefault(open_table.table.host, open_table)
        return list(found.values())[:most]

    async def _latest(self, ids: Sequence[str]) -> list[OpenTable | Unopened]:
        """Return these tables as they are stored now, without those that are gone."""
        found: list[OpenTable | Unopened] = []
        heads: dict[str, int] = {}
        if not self._peers.is_alone:
            heads = await _outside_the_loop(self._store.heads, ids)
        for id in ids:
            try:
                open_table = await self._in_memory(id)
                if heads.get(id, 0) > open_table.table.number:
                    await self._refresh(open_table)
            except Objected as objected:
                if objected.objection is Objection.NO_TABLE:  # forgotten a moment ago
                    continue
                if objected.objection not in (Objection.BROKEN_TABLE, Objection.TABLE_DOWN):
                    raise
                found.append(Unopened(id, objected.objection))
            else:
                found.append(open_table)
        return found

    async def results_of(self, holder: str, most: int, skip: int = 0) -> list[Result]:
        """Return how the games of this holder ended, the latest first."""
        return await _outside_the_loop(self._store.results, holder, most, skip)

    async def costs_of(self, holder: str) -> dict[str, tuple[float, ...]]:
        """Return what a turn cost each seat in the reviewed games of this holder, by table."""
        return await _outside_the_loop(self._store.costs, holder)

    async def challenged_table(self, code: str) -> OpenTable:
        """Return the table whose game a challenge is to beat, or raise Objected."""
        found = await _outside_the_loop(self._store.tables, label_of_challenge(code), 1)
        if not found:
            raise Objected(Objection.NO_TABLE)
        return await self.live(found[0])

    async def _keep_result(self, open_table: OpenTable) -> None:
        """Keep the result of a game that ended before results were kept."""
        result = Result.of(open_table.id, open_table.table)
        kept = self._store.append(open_table.id, [], (), result)
        with contextlib.suppress(StoreDown):  # it is computed again next time
            await asyncio.wrap_future(kept)

    async def _read(self, id: str) -> Table:
        """Read and replay a log, a few at once and in turns by account.

        Only a log that does not replay is broken: a replay that was given up, because its process
        died or had no time, says nothing about the log, and is tried again when it is asked for.
        """
        loop = asyncio.get_running_loop()
        async with self._reads.turn(self._services.account()):
            stored = await _outside_the_loop(self._store.read, id)
            size = sum(len(text) for _, text in stored)
            is_outside = size > LONG_LOG or self._is_heavy()
            replayer = self._replayer if is_outside else None
            try:
                table, seconds = await loop.run_in_executor(replayer, _timed_replay, stored)
            except BrokenLog as broken:
                log.exception("table %s cannot be replayed", id)
                raise Objected(Objection.BROKEN_TABLE) from broken
            except (BrokenExecutor, TimeoutError) as error:
                log.warning("table %s was not replayed: %r", id, error)
                raise Objected(Objection.TABLE_DOWN) from error
        self._charge(seconds)
        return table

    # --- requests

    async def ask(self, id: str, request: Request) -> Answer:
        """Answer one request; raise Objected, Illegal or Malformed where nothing comes of it.

        What is begun is carried out even if the one who asked goes away meanwhile. Every request
        yields to the event loop once, so that one client cannot starve the others.
        """
        table = await self._in_memory(id)
        return await self._services.tasks.finish(self._answer(table, request))

    async def answer(self, open_table: OpenTable, request: Request) -> Answer:
        """Answer one request at a table that is open, in a task that nobody cancels meanwhile.

        It does the same as `ask`, without a task for each request.
        """
        with self._services.tasks.job:
            if not self._cache.has_latest(open_table):
                open_table = await self._in_memory(open_table.id)
            return await self._answer(open_table, request)

    async def _answer(self, open_table: OpenTable, request: Request) -> Answer:
        """Answer a request by the latest state of the table.

        Where another server has written first, or knows what this one does not, it is decided
        again; not where a round has ended meanwhile, since it was meant for that one.
        """
        async with open_table.lock:
            open_table.attend(request.holder)
            for _ in range(TRIES):
                since = open_table.table.since
                try:
                    return await self._decide(open_table, request)
                except Overtaken:
                    if open_table.table.since != since:
                        raise
                except (Objected, Illegal, Malformed):
                    if self._peers.is_alone or not await open_table.catch_up():
                        raise
            raise Overtaken

    async def _decide(self, open_table: OpenTable, request: Request) -> Answer:
        signature = request.signature
        if signature and signature in open_table.table.ids:
            return Answer(open_table.table.number_for(request.holder), is_repeated=True)
        if request.presence is not open_table:
            request = changed(request, presence=open_table)
        if request.do == "begin":
            decision = await self._begin(open_table.table, request)
        elif request.do == "rematch":
            decision = await self._rematch(open_table, request)
        elif request.do == "list" and self._admit_listing is None:
            raise Objected(Objection.NO_LISTING)
        else:
            decision = decide(open_table.table, request)
        if decision.events:
            _check_length(open_table, request)
            self._check_listing(decision)
            try:
                await open_table.append(decision.events, signature)
            except Objected:
                # a write that was reported as failed may have been kept all the same
                if not signature or signature not in open_table.table.ids:
                    await self._discard(decision)
                    raise
        return Answer(open_table.table.number_for(request.holder), decision.selected)

    def _check_listing(self, decision: Decision) -> None:
        """Count a table that is listed; raise Objected where somebody lists too many."""
        if self._admit_listing and Listed(on=True) in decision.events:
            self._admit_listing()

    async def _discard(self, decision: Decision) -> None:
        """Forget the table of a rematch that somebody else has begun meanwhile."""
        for event in decision.events:
            if isinstance(event, Rematched):
                with contextlib.suppress(Objected, Conflict, StoreDown):
                    unused = await self._in_memory(event.table)
                    await asyncio.wrap_future(self._store.remove(unused.id, unused.table.number))
                    self._cache.drop(unused.id)

    async def _begin(self, table: Table, request: Request) -> Decision:
        may_begin(table, request)
        return Decision((await self._deal(table),))

    async def _deal(self, table: Table) -> Begun:
        """Shuffle, or take the cards of the day or of the table that is played again."""
        dealt = DailyBoard.of(date.fromisoformat(table.daily)).deal if table.daily else None
        if table.again and dealt is None:
            # not by `live`, which waits for that table's lock: who asks for the rematch may hold it
            known = (await self._in_memory(table.again)).table
            dealt = known.deal or (await self._read(table.again)).deal
        return begin(dealt or deal(table.options.played_deck(), self._shuffle))

    async def _rematch(self, open_table: OpenTable, request: Request) -> Decision:
        """Open a new table with the same options and seats; with `same`, the same cards again.

        Its game begins when everybody is there: at once where all seats are the asker's or bots'.
        """
        is_same = request.truth("same")
        if not self._peers.is_alone:
            await open_table.catch_up()  # whoever asks second goes where the first one went
        table = open_table.table
        own = table.seats_of(request.holder)
        if table.phase is not Phase.OVER:
            raise untimely(table.moment)
        if not own:
            raise untimely(Untimely.SPECTATOR)
        if table.next_table:
            return Decision()
        seats = [
            Seated(seat, place.name, place.holder, "" if place.holder else place.bot)
            for seat, place in enumerate(table.seats)
        ]
        id = await self.open(
            table.options,
            request.holder,
            seats,
            again=open_table.id if is_same else "",
            series=(*table.series, table.played.totals),
            daily=table.daily if is_same else "",
        )
        if all(place.holder in ("", request.holder) for place in table.seats):
            await self.ask(id, Request(request.holder, "begin"))
        return Decision((Rematched(id, own[0], is_same),))

    async def play_on(self, id: str, holder: str, *, seat: int, round: int, same: bool) -> str:
        """Open a table where a finished game is played on for practice; return its id.

        Everything before that round is as it was; then the asker plays the seat, bots the others.
        With `same` the cards come in the same order, else those left are shuffled with the box.
        Raise Objected where the game is not over or has no such seat or round.
        """
        table = (await self.live(id)).table
        if table.phase is not Phase.OVER or table.deal is None:
            raise untimely(table.moment)
        if not 0 <= seat < len(table.seats):
            raise Objected(Objection.NO_SEAT, given=seat + 1)
        if not 1 <= round <= table.played.rounds:
            raise Objected(Objection.NO_REWINDING)
        options = replace(table.options, practice=True, pace=0)
        dealt = table.deal if same else _reshuffled(table.deal, round - 1, self._shuffle)
        seats = [
            Seated(at, one.name, holder)
            if at == seat
            else Seated(at, one.name, bot=one.bot or STAND_IN)
            for at, one in enumerate(table.seats)
        ]
        opening = Opened(options.to_json(), holder, id if same else "", from_round=round)
        played = [_event_of(entry) for entry in table.record.until(round - 1).entries]
        return await self._open([opening, *seats, begin(dealt), *filter(None, played)])

    # --- presence and devices

    def come(self, table: OpenTable, holder: str) -> None:
        """Note that a page of this holder's is open.

        They play again where a bot covered their seat, and a rematch begins with the last one.
        """
        table.come(holder)
        self._welcome_soon(table, holder)

    def _welcome_soon(self, table: OpenTable, holder: str) -> None:
        tasks = self._services.tasks
        if _welcomes(table, holder) and not tasks.is_closed:
            tasks.start(tasks.finish(self._welcome(table, holder)))

    async def _welcome(self, open_table: OpenTable, holder: str) -> None:
        async with open_table.lock:
            table = open_table.table
            events: list[Event] = [GivenBack(seat) for seat in _covered(table, holder)]
            with contextlib.suppress(Objected):  # they can still ask for it themselves
                if _is_gathered(open_table):
                    events.append(await self._deal(table))
                if events:
                    await open_table.append(events)

    def go(self, table: OpenTable, holder: str) -> None:
        """Note that a page of this holder's is closed."""
        table.go(holder)

    async def link_for(self, table: OpenTable, seat: int, holder: str) -> str:
        """Return the token of a one-time link that moves a seat to another device."""
        return await self._links.new(table.id, table.table, seat, holder)

    async def use_link(self, token: str, holder: str) -> str:
        """Move the seat of a one-time link to this holder; return the id of its table."""
        link = await self._links.use(token)
        table = await self.live(link.table)
        await self._services.tasks.finish(self._hand_on(table, link.seat, link.holder, holder))
        return link.table

    async def _hand_on(self, open_table: OpenTable, seat: int, giver: str, holder: str) -> None:
        async with open_table.lock:
            if open_table.table.seats[seat].holder != giver:
                raise Objected(Objection.LINK_USED)
            await open_table.append([Handed(seat, holder)])
            with contextlib.suppress(Objected):  # they end with the seat's holder anyway
                await self._links.forget(open_table.id, seat)

    # --- a person's games

    async def hand_over(self, giver: str, taker: str) -> None:
        """Give all seats of one holder to another: two devices become one person."""
        for id in await _outside_the_loop(self._store.tables, giver, MOST_TABLES):
            with contextlib.suppress(Objected):  # one that cannot be opened stays where it is
                await self._services.tasks.finish(self._hand_all(id, giver, taker))

    async def _hand_all(self, id: str, giver: str, taker: str) -> None:
        open_table = await self.live(id)
        async with open_table.lock:
            seats = open_table.table.seats_of(giver)
            if seats:
                await open_table.append([Handed(seat, taker) for seat in seats])

    async def forget_person(self, holder: str) -> None:
        """Delete the games of a holder; where other people play, only the seats are given up.

        Such a seat then belongs to nobody: the name stays in the others' game, without a key.
        """
        nobody = holder_of(secrets.token_urlsafe(24))
        ids = await _outside_the_loop(self._store.tables, holder, MOST_TABLES)
        results = await self.results_of(holder, MOST_TABLES)
        alone = {result.id for result in results if set(result.holders) <= {holder, ""}}
        for id in ids:
            if id not in alone:
                with contextlib.suppress(Objected):
                    table = (await self.live(id)).table
                    if table.holders <= {holder}:
                        alone.add(id)
                    else:
                        await self._services.tasks.finish(self._hand_all(id, holder, nobody))
        await self._services.tasks.finish(self._delete(sorted(alone)))

    async def _delete(self, ids: Sequence[str]) -> None:
        """Delete these tables, whatever their games are."""
        numbers = await _outside_the_loop(self._store.heads, ids)
        removed = [self._store.remove(id, numbers[id]) for id in ids]
        for id, gone in zip(ids, removed, strict=True):
            try:
                with contextlib.suppress(Conflict):  # it has gone on meanwhile, and stays
                    await asyncio.wrap_future(gone)
            except StoreDown as error:
                raise Objected(Objection.STORE_DOWN) from error
            self._services.deadlines.set(id, None)
            self._cache.drop(id)

    # --- clocks

    def _ring(self, id: str) -> None:
        if not self._services.tasks.is_closed:
            self._services.tasks.start(self._end_round(id))

    async def _end_round(self, id: str) -> None:
        """Let the clock of a table act, wherever the table is."""
        try:
            table = await self.live(id)
        except Objected as objected:
            if objected.objection.is_passing:
                self._services.deadlines.set(id, LONGEST_PAUSE)
            return
        await self._services.tasks.finish(table.end_round())

    async def _mind_clocks(self) -> None:
        """Let clocks act whose server has died: their tables need not be in anybody's memory."""
        while True:
            with contextlib.suppress(StoreDown):
                latest = self._services.now() - OVERDUE
                found = await asyncio.to_thread(self._store.overdue, latest)
                for id in found:
                    if id not in self._services.deadlines and id not in self._stopped:
                        await self._wind(id)
            await asyncio.sleep(LOOK_PAUSE)

    async def _wind(self, id: str) -> None:
        """Let the clock of a table run here, unless another server minds it."""
        if not await self._peers.lease(id):
            return
        try:
            table = await self.live(id)
        except Objected as objected:
            if not objected.objection.is_passing:
                self._stopped.add(id)  # for ever: it cannot be opened
            self._peers.release(id)
            return
        await self._services.tasks.finish(table.end_round())
        if table.table.deadline is None:  # a version before this one has ended the game
            result = Result.of(id, table.table) if table.table.phase is Phase.OVER else None
            with contextlib.suppress(StoreDown):
                await asyncio.wrap_future(self._store.append(id, [], (), result, NEVER))

    # --- expiry

    async def expire(self, expiry: Expiry) -> int:
        """Forget the tables that nobody needs any more; return how many they were."""
        if expiry.shortest is None or not await self._peers.lease(SWEEP):
            return 0
        now = self._services.now()
        found = await _outside_the_loop(self._store.unplayed, now - expiry.shortest)
        removed = 0
        for id in found:
            with contextlib.suppress(Objected, Conflict):
                removed += await self._services.tasks.finish(self._expire(id, expiry, now))
        return removed

    async def _expire(self, id: str, expiry: Expiry, now: float) -> bool:
        """Forget a table if it is due and nobody is there."""
        open_table = await self.live(id)
        async with open_table.lock:
            table = open_table.table
            if open_table.here or not expiry.is_due(table, now - table.at):
                return False
            try:
                await asyncio.wrap_future(self._store.remove(id, table.number))
            except StoreDown as error:
                raise Objected(Objection.STORE_DOWN) from error
            self._services.deadlines.set(id, None)
            self._cache.drop(id)
            return True

    def stop_reading(self) -> None:
        """Read no more tables: the server ends, and nobody is to wait for its queue."""
        self._reads.close(Objected(Objection.TABLE_DOWN))

    async def close(self) -> None:
        """Stop clocks and bots; finish what is being saved."""
        self._services.deadlines.close()
        await self._services.tasks.close()
        await self._peers.close()

    # --- other servers

    def tell_servers(self, message: Mapping[str, Any]) -> None:
        """Tell the other servers something about this one."""
        self._peers.tell(NO_TABLE, message)

    def _heard(self, id: str, message: Mapping[str, Any]) -> None:
        """Take note of what another server tells about a table that is in memory here."""
        if id == NO_TABLE:
            self._hear_server(message)
            return
        table = self._cache.get(id)
        if table is None or self._services.tasks.is_closed:
            return
        if message == PRESENCE:
            self._services.tasks.start(self._look_who_is_here([id]))
        elif message:
            self._hear(table, message)
        elif table.present or table.is_attended:  # any other one is looked at when it is asked for
            self._awoken[id] = table
            if not self._is_looking:
                self._is_looking = True
                self._services.tasks.start(self._look_at_awoken())

    async def _look_at_awoken(self) -> None:
        """Catch up with the logs of which others have told, all that wait by one query."""
        try:
            while self._awoken:
                ids = list(islice(self._awoken, LOOKS_AT_ONCE))
                awoken = {id: self._awoken.pop(id) for id in ids}
                after = {id: table.table.number - 1 for id, table in awoken.items()}
                try:
                    found = await asyncio.to_thread(self._store.read_many, after)
                except StoreDown:
                    continue  # they are looked at within a second
                for id, table in awoken.items():
                    await asyncio.sleep(0)  # others go on in between
                    is_free = not table.lock.locked()
                    if id not in self._late and not (is_free and table.follow(found[id])):
                        self._late.add(id)
                        self._services.tasks.start(self._look_at(table))
        finally:
            self._is_looking = False

    async def _look_at(self, table: OpenTable) -> None:
        """Catch up with one log when its lock is free."""
        async with table.lock:
            self._late.discard(table.id)  # what is told from now on may come too late for this look
            with contextlib.suppress(Objected):  # it is gone
                await self._catch_up(table)

    async def _look_who_is_here(self, ids: Sequence[str]) -> None:
        with contextlib.suppress(StoreDown):
            for id, holders in (await self._peers.present(ids)).items():
                self._show_presence(id, holders)

    async def _refresh(self, table: OpenTable) -> None:
        """Catch up with the log, if it can be read now; raise Objected where the table is gone."""
        async with table.lock:
            await self._catch_up(table)

    async def _catch_up(self, table: OpenTable) -> None:
        try:
            await table.catch_up()
        except Objected as objected:
            if objected.objection is Objection.NO_TABLE:
                self._cache.drop(table.id)
                raise

    async def _look_round(self) -> None:
        """Look at the tables where somebody is once a second: a wake may have been lost.

        Of one without a page open here the other servers do not even tell.
        """
        while True:
            await asyncio.sleep(LOOK_PAUSE)
            watched = [table for table in self._cache if table.present or table.is_attended]
            ids = [table.id for table in watched]
            if not ids:
                continue
            with contextlib.suppress(StoreDown):
                heads = await asyncio.to_thread(self._store.heads, ids)
                for table in watched:
                    if heads[table.id] != table.table.number:
                        self._heard(table.id, {})
            await self._look_who_is_here(ids)

    def _show_presence(self, id: str, elsewhere: frozenset[str]) -> None:
        table = self._cache.get(id)
        if table is not None:
            for holder in table.show_elsewhere(elsewhere):
                self._greet(table, holder)
                self._welcome_soon(table, holder)


def _timed_replay(stored: Sequence[StoredEntry]) -> tuple[Table, float]:
    """Return the table of a log, and the seconds of processor time that replaying it took."""
    began = time.thread_time()
    return replay(stored), time.thread_time() - began


def _check_length(open_table: OpenTable, request: Request) -> None:
    """Raise Objected where the log is full and the request is not needed to end the game."""
    is_full = open_table.table.number >= LONGEST_LOG or open_table.weight >= HEAVIEST_TABLE
    if is_full and request.do not in TO_THE_END:
        raise Objected(Objection.LOG_FULL)


def _welcomes(open_table: OpenTable, holder: str) -> bool:
    """Return whether anything happens at the table because this holder has come."""
    return bool(_covered(open_table.table, holder)) or _is_gathered(open_table)


def _covered(table: Table, holder: str) -> list[int]:
    """Return the seats of a holder where a bot plays until they are back."""
    if table.phase not in (Phase.STARTS, Phase.ROUND, Phase.CHECK):
        return []
    return [seat for seat in table.seats_of(holder) if table.seats[seat].is_covered]


def _is_joinable(open_table: OpenTable, now: float) -> bool:
    """Return whether strangers may join a table, and will not wait there alone."""
    table = open_table.table
    patience = ALONE_FOR_LONG if table.options.pace >= LONG_PACE else ALONE_FOR
    is_somebody_there = not table.holders.isdisjoint(open_table.here)
    return table.is_open and (is_somebody_there or now - table.at < patience)


def _is_gathered(open_table: OpenTable) -> bool:
    """Return whether all people of a rematch are here and it has not begun."""
    table = open_table.table
    people = {seat.holder for seat in table.seats} - {""}
    return (
        table.phase is Phase.LOBBY
        and table.is_rematch
        and not any(seat.is_empty for seat in table.seats)
        and all(holder in open_table.here for holder in people)
    )


async def _outside_the_loop(read: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Read from the store in a thread; raise Objected where it cannot be read now."""
    try:
        return await asyncio.to_thread(read, *given, **named)
    except StoreDown as error:
        log.warning("not read: %s", error)
        raise Objected(Objection.STORE_DOWN) from error


def _reshuffled(dealt: Deal, played: int, shuffle: Callable[[int], int]) -> Deal:
    """Return a deal that begins with the same cards; those left and the box are shuffled."""
    known, left = dealt.cards[:played], (*dealt.cards[played:], dealt.box)
    rest = deal(left, shuffle)
    return Deal((*known, *rest.cards), rest.box)


def _event_of(entry: Entry) -> Event | None:
    """Return the event behind an entry of a game; None for a card, which turns by itself."""
    match entry:
        case Start(seat, number):
            return Started(seat, number)
        case Played(seat, turn):
            return Finished(seat, turn)
        case Called(by, on, round, mark):
            return MistakeCalled(by, on, round, mark)
    return None
