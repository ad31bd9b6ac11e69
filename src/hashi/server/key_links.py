"""One-time links by which another device becomes the same person: it is given the browser's key."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict

from hashi.table import Objected, Objection

LIFETIME = 900.0
"""Seconds after which a link that nobody has used is worthless."""
MOST = 10_000
"""How many links wait at most; the oldest are dropped first."""


class KeyLinks:
    """The links that are not used yet; a server that ends forgets them."""

    def __init__(self) -> None:
        self._keys: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def new(self, key: str) -> str:
        """Return the token of a link for this key."""
        token = secrets.token_urlsafe(24)
        self._keys[token] = key, time.monotonic()
        if len(self._keys) > MOST:
            self._keys.popitem(last=False)
        return token

    def use(self, token: str) -> str:
        """Return the key of a link, which is used up; raise Objected where there is none."""
        key, made_at = self._keys.pop(token, ("", 0.0))
        if not key or time.monotonic() - made_at > LIFETIME:
            raise Objected(Objection.LINK_USED)
        return key
