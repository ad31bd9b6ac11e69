"""What addresses use at all servers on one store together: told once a second, counted by all.

A limit by address so holds for all servers, but for what is used within the second. What is told is
not stored. Limits that protect a process, such as its work and its connections, are its own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from hashi.host.peers.protocol import NO_TABLE, Peers
from hashi.server.limits.gates import Gates

PAUSE = 1.0
"""Seconds between two reports."""
KNOWN_FOR = 3.5
"""Seconds for which the last report of a server counts."""
MOST_TOLD, MOST_IN_A_MESSAGE = 1000, 100
"""Entries of a report, the largest first, and of one message."""


@dataclass(slots=True)
class _Server:
    """What another server has told last."""

    turn: int = -1
    at: float = 0.0
    counts: dict[str, Counter[str]] = field(default_factory=dict)


class SharedUsage:
    """Tells the other servers what is used here, and has the gates count what is used there."""

    def __init__(self, gates: Gates, peers: Peers) -> None:
        self._gates, self._peers = gates, peers
        self._name, self._turn = secrets.token_urlsafe(9), 0
        self._others: dict[str, _Server] = {}

    async def run(self) -> None:
        """Tell again and again what is used here, from now on."""
        for buckets in self._gates.rates.values():
            buckets.take_spent()
        while True:
            await asyncio.sleep(PAUSE)
            self.report()

    def report(self) -> None:
        """Tell what is used here now, and forget servers that tell nothing any more."""
        self._forget()
        self._send(sorted(self._entries(), key=lambda entry: -entry[2])[:MOST_TOLD])

    def leave(self) -> None:
        """Tell that nothing is used here any more: the server ends, and its pages move."""
        self._send([])

    def hear(self, message: Mapping[str, Any]) -> None:
        """Count what another server tells."""
        name, turn, entries = message["usage"]
        server = self._others.setdefault(name, _Server())
        if server.turn != turn:
            server.turn, server.counts = turn, {}
        server.at = monotonic()
        for kind, account, amount in entries:
            if kind in self._gates.rates:
                self._gates.rates[kind].charge(account, amount)
            elif kind in self._gates.quotas:
                server.counts.setdefault(kind, Counter())[account] = amount
        self._add_up()

    def _entries(self) -> Iterator[tuple[str, str, float]]:
        for kind, buckets in self._gates.rates.items():
            for account, amount in buckets.take_spent().items():
                yield kind, account, amount
        servers = len(self._others) + 1
        for kind, quota in self._gates.quotas.items():
            least = max(1, quota.most // (4 * servers))  # less of it decides nothing
            for account, amount in quota.counts.items():
                if quota.most and amount >= least:
                    yield kind, account, amount

    def _send(self, entries: list[tuple[str, str, float]]) -> None:
        self._turn += 1
        for first in range(0, max(1, len(entries)), MOST_IN_A_MESSAGE):
            some = entries[first : first + MOST_IN_A_MESSAGE]
            self._peers.tell(NO_TABLE, {"usage": [self._name, self._turn, some]})

    def _forget(self) -> None:
        latest = monotonic() - KNOWN_FOR
        gone = [name for name, server in self._others.items() if server.at < latest]
        for name in gone:
            del self._others[name]
        if gone:
            self._add_up()

    def _add_up(self) -> None:
        """Have each quota count what all others have."""
        for kind, quota in self._gates.quotas.items():
            counts = (server.counts.get(kind, Counter()) for server in self._others.values())
            quota.elsewhere = sum(counts, Counter[str]())
