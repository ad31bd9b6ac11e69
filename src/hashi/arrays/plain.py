"""What stands in for `cython` where the compiled modules run as plain Python.

Only the few names that they use: types are never looked at, decorators change nothing.
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
    """Both a decorator and a block, as in Cython."""

    def __call__(self, function: Any) -> Any:
        return function


nogil = _Nogil()
