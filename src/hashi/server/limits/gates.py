"""What one address may use, and all together: the numbers, and the counters that keep to them.

Everything that is limited is limited here; docs/server.md lists the numbers. An address is a client
as `account_of` sees it. A limit of 0 is no limit.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from hashlib import sha256

from starlette.requests import HTTPConnection

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
    """Links to another device that an address may make or use each hour, a third at once."""
    pictures: int = 1_200
    """Pictures that an address may have drawn each hour, a tenth at once; a tenth as many moving
    ones."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))


def account_of(host: str | None) -> str:
    """Return whom the work of a client is charged to: its address, in IPv6 its network of 64 bits.

    A home or a phone has such a network for itself, and could use any address in it.
    """
    try:
        address = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return host or ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((address, 64), strict=False))
    return str(address)


def account_behind(connection: HTTPConnection) -> str:
    """Return whom a request or a socket is charged to."""
    return account_of(connection.client.host if connection.client else None)


class Bucket:
    """A rate limit: so many at once, and so many a second after that."""

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
    """A bucket for each account; the one that was not used for longest is dropped first."""

    def __init__(self, burst: float, rate: float, most: int = 20_000) -> None:
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._spent: Counter[str] | None = None
        """What accounts have taken here since other servers were told; None where none are."""

    def __getitem__(self, account: str) -> Bucket:
        bucket = self._buckets.get(account)
        if bucket is None:
            bucket = self._buckets[account] = Bucket(self._burst, self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(account)
        return bucket

    def take(self, account: str, objection: Objection = Objection.TOO_FAST) -> None:
        """Count one more; raise Objected, with the seconds to wait, where it is too much."""
        if self._rate <= 0:
            return
        bucket = self[account]
        if not bucket.takes():
            raise Objected(objection, seconds=math.ceil(bucket.wait()))
        if self._spent is not None:
            self._spent[account] += 1

    def take_spent(self) -> Counter[str]:
        """Return what accounts have taken here since this was asked last."""
        spent, self._spent = self._spent, Counter()
        return spent or Counter()

    def spend_elsewhere(self, account: str, amount: float) -> None:
        """Count what an account has taken at another server."""
        if self._rate > 0:
            self[account].delay(amount)


class Share:
    """Seconds of some work that each account may use; one that has used up its share waits."""

    def __init__(self, burst: float, milliseconds: int) -> None:
        """Let each account use so many milliseconds a second, 0 for as many as it likes."""
        self._rate = milliseconds / 1000
        self.is_limited = self._rate > 0
        self._used = Buckets(burst, self._rate)

    def debt(self, account: str) -> float:
        """Return the seconds until the account may go on."""
        return self._used[account].wait(0.0) if self._rate else 0.0

    def note(self, account: str, seconds: float) -> None:
        """Charge an account with so many seconds of work."""
        if self._rate:
            self._used[account].delay(seconds)


@dataclass
class Quota:
    """How many of a thing each account may have at the same time."""

    most: int
    counts: Counter[str] = field(default_factory=Counter)
    elsewhere: Counter[str] = field(default_factory=Counter)
    """What accounts have at other servers."""

    def takes(self, account: str) -> bool:
        """Count one more, and return True, if it is within the limit."""
        if self.most and self.counts[account] + self.elsewhere[account] >= self.most:
            return False
        self.counts[account] += 1
        return True

    def release(self, account: str) -> None:
        self.counts[account] -= 1
        if self.counts[account] <= 0:
            del self.counts[account]


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
        limits = self.limits
        whose = sha256(account.encode()).hexdigest()[:16]
        for name, most in ((f"tables {whose}", limits.tables), ("tables", limits.all_tables)):
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


def _is_shared(name: str, counter: object) -> bool:
    """Return whether the servers tell each other of it: tables are counted in the store."""
    return isinstance(counter, Buckets) and not name.startswith("_")
