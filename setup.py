"""Compiles the Cython modules and the gettext catalogues when the package is built."""

from __future__ import annotations

import runpy
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError, CCompilerError

SOURCE = Path("src")
PACKAGE = SOURCE / "hashi"
VERSION = runpy.run_path(str(PACKAGE / "version.py"))
TRANSLATION = runpy.run_path(str(PACKAGE / "translation.py"))
COMPILED, SHARED = TRANSLATION["COMPILED"], TRANSLATION["SHARED"]
path_of, shared, translated = (TRANSLATION[name] for name in ("path_of", "shared", "translated"))

NOT_COMPILED = """
******************************************************************************
NOT COMPILED: {names}
The game is installed and plays by the same rules, but in plain Python: bots
think and games in batches run far slower. To mend it, install a C compiler
(gcc, clang or Microsoft's Build Tools) and Python's headers; install again.
******************************************************************************
"""


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
        *(Extension(name, [f"src/hashi/{path_of(name)}.py"], optional=True) for name in COMPILED),
    ],
)
