"""Those who wait, dealt out in turns: networks take turns, within each its parts, then accounts."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class Rota(Generic[T]):
    """Takes one of each part in turn, and of each of its parts likewise.

    A path says where something belongs: from the widest network down to the account.
    """

    def __init__(self) -> None:
        self._size = 0
        self._own: deque[T] = deque()
        """What belongs to this account, the first one first."""
        self._parts: OrderedDict[str, Rota[T]] = OrderedDict()
        """The parts of this network in which something waits; the first one is the next one."""

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        yield from self._own
        for part in self._parts.values():
            yield from part

    def add(self, path: Sequence[str], item: T) -> None:
        """Let something wait behind all that belongs to the same account."""
        self._size += 1
        if not path:
            self._own.append(item)
            return
        part = self._parts.get(path[0])
        if part is None:
            part = self._parts[path[0]] = Rota()
        part.add(path[1:], item)

    def take(self) -> T:
        """Return the next one, which waits no longer; its part comes behind all others."""
        self._size -= 1
        if self._own:
            return self._own.popleft()
        name, part = self._parts.popitem(last=False)
        item = part.take()
        if part:
            self._parts[name] = part
        return item

    def behind(self, path: Sequence[str]) -> int:
        """Return how many turns it takes until nothing of this account waits any more.

        Others who wait have turns in between, but no more of them than its part has.
        """
        if not path:
            return len(self._own)
        part = self._parts.get(path[0])
        own = part.behind(path[1:]) if part is not None else 0
        return own + sum(min(own, len(each)) for each in self._parts.values() if each is not part)
