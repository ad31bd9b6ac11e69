"""A slow network between a browser and the server: a TCP proxy that delays, stalls and cuts."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator
from random import Random

CHUNK = 65536
Waiting = asyncio.Queue[tuple[float, bytes]]
"""Segments on their way, each with the time when it arrives; an empty one is the end."""


class SlowNetwork:
    """Forwards connections to a port of this machine, each way later by `delay` seconds.

    Of the segments, `loss` of a whole are lost: they and what follows them arrive when they would
    have been sent again, after `resend` seconds more.
    """

    def __init__(self, to: int, *, delay: float, loss: float = 0.0, resend: float = 0.3) -> None:
        self._to = to
        self._delay, self._loss, self._resend = delay, loss, resend
        self._rng = Random(1)
        self._writers: set[asyncio.StreamWriter] = set()
        self._is_silent = False
        self._loop: asyncio.AbstractEventLoop
        self._ended: asyncio.Event
        self.port = 0
        self.lost = 0
        """How many segments were lost so far."""

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    @contextlib.contextmanager
    def silent(self) -> Iterator[None]:
        """Pass nothing on for as long as the context lasts, and say nothing of it to anybody."""
        self._is_silent = True
        try:
            yield
        finally:
            self._is_silent = False

    def cut(self) -> None:
        """Cut all connections, as when a phone changes from one network to another."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward a connection both ways until it ends."""
        async with self._kept(writer):
            with contextlib.suppress(OSError):  # the server has ended
                there_reader, there_writer = await asyncio.open_connection("localhost", self._to)
                async with self._kept(there_writer), asyncio.TaskGroup() as both_ways:
                    both_ways.create_task(self._forward(reader, there_writer))
                    both_ways.create_task(self._forward(there_reader, writer))

    @contextlib.asynccontextmanager
    async def _kept(self, writer: asyncio.StreamWriter) -> AsyncIterator[None]:
        """Know a connection for as long as the context lasts; it is closed whole at the end."""
        self._writers.add(writer)
        try:
            yield
        finally:
            self._writers.discard(writer)
            writer.transport.abort()
            with contextlib.suppress(OSError):  # it was cut
                await writer.wait_closed()

    async def _forward(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Write what is read, in order, each segment when its time has come."""
        waiting: Waiting = asyncio.Queue()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._read(source, waiting))
            group.create_task(self._write(waiting, sink))

    async def _read(self, source: asyncio.StreamReader, waiting: Waiting) -> None:
        data = b"."
        while data:
            try:
                data = await source.read(CHUNK)
            except OSError:  # cut
                data = b""
            due = self._loop.time() + self._delay
            if self._rng.random() < self._loss:
                self.lost += 1
                due += self._resend
            waiting.put_nowait((due, data))

    async def _write(self, waiting: Waiting, sink: asyncio.StreamWriter) -> None:
        data = b"."
        while data:
            due, data = await waiting.get()
            await asyncio.sleep(max(0.0, due - self._loop.time()))
            while self._is_silent:
                await asyncio.sleep(0.02)
            sink.write(data)
        sink.close()

    @contextlib.contextmanager
    def running(self) -> Iterator[SlowNetwork]:
        """Forward connections in a thread of their own for as long as the context lasts."""
        is_open = threading.Event()
        thread = threading.Thread(target=lambda: asyncio.run(self._serve(is_open)))
        thread.start()
        is_open.wait()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._ended.set)
            thread.join()

    async def _serve(self, is_open: threading.Event) -> None:
        self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._accept, "localhost", 0)
        self.port = server.sockets[0].getsockname()[1]
        is_open.set()
        await self._ended.wait()
        server.close()  # what still runs is cancelled with the loop, and closes what it keeps
