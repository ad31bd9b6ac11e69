"""Turns for scarce work, dealt out by person: nobody's many tables come before another's one, and
nobody's many addresses before another's one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from hashi.host.limits.networks import networks_of
from hashi.host.limits.rota import Rota


class Budget(Protocol):
    """How much of the work each account may do."""

    def debt(self, account: str) -> float:
        """Return the seconds until the account may go on."""
        ...

    def note(self, account: str, seconds: float) -> None:
        """Charge an account with so many seconds of work."""
        ...


class FairQueue:
    """Lets so many work at once; those who wait are taken in turns by network and account.

    Where there is a budget, an account that has used up its share waits for it first.
    """

    def __init__(self, slots: int, budget: Budget | None = None) -> None:
        self._free, self._budget = slots, budget
        self._waiting: Rota[asyncio.Future[None]] = Rota()
        self._refusal: Exception | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def behind(self, account: str) -> int:
        """Return how many turns it takes until nobody of this account waits any more."""
        return self._waiting.behind(networks_of(account))

    @asynccontextmanager
    async def turn(self, account: str) -> AsyncIterator[None]:
        """Wait for this account's turn, and hold a slot for as long as the context lasts."""
        while self._budget and (seconds := self._budget.debt(account)):
            await asyncio.sleep(seconds)
        await self._take(account)
        began = time.monotonic()
        try:
            yield
        finally:
            if self._budget:
                self._budget.note(account, time.monotonic() - began)
            self._free += 1
            self._pass_on()

    def close(self, refusal: Exception) -> None:
        """Refuse those who wait, and whoever comes later; those who have a slot keep it."""
        self._refusal = refusal
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_exception(refusal)
        self._waiting = Rota()

    async def _take(self, account: str) -> None:
        if self._refusal is not None:
            raise self._refusal
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(networks_of(account), waiter)
        self._pass_on()
        try:
            await waiter
        except asyncio.CancelledError:
            is_given = waiter.done() and not waiter.cancelled() and waiter.exception() is None
            if is_given:  # the slot came in the same moment
                self._free += 1
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give free slots to those whose turn it is."""
        while self._free and self._waiting:
            waiter = self._waiting.take()
            if not waiter.done():
                self._free -= 1
                waiter.set_result(None)
