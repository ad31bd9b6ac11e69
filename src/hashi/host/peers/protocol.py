"""The other servers on the same store: what they are told, and what is agreed with them.

The log is the truth; everything here only makes it known sooner, or saves work. A message that is
lost, or a server that dies, is made good by the next look at the store, once a second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

Hear = Callable[[str, Mapping[str, Any]], None]
"""Called with a table and what another server tells about it; nothing where its log went on."""
NO_TABLE = ""
"""The name under which servers tell something about themselves."""
PRESENCE: Mapping[str, Any] = {"presence": True}
"""What is told where someone has come or gone."""


class Peers(Protocol):
    """The other servers."""

    is_alone: bool
    """Whether there never are any: everything in memory is all there is."""

    async def start(self, hear: Hear) -> None:
        """Begin to listen, and to be known as alive."""
        ...

    async def close(self) -> None:
        """Give up all leases, and go."""
        ...

    def tell(self, table: str, message: Mapping[str, Any] | None = None) -> None:
        """Tell the others that something has happened at a table."""
        ...

    def come(self, table: str, holder: str) -> None:
        """Note that the first page of this holder is open here."""
        ...

    def go(self, table: str, holder: str) -> None:
        """Note that the last page of this holder is closed here."""
        ...

    async def are_alike(self) -> bool:
        """Return whether all servers that live derive the same from logs; raise StoreDown."""
        ...

    async def present(self, tables: Sequence[str]) -> dict[str, frozenset[str]]:
        """Return who has a page of these tables open at another server; raise StoreDown."""
        ...

    async def lease(self, name: str) -> bool:
        """Return whether this server, and no other, may act for a table now.

        It may until it gives up the lease or dies: seconds later another one may.
        """
        ...

    def release(self, name: str) -> None:
        """Let another server act."""
        ...

    async def take(self, name: str, burst: float, rate: float) -> float:
        """Count one more of what all servers limit together: so many at once, and a second.

        Return the seconds to wait, 0 where it is within the limit.
        """
        ...


class Alone:
    """No other servers: the store belongs to this one."""

    is_alone = True

    async def start(self, hear: Hear) -> None:
        del hear

    async def close(self) -> None:
        pass

    def tell(self, table: str, message: Mapping[str, Any] | None = None) -> None:
        pass

    def come(self, table: str, holder: str) -> None:
        pass

    def go(self, table: str, holder: str) -> None:
        pass

    async def are_alike(self) -> bool:
        return True

    async def present(self, tables: Sequence[str]) -> dict[str, frozenset[str]]:
        return dict.fromkeys(tables, frozenset())

    async def lease(self, name: str) -> bool:
        del name
        return True

    def release(self, name: str) -> None:
        pass

    async def take(self, name: str, burst: float, rate: float) -> float:
        del name, burst, rate  # this server counts by itself
        return 0.0
