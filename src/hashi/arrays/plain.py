"""A replacement for the package `cython` where compiled modules run as plain Python.

It has only the names that these modules use. Types are never evaluated, decorators do nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

compiled = False


def _unchanged(function: Any) -> Any:
    return function


cfunc = cclass = inline = _unchanged


def exceptval(*, check: bool) -> Callable[[Any], Any]:  # noqa: ARG001, the name that Cython gives it
    return _unchanged


class _Nogil(contextlib.nullcontext[None]):
    """A decorator and a context manager, as in Cython."""

    def __call__(self, function: Any) -> Any:
        return function


nogil = _Nogil()
