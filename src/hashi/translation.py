"""Compiled modules written in C: for the machine by `setup.py`, for browsers by the site's builder.

Nothing of the package is imported here: its compiled modules may be yet to be made.
"""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

COMPILED = (
    "hashi.rules.masks",
    "hashi.rules.state_bytes",
    "hashi.arrays.kernel",
    "hashi.arrays.observation_bytes",
    "hashi.bots.learned.evaluate",
    "hashi.bots.learned.self_play",
    "hashi.bots.learned.learner",
    "hashi.bots.learned.search",
    "hashi.bots.heuristic.evaluate",
    "hashi.bots.heuristic.rollout",
    "hashi.coach.endgame",
    "hashi.coach.hindsight_search",
)
"""The modules in Cython's pure Python mode, each `name.py` with its `name.pxd` beside it. A module
may use those above it. This list is the only place where modules are added. Without a C compiler
they run as plain Python."""

SHARED = "hashi._cython"
"""What all compiled modules need from Cython, such as its memoryviews, compiled once: each with
its own would take more than twice as long to compile."""

SEALED = """{source}

from hashi import freshness

SEAL = {seal!r}
freshness.check(__name__, SEAL)
"""
"""The text that is compiled: the source, and a check that refuses to load an outdated module."""

USED = re.compile(r"^(?:from|cimport) (hashi[\w.]+)", re.MULTILINE)
CONSTANT = re.compile(r"^([A-Z][A-Z_]*) =", re.MULTILINE)
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
PACKAGE = Path(__file__).parent
seal = runpy.run_path(str(PACKAGE / "freshness.py"))["seal"]


def path_of(module: str) -> str:
    """Return the path of a module in the package, without its suffix."""
    return "/".join(module.split(".")[1:])


def sources(module: str) -> list[str]:
    """Return the sources of a compiled module: its files, and the declarations and constants that
    they use. An outdated module is found by comparing these, at every start of a program."""
    found, waiting = [f"{path_of(module)}.py"], [module]
    while waiting:
        used = waiting.pop()
        name = f"{path_of(used)}.{'pxd' if used in COMPILED else 'py'}"
        if name not in found:
            found.append(name)
            waiting += USED.findall((PACKAGE / name).read_text("utf-8"))
    return found


def load(module: str) -> ModuleType:
    """Load a module of constants from its source, and those that it uses.

    Their packages are not imported, since these import modules that are yet to be compiled.
    """
    if module not in sys.modules:
        path = PACKAGE / f"{path_of(module)}.py"
        for used in USED.findall(path.read_text("utf-8")):
            load(used)
        spec = spec_from_file_location(module, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[module] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[module])
    return sys.modules[module]


def declaration(module: str) -> str:
    """Return the Cython declaration of the constants that a module defines.

    Tuples of integers are arrays, integers an enum, except for those of more than 32 bits, which do
    not fit into one. The C text of a `.pxd` reads small integers as macros, such as ARRAYS_GOALS.
    """
    package = module.split(".")[-2].upper()
    text = (PACKAGE / f"{path_of(module)}.py").read_text("utf-8")
    written, external, enum = [], [], []
    for name in CONSTANT.findall(text):
        value, own = getattr(load(module), name), f"{package}_{name}"
        if isinstance(value, tuple):
            written.append(f"    static const int {own}[] = {{{', '.join(map(str, value))}}};")
            external.append(f'    const int[{len(value)}] {name} "{own}"')
        elif abs(value) < 1 << 31:
            written.append(f"    #define {own} {value}")
            enum.append(f"    {name} = {value}")
        else:
            external.append(f'    unsigned long long {name} "0x{value:X}ULL"')
    c_text = ["cdef extern from *:", '    """', *written, '    """']
    return "\n".join([*c_text, *external, "cdef enum:", *enum]) + "\n"


def sealed(module: str, root: Path) -> Path:
    """Write the module with its seal into a package that otherwise has only declarations.

    Return the path of the module there.
    """
    for name in sources(module):
        copy = root / "hashi" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        for package in (copy.parent, *copy.parent.parents):
            if package != root and package.is_relative_to(root):
                (package / "__init__.py").touch()
        text = (PACKAGE / name).read_text("utf-8")
        if name == f"{path_of(module)}.py":
            text = SEALED.format(source=text, seal=seal(PACKAGE, sources(module)))
        elif copy.name == "constants.py":
            constants = ".".join(("hashi", *Path(name).with_suffix("").parts))
            copy, text = copy.with_suffix(".pxd"), declaration(constants)
        copy.write_text(text, "utf-8")
    return root / "hashi" / f"{path_of(module)}.py"


def translated(module: str, root: Path) -> str:
    """Write a module in C, and return its path."""
    from Cython.Build import cythonize
    from setuptools import Extension

    (made,) = cythonize(
        [Extension(module, [str(sealed(module, root))])],
        include_path=[str(root)],
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
        force=True,
        quiet=True,
    )
    return str(made.sources[0])


def shared(root: Path) -> str:
    """Write in C what the compiled modules share, and return its path."""
    path = root / f"{path_of(SHARED)}.c"
    path.parent.mkdir(parents=True, exist_ok=True)
    cython = [sys.executable, "-m", "cython", f"--generate-shared={path}"]
    subprocess.run(cython, check=True)  # noqa: S603
    return str(path)
