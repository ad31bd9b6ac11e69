"""What the people at a host may use, counted by address."""

from __future__ import annotations

from hashi.bots import Effort
from hashi.host.limits.fair_queue import Budget
from hashi.host.limits.quotas import GameEvent
from hashi.host.peers.protocol import Peers
from hashi.server.limits.gates import Gates
from hashi.server.limits.work import Work, current_account
from hashi.server.operation.counts import Counts


class AddressQuotas:
    """Charges each request of a host to the address that it came from."""

    def __init__(
        self, gates: Gates, work: Work, metrics: Counts, peers: Peers, *, may_list: bool
    ) -> None:
        self.thinking: Budget | None = gates.thinking
        self.may_list = may_list
        self._gates, self._work, self._metrics, self._peers = gates, work, metrics, peers

    def account(self) -> str:
        return current_account()

    def charge(self, seconds: float) -> None:
        self._work.note(current_account(), seconds)

    def is_heavy(self) -> bool:
        return self._work.is_heavy(current_account())

    async def admit_table(self) -> None:
        await self._gates.open_table_anywhere(current_account(), self._peers)

    def admit_listing(self) -> None:
        self._gates.listings.take(current_account())

    def note_thought(self, effort: Effort) -> None:
        self._metrics.thought(effort)

    def note_game(self, event: GameEvent) -> None:
        self._metrics.played(event)
