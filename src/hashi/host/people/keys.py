"""Keys of browsers and ids of tables."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256


def holder_of(key: str) -> str:
    """Return what is stored of a browser's key: enough to know it again, not enough to use it."""
    return sha256(f"hashi holder {key}".encode()).hexdigest()[:32]


def new_id() -> str:
    """Return an id for a table that nobody can guess.

    It does not begin with a dash, which a command line takes for an option.
    """
    while (id := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return id


def is_id(given: str) -> bool:
    """Return whether this could be the id of a table."""
    return re.fullmatch(r"[\w-]{1,64}", given, re.ASCII) is not None
