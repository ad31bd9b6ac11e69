"""A connection to a database, as the stores use it: one set of SQL for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

Value = str | int | float | None


class Database(Protocol):
    """One connection. In SQL `?` stands for a value; it has no other meaning, nor has `%`."""

    IS_SHARED: bool
    """Whether several servers may use the database at the same time."""
    KEYED: str
    """What stands behind the columns of a table that is read by its primary key alone."""
    GIVEN: str
    """A table with the column `value`, made of a JSON array of texts that is given for its `?`."""
    FIELD: str
    """A field of the JSON object in the column `body`; `{}` stands for its name."""

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Any]:
        """Return the rows that a query finds, each a tuple."""
        ...

    def run(self, statement: str, values: Sequence[Value] = ()) -> None: ...

    def run_many(self, statement: str, values: Sequence[Sequence[Value]]) -> None:
        """Run a statement once for each of these."""
        ...

    def add_events(self, rows: Sequence[tuple[str, int, str]]) -> None:
        """Add events: the table, the number and the text of each."""
        ...

    def begin(self) -> None:
        """Begin a transaction that writes."""
        ...

    def begin_reading(self) -> None:
        """Begin a transaction that reads everything as of one moment."""
        ...

    def begin_alone(self) -> None:
        """Begin a transaction that changes the schema; others that do so wait."""
        ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def try_reading(self) -> None:
        """Raise something where whoever reads would wait."""
        ...

    def try_writing(self) -> None:
        """Raise something where whoever writes would wait."""
        ...

    def version(self) -> int:
        """Return how many migrations this store has had."""
        ...

    def set_version(self, version: int) -> None: ...

    def close(self) -> None:
        """Close the connection, whatever state it is in."""
        ...
