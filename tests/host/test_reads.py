"""What is read from a store: a few at once, in turns by account, and charged to who asks."""

from __future__ import annotations

import asyncio
import threading
import time
from contextvars import ContextVar

import pytest

from hashi.host.limits.quotas import Unlimited
from hashi.host.limits.reads import AT_ONCE, Reads
from hashi.host.store.protocol import StoreDown
from hashi.table import Objected, Objection

account: ContextVar[str] = ContextVar("account", default="")


class Charged(Unlimited):
    """Notes what each account is charged with."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def account(self) -> str:
        return account.get()

    def charge(self, seconds: float) -> None:
        self.seconds[account.get()] = self.seconds.get(account.get(), 0.0) + seconds


def burn() -> None:
    end = time.thread_time() + 0.02
    while time.thread_time() < end:
        pass


async def test_who_reads_much_is_charged_and_others_have_their_turns() -> None:
    quotas, order = Charged(), list[str]()
    reads = Reads(quotas)
    inside, most = [0], [0]
    lock = threading.Lock()

    def read() -> None:
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        burn()
        with lock:
            inside[0] -= 1

    async def ask(name: str) -> None:
        account.set(name)
        await reads.call(read)
        order.append(name)

    await asyncio.gather(*(ask("much") for _ in range(12)), ask("little"))
    assert most[0] <= AT_ONCE
    assert order.index("little") <= 2 * AT_ONCE
    assert quotas.seconds["much"] > 0.2
    assert quotas.seconds["little"] < 0.1


async def test_a_store_that_is_down_is_refused_and_charged_too() -> None:
    quotas = Charged()

    def fail() -> None:
        burn()
        raise StoreDown("away")

    with pytest.raises(Objected) as caught:
        await Reads(quotas).call(fail)
    assert caught.value.objection is Objection.STORE_DOWN
    assert quotas.seconds[""] > 0.01
