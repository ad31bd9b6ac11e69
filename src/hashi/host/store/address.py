"""Which store is meant by a place: a file, or the address of a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from hashi.host.store.sql import SqlStore
from hashi.host.store.sqlite import SqliteStore


def is_address(place: str) -> bool:
    """Return whether a place is the address of a database and not a file."""
    return place.startswith(("postgresql://", "postgres://"))


def open_store(place: str) -> SqlStore:
    """Open the store at a place; raise what its database raises, TooNew, or ImportError."""
    if is_address(place):
        from hashi.host.store.postgres import PostgresStore  # an extra: not everyone has it

        return PostgresStore(place)
    return SqliteStore(Path(place))
