"""Where jobs are done that are too long for the event loop, and what they report meanwhile."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future
from enum import StrEnum
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Watch = Callable[[int, int], None]
"""Is told how much of a job is done, and of how much."""


class Purpose(StrEnum):
    """What the jobs of a pool are for."""

    BOTS = "bots"
    """Turns of bots, and hints."""
    REPLAYS = "replays"
    PICTURES = "pictures"
    """Moving ones."""
    REVIEWS = "reviews"
    """Also searches for the best possible result."""


class Pool(Executor):
    """An executor whose jobs report what is done.

    A job that takes too long is given up: TimeoutError. One that costs several workers their lives
    raises BrokenExecutor.
    """

    most: int
    """How many jobs are done at once."""

    @abstractmethod
    def submit_watched(
        self, watch: Watch, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Do a job; `watch` is called with what it gives to `report`."""


_watching: list[Watch] = []
"""Whoever is told what is done, where jobs are done."""


def report(done: int, whole: int) -> None:
    """Tell who watches this job how much of it is done; outside a job nothing happens."""
    for watch in _watching:
        watch(done, whole)


def report_to(watch: Watch) -> None:
    """Tell this from now on what is done."""
    _watching.append(watch)
