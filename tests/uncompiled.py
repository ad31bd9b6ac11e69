"""Compiled modules run as plain Python, whatever is installed."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import hashi

COMPILED = (
    "hashi.arrays.kernel",
    "hashi.bots.worth",
    "hashi.bots.search",
    "hashi.bots.glance",
    "hashi.bots.rollout",
)


def plain(wanted: str) -> Any:
    """One of these modules from its source, on top of the others from theirs; what is
    installed stays as it is."""
    installed = {name: import_module(name) for name in COMPILED}
    cython = sys.modules.get("cython")
    sys.modules["cython"] = None  # type: ignore[assignment]  # what makes an import fail
    try:
        for name in COMPILED:
            sys.modules[name] = _from_source(name)
            _put(name, sys.modules[name])
        return sys.modules[wanted]
    finally:
        for name, module in installed.items():
            sys.modules[name] = module
            _put(name, module)
        del sys.modules["cython"]
        if cython is not None:
            sys.modules["cython"] = cython


def _from_source(name: str) -> ModuleType:
    place = Path(hashi.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    spec = spec_from_file_location(name, place)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _put(name: str, module: ModuleType) -> None:
    package, _, last = name.rpartition(".")
    setattr(sys.modules[package], last, module)
