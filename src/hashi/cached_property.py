"""`functools.cached_property` without the lock that it takes before Python 3.12.

A page has a dozen such values at every mark, all made in one thread. Rendering a mark took 46 to 49
µs without the lock and 49 to 50 with it (`python -m benchmarks.rendering`).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801
        """A value that is computed when it is first asked for."""

        def __init__(self, compute):
            self._compute, self.__doc__ = compute, compute.__doc__

        def __set_name__(self, owner, name):
            self._name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._compute(instance)
            return value


__all__ = ["cached_property"]
