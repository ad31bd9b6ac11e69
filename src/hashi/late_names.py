"""Names of a package that are loaded when they are first used.

The modules that define them are not imported before, so that a program which needs one part of a
package does not wait for the others. The stub of the package, `__init__.pyi`, lists them for the
type checker as well as for this module, a line for each: `from hashi.rules import Board as Board`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

GetAttribute = Callable[[str], object]
ListNames = Callable[[], list[str]]


def attach_names(package: str) -> tuple[GetAttribute, ListNames, list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` for a package with a stub."""
    loaded = sys.modules[package]
    module_of = _read_stub(loaded)

    def get_attribute(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module_of[name]), name)
        setattr(loaded, name, value)  # found at once the next time
        return value

    def list_names() -> list[str]:
        return sorted({*vars(loaded), *module_of})

    offered = [name for name in module_of if not name.startswith("__")]
    return get_attribute, list_names, offered


def _read_stub(package: ModuleType) -> dict[str, str]:
    """Return the names in a package's stub, each with the module that defines it."""
    loader: Any = package.__loader__  # it reads from an archive, too
    stub: str = loader.get_data(f"{package.__path__[0]}/__init__.pyi").decode()
    lines = [line.split() for line in stub.splitlines()]
    return {line[3]: line[1] for line in lines if line[:1] == ["from"]}
