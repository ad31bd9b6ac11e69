"""How many examples the tests of laws try: a part of them in `make test`, all in `make laws`."""

from __future__ import annotations

from hypothesis import settings

ALL = 100
"""The number of examples of a test that names none, where all are tried."""


def examples(count: int) -> settings:
    """Return settings with this many examples, or the part of them that the profile tries."""
    return settings(max_examples=max(count * settings().max_examples // ALL, 5))
