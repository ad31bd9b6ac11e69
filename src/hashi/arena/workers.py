"""Work in parts, done by others: processes of this machine, or the workers of a Dask cluster.

Results come in the order of the parts and do not depend on who did the work. What is to be done is
a function of a module with an argument that can be pickled.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context
from types import ModuleType
from typing import TypeVar

from hashi.arrays.cores import cores
from hashi.extras import DISTRIBUTION
from hashi.words import N_, Words

Part = TypeVar("Part")
Result = TypeVar("Result")


class ClusterLack(StrEnum):
    """Why a cluster cannot do the work; each value is a sentence."""

    PACKAGE = N_("Clusters need Dask: {command}")
    SCHEDULER = N_("There’s no Dask scheduler at {address}.")
    WORKERS = N_("The cluster at {address} has no workers. Start some with “dask worker”.")
    VERSION = N_("The workers of {address} need hashi {own}, but one of them has {found}.")
    LOST = N_("The cluster at {address} was lost in the middle of the work.")


class NoCluster(Exception):
    """A cluster cannot do the work."""

    def __init__(self, lack: ClusterLack, **details: str) -> None:
        super().__init__(lack, details)
        self.lack, self.details = lack, details

    def sentence(self, words: Words) -> str:
        return words.say(self.lack.value, **self.details)

    def __str__(self) -> str:
        """Return the English sentence; the codes are in the fields."""
        return self.sentence(Words("en"))


AHEAD = 8
"""How many parts are given out for each worker before the first of them is done. Results come in
order, so while one part takes long the others go on with these; reviews differ up to sixfold."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work: so many processes of this machine, or a cluster."""

    jobs: int = 1
    """How many processes; 0 for one on each core."""
    cluster: str = ""
    """The address of a Dask scheduler; empty for this machine."""

    @property
    def count(self) -> int:
        """How many there are on this machine."""
        return self.jobs or cores()

    def results(
        self, work: Callable[[Part], Result], parts: Callable[[int], Iterable[Part]]
    ) -> Generator[Result, None, None]:
        """Yield the result of each part in order. `parts` is given the number of workers.

        Raise NoCluster where the cluster cannot do the work. When the generator is closed early,
        the work that is not done is given up.
        """
        if self.cluster:
            yield from _dask().on_cluster(self.cluster, work, parts)
        elif self.count > 1:
            yield from in_processes(self.count, work, parts(self.count))
        else:
            yield from map(work, parts(1))


def _dask() -> ModuleType:
    """Return the module that speaks to a cluster: Dask is optional, and slow to import."""
    try:
        return import_module("hashi.arena.cluster")
    except ImportError:
        command = f"python -m pip install '{DISTRIBUTION}[cluster]'"
        raise NoCluster(ClusterLack.PACKAGE, command=command) from None


def in_processes(
    jobs: int, work: Callable[[Part], Result], parts: Iterable[Part]
) -> Generator[Result, None, None]:
    """Yield the results from several processes; those that still work at the end are terminated."""
    others = set(active_children())
    rest = iter(parts)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            while True:
                with _undisturbed():
                    fresh = islice(rest, AHEAD * jobs - len(waiting))
                    waiting += [pool.submit(quietly, work, part) for part in fresh]
                if not waiting:
                    return
                yield waiting.popleft().result()
        except BaseException:
            for child in set(active_children()) - others:
                child.terminate()
            pool.shutdown(cancel_futures=True)
            raise


def quietly(work: Callable[[Part], Result], part: Part) -> Result:
    """Do a part; what it prints goes to standard error, for only the main process has results."""
    with contextlib.redirect_stdout(sys.stderr):
        return work(part)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Block SIGINT (Ctrl+C) in this process and in the processes started inside.

    Ctrl+C then reaches only the main process, which terminates the others.
    """
    mask = getattr(signal, "pthread_sigmask", None)
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else None
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)
