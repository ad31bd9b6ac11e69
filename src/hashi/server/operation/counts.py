"""What a server notes of its work, for whoever counts it; by itself it counts nothing.

No label says which table, which person or which address: the numbers let nobody into a seat.
"""

from __future__ import annotations

from typing import Protocol

from hashi.bots import Effort
from hashi.host.limits.quotas import GameEvent

OTHER = "other"
"""The name of every request that no route has taken."""
ROUTE = "hashi.route"
"""Where a route writes its own name, such as `/t/{id}`: a request is counted and logged under that
and never under its address, which strangers choose and which may be secret."""


class Level(Protocol):
    """How many there are of something that comes and goes."""

    def inc(self) -> None: ...

    def dec(self) -> None: ...

    def set(self, value: float, /) -> None: ...


class _Unknown:
    """A level that nobody asks for."""

    def inc(self) -> None:
        """Note nothing."""

    dec = inc

    def set(self, value: float, /) -> None:
        """Note nothing."""


class Counts:
    """Takes note of nothing: for one visitor in a browser of their own."""

    def __init__(self) -> None:
        self.sockets: Level = _Unknown()
        self.tables: Level = _Unknown()
        self.bots_waiting: Level = _Unknown()

    def answered(self, do: str, outcome: str, seconds: float) -> None:
        """Count a message of a page: what it asked for, and whether it was done."""

    def requested(self, route: str, status: int, seconds: float) -> None:
        """Count a request over HTTP."""

    def thought(self, effort: Effort) -> None:
        """Count a turn of a bot."""

    def played(self, event: GameEvent) -> None:
        """Count a game that has begun or ended."""

    def pushed(self, service: str, outcome: str) -> None:
        """Count a message that was sent to a push service, or not; both words are from lists."""

    def committed(self, seconds: float, kept: int, conflicts: int, failures: int) -> None:
        """Count a commit of the store and what came of the writes in it; any thread may call it."""

    def text(self) -> bytes:
        """Return all numbers."""
        return b""
