"""Compiles the Cython modules and the gettext catalogues when the package is built."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError, CCompilerError

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
SOURCE = Path("src")
PACKAGE = SOURCE / "hashi"
seal = runpy.run_path(str(PACKAGE / "freshness.py"))["seal"]
VERSION = runpy.run_path(str(PACKAGE / "version.py"))

NOT_COMPILED = """
******************************************************************************
NOT COMPILED: {names}
The game is installed and plays by the same rules, but in plain Python: bots
think and games in batches run far slower. To mend it, install a C compiler
(gcc, clang or Microsoft's Build Tools) and Python's headers; install again.
******************************************************************************
"""


def place(module: str) -> str:
    """Return the path of a module in the package, without its suffix."""
    return "/".join(module.split(".")[1:])


def sources(module: str) -> list[str]:
    """Return the sources of a compiled module: its files, and the declarations and constants that
    they use. An outdated module is found by comparing these, at every start of a program."""
    found, waiting = [f"{place(module)}.py"], [module]
    while waiting:
        used = waiting.pop()
        name = f"{place(used)}.{'pxd' if used in COMPILED else 'py'}"
        if name not in found:
            found.append(name)
            waiting += USED.findall((PACKAGE / name).read_text("utf-8"))
    return found


def load(module: str) -> ModuleType:
    """Load a module of constants from its source, and those that it uses.

    Their packages are not imported, since these import modules that are yet to be compiled.
    """
    if module not in sys.modules:
        path = PACKAGE / f"{place(module)}.py"
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
    text = (PACKAGE / f"{place(module)}.py").read_text("utf-8")
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
        if name == f"{place(module)}.py":
            text = SEALED.format(source=text, seal=seal(PACKAGE, sources(module)))
        elif copy.name == "constants.py":
            constants = ".".join(("hashi", *Path(name).with_suffix("").parts))
            copy, text = copy.with_suffix(".pxd"), declaration(constants)
        copy.write_text(text, "utf-8")
    return root / "hashi" / f"{place(module)}.py"


def translated(module: str, root: Path) -> str:
    """Write a module in C, and return its path."""
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
    path = root / f"{place(SHARED)}.c"
    path.parent.mkdir(parents=True, exist_ok=True)
    cython = [sys.executable, "-m", "cython", f"--generate-shared={path}"]
    subprocess.run(cython, check=True)  # noqa: S603
    return str(path)


def note_commit(package: Path) -> None:
    """Note in a package that is built of which commit it is, where that is known."""
    commit = VERSION["commit"](PACKAGE.resolve())
    if commit:
        package.mkdir(parents=True, exist_ok=True)
        (package / VERSION["NOTE"]).write_text(f"{commit}\n", "ascii")


class BuildWithWords(build_py):
    """Compiles the gettext catalogues before the package is built, and notes the commit in it."""

    def run(self) -> None:
        for source in PACKAGE.glob("words/locale/*/LC_MESSAGES/hashi.po"):
            with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
                write_mo(mo, read_po(po))
        super().run()
        if not self.editable_mode:  # there the checkout knows
            note_commit(Path(self.build_lib) / "hashi")


class SourceArchive(sdist):
    """Notes the commit in the archive."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        note_commit(Path(base_dir) / PACKAGE)


class BuildCompiled(build_ext):
    """Compiles all modules or none.

    A module in plain Python cannot call the C functions of a compiled one. Old results are
    removed first, so that none is left behind if compiling fails.
    """

    def run(self) -> None:
        files = {e.name: Path(str(self.get_ext_filename(e.name))) for e in self.extensions}
        for file in files.values():
            (self.build_lib / file).unlink(missing_ok=True)
        super().run()
        missing = [name for name, file in files.items() if not (self.build_lib / file).exists()]
        if missing:
            for folder in (self.build_lib, SOURCE) if self.inplace else (self.build_lib,):
                for file in files.values():
                    (folder / file).unlink(missing_ok=True)
            print(NOT_COMPILED.format(names=", ".join(COMPILED)), flush=True)  # noqa: T201

    def has_compiler(self) -> bool:
        """Return whether C can be compiled; where it cannot, nothing need be written in it."""
        with TemporaryDirectory() as folder:
            source = Path(folder) / "nothing.c"
            source.write_text("int nothing;\n")
            try:
                self.compiler.compile([str(source)], output_dir=folder)
            except (BaseError, CCompilerError):
                return False
        return True

    def build_extensions(self) -> None:
        """Compile the modules to C, in copies outside the sources; all at once to machine code."""
        if not self.has_compiler():
            return
        written = {ext.name: ext.sources for ext in self.extensions}
        root = Path(self.build_temp) / "sealed"
        is_msvc = self.compiler.compiler_type == "msvc"
        # without alignment, unrelated changes of a source change the speed by up to a tenth
        aligned = ["-falign-functions=64", "-falign-loops=32"]
        for ext in self.extensions:
            ext.sources = [shared(root)] if ext.name == SHARED else [translated(ext.name, root)]
            ext.extra_compile_args = ["/O2"] if is_msvc else ["-O3", "-g0", *aligned]
        self.parallel = self.parallel or True  # as many compilers as there are cores
        try:
            super().build_extensions()
        finally:
            for ext in self.extensions:  # keeps generated files out of the list of sources
                ext.sources = written[ext.name]


setup(
    cmdclass={"build_py": BuildWithWords, "build_ext": BuildCompiled, "sdist": SourceArchive},
    ext_modules=[
        Extension(SHARED, [], optional=True),
        *(Extension(name, [f"src/hashi/{place(name)}.py"], optional=True) for name in COMPILED),
    ],
)
