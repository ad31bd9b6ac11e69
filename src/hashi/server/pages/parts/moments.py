"""Past moments of games: which round is asked for, and what a replay gives."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from starlette.requests import Request as WebRequest

from hashi.server.limits.gates import account_behind
from hashi.server.services import services_of
from hashi.whole_numbers import whole_number

T = TypeVar("T")


def chosen_round(given: str | None, last: int) -> int:
    """Return the round that is asked for; the last one where it makes no sense."""
    round = whole_number(given or "")
    return last if round is None else min(round, last)


async def replayed(request: WebRequest, key: Hashable, job: Callable[..., T], *arguments: Any) -> T:
    """Return what a replay gives: in a worker process, counted for who asks for it first."""
    gates = services_of(request).gates
    replays = services_of(request).replays
    if key not in replays:
        gates.imports.take(account_behind(request))
    return await replays.result(key, job, *arguments)
