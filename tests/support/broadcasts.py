"""The broadcast of a server that is alone."""

from __future__ import annotations

from hashi.host.peers.protocol import Alone
from hashi.server.jobs.bot_pool import BotPool
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.live.broadcast import Broadcast
from hashi.server.table_pages import TablePages


def new_broadcast() -> Broadcast:
    """Return a broadcast without open pages; a process is started with the first long game."""
    return Broadcast(TablePages(SharedJobs(BotPool(1))), Alone())
