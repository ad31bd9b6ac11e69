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
from hashi.host.store.protocol import OneTimeLinks
from hashi.table import Objected, Objection

LIFETIME = 900.0
"""Seconds after which a link that nobody has used is worthless."""
_NONCE = 24
"""How many letters of a token find it in the store."""


class KeyLinks:
    """The links that are not used yet."""

    def __init__(self, links: OneTimeLinks, now: Callable[[], float]) -> None:
        self._links, self._now = links, now

    async def new(self, key: str) -> str:
        """Return the token of a link for this key."""
        secret = key.encode()
        nonce, pad, at = secrets.token_urlsafe(18), secrets.token_bytes(len(secret)), self._now()
        await in_thread(self._links.add_key, _hash(nonce), pad.hex(), at, at - LIFETIME)
        return nonce + urlsafe_b64encode(_masked(secret, pad)).decode().rstrip("=")

    async def use(self, token: str) -> str:
        """Return the key of a link, which is used up; raise Objected where there is none."""
        nonce, masked = token[:_NONCE], token[_NONCE:]
        pad = await in_thread(self._links.take_key, _hash(nonce), self._now() - LIFETIME)
        if pad is None:
            raise Objected(Objection.LINK_USED)
        try:
            secret = urlsafe_b64decode(masked + "=" * (-len(masked) % 4))
            key = _masked(secret, bytes.fromhex(pad)).decode("ascii")
        except ValueError as error:
            raise Objected(Objection.LINK_USED) from error
        return key


def _hash(nonce: str) -> str:
    return sha256(f"hashi key link {nonce}".encode(errors="replace")).hexdigest()[:32]


def _masked(secret: bytes, pad: bytes) -> bytes:
    """Return the bytes combined with as many others; raise ValueError where the lengths differ."""
    return bytes(a ^ b for a, b in zip(secret, pad, strict=True))
