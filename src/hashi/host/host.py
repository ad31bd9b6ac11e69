"""The host of many tables: what keeps them alive, put together."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from hashi.host.bots.bot_turns import BotTurns
from hashi.host.clocks import Clocks
from hashi.host.expiry import Sweeper
from hashi.host.index import TableIndex
from hashi.host.limits.fair_queue import FairQueue
from hashi.host.limits.quotas import GameEvent, Quotas, Unlimited
from hashi.host.limits.reads import Reads
from hashi.host.loaded_table import LoadedTable, Shared, is_private
from hashi.host.openings import Openings, Shuffle
from hashi.host.peers.neighbours import Neighbours
from hashi.host.peers.protocol import Alone, Peers
from hashi.host.people.audience import Audience, Nobody
from hashi.host.people.devices import Devices
from hashi.host.people.games_files import GamesFiles
from hashi.host.people.key_links import KeyLinks
from hashi.host.people.people import People
from hashi.host.requests import Requests
from hashi.host.store.protocol import Store
from hashi.host.tables import Tables
from hashi.host.tasks import Tasks
from hashi.host.upkeep import Upkeep
from hashi.table import LogEntry, Phase, Table

log = logging.getLogger(__name__)


def _nothing(_message: Mapping[str, Any]) -> None:
    pass


class Host:
    """The parts that keep the tables of one store alive, and the way from a saved event to those
    who are told: first the clock and the bots of the table, then the audience."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        shuffle: Shuffle = secrets.randbelow,
        executor: Executor | None = None,
        bots_at_once: int = 4,
        bots_in_turns: FairQueue | None = None,
        replayer: Executor | None = None,
        audience: Audience | None = None,
        quotas: Quotas | None = None,
        peers: Peers | None = None,
        hear_server: Callable[[Mapping[str, Any]], None] = _nothing,
    ) -> None:
        """Make a host over a store.

        Bots are asked in `executor`, so many at once and in turns by that queue; long logs are
        replayed in `replayer`. `peers` are the other servers on the store; `hear_server` is called
        with what one of them tells about itself.
        """
        quotas, peers, tasks = quotas or Unlimited(), peers or Alone(), Tasks()
        self._audience = audience or Nobody()
        self._quotas = quotas
        shared = Shared(store, now, quotas.account, tasks, peers, owner=self)
        self._shared = shared
        self.bots = BotTurns(executor, bots_at_once, bots_in_turns, tasks, peers, quotas)
        self.tables = Tables(shared, replayer, quotas)
        self.clocks = Clocks(shared, self.tables)
        self.openings = Openings(shared, self.tables, shuffle)
        self.requests = Requests(shared, self.tables, self.openings, quotas)
        self.people = People(shared, self.tables, self.openings, self.clocks)
        self.games_files = GamesFiles(shared, self.tables)
        self.devices = Devices(shared)
        self.key_links = KeyLinks(shared, self.devices)

        def hear(message: Mapping[str, Any]) -> None:
            (self.devices.hear if "devices" in message else hear_server)(message)

        self.neighbours = Neighbours(shared, self.tables, self._audience, self.people.welcome, hear)
        self.reads = Reads(quotas)
        self.index = TableIndex(shared, self.tables, self.neighbours, self.reads)
        self.sweeper = Sweeper(shared, self.tables, self.clocks)
        self.upkeep = Upkeep(shared, replayer)

    async def start(self) -> None:
        """Begin to work with the other servers on the store, to mind the clocks in it, and to bring
        up to date what an older version has kept."""
        self.clocks.start()
        await self.neighbours.start()
        self.devices.start()
        self.upkeep.start()

    async def close(self) -> None:
        """Stop clocks and bots; finish what is being saved."""
        self.clocks.deadlines.close()
        await self._shared.tasks.close()
        await self._shared.peers.close()

    # --- as the owner of tables

    def changed(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        """Let clock and bots go on after what was saved, and tell the audience."""
        if not is_private(entries):
            self.loaded(table)
        try:
            self._audience.publish(table, before, entries)
        except Exception:
            log.exception("table %s: announcing failed; what happened is saved", table.id)

    def loaded(self, table: LoadedTable) -> None:
        """Set the clock of a table, and ask its bots that are to act."""
        if not self._shared.tasks.is_closed:
            self.clocks.restart(table)
            self.bots.wake(table)

    def went_on(self, before: Phase, after: Phase) -> None:
        """Count a game that begins or ends."""
        if before is Phase.LOBBY and after is not Phase.CLOSED:
            self._quotas.note_game(GameEvent.BEGUN)
        elif after is Phase.OVER:
            self._quotas.note_game(GameEvent.FINISHED)
        elif after is Phase.CLOSED and before is not Phase.LOBBY:
            self._quotas.note_game(GameEvent.ENDED)

    def attended(self, table: LoadedTable) -> None:
        """Ask the bots that waited for people."""
        self.bots.wake(table)
