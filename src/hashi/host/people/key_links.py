"""One-time links by which another device becomes the same person, with a new key of its own.

A link holds no key. The store keeps a hash of its token: whoever reads the store cannot use it.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

from hashi.host.in_thread import in_thread
from hashi.host.loaded_table import Shared
from hashi.host.people.devices import Devices
from hashi.host.people.keys import holder_of
from hashi.host.store.protocol import KeptDevice, KeptLink
from hashi.table import Objected, Objection

LIFETIME = 900.0
"""Seconds after which a link that nobody has used is worthless."""


class KeyLinks:
    """The links that are not used yet. Of a person's, the latest count: nobody ends another's."""

    def __init__(self, shared: Shared, devices: Devices) -> None:
        self._store, self._now = shared.store.devices, shared.now
        self._devices, self._tasks = devices, shared.tasks

    async def new(self, person: str, device: str, kind: str) -> str:
        """Return the token of a link that this device of a person makes."""
        token, now = secrets.token_urlsafe(24), self._now()
        link = KeptLink(person, device, kind, now)
        await in_thread(self._store.add_link, _hash(token), link, now - LIFETIME)
        return token

    async def find(self, token: str) -> KeptLink:
        """Return what a link is for; raise Objected where there is none."""
        found = await in_thread(self._store.find_link, _hash(token), self._now() - LIFETIME)
        if found is None:
            raise Objected(Objection.LINK_USED)
        return found

    async def use(self, token: str, kind: str) -> str:
        """Use up a link and return a new key that speaks for its person; raise Objected where
        there is none."""
        key = secrets.token_urlsafe(24)
        device = self._devices.new(holder_of(key), "", kind)
        await self._tasks.finish(self._use(_hash(token), device))
        return key

    async def _use(self, token: str, device: KeptDevice) -> None:
        used = await in_thread(self._store.use_link, token, self._now() - LIFETIME, device)
        if used is None:
            raise Objected(Objection.LINK_USED)
        link, ended = used
        self._devices.renew(link.device)
        self._devices.changed(ended)


def _hash(token: str) -> str:
    return sha256(f"hashi key link {token}".encode(errors="replace")).hexdigest()[:32]
