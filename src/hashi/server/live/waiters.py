"""Those who wait for something to happen at a table: the streams of the JSON API."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sized

from hashi.host import LoadedTable


class Waiters:
    """The waiters of all tables; nothing is kept of a table that nobody waits for."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self.is_closed = False

    def __len__(self) -> int:
        """Return at how many tables someone waits."""
        return len(self._waiting)

    async def changed(
        self,
        loaded: LoadedTable,
        holder: str,
        number: int,
        patience: float = 15.0,
        closed: asyncio.Future[None] | None = None,
        heard: Sized = (),
    ) -> None:
        """Wait until something happens that this holder may know of, or patience runs out.

        The wait ends, too, where `closed` is done or something is `heard`, and somebody wakes the
        waiters.

        A draft of someone else's wakes nobody: even when it was made is secret.
        """

        def is_over() -> bool:
            return self.is_closed or bool(heard) or (closed is not None and closed.done())

        waiter = asyncio.Event()
        waiting = self._waiting.setdefault(loaded.id, set())
        waiting.add(waiter)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    while not (is_over() or loaded.table.number_for(holder) != number):
                        waiter.clear()
                        await waiter.wait()
        finally:
            waiting.remove(waiter)
            if not waiting:
                del self._waiting[loaded.id]

    def wake(self, loaded: LoadedTable) -> None:
        """Have all who wait at a table look whether it concerns them."""
        for waiter in self._waiting.get(loaded.id, ()):
            waiter.set()

    def close(self) -> None:
        """Release everyone: the server ends."""
        self.is_closed = True
        for waiting in self._waiting.values():
            for waiter in waiting:
                waiter.set()
