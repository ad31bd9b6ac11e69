"""What pages, sockets and the API of one app work with, made once when the app starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

if TYPE_CHECKING:
    from hashi.host import Host
    from hashi.host.day_results import DayBook
    from hashi.server.jobs.day_bots import DayBots
    from hashi.server.jobs.reviews import Reviews
    from hashi.server.jobs.shared_jobs import SharedJobs
    from hashi.server.jobs.step_jobs import StepJobs
    from hashi.server.limits.gates import Gates
    from hashi.server.limits.shared_usage import SharedUsage
    from hashi.server.limits.work import Work
    from hashi.server.live.broadcast import Broadcast
    from hashi.server.network.reach import ServerReach
    from hashi.server.operation.counts import Counts
    from hashi.server.platform import Platform
    from hashi.server.push.service import PushService
    from hashi.server.table_pages import TablePages


@dataclass(frozen=True, slots=True)
class Services:
    """Every part of a running server that an answer may need, by name and with its type."""

    host: Host
    table_pages: TablePages
    broadcast: Broadcast
    gates: Gates
    work: Work
    metrics: Counts
    platform: Platform
    usage: SharedUsage
    reviews: Reviews
    day_bots: DayBots
    day_book: DayBook
    hints: SharedJobs
    replays: SharedJobs
    lessons: SharedJobs
    pictures: SharedJobs
    moving_pictures: SharedJobs
    workshop: StepJobs
    reach: ServerReach
    now: Callable[[], float]
    may_list: bool
    """Whether tables may be listed for strangers."""
    push: PushService | None = None
    """What sends messages to browsers whose pages are closed, if this server does."""

    def let_go(self) -> None:
        """Let nobody wait for news, nor for work that has not begun: the server ends."""
        self.usage.leave()
        self.broadcast.waiters.close()
        self.host.tables.stop_reading()
        self.replays.close()
        self.moving_pictures.close()

    async def close(self) -> None:
        """Give up what is being computed or sent; finish what is being saved."""
        if self.push is not None:
            await self.push.close()
        await self.workshop.close()
        await self.reviews.close()
        await self.day_bots.close()
        await self.host.close()


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the app that a request or a socket belongs to."""
    services: Services = connection.app.state.services
    return services
