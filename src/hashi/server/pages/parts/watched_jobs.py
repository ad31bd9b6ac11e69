"""A job of the workshop as a page shows it: it goes on for as long as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from starlette.requests import Request as WebRequest

from hashi.server.jobs.step_jobs import Stepwise
from hashi.server.limits.gates import account_behind
from hashi.server.services import services_of

S = TypeVar("S", bound=Stepwise)


@dataclass(frozen=True, slots=True)
class Watched(Generic[S]):
    """How far a job is."""

    state: S
    is_stopped: bool
    is_failed: bool


def watch(request: WebRequest, key: Hashable, first: S, step: Callable[[S], S]) -> Watched[S]:
    """Begin a job or go on with it; with `stop` in the address, return what there is."""
    services = services_of(request)
    is_stopped = "stop" in request.query_params
    if is_stopped:
        job = services.workshop.kept(key)
    else:
        account = account_behind(request)
        job = services.workshop.look(
            key, first, step, lambda: services.gates.measures.take(account)
        )
    if job is None:
        return Watched(first, is_stopped, False)
    return Watched(job.state, is_stopped, job.is_failed)
