"""The deadlines of all tables in one heap: a table need not stay in memory for its clock."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from contextvars import Context


class Deadlines:
    """When which table is due; `ring` is called with the id of each that is.

    One timer serves them all. It counts the monotonic seconds of the event loop. Where there are
    too many, another one is not taken: whoever looks into the store finds it there when it is due.
    """

    MOST = 20_000

    def __init__(self, ring: Callable[[str], None]) -> None:
        self._ring = ring
        self._times: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._times)

    def __contains__(self, id: str) -> bool:
        return id in self._times

    def set(self, id: str, delay: float | None) -> None:
        """Let a table be due after so many seconds, or not at all."""
        is_known = id in self._times
        if self._is_closed or (not is_known and (delay is None or len(self._times) >= self.MOST)):
            return
        if delay is None:
            self._times.pop(id, None)
        else:
            time = self._times[id] = asyncio.get_running_loop().time() + delay
            heapq.heappush(self._heap, (time, id))
            if len(self._heap) > 2 * len(self._times) + 64:  # most of them outdated
                self._heap = sorted((time, id) for id, time in self._times.items())
        self._wind()

    def close(self) -> None:
        self._is_closed = True
        self._times.clear()
        self._wind()

    def _wind(self) -> None:
        """Set the timer for the next deadline."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._heap and self._times.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._heap:
            loop = asyncio.get_running_loop()
            # in a context of its own: a table's clock is nobody's request
            self._timer = loop.call_at(self._heap[0][0], self._go_off, context=Context())

    def _go_off(self) -> None:
        """Ring for one table; the others follow one by one, so that requests come in between."""
        self._timer = None
        time, id = heapq.heappop(self._heap)
        if self._times.get(id) == time:
            del self._times[id]
            self._ring(id)
        self._wind()
