"""Several server processes behind one port: they are started, watched and ended together."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing import connection, get_context, parent_process
from multiprocessing.process import BaseProcess

_log = logging.getLogger("hashi.serve")

READY_TIME = 60.0
"""Seconds for a process to begin to answer."""
PAUSE = 0.5
"""Seconds between the death of a process and its successor."""

Work = Callable[[socket.socket, Callable[[], None]], None]
"""Serves at a socket until the process is to end; calls the function when it answers."""


class Worker:
    """One process, and whether it answers yet."""

    def __init__(self, work: Work, listener: socket.socket) -> None:
        context = get_context("spawn")
        self._pipe, far_end = context.Pipe(duplex=False)
        self.process: BaseProcess = context.Process(
            target=_run, args=(work, listener, far_end), name="hashi-worker"
        )
        self.process.start()
        far_end.close()

    def wait_until_ready(self) -> bool:
        """Return whether it answers; not where it has ended, or takes too long."""
        try:
            return self._pipe.poll(READY_TIME) and bool(self._pipe.recv())
        except (EOFError, OSError):
            return False

    def end(self) -> None:
        """Ask it to come to its end: what has begun is answered."""
        if self.process.is_alive():
            self.process.terminate()

    def wait_until_gone(self, patience: float) -> None:
        self.process.join(patience)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.forget_metrics()

    def forget_metrics(self) -> None:
        """Count no longer what this process had: its pages and tables are gone."""
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(self.process.pid)  # type: ignore[no-untyped-call]


class ServerProcesses:
    """Processes that share a listening socket. One that dies is replaced.

    SIGTERM and Ctrl+C end all of them; SIGHUP replaces them one after another, so that there is
    always one that answers.
    """

    def __init__(self, work: Work, listener: socket.socket, count: int, patience: float) -> None:
        self._work, self._listener, self._count = work, listener, count
        self._patience = patience
        self._workers: list[Worker] = []
        self._ended_by: int | None = None
        self._is_renewed = False
        self._signals, self._wake = os.pipe()

    def run(self, on_ready: Callable[[], None]) -> bool:
        """Run until a signal ends it; return whether they could all be started."""
        kept = {number: signal.signal(number, self._note) for number in _signals()}
        try:
            self._workers = [Worker(self._work, self._listener) for _ in range(self._count)]
            if not all(worker.wait_until_ready() for worker in self._workers):
                return self._ended_by is not None
            on_ready()
            while self._ended_by is None:
                self._watch()
        finally:
            for worker in self._workers:
                worker.end()
            for worker in self._workers:
                worker.wait_until_gone(self._patience)
            for number, handler in kept.items():
                signal.signal(number, handler)
        if self._ended_by == signal.SIGTERM:
            os.kill(os.getpid(), signal.SIGTERM)  # the status says what ended it
        return True

    def _note(self, number: int, _frame: object) -> None:
        if number in (signal.SIGTERM, signal.SIGINT):
            self._ended_by = number
        else:
            self._is_renewed = True
        os.write(self._wake, b".")

    def _watch(self) -> None:
        """Wait for a signal or a death, and do what follows from it."""
        sentinels = {worker.process.sentinel: worker for worker in self._workers}
        for ready in connection.wait([*sentinels, self._signals]):
            if ready == self._signals:
                os.read(self._signals, 64)
            elif isinstance(ready, int) and self._ended_by is None:
                dead = sentinels[ready]
                dead.process.join()
                status = dead.process.exitcode
                _log.warning("hashi: a worker ended with status %s", status)
                dead.forget_metrics()
                time.sleep(PAUSE)
                self._workers[self._workers.index(dead)] = Worker(self._work, self._listener)
        if self._is_renewed and self._ended_by is None:
            self._is_renewed = False
            self._renew()

    def _renew(self) -> None:
        """Replace every process by a new one that answers already."""
        for at, old in enumerate(list(self._workers)):
            new = Worker(self._work, self._listener)
            if self._ended_by is not None or not new.wait_until_ready():
                new.end()  # the old ones go on
                new.wait_until_gone(self._patience)
                return
            self._workers[at] = new
            old.end()
            old.wait_until_gone(self._patience)


def _signals() -> list[signal.Signals]:
    found = [signal.SIGTERM, signal.SIGINT]
    if hasattr(signal, "SIGHUP"):
        found.append(signal.SIGHUP)
    return found


def _run(work: Work, listener: socket.socket, pipe: connection.Connection) -> None:
    """Serve: the main function of each process. It ends when the first process has died, too."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        work(listener, lambda: pipe.send(True))


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
