"""What an app is given by the place where it runs: a server, a test, or a browser of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from hashi.server.jobs.bot_pool import NICENESS, BotPool
from hashi.server.jobs.pool import Pool, Purpose
from hashi.server.jobs.reviews import REVIEW_NICENESS
from hashi.server.operation.counts import Counts

Pools = Callable[[Purpose, int, float], Pool]
"""Makes a pool: of so many workers, 0 for as many as there are cores but one, and with so many
seconds for a job."""
NICENESS_OF = {Purpose.PICTURES: 10, Purpose.REVIEWS: REVIEW_NICENESS}
"""How much lower the priority of processes is than the server's, where it is not that of bots:
moving pictures take seconds."""


class KeptAt(StrEnum):
    """Where games are kept, as pages say it."""

    SERVER = "server"
    BROWSER = "browser"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Offers:
    """What visitors can do here; pages show nothing else."""

    friends: str = "/new?mode=friends"
    """The address behind “With friends”, empty for none."""
    has_links: bool = True
    """Whether others reach what is kept here: tables by their links, seats and games that move to
    another device, the API."""
    draws_pictures: bool = True
    """Whether PNG and GIF are drawn here; otherwise the page draws what it is given as SVG."""
    kept: KeptAt = KeptAt.SERVER


def pool_of_processes(purpose: Purpose, most: int, time_limit: float) -> Pool:
    return BotPool(most, time_limit, NICENESS_OF.get(purpose, NICENESS))


def counts_for_prometheus() -> Counts:
    from hashi.server.operation.metrics import Metrics  # late: not everyone counts

    return Metrics()


def is_own_origin(connection: HTTPConnection) -> bool:
    """Return whether a write or a socket comes from our own pages, or from no page at all."""
    headers: Headers = connection.headers
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # no address at all, such as `http://[`
        return False


@dataclass(frozen=True, slots=True)
class Platform:
    """The parts of an app that depend on where it runs; the usual server's, unless said."""

    pools: Pools = pool_of_processes
    counts: Callable[[], Counts] = counts_for_prometheus
    is_own: Callable[[HTTPConnection], bool] = is_own_origin
    """Says whether a write or a socket comes from the app's own pages."""
    frames: str = "'none'"
    """Whose pages may show ours in a frame, as the security policy says it."""
    has_worker: bool = True
    """Whether pages ask the browser to keep the app's own service worker."""
    offers: Offers = Offers()
