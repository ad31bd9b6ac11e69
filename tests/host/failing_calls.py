"""Lets the n-th call fail by which a program keeps something: of the system, or of PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from unittest.mock import patch

import psycopg

from hashi.host.peers.postgres import PostgresPeers
from hashi.host.store import outage
from hashi.host.store.postgres.connection import (
    PatientAsyncConnection,
    PatientConnection,
    TooLate,
)

SOURCE = Path(__file__).with_suffix(".c")
LOADED = "LD_PRELOAD"
LOST = psycopg.OperationalError("the connection was lost on purpose")
LATE = TooLate("no answer came on purpose")
T = TypeVar("T")


class Manner(IntEnum):
    """How a call fails; the numbers are those of failing_calls.c."""

    ERROR = 1
    """It reports an error; it may have done a part of what it should, or all."""
    KILL = 2
    """The program is killed, before it or when a part of it is done, or all."""
    POWER = 3
    """The same, and what was not synced is lost as well."""
    SILENCE = 4
    """No answer comes, of PostgreSQL: nobody waits any longer, and the database counts as hanging
    until it has answered a question."""


class NoCompiler(Exception):
    """There is no C compiler, or this is not Linux: calls of the system cannot be made to fail."""

    def __str__(self) -> str:
        return "faults of the system's calls need Linux and a C compiler: install gcc or clang"


# --- calls of the system


def compiled(folder: Path) -> Path:
    """Compile the library that lets calls of the system fail, or raise NoCompiler."""
    compiler = shutil.which(sysconfig.get_config_var("CC") or "cc") or shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        raise NoCompiler
    library = folder / "failing_calls.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE)]
    subprocess.run([*command, "-ldl", "-lpthread"], check=True)
    return library


class SystemCalls:
    """The calls by which this program changes the files in a folder.

    The library is loaded when the program starts: `LD_PRELOAD` names it.
    """

    def __init__(self) -> None:
        self._library = ctypes.CDLL(os.environ[LOADED])
        self._library.calls_made.restype = ctypes.c_long

    def fail_at(self, folder: Path, number: int, manner: Manner) -> None:
        """Let the n-th call from now on fail."""
        self._library.fail_at(str(folder).encode(), ctypes.c_long(number), int(manner))

    @property
    def made(self) -> int:
        """How many there were since then."""
        return int(self._library.calls_made())


# --- calls of PostgreSQL


class DatabaseCalls:
    """The calls of this program to PostgreSQL: connections, statements, commits, notifications.

    A call with an even number fails when it is done already: the database has carried it out, and
    the program does not hear of it. A notification that fails is lost.
    """

    def __init__(self) -> None:
        self.made, self._wanted, self._manner = 0, 0, Manner.ERROR

    def fail_at(self, folder: Path, number: int, manner: Manner) -> None:
        """Let the n-th call from now on fail."""
        del folder
        self.made, self._wanted, self._manner = 0, number, manner

    def install(self) -> None:
        """Count the calls of all stores of this program from now on."""
        self._install_for_threads()
        self._install_for_loops()

    def _install_for_threads(self) -> None:
        connect, execute = PatientConnection.connect, psycopg.Cursor.execute
        leave, gather = psycopg.Pipeline.__exit__, psycopg.Connection.pipeline

        def connect_or_fail(*given: Any, **named: Any) -> Any:
            if self._is_due():
                raise self._failed()
            return connect(*given, **named)

        def execute_or_fail(cursor: Any, *given: Any, **named: Any) -> Any:
            return self._call(partial(execute, cursor, *given, **named), cursor.connection.close)

        def leave_or_fail(pipeline: Any, kind: Any, error: Any, trace: Any) -> None:
            call = partial(leave, pipeline, kind, error, trace)
            if error is None:
                self._call(call, pipeline._conn.close)
            else:
                call()

        def gather_or_not(connection: psycopg.Connection) -> contextlib.AbstractContextManager[Any]:
            """Send statements one by one where each of them may be the last."""
            is_killed = self._manner is Manner.KILL
            return contextlib.nullcontext() if is_killed else gather(connection)

        patch.object(PatientConnection, "connect", connect_or_fail).start()
        patch.object(psycopg.Cursor, "execute", execute_or_fail).start()
        patch.object(psycopg.Pipeline, "__exit__", leave_or_fail).start()
        patch.object(psycopg.Connection, "pipeline", gather_or_not).start()

    def _install_for_loops(self) -> None:
        connect, execute = PatientAsyncConnection.connect, psycopg.AsyncConnection.execute
        heard = PostgresPeers._heard

        async def connect_later_or_fail(*given: Any, **named: Any) -> Any:
            if self._is_due():
                raise await self._failed_later()
            return await connect(*given, **named)

        async def execute_later_or_fail(connection: Any, *given: Any, **named: Any) -> Any:
            is_due = self._is_due()
            if is_due and self._is_before:
                await self._lost(connection)
            done = await execute(connection, *given, **named)
            if is_due:
                await self._lost(connection)
            return done

        def hear_or_not(peers: PostgresPeers, payload: str) -> None:
            if not self._is_due():
                heard(peers, payload)

        patch.object(PatientAsyncConnection, "connect", connect_later_or_fail).start()
        patch.object(psycopg.AsyncConnection, "execute", execute_later_or_fail).start()
        patch.object(PostgresPeers, "_heard", hear_or_not).start()

    def _is_due(self) -> bool:
        self.made += 1
        return self.made == self._wanted

    @property
    def _is_before(self) -> bool:
        """Whether the call that fails is not carried out."""
        return self._wanted % 2 == 1

    def _call(self, call: Callable[[], T], close: Callable[[], None]) -> T:
        if not self._is_due():
            return call()
        if not self._is_before:
            call()
        failure = self._failed()
        close()
        raise failure

    async def _lost(self, connection: Any) -> NoReturn:
        failure = await self._failed_later()
        await connection.close()
        raise failure

    def _failed(self) -> psycopg.Error:
        """Return how a call has failed, after the time that it takes; or end the program."""
        if self._manner is Manner.KILL:
            os.kill(os.getpid(), signal.SIGKILL)
        if self._manner is Manner.SILENCE:
            time.sleep(2 * outage.LATE)
        return LATE if self._manner is Manner.SILENCE else LOST

    async def _failed_later(self) -> psycopg.Error:
        return await asyncio.to_thread(self._failed)
