"""Work on a Dask cluster: `hashi arena --cluster tcp://machine:8786`.

Dask gives the work of a worker that dies to another one. Results are collected in order, so the
same games give the same results on any number of workers.
"""

from __future__ import annotations

import contextlib
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, TypeVar

from hashi.arena.workers import AHEAD, ClusterLack, NoCluster, quietly
from hashi.extras import missing
from hashi.version import __version__

try:
    from distributed import Client, Future, KilledWorker
except ImportError:
    raise missing("clusters", "distributed", "cluster") from None

Part = TypeVar("Part")
Result = TypeVar("Result")

PATIENCE = 5.0
"""Seconds until the scheduler has to answer and to have a worker."""


def on_cluster(
    address: str, work: Callable[[Part], Result], parts: Callable[[int], Iterable[Part]]
) -> Generator[Result, None, None]:
    """Yield the result of each part in order. Raise NoCluster where the cluster cannot do it."""
    with contextlib.closing(_connected(address)) as client:
        count = _checked(client, address)
        rest = iter(parts(count))
        waiting: deque[Future[Result]] = deque()
        while True:
            for part in islice(rest, AHEAD * count - len(waiting)):
                waiting.append(client.submit(quietly, work, part, pure=False))
            if not waiting:
                return
            yield _result(waiting.popleft(), address)


def _result(future: Future[Result], address: str) -> Result:
    """Wait for a result. A part over which several workers died is not tried for ever."""
    try:
        return future.result()
    except (KilledWorker, CancelledError, OSError):
        raise NoCluster(ClusterLack.LOST, address=address) from None


def installed() -> str:
    """Return the version of hashi where this runs."""
    return __version__


def _connected(address: str) -> Client:
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError):
        raise NoCluster(ClusterLack.SCHEDULER, address=address) from None


def _checked(client: Client, address: str) -> int:
    """Return how many parts the workers can do at once; they must have this version of hashi."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise NoCluster(ClusterLack.WORKERS, address=address) from None
    found: dict[str, Any] = client.run(installed, on_error="return")
    for each in found.values():
        if each != installed():
            shown = each if isinstance(each, str) else "–"
            raise NoCluster(ClusterLack.VERSION, address=address, own=installed(), found=shown)
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))
