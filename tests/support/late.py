"""Modules that are imported when they are first used.

Every worker imports all tests, and JAX and OR-Tools, which few of them need, take as long to import
as all others together.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class _Late(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # pytest asks every name of a file of tests what it is
            raise AttributeError(name)
        return getattr(import_module(self.__name__), name)


def late(name: str) -> Any:
    """Return what stands for the module of this name until somebody looks into it."""
    return _Late(name)
