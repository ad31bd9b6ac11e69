"""What one address may use, and all together: the numbers, and the counters that keep to them.

Everything that is limited is limited here; docs/server.md lists the numbers. An address is a client
as `account_of` sees it, and the networks around it have a multiple of each limit
(host/limits/networks.py). A limit of 0 is no limit.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from hashlib import sha256

from starlette.requests import HTTPConnection

from hashi.host.limits.networks import account_of, allowances
from hashi.host.peers.protocol import Peers
from hashi.server.limits.pressure import Pressure
from hashi.table import Objected, Objection

HOUR = 3600
THINKING_BURST = 30.0
"""Seconds of bots' thinking that an account may have at once."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers, each an option of `hashi serve`: `--limit NAME=NUMBER`."""

    work: int = 500
    """Milliseconds of the event loop and of replays of logs that an address may use each second."""
    tables: int = 300
    """Tables that an address may open each hour; a third of them at once."""
    all_tables: int = 20_000
    """Tables that may be opened each hour in all."""
    sockets: int = 200
    """Pages and streams that an address may have open."""
    table_sockets: int = 100
    """Pages and streams that may be open at one table."""
    all_sockets: int = 5_000
    """Pages and streams that may be open in all."""
    connections: int = 200
    """Connections that an address may have besides, requests that are not complete among them."""
    thinking: int = 0
    """Milliseconds of bots' thinking that an address may use each second, half a minute at once."""
    imports: int = 600
    """Records and past rounds that an address may have replayed, and games that it may have
    reviewed, each hour; a tenth at once."""
    listings: int = 30
    """Tables that an address may list for strangers each hour; a third of them at once."""
    links: int = 60
    """Links to another device that an address may make or use, and short codes that it may try,
    each hour, a third at once."""
    pictures: int = 1_200
    """Pictures that an address may have drawn each hour, a tenth at once; a tenth as many moving
    ones."""
    measures: int = 60
    """Boards that an address may have measured or changed in the workshop each hour, a third at
    once."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))


def account_behind(connection: HTTPConnection) -> str:
    """Return whom a request or a socket is charged to."""
    return account_of(connection.client.host if connection.client else None)


class Bucket:
    """A rate limit: so many at once, and so many a second after that."""

    __slots__ = ("_at", "_burst", "_left", "_now", "_rate")

    def __init__(
        self, burst: float, rate: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._now = burst, rate, now
        self._left, self._at = burst, now()

    def wait(self, amount: float = 1.0) -> float:
        """Return the seconds until so much is within the limit; nothing is counted."""
        self._refill()
        return max(0.0, (amount - self._left) / self._rate)

    def takes(self) -> bool:
        """Return whether one more is within the limit; it counts if so."""
        is_within = not self.wait()
        if is_within:
            self._left -= 1
        return is_within

    def delay(self, amount: float = 1.0) -> float:
        """Count so much more, and return the seconds to wait for it."""
        self._refill()
        self._left -= amount
        return 0.0 if self._left >= 0.0 else -self._left / self._rate

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """A bucket for each account, and a larger one for each network around it.

    Those that were not used for longest are dropped first.
    """

    MOST = 10_000

    def __init__(self, burst: float, rate: float, most_times: float = math.inf) -> None:
        """Let each account have so much at once and a second, and a network at most so many times
        as much."""
        self._burst, self._rate, self._most_times = burst, rate, most_times
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._spent: Counter[str] | None = None
        """What accounts have taken here since other servers were told; None where none are."""

    def take(self, account: str, objection: Objection = Objection.TOO_FAST) -> None:
        """Count one more; raise Objected, with the seconds to wait, where it is too much."""
        if self._rate <= 0:
            return
        buckets = []
        for name, times in allowances(account):  # where a network has too much, none is made in it
            bucket = self._bucket(name, times)
            if wait := bucket.wait():
                raise Objected(objection, seconds=math.ceil(wait))
            buckets.append(bucket)
        for bucket in buckets:
            bucket.delay()
        if self._spent is not None:
            self._spent[account] += 1

    def debt(self, account: str) -> float:
        """Return the seconds until the account, and all networks around it, are within limits."""
        return max(self._bucket(*each).wait(0.0) for each in allowances(account))

    def charge(self, account: str, amount: float) -> None:
        """Count what an account has used, however much that is."""
        if self._rate > 0:
            for name, times in allowances(account):
                self._bucket(name, times).delay(amount)

    def take_spent(self) -> Counter[str]:
        """Return what accounts have taken here since this was asked last."""
        spent, self._spent = self._spent, Counter()
        return spent or Counter()

    def _bucket(self, name: str, times: float) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            times = min(times, self._most_times)
            bucket = self._buckets[name] = Bucket(self._burst * times, self._rate * times)
            if len(self._buckets) > self.MOST:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return bucket


class Share:
    """Seconds of some work that each account may use; one that has used up its share waits."""

    def __init__(self, burst: float, milliseconds: int, most_times: float = math.inf) -> None:
        """Let each account use so many milliseconds a second, 0 for as many as it likes, and a
        network at most so many times as much."""
        rate = milliseconds / 1000
        self.is_limited = rate > 0
        self._used = Buckets(burst, rate, most_times)

    def debt(self, account: str) -> float:
        """Return the seconds until the account may go on."""
        return self._used.debt(account) if self.is_limited else 0.0

    def note(self, account: str, seconds: float) -> None:
        """Charge an account with so many seconds of work."""
        self._used.charge(account, seconds)


@dataclass
class Quota:
    """How many of a thing each account may have at the same time, and each network around it."""

    most: int
    counts: Counter[str] = field(default_factory=Counter)
    elsewhere: Counter[str] = field(default_factory=Counter)
    """What accounts have at other servers."""

    def takes(self, account: str) -> bool:
        """Count one more, and return True, if it is within the limit."""
        around = allowances(account)
        if self.most and any(
            self.counts[name] + self.elsewhere[name] >= self.most * times for name, times in around
        ):
            return False
        for name, _ in around:
            self.counts[name] += 1
        return True

    def release(self, account: str) -> None:
        for name, _ in allowances(account):
            self.counts[name] -= 1
            if self.counts[name] <= 0:
                del self.counts[name]


class Gates:
    """The counters of one server."""

    def __init__(self, limits: Limits, writes: int) -> None:
        """Begin to count; `writes` is how many a second an address may send."""
        self.limits = limits
        self.writes = Buckets(6 * writes, writes)
        self.thinking = Share(THINKING_BURST, limits.thinking)
        self.imports = Buckets(limits.imports / 10, limits.imports / HOUR)
        self.listings = Buckets(limits.listings / 3, limits.listings / HOUR)
        self.links = Buckets(limits.links / 3, limits.links / HOUR)
        self.pictures = Buckets(limits.pictures / 10, limits.pictures / HOUR)
        self.moving_pictures = Buckets(limits.pictures / 100, limits.pictures / 10 / HOUR)
        self.measures = Buckets(limits.measures / 3, limits.measures / HOUR)
        self.connections = Quota(limits.connections)
        self.pressure = Pressure()
        self._tables = Buckets(limits.tables / 3, limits.tables / HOUR)
        self._all_tables = Buckets(limits.all_tables / 3, limits.all_tables / HOUR)
        self._sockets = (
            Quota(limits.sockets),
            Quota(limits.table_sockets),
            Quota(limits.all_sockets),
        )
        self.rates = {name: each for name, each in vars(self).items() if _is_shared(name, each)}
        """What each account may do so often at all servers together (shared_usage.py)."""
        self.quotas = dict(zip(("sockets", "table_sockets"), self._sockets, strict=False))
        """What each account and each table may have at all servers together."""

    def open_table(self, account: str) -> None:
        """Count a table that is opened; raise Objected where an address opens too many."""
        self.pressure.admit()
        self._tables.take(account, Objection.TOO_MANY_TABLES)
        self._all_tables.take("", Objection.TOO_MANY_TABLES)

    async def open_table_anywhere(self, account: str, peers: Peers) -> None:
        """Count a table that is opened, for all servers on the store together."""
        self.open_table(account)
        limits, own = self.limits, reversed(allowances(account))
        counted = [(f"tables {_hash(name)}", limits.tables * times) for name, times in own]
        for name, most in (*counted, ("tables", limits.all_tables)):
            seconds = await peers.take(name, most / 3, most / HOUR)
            if seconds:
                raise Objected(Objection.TOO_MANY_TABLES, seconds=math.ceil(seconds))

    @contextmanager
    def socket(self, account: str, table: str) -> Iterator[None]:
        """Count a page or a stream for as long as the context lasts; raise Objected if too many."""
        taken: list[tuple[Quota, str]] = []
        try:
            for quota, key in zip(self._sockets, (account, table, ""), strict=True):
                if not quota.takes(key):
                    raise Objected(Objection.TOO_MANY_PAGES, seconds=30)
                taken.append((quota, key))
            yield
        finally:
            for quota, key in taken:
                quota.release(key)


def _hash(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:16]


def _is_shared(name: str, counter: object) -> bool:
    """Return whether the servers tell each other of it: tables are counted in the store."""
    return isinstance(counter, Buckets) and not name.startswith("_")
