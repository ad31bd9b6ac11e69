"""The review of a finished game, found or begun."""

from __future__ import annotations

from starlette.requests import Request as WebRequest

from hashi.host import LoadedTable
from hashi.server.jobs.reviews import Pending, Reviewed
from hashi.server.limits.gates import account_behind
from hashi.server.services import services_of


async def find_review(request: WebRequest, loaded: LoadedTable) -> Reviewed | Pending:
    """Return the review of a table, or how far it is; what begins one counts for who asks."""
    reviews = services_of(request).reviews
    gates = services_of(request).gates
    account = account_behind(request)
    return await reviews.find(loaded, lambda: gates.imports.take(account))
