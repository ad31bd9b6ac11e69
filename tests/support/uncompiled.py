"""Loads compiled modules as plain Python, even if they are installed compiled."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hashi
from hashi.translation import COMPILED


def load_uncompiled(wanted: str, *, with_cython: bool = False) -> Any:
    """Load one of these modules, and those before it, from their sources and return it.

    Modules that are imported elsewhere are not changed.
    """
    with pytest.MonkeyPatch.context() as patch:
        if not with_cython:
            patch.setitem(sys.modules, "cython", None)  # makes `import cython` fail
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
