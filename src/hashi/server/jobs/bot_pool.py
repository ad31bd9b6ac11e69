"""Processes in which bots compute their turns, long records are replayed and games are reviewed, so
that no player waits for that."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from hashi.arrays.cores import cores
from hashi.server.jobs.pool import Pool, Watch, report_to

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 3
"""How many processes a job may cost before it is given up: it may be what kills them."""
NICENESS = 5
"""How much lower the priority of bots is than the server's, where the system supports it."""
PATIENCE = 5 if hasattr(signal, "setitimer") else 1
"""How many times as long as its limit a job may take by the clock, where its own processor time can
be limited: on a busy machine it waits, and so it is given up only where it hangs."""
EXIT_TIME = 5.0
"""Seconds within which a process whose pipe is closed has ended."""


class BotPool(Pool):
    """An executor with so many processes, each started when it is first needed.

    Every process belongs to one thread, which waits for it, and has one job at a time: a process
    that dies costs no other job than its own, and that one is run again in a new process. A job
    that takes more than `time_limit` seconds of the processor, or is silent for as long where it
    reports what is done, is given up with its process: TimeoutError.
    """

    def __init__(
        self, most: int = 0, time_limit: float | None = None, niceness: int = NICENESS
    ) -> None:
        """Make a pool; without a number it has a process for each core but one."""
        self.most = most or max(1, cores() - 1)
        self._time_limit, self._niceness = time_limit, niceness
        self._threads = ThreadPoolExecutor(self.most, "hashi-bot")
        self._local = threading.local()
        self._processes: set[BotProcess] = set()
        self._lock = threading.Lock()
        self._is_closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function in one of the processes.

        It is pickled by its name, its arguments by value.
        """
        return self._threads.submit(self._run, partial(fn, *args, **kwargs))

    def submit_watched(
        self, watch: Watch, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Run a function in one of the processes; `watch` is called in a thread of the pool
        with what the function gives to `report`."""
        return self._threads.submit(self._run, partial(fn, *args, **kwargs), watch)

    def _run(self, job: Callable[[], T], watch: Watch | None = None) -> T:
        """Run a job in this thread's process; in a new one where that has died."""
        for _ in range(TRIES):
            try:
                result, error = self._process().run(job, self._time_limit, watch)
            except TimeoutError:
                self._discard()
                raise
            except (EOFError, OSError):
                self._discard()
                continue
            if error is not None:
                raise error
            returned: T = result
            return returned
        raise BrokenExecutor(f"{TRIES} processes died of one job")

    def _process(self) -> BotProcess:
        """Return the process of this thread, started where there is none."""
        process: BotProcess | None = getattr(self._local, "process", None)
        if process is None:
            with self._lock:
                if self._is_closed:
                    raise BrokenExecutor("The pool is closed.")
                self._local.process = process = BotProcess(self._niceness)
                self._processes.add(process)
        return process

    def _discard(self) -> None:
        """Stop the process of this thread."""
        process: BotProcess | None = getattr(self._local, "process", None)
        self._local.process = None
        if process is not None:
            with self._lock:
                self._processes.discard(process)
            process.stop()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Stop at once: running jobs are given up, and no process is left behind."""
        del wait  # it does not take long
        self._threads.shutdown(wait=False, cancel_futures=cancel_futures)
        with self._lock:
            self._is_closed = True
            for process in self._processes:
                process.kill()
        self._threads.shutdown()
        while self._processes:
            self._processes.pop().stop()


class BotProcess:
    """One process that runs jobs. It ends when it is stopped, and when the server has died."""

    def __init__(self, niceness: int = NICENESS) -> None:
        from multiprocessing import get_context  # slow to import, and not needed without bots

        context = get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(
            target=_run_jobs, args=(far_end, niceness), name="hashi-bot", daemon=True
        )
        _block_interrupts()
        self._process.start()
        far_end.close()

    def run(
        self,
        job: Callable[[], Any],
        time_limit: float | None = None,
        watch: Watch | None = None,
    ) -> tuple[Any, Exception | None]:
        """Return the result or the error of a job.

        Raise EOFError or OSError where the process has died, TimeoutError where it takes too long.
        """
        wait = None if time_limit is None else time_limit * PATIENCE
        try:
            self._pipe.send((job, time_limit or 0.0))
            while self._pipe.poll(wait):
                message: _Report | tuple[Any, Exception | None] = self._pipe.recv()
                if not isinstance(message, _Report):
                    return message
                if watch is not None:
                    watch(message.done, message.whole)
        except (EOFError, OSError):
            self._process.join(EXIT_TIME)
            if not hasattr(signal, "SIGPROF") or self._process.exitcode != -signal.SIGPROF:
                raise
        raise TimeoutError

    def kill(self) -> None:
        self._process.kill()

    def stop(self) -> None:
        """Kill the process and wait until it is gone."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


@dataclass(frozen=True, slots=True)
class _Report:
    """How much of a job is done."""

    done: int
    whole: int


def _limit_processor_time(seconds: float) -> None:
    """Let the system end this process, by SIGPROF, after so much processor time; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _run_jobs(pipe: Connection[Any, Any], niceness: int) -> None:
    """Run jobs until the pipe is closed: the main function of each process."""
    limit = 0.0

    def tell(done: int, whole: int) -> None:
        _limit_processor_time(limit)
        pipe.send(_Report(done, whole))

    report_to(tell)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is meant for the server
    if hasattr(os, "nice"):
        os.nice(niceness)
    with contextlib.suppress(EOFError, OSError):
        while True:
            job, limit = pipe.recv()
            _limit_processor_time(limit)
            try:
                result = job()
                _limit_processor_time(0.0)
                pipe.send((result, None))
            except Exception as error:
                _limit_processor_time(0.0)
                pipe.send((None, error))


def _block_interrupts() -> None:
    """Block Ctrl+C in this thread: a new process inherits that, and is safe while it starts."""
    if hasattr(signal, "pthread_sigmask"):
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # if it were started later, it would lift the mask
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
