"""What a function has made, kept by its arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Kept(dict[tuple[Any, ...], T]):
    """Values by the arguments that they are made from. When there are too many, all are forgotten.

    `functools.lru_cache` writes to memory at each hit, to know what was used last; with a thousand
    tables a mark took a tenth longer to render with it (`python -m benchmarks.rendering`).
    """

    MOST = 20_000

    def __init__(self, make: Callable[..., T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, arguments: tuple[Any, ...]) -> T:
        if len(self) >= self.MOST:
            self.clear()
        made = self[arguments] = self._make(*arguments)
        return made


class KeptLarge(Kept[T]):
    """The same for values of more than a kilobyte."""

    MOST = 5_000
