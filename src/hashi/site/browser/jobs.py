"""Jobs in a worker that has no app: turns of the master, hints, reviews."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from hashi.server.jobs.pool import Watch, report_to

Job = Callable[[], Any]


def do(packed: bytes) -> bytes:
    """Do a job, and return its result or its error."""
    outcome: tuple[Any, Exception | None]
    try:
        job: Job = pickle.loads(packed)  # noqa: S301, the page's own worker has packed it
        outcome = job(), None
    except Exception as error:
        outcome = None, error
    return _packed(outcome)


def _packed(outcome: tuple[Any, Exception | None]) -> bytes:
    try:
        return pickle.dumps(outcome)
    except Exception as error:  # an error may hold anything
        return pickle.dumps((None, RuntimeError(f"{outcome[1]!r} cannot be told: {error!r}")))


_told: list[Watch] = []


def run(job: Any, report: Any) -> Any:
    """Do a job that the worker hands over from JavaScript."""
    from pyodide.ffi import to_js

    if not _told:
        report_to(lambda done, whole: _told[0](done, whole))
    _told[:] = [report]
    return to_js(do(job.to_bytes()))
