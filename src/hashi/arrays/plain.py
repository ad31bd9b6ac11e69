"""A replacement for the package `cython` where compiled modules run as plain Python.

It has only the names that these modules use. Types are never evaluated, decorators do nothing.
"""

from __future__ import annotations

import contextlib
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
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


class Struct:
    """A struct of C: its arrays hold zeros, its other fields are there when they are set."""

    def __init__(self, declaration: Path) -> None:
        for name in re.findall(r"(\w+)\[", declaration.read_text("utf-8")):
            setattr(self, name, defaultdict[int, int](int))
