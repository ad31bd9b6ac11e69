"""The results of this browser's games."""

from __future__ import annotations

from starlette.requests import Request as WebRequest

from hashi.server.responses import host_of
from hashi.server.visitor import Visitor
from hashi.table import Result

MOST_RESULTS = 100_000


async def own_results(request: WebRequest, visitor: Visitor) -> list[Result]:
    """Return all results of this browser, the latest first."""
    if visitor.is_new:
        return []
    holder = visitor.holder
    found = await host_of(request).index.results_of(holder, MOST_RESULTS)
    return [result for result in found if holder in result.holders]
