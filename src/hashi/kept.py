"""What a function has made, kept by its arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

T = TypeVar("T")
ENTRY = 300
"""Bytes that a value takes besides the texts in it and in its arguments."""


class Kept(dict[tuple[Any, ...], T]):
    """Values by the arguments that they are made from.

    All of them together keep a certain amount of text. Where it becomes more, the largest forgets
    all it has: whatever strangers ask for, the process does not grow.

    `functools.lru_cache` writes to memory at each hit, to know what was used last; with a thousand
    tables a mark took a tenth longer to render with it (`python -m benchmarks.rendering`).
    """

    MOST = 64 * 2**20
    """Bytes that all keep together."""
    ALL: ClassVar[list[Kept[Any]]] = []

    def __init__(self, make: Callable[..., T]) -> None:
        super().__init__()
        self._make = make
        self.size = 0
        """The bytes of what it has."""
        self.ALL.append(self)

    def __missing__(self, arguments: tuple[Any, ...]) -> T:
        made = self._make(*arguments)
        size = ENTRY + _size_of(arguments) + _size_of(made)
        if size > self.MOST:
            return made
        while sum([kept.size for kept in self.ALL]) + size > self.MOST:
            max(self.ALL, key=lambda kept: kept.size).clear()
        self[arguments] = made
        self.size += size
        return made

    def clear(self) -> None:
        super().clear()
        self.size = 0


def _size_of(value: object) -> int:
    """Return the bytes of all texts in a value; numbers and objects that others share are few."""
    if isinstance(value, str | bytes):
        return sys.getsizeof(value)
    if isinstance(value, tuple | list):
        return sys.getsizeof(value) + sum([_size_of(each) for each in value])
    return 0
