"""Names of a package that are loaded when they are first used.

The modules that define them are not imported before, so that a program which needs one part of a
package does not wait for the others.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

GetAttribute = Callable[[str], object]
ListNames = Callable[[], list[str]]


def defer_names(
    package: str, modules: Mapping[str, Sequence[str]]
) -> tuple[GetAttribute, ListNames]:
    """Return `__getattr__` and `__dir__` for a package that loads the given names late.

    `modules` has the names that each module of the package defines. A package assigns the two where
    the type checker does not look (`if not TYPE_CHECKING`) and imports the names where only the
    type checker does: then it knows their types, and refuses names that are not there.
    """
    module_of = {name: module for module, names in modules.items() for name in names}
    loaded = sys.modules[package]

    def get_attribute(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{module_of[name]}"), name)
        setattr(loaded, name, value)  # found at once the next time
        return value

    def list_names() -> list[str]:
        return sorted({*vars(loaded), *module_of})

    return get_attribute, list_names
