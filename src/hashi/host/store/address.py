"""Which store an address means: a file, or a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from hashi.host.store.sql import SqlStore
from hashi.host.store.sqlite import SqliteStore


def is_address(address: str) -> bool:
    """Return whether this is the address of a database and not a file."""
    return address.startswith(("postgresql://", "postgres://"))


def open_store(address: str) -> SqlStore:
    """Open the store at an address; raise what its database raises, TooNew, or ImportError."""
    if is_address(address):
        from hashi.host.store.postgres.store import PostgresStore  # an extra: not everyone has it

        return PostgresStore(address)
    return SqliteStore(Path(address))
