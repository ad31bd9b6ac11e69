"""Whom the key of a browser speaks for: itself, the person it became by a link, or nobody any more.

Only hashes of keys are known here (`holder_of`); such a hash is called a device.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hashi.host.in_thread import in_thread
from hashi.host.loaded_table import Shared
from hashi.host.peers.protocol import NO_TABLE
from hashi.host.store.protocol import KeptDevice, StoreDown
from hashi.table.objection import Objected

DAY = 86_400.0
MOST_KNOWN = 20_000
"""Devices that are remembered with whom they speak for."""
FRESH = 5.0
"""Seconds for which a server believes what it remembers, where others could change it: they tell
at once, but what they tell can get lost."""
MOST_TOLD = 100
"""Devices in one message to other servers."""


@dataclass(slots=True)
class _Known:
    """What the store had of a device, and when it was asked, on the loop's clock."""

    person: str
    seen: float
    at: float


class Devices:
    """Knows whom each device speaks for, and closes its open pages when that changes."""

    def __init__(self, shared: Shared) -> None:
        self._shared, self._store = shared, shared.store.devices
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._open: dict[str, dict[asyncio.Future[None], str]] = {}
        """For each open page of a device what is done when it must be closed, and for whom it was
        opened."""
        self._changes = 0
        """How often any device has changed: what was asked for before may be outdated."""

    def start(self) -> None:
        """Begin to ask again whom open pages belong to, where other servers can change that."""
        if not self._shared.peers.is_alone:
            self._shared.tasks.start(self._look_round())

    # --- whom a device speaks for

    async def person_of(self, device: str) -> str:
        """Return the holder whom a device speaks for, empty where it was ended; raise Objected
        where that cannot be known now."""
        known = self._known.get(device)
        if known is not None:
            self._known.move_to_end(device)
        if known is None or not self._is_fresh(known):
            try:
                known = await self._ask(device)
            except Objected:  # nothing can be changed, nor ended, while the store is down
                if known is None:
                    raise
        return known.person

    def note(self, device: str) -> None:
        """Note that a device is here today, where it is known: once a day, and never because
        something is only looked at."""
        known, today = self._known.get(device), self._shared.now() // DAY * DAY
        if known is not None and known.seen < today and known.person:
            known.seen = today
            self._shared.tasks.start(self._see(device, today))

    async def speaks_for(self, device: str, person: str) -> bool:
        """Return whether a device speaks for this person, so far as can be known now."""
        with contextlib.suppress(Objected):
            return await self.person_of(device) == person
        return False

    async def _ask(self, device: str) -> _Known:
        before = None
        while before != self._changes:  # else the answer may be from before a change
            before = self._changes
            kept = (await in_thread(self._store.find, [device])).get(device)
        person, seen = (kept.person, kept.seen) if kept else (device, float("inf"))
        known = self._known[device] = _Known(person, seen, asyncio.get_running_loop().time())
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return known

    def _is_fresh(self, known: _Known) -> bool:
        is_alone = self._shared.peers.is_alone
        return is_alone or asyncio.get_running_loop().time() - known.at < FRESH

    async def _see(self, device: str, day: float) -> None:
        with contextlib.suppress(Objected):  # another day, then
            await in_thread(self._store.see, device, day)

    def new(self, device: str, person: str, kind: str) -> KeptDevice:
        """Return a device as it is kept from now on."""
        now = self._shared.now()
        return KeptDevice(device, person, kind, now, now // DAY * DAY)

    async def of(self, person: str) -> list[KeptDevice]:
        """Return the devices of a person, the one that was here last first."""
        return await in_thread(self._store.of, person)

    async def is_known(self, device: str) -> bool:
        """Return whether anything is kept of a device: its key need not end where nothing is."""
        store = self._shared.store
        kept = await in_thread(self._store.find, [device])
        has_tables = bool(kept) or bool(await in_thread(store.tables, device, 1))
        return has_tables or bool(await in_thread(store.devices.pushes.find, device))

    # --- ending

    async def end(self, device: str) -> None:
        """End a device: its key is worthless from now on, and its links are."""
        await self._change(lambda at: self._store.end([device], at))

    async def end_all(self, person: str, instead: KeptDevice | None = None) -> None:
        """End all devices of a person, who may have another one instead."""
        await self._change(lambda at: self._store.end_all(person, at, instead))

    async def unite(self, giver: str, taker: str, without: str) -> None:
        """Make all devices of one person another's, and end the one that is left out."""
        await self._change(lambda at: self._store.unite(giver, taker, without, at))

    async def _change(self, change: Callable[[float], list[str]]) -> None:
        """Change devices in the store, then here; nobody cancels that in between."""

        async def make() -> None:
            self.changed(await in_thread(change, self._shared.now()))

        await self._shared.tasks.finish(make())

    def renew(self, device: str) -> None:
        """Ask again whom a device speaks for; its pages stay open."""
        self._known.pop(device, None)

    def changed(self, devices: Sequence[str]) -> None:
        """Forget what was known of devices, close their pages, and tell the other servers."""
        self._forget(devices)
        for first in range(0, len(devices), MOST_TOLD):
            some = list(devices[first : first + MOST_TOLD])
            self._shared.peers.tell(NO_TABLE, {"devices": some})

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take note of what another server tells."""
        self._forget(message["devices"])

    def _forget(self, devices: Sequence[str]) -> None:
        self._changes += 1
        for device in devices:
            self._known.pop(device, None)
            for page in self._open.get(device, ()):
                if not page.done():
                    page.set_result(None)

    # --- open pages

    @contextlib.contextmanager
    def page(self, device: str, person: str) -> Iterator[asyncio.Future[None]]:
        """Note that a device has a page open for a person, whom it must have been asked for just
        now; yield what is done when the page must be closed."""
        page: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        pages = self._open.setdefault(device, {})
        pages[page] = person
        try:
            yield page
        finally:
            del pages[page]
            if not pages:
                del self._open[device]

    async def _look_round(self) -> None:
        """Close the pages of devices that have changed where nobody has told of it."""
        while True:
            await asyncio.sleep(FRESH)
            with contextlib.suppress(StoreDown):
                await self._look(list(self._open))

    async def _look(self, devices: Sequence[str]) -> None:
        if not devices:
            return
        found = await asyncio.to_thread(self._store.find, devices)
        for device in devices:
            person = found[device].person if device in found else device
            if any(each != person for each in self._open.get(device, {}).values()):
                self._forget([device])
