"""Frozen objects with some fields changed, quickly: a log changes hundreds of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")
Setter = Callable[[object, object], None]


def changed(one: T, **changes: Any) -> T:
    """Return a copy with these fields changed: `dataclasses.replace` in half of its time.

    For dataclasses with slots and without `__post_init__`: their `__init__` is not called.
    """
    kind: type = type(one)
    values, setters = _slots(kind)
    new: T = object.__new__(kind)
    for put, value in zip(setters, values(one), strict=True):
        put(new, value)
    return amended(new, **changes)


def amended(new: T, **changes: Any) -> T:
    """Change these fields of an object that nobody else knows yet, and return it."""
    for name, value in changes.items():
        object.__setattr__(new, name, value)
    return new


@cache
def _slots(kind: type) -> tuple[Callable[[object], tuple[object, ...]], tuple[Setter, ...]]:
    """Return what reads all fields at once, and what writes each of them."""
    names = kind.__slots__  # type: ignore[attr-defined]
    return attrgetter(*names), tuple(getattr(kind, name).__set__ for name in names)
