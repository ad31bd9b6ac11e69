"""What takes long to read from a store or to work out from it: in threads, a few at once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import ParamSpec, TypeVar

from hashi.host.in_thread import in_thread
from hashi.host.limits.fair_queue import FairQueue
from hashi.host.limits.quotas import Quotas
from hashi.processor_time import processor_time

P = ParamSpec("P")
T = TypeVar("T")
AT_ONCE = 2
"""Threads that read at the same time: they share one interpreter with everybody's marks."""


class Reads:
    """Calls functions in threads, in turns by account, and charges each account with its time."""

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas
        self._turns, self._turns_of_heavy = FairQueue(AT_ONCE), FairQueue(AT_ONCE - 1)

    def is_heavy(self) -> bool:
        """Return whether whoever asks now has used much lately."""
        return self._quotas.is_heavy()

    async def call(self, function: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Return what a function gives; raise Objected where the store cannot answer now."""
        spent = 0.0

        def timed() -> T:
            nonlocal spent
            began = processor_time()
            try:
                return function(*given, **named)
            finally:
                spent = processor_time() - began

        account = self._quotas.account()
        async with AsyncExitStack() as turns:
            if self._quotas.is_heavy():  # one thread is always there for all others
                await turns.enter_async_context(self._turns_of_heavy.turn(account))
            await turns.enter_async_context(self._turns.turn(account))
            try:
                return await in_thread(timed)
            finally:
                self._quotas.charge(spent)
