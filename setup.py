"""Compiles the catalogues of the six languages when the package is built."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithWords(build_py):
    def run(self) -> None:
        for source in Path("src/hashi/words/locale").glob("*/LC_MESSAGES/hashi.po"):
            with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
                write_mo(mo, read_po(po))
        super().run()


setup(cmdclass={"build_py": BuildWithWords})
