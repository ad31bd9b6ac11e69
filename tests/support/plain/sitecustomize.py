"""Runs Python as where nothing is compiled that need not be; its folder goes onto PYTHONPATH.

Compiled modules with their source beside them run as plain Python, as all of the game's do. Those
without, such as `websockets.speedups`, are missing, unless their package does not exist otherwise.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

ALWAYS_COMPILED = {
    *("brotli", "_brotli", "httptools", "uvloop", "resvg_py", "numpy", "PIL", "psycopg_binary"),
    *("cryptography", "_cffi_backend", "jaxlib", "ml_dtypes", "psutil"),
}
"""Packages that have no other form; the game declares those that it needs."""


class PlainFinder:
    """Finds sources in the place of compiled modules."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path, target)
        if found is None or not isinstance(found.loader, ExtensionFileLoader):
            return None
        if name.partition(".")[0] in ALWAYS_COMPILED or found.loader.path.startswith(OWN):
            return None
        source = Path(found.loader.path).with_name(f"{name.rpartition('.')[2]}.py")
        if not source.exists():
            raise ModuleNotFoundError(f"there is no plain {name}", name=name)
        return spec_from_file_location(name, source)


OWN = sysconfig.get_path("stdlib")
sys.meta_path.insert(0, PlainFinder)
