"""Where bots think: processes beside the server, so that nobody's mark waits for a bot."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from hashi.arrays.cores import cores

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 3
"""How many processes a thought may cost before it is given up: it may be what kills them."""
NICENESS = 5
"""How far bots stand back behind people, where the system knows of it."""


class BotPool(Executor):
    """An executor with a process for each core but one, started when there is work for it.

    Every process thinks one thought at a time and belongs to one thread that waits for it, so a
    process that dies costs no other thought but its own, and that one is thought again.
    """

    def __init__(self, most: int | None = None) -> None:
        self._desks = ThreadPoolExecutor(most or max(1, cores() - 1), "hashi-bot")
        self._own = threading.local()
        self._thinkers: set[Thinker] = set()
        self._lock = threading.Lock()
        self._is_closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it thought. The function goes by its name, what it is given is copied."""
        return self._desks.submit(self._think, partial(fn, *args, **kwargs))

    def _think(self, thought: Callable[[], T]) -> T:
        """Think it in this thread's process; in a new one where that has died."""
        for _ in range(TRIES):
            try:
                answer, error = self._mine().ask(thought)
            except (EOFError, OSError):
                self._dismiss()
                continue
            if error is not None:
                raise error
            result: T = answer
            return result
        raise BrokenExecutor(f"{TRIES} processes died of one thought")

    def _mine(self) -> Thinker:
        """The process of this thread, started where there is none."""
        mine: Thinker | None = getattr(self._own, "thinker", None)
        if mine is None:
            with self._lock:
                if self._is_closed:
                    raise BrokenExecutor("the thinkers have gone home")
                self._own.thinker = mine = Thinker()
                self._thinkers.add(mine)
        return mine

    def _dismiss(self) -> None:
        mine: Thinker | None = getattr(self._own, "thinker", None)
        self._own.thinker = None
        if mine is not None:
            with self._lock:
                self._thinkers.discard(mine)
            mine.stop()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Stop at once: what is being thought is given up, and no process is left behind."""
        del wait  # it does not take long
        self._desks.shutdown(wait=False, cancel_futures=cancel_futures)
        with self._lock:
            self._is_closed = True
            for thinker in self._thinkers:
                thinker.kill()
        self._desks.shutdown()
        while self._thinkers:
            self._thinkers.pop().stop()


class Thinker:
    """One process that thinks. It goes when it is stopped, and when the server is gone."""

    def __init__(self) -> None:
        from multiprocessing import get_context  # not before a bot's first turn

        context = get_context("spawn")
        self._line, far_end = context.Pipe()
        self._process = context.Process(
            target=_think_on, args=(far_end,), name="hashi-bot", daemon=True
        )
        _hide_from_interrupts()
        self._process.start()
        far_end.close()

    def ask(self, thought: Callable[[], Any]) -> tuple[Any, Exception | None]:
        """The answer, or the error it came to; EOFError or OSError where the process has died."""
        self._line.send(thought)
        told: tuple[Any, Exception | None] = self._line.recv()
        return told

    def kill(self) -> None:
        self._process.kill()

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._line.close()


def _think_on(line: Connection[Any, Any]) -> None:
    """What a process does until its line is cut: take a thought, answer it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl+C in a terminal is the server's
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with contextlib.suppress(EOFError, OSError):
        while True:
            thought = line.recv()
            try:
                line.send((thought(), None))
            except Exception as error:
                line.send((None, error))


def _hide_from_interrupts() -> None:
    """A process is born with the mask of its thread: no Ctrl+C reaches it while it starts."""
    if hasattr(signal, "pthread_sigmask"):
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # where it is started later, it lifts the mask
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
