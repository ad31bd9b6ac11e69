"""The ASGI app: its services, made when it starts, and what stands around its routes."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from hashi.host import Host, Store
from hashi.host.bots.bot_turns import queue_for
from hashi.host.day_results import DayBook
from hashi.host.expiry import Expiry
from hashi.host.peers.protocol import Peers
from hashi.host.people.audience import Several
from hashi.host.steady_clock import steady_clock
from hashi.server.compression import Compression
from hashi.server.jobs.day_bots import DayBots
from hashi.server.jobs.pool import Purpose
from hashi.server.jobs.reviews import REVIEW_TIME, Reviews
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.jobs.step_jobs import StepJobs
from hashi.server.limits.forwarded import LOOPBACK, Forwarded, Networks, Proxies
from hashi.server.limits.gates import Gates, Limits
from hashi.server.limits.host_quotas import AddressQuotas
from hashi.server.limits.shared_usage import SharedUsage
from hashi.server.limits.work import Work
from hashi.server.live.broadcast import Broadcast
from hashi.server.network.reach import ServerReach, SharedOrigin
from hashi.server.operation.counts import Counts
from hashi.server.operation.metrics_port import metrics_at
from hashi.server.operation.monitor import Monitor
from hashi.server.pages.pictures.moving import KEPT as MOVING_PICTURES
from hashi.server.platform import Platform
from hashi.server.push.settings import PushSettings
from hashi.server.routes import not_found, refusal, routes
from hashi.server.security import Guard
from hashi.server.services import Services
from hashi.server.site import Prefix, serve_under
from hashi.server.table_pages import TablePages
from hashi.table import Objected

if TYPE_CHECKING:
    from hashi.server.push.service import PushService

RATE = 20
"""Writes that an address may send each second."""
BOT_TIME, REPLAY_TIME = 60.0, 10.0
"""Seconds after which a bot skips its turn, and after which a record is given up."""
SWEEP_PAUSE = 3600.0
"""Seconds between two looks for tables that nobody needs any more."""
COUNT_PAUSE = 2.0
"""Seconds between two counts of what is in memory."""
PICTURES = 64
"""Still pictures that are kept in memory."""


def create_app(
    store: Store,
    *,
    now: Callable[[], float] | None = None,
    gates: Gates | None = None,
    work: Work | None = None,
    hosts: Collection[str] = (),
    jobs: int = 0,
    expiry: Expiry | None = None,
    watchers: Sequence[str] = (),
    proxies: Sequence[str] = (),
    metrics_listener: socket.socket | None = None,
    prefix: str = "",
    open_tables: bool = False,
    push: PushSettings | None = None,
    reach: ServerReach | None = None,
    platform: Platform | None = None,
) -> Starlette:
    """Return the app over a store, which is closed when the app ends.

    `gates` counts what each address uses, `work` the time that it takes of this process; `hosts`
    are the names that the app answers to, none for any; `jobs` is how many bots think at once, 0
    for one per core but one; `watchers` are the networks that may read the metrics, `proxies` those
    whose forwarded headers are believed; at `metrics_listener` the metrics are given, and nowhere
    else; `prefix` is the path under which the site lies; `open_tables` lets tables be listed that
    strangers may join; `reach` knows where the server listens; with `push`, people are told of
    their turns by Web Push; `platform` is where the app runs.
    """
    serve_under(prefix)
    gates = gates or Gates(Limits(), RATE)
    work, platform = work or Work(gates.limits.work), platform or Platform()
    metrics, pools = platform.counts(), platform.pools
    clock, reach = now or steady_clock(), reach or ServerReach()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        work.install()
        store.watch(metrics.committed)
        readers = Networks((*LOOPBACK, *watchers))
        async with metrics_at(metrics_listener, metrics, readers), running(app):
            yield

    @contextlib.asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        with (
            pools(Purpose.BOTS, jobs, BOT_TIME) as bot_pool,
            pools(Purpose.REPLAYS, 1, REPLAY_TIME) as replayer,
            pools(Purpose.PICTURES, 1, REPLAY_TIME) as drawer,
            pools(Purpose.REVIEWS, 1, REVIEW_TIME) as reviewer,
        ):
            peers = store.peers()
            bots_in_turns = queue_for(bot_pool.most, gates.thinking)
            replays_in_turns = queue_for(replayer.most)
            usage = SharedUsage(gates, peers)
            reviews = Reviews(reviewer, store, peers)
            replays = SharedJobs(replayer, replays_in_turns)
            table_pages = TablePages(replays)
            broadcast = Broadcast(table_pages, peers)

            pushes = _push_service(push, store, peers, clock, metrics)

            def hear_server(message: Mapping[str, Any]) -> None:
                (usage if "usage" in message else reviews).hear(message)

            host = Host(
                store,
                now=clock,
                executor=bot_pool,
                bots_at_once=bot_pool.most,
                bots_in_turns=bots_in_turns,
                replayer=replayer,
                audience=Several(broadcast, pushes) if pushes else broadcast,
                quotas=AddressQuotas(gates, work, metrics, peers, may_list=open_tables),
                peers=peers,
                hear_server=hear_server,
            )
            services = app.state.services = Services(
                host=host,
                table_pages=table_pages,
                broadcast=broadcast,
                gates=gates,
                work=work,
                metrics=metrics,
                platform=platform,
                usage=usage,
                reviews=reviews,
                day_bots=DayBots(bot_pool, bots_in_turns, reviewer, reviews.turns),
                day_book=DayBook(host),
                hints=SharedJobs(bot_pool, bots_in_turns),
                replays=replays,
                lessons=SharedJobs(replayer, replays_in_turns),
                pictures=SharedJobs(replayer, replays_in_turns, PICTURES),
                moving_pictures=SharedJobs(drawer, kept=MOVING_PICTURES),
                workshop=StepJobs(reviewer, reviews.turns),
                reach=reach,
                now=clock,
                may_list=open_tables,
                push=pushes,
            )
            await host.start()
            if pushes is not None:
                pushes.start(host)
            routines = [_sweep(host, expiry or Expiry()), _count(host, metrics)]
            if not peers.is_alone:
                routines += [usage.run(), reviews.report()]
            tasks = [asyncio.ensure_future(routine) for routine in routines]
            yield
            for task in tasks:
                task.cancel()
            await services.close()
        store.close()

    return Starlette(
        routes=routes(gates, platform.offers),
        middleware=[
            Middleware(Forwarded, proxies=Proxies(proxies)),
            Middleware(
                Monitor,
                metrics=metrics,
                store=store,
                watchers=watchers,
                has_metrics=metrics_listener is None,
            ),
            Middleware(Prefix, prefix=prefix),
            Middleware(
                Guard,
                work=work,
                refuse=refusal,
                hosts=hosts,
                is_opened=reach.has_opened,
                frames=platform.frames,
            ),
            Middleware(SharedOrigin, reach=reach),
            Middleware(Compression),
        ],
        exception_handlers={HTTPException: not_found},
        lifespan=lifespan,
    )


def _push_service(
    settings: PushSettings | None,
    store: Store,
    peers: Peers,
    now: Callable[[], float],
    metrics: Counts,
) -> PushService | None:
    """Return what sends messages, None for none: what it needs is loaded only where it is used."""
    if settings is None:
        return None
    from hashi.server.push.service import PushService

    return PushService(settings, store, peers, now, metrics.pushed)


async def _count(host: Host, metrics: Counts) -> None:
    """Note from time to time how much there is of what comes and goes."""
    while True:
        metrics.tables.set(len(host.tables))
        metrics.bots_waiting.set(host.bots.waiting)
        await asyncio.sleep(COUNT_PAUSE)


async def _sweep(host: Host, expiry: Expiry) -> None:
    """Forget tables that nobody needs any more, from time to time."""
    while True:
        await asyncio.sleep(SWEEP_PAUSE)
        with contextlib.suppress(Objected):  # the store is down; next time, then
            await host.sweeper.expire(expiry)
