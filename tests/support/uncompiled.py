"""Load compiled modules as plain Python, whatever is installed."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hashi

SETUP = Path(__file__).parents[2] / "setup.py"
COMPILED: tuple[str, ...] = next(
    ast.literal_eval(node.value)
    for node in ast.parse(SETUP.read_text("utf-8")).body
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "COMPILED"
)
"""As setup.py lists them: each may use those before it."""


def load_uncompiled(wanted: str, *, with_cython: bool = False) -> Any:
    """Return one of these modules loaded from its source, with those before it loaded likewise;
    what is imported elsewhere stays as it is."""
    with pytest.MonkeyPatch.context() as patch:
        if not with_cython:
            patch.setitem(sys.modules, "cython", None)  # what makes an import fail
        for name in COMPILED[: COMPILED.index(wanted) + 1]:
            package, _, last = name.rpartition(".")
            patch.setitem(sys.modules, name, _from_source(name))
            patch.setattr(import_module(package), last, sys.modules[name], raising=False)
        return sys.modules[wanted]


def _from_source(name: str) -> ModuleType:
    place = Path(hashi.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    spec = spec_from_file_location(name, place)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
