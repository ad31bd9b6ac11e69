"""One-time links by which another device becomes the same person: it is given the browser's key.

The link holds the key masked with random bytes, the store holds those bytes under a hash of the
link's first part: neither of the two says the key without the other, and any server can use it.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256

from hashi.host.in_thread import in_thread
from hashi.host.seat_links import DAYS
from hashi.host.store.protocol import Store
from hashi.table import Objected, Objection

LIFETIME = 900.0
"""Seconds after which a link that nobody has used is worthless."""
_NONCE = 24
"""How many letters of a token find it in the store."""


class KeyLinks:
    """The links that are not used yet, kept beside those of seats."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    async def new(self, key: str) -> str:
        """Return the token of a link for this key."""
        secret = key.encode()
        nonce, pad, at = secrets.token_urlsafe(18), secrets.token_bytes(len(secret)), self._now()
        await in_thread(self._store.add_link, _hash(nonce), f"key {at:.0f}", 0, pad.hex(), at)
        return nonce + urlsafe_b64encode(_masked(secret, pad)).decode().rstrip("=")

    async def use(self, token: str) -> str:
        """Return the key of a link, which is used up; raise Objected where there is none."""
        nonce, masked = token[:_NONCE], token[_NONCE:]
        found = await in_thread(self._store.take_link, _hash(nonce), self._now() - DAYS)
        if found is None:
            raise Objected(Objection.LINK_USED)
        try:
            made_at = float(found[0].removeprefix("key "))
            secret = urlsafe_b64decode(masked + "=" * (-len(masked) % 4))
            key = _masked(secret, bytes.fromhex(found[2])).decode("ascii")
        except ValueError as error:
            raise Objected(Objection.LINK_USED) from error
        if self._now() - made_at > LIFETIME:
            raise Objected(Objection.LINK_USED)
        return key


def _hash(nonce: str) -> str:
    return sha256(f"hashi key link {nonce}".encode(errors="replace")).hexdigest()[:32]


def _masked(secret: bytes, pad: bytes) -> bytes:
    """Return the bytes combined with as many others; raise ValueError where the lengths differ."""
    return bytes(a ^ b for a, b in zip(secret, pad, strict=True))
