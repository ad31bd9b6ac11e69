"""How many examples the tests of laws try: a part of them in `make test`, all in `make laws`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

Case = TypeVar("Case")

ALL = 100
"""The number of examples of a test that names none, where all are tried."""


def examples(count: int) -> settings:
    """Return settings with this many examples, or the part of them that the profile tries."""
    return settings(max_examples=max(count * settings().max_examples // ALL, 5))


def tried(cases: Sequence[Case], *, at_least: int) -> Sequence[Case]:
    """Return all cases in `make laws`, and the first of them in `make test`.

    A test that is called with them is marked `hypothesis`, by which `make laws` finds it.
    """
    return cases if settings().max_examples >= ALL else cases[:at_least]
