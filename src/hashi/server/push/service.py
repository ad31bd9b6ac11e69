"""Tells people who are not there, by Web Push: who asked for it, of what, and that once."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from hashi.host import Host, LoadedTable, Store
from hashi.host.deadlines import Deadlines
from hashi.host.in_thread import in_thread
from hashi.host.loaded_table import is_private
from hashi.host.peers.protocol import Peers
from hashi.host.store.protocol import KeptPush, PushKey, StoreDown
from hashi.host.tasks import Tasks
from hashi.server.push.delivery import Post
from hashi.server.push.encryption import encode, is_readable_by, new_key
from hashi.server.push.endpoints import read_endpoint
from hashi.server.push.messages import URGENCY, is_zone, message
from hashi.server.push.moments import SOON, Moment, is_told_of, moments_of, soon_at
from hashi.server.push.outbox import Letter, Outbox
from hashi.server.push.settings import PushSettings
from hashi.table import LogEntry, Objected, Table

GRACE = 20.0
"""Seconds after which people are told: whoever only turned a page is back by then."""
MOST_AN_HOUR = 12
"""Moments that a person is told of in an hour."""
LOOKS_AT_ONCE = 4
LOOK_PAUSE = 60.0
"""Seconds between two looks for rounds that end soon; those of a server that died among them."""
MOST_FOUND = 1_000
"""Rounds that are found in one look; the next ones follow in the next one."""
MOST_NOTED = 20_000
"""Rounds of which it is remembered that they were found."""
RETRY_AFTER = 15.0
TOPIC = 24
"""Bytes of the name of a topic: 32 letters are allowed."""
LEASE = "push"
log = logging.getLogger(__name__)


class PushService:
    """Looks at tables where something has happened, and at those whose rounds end soon."""

    def __init__(
        self,
        settings: PushSettings,
        store: Store,
        peers: Peers,
        now: Callable[[], float],
        count: Callable[[str, str], None],
    ) -> None:
        """Count each message by its service and its outcome."""
        self._settings, self._store, self._peers = settings, store, peers
        self._now, self._count = now, count
        self._post = Post(settings.services)
        self._tasks = Tasks()
        self._host: Host | None = None
        self._key: PushKey | None = None
        self._outbox: Outbox | None = None
        self._times = Deadlines(self._ring)
        self._looks = asyncio.Semaphore(LOOKS_AT_ONCE)
        self._noted: OrderedDict[tuple[str, float], None] = OrderedDict()
        """The rounds that were found because they end soon."""

    def start(self, host: Host) -> None:
        """Begin to tell what happens at the tables of this host."""
        self._host = host
        self._tasks.start(self._mind())

    async def close(self) -> None:
        self._times.close()
        await self._tasks.close()
        if self._outbox is not None:
            await self._outbox.close()

    # --- who is told

    @property
    def public_key(self) -> str:
        """The key that browsers need, empty until the store has given it."""
        return self._key.public if self._key else ""

    def read(self, fields: Mapping[str, Any]) -> KeptPush | None:
        """Return the address that a browser gives; None where no message may or can go there."""
        given = [fields.get(name) for name in ("endpoint", "public_key", "secret", "zone")]
        endpoint, key, secret, zone = (each if isinstance(each, str) else "" for each in given)
        if read_endpoint(endpoint, self._settings.services) is None:
            return None
        if not is_readable_by(key, secret):
            return None
        zone = zone if is_zone(zone) else ""
        return KeptPush("", "", endpoint, key, secret, "", zone, "", 0.0, 0.0)

    async def kept_at(self, device: str) -> KeptPush | None:
        """Return where a device gets messages, if it does."""
        return await in_thread(self._store.devices.pushes.find, device)

    async def kept_of(self, person: str) -> list[KeptPush]:
        """Return where a person gets messages."""
        return await in_thread(self._store.devices.pushes.of, [person])

    async def keep(self, push: KeptPush) -> None:
        await in_thread(self._store.devices.pushes.keep, push)

    async def end(self, devices: Sequence[str]) -> None:
        await in_thread(self._store.devices.pushes.end, devices)

    # --- as one of those who are told what happens at tables

    def publish(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        """Look at a table a little later where a round or the game has ended, or people are asked
        for something: to go back, or for a rematch."""
        if is_private(entries) or not is_told_of(table.table):
            return
        after = table.table
        known, now = (
            (each.since, each.phase, each.next_table, each.proposals) for each in (before, after)
        )
        if known != now:
            self._times.set(table.id, GRACE)

    def hear(self, table: LoadedTable, message: Mapping[str, Any]) -> None:
        pass

    def presence_changed(self, table: LoadedTable, holder: str) -> None:
        pass

    # --- telling

    def _ring(self, id: str) -> None:
        if not self._tasks.is_closed:
            self._tasks.start(self._look(id))

    async def _look(self, id: str) -> None:
        """Tell those whom something is to be told of at a table; set the time of the next look."""
        async with self._looks:
            try:
                await self._tell(id)
            except StoreDown:
                self._times.set(id, RETRY_AFTER)
            except Objected as objected:
                if objected.objection.is_passing:
                    self._times.set(id, RETRY_AFTER)

    async def _tell(self, id: str) -> None:
        assert self._host is not None
        table = (await self._host.tables.live(id)).table
        holders = sorted({seat.holder for seat in table.seats} - {""})
        found = await in_thread(self._store.devices.pushes.of, holders)
        if not found or self._outbox is None:
            return
        now, soon = self._now(), soon_at(table)
        if soon is not None and now < soon:
            self._times.set(id, soon - now)
        here = await self._here(id)
        for moment in moments_of(id, table, now):
            pushes = [push for push in found if push.person == moment.holder]
            if pushes and moment.holder not in here and await self._claim(id, moment):
                for push in pushes:
                    self._put(id, table, moment, push)

    async def _claim(self, id: str, moment: Moment) -> bool:
        claim = self._store.devices.pushes.claim
        holder, now = moment.holder, self._now()
        return await in_thread(claim, holder, id, moment.number, now, MOST_AN_HOUR)

    def _put(self, id: str, table: Table, moment: Moment, push: KeptPush) -> None:
        endpoint = read_endpoint(push.endpoint, self._settings.services)
        if endpoint is None or self._outbox is None or self._key is None:  # other services now
            return
        text = message(push, moment, table, self._now())
        topic = encode(sha256(f"{self._key.private} {moment.table}".encode()).digest()[:TOPIC])
        self._outbox.put(Letter(push, endpoint, moment, id, text, topic, URGENCY[moment.kind]))

    async def _here(self, id: str) -> frozenset[str]:
        """Return who has a page of this table open, at whichever server."""
        assert self._host is not None
        here = (await self._host.tables.live(id)).here
        if self._peers.is_alone:
            return here
        return here | (await self._peers.present([id])).get(id, frozenset())

    async def _is_current(self, letter: Letter) -> bool:
        """Return whether a message still says what is so."""
        assert self._host is not None
        try:
            table = (await self._host.tables.live(letter.table)).table
            here = await self._here(letter.table)
        except (Objected, StoreDown):
            return False
        known = {
            (each.holder, each.number) for each in moments_of(letter.table, table, self._now())
        }
        moment = letter.moment
        return (moment.holder, moment.number) in known and moment.holder not in here

    async def _end(self, letter: Letter) -> None:
        """Forget an address that is no more."""
        try:
            end = self._store.devices.pushes.end_address
            await in_thread(end, letter.push.device, letter.push.endpoint)
        except Objected:  # the next message finds out again
            return

    # --- rounds that end soon

    async def _mind(self) -> None:
        """Look for rounds that end soon, wherever their tables are; one server of several does."""
        after = 0.0
        while True:
            try:
                await self._begin()
                if await self._peers.lease(LEASE):
                    after = await self._find(after)
            except Objected:
                log.warning("push: the store does not answer")
            await asyncio.sleep(LOOK_PAUSE if self._key else RETRY_AFTER)

    async def _find(self, after: float) -> float:
        """Note the next rounds that end soon; return after which time to go on, 0 for now."""
        now = self._now()
        until = now + SOON + 2 * LOOK_PAUSE
        found = await in_thread(self._store.devices.pushes.near, max(after, now), until, MOST_FOUND)
        for id, due in found:
            self._note(id, due)
        return found[-1][1] if len(found) == MOST_FOUND else 0.0

    async def _begin(self) -> None:
        """Ask the store for the key of all its servers, once."""
        if self._key is not None:
            return
        self._key = key = await in_thread(self._store.devices.pushes.key, new_key())
        self._outbox = Outbox(
            self._post,
            key,
            self._settings.contact,
            self._now,
            count=self._count,
            is_current=self._is_current,
            end=self._end,
        )

    def _note(self, id: str, due: float) -> None:
        """Look at a table whose round ends soon, once."""
        if (id, due) in self._noted:
            return
        self._noted[id, due] = None
        if len(self._noted) > MOST_NOTED:
            self._noted.popitem(last=False)
        self._times.set(id, 0.0)
