"""One function for many items, in several processes."""

from __future__ import annotations

import contextlib
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import active_children, get_context
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def run_each(
    function: Callable[[Item], Result], items: Iterable[Item], jobs: int
) -> Generator[Result, None, None]:
    """Yield the result for each item, in order, computed in so many processes.

    When the generator is closed early, processes that still compute are terminated.
    """
    coming = iter(items)
    others = set(active_children())
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            while True:
                with _undisturbed():
                    fresh = islice(coming, 2 * jobs - len(waiting))
                    waiting += [pool.submit(function, item) for item in fresh]
                if not waiting:
                    return
                yield waiting.popleft().result()
        except BaseException:
            for child in set(active_children()) - others:
                child.terminate()
            pool.shutdown(cancel_futures=True)
            raise


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
