"""Scripts and style sheets joined with all that they import, so that a page loads few files.

A browser learns what a script imports only when it has read it, and asks a server for six files at
a time: over a mobile network a page of twenty small modules waits a second longer than one of a
single file. So a script is sent with its modules, in the order in which a browser would run
them, each as a function of its own that returns what it exports:

    const m0 = (() => { … return { load, save }; })();
    const m1 = (() => { const { load } = m0; … })();

Comments on lines of their own, with the types of the scripts, stay behind. What this does not cover
raises ValueError: an exported variable that changes (`export let`), names given at an import or an
export, modules that import each other.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

_IMPORT = re.compile(r'^import (?:(\{ \w+(?:, \w+)* \}) from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://.*|/\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_SHEET = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)


def joined(name: str, files: Mapping[str, bytes]) -> bytes:
    """Return a script or a style sheet with all that it imports, any other file as it is."""
    if name.endswith(".js"):
        return _script(name, files).encode()
    if name.endswith(".css"):
        return _sheet(name, files).encode()
    return files[name]


def modules(name: str, files: Mapping[str, bytes]) -> list[str]:
    """Return a script and all that it imports, each after those that it imports itself."""
    found: list[str] = []
    _collect(name, files, (), found)
    return found


def _collect(
    name: str, files: Mapping[str, bytes], importers: tuple[str, ...], found: list[str]
) -> None:
    if name in importers:
        raise ValueError(f"{name} imports itself, by way of {importers[-1]}")
    if name in found:
        return
    for path in _parsed(name, files[name]).paths:
        _collect(_beside(name, path), files, (*importers, name), found)
    found.append(name)


def _beside(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _script(name: str, files: Mapping[str, bytes]) -> str:
    order = modules(name, files)
    variables = {each: f"m{number}" for number, each in enumerate(order)}
    return "".join(_module(each, _parsed(each, files[each]), variables) for each in order)


class _Module(NamedTuple):
    """A module taken apart: its text between its imports, and what it imports and exports."""

    texts: list[str]
    names: list[str | None]
    """What it imports by each import, such as `{ load, save }`; None for an import of no name."""
    paths: list[str]
    """From where it imports, likewise."""
    exported: list[str]


@cache
def _parsed(name: str, content: bytes) -> _Module:
    """Take a module apart; once for all scripts that import it."""
    text = _COMMENT.sub("", content.decode())
    exported = [found[2] for found in _EXPORT.finditer(text)]
    pieces = _IMPORT.split(_EXPORT.sub(r"\1 \2", text))
    for piece in pieces[::3]:
        if left := _OTHER.search(piece):
            raise ValueError(f"{name}: “{left[0]}” cannot be joined")
    return _Module(pieces[::3], pieces[1::3], pieces[2::3], exported)


def _module(name: str, module: _Module, variables: Mapping[str, str]) -> str:
    """Return a module as a variable that holds what the module exports."""
    body = module.texts[0]
    for names, path, text in zip(module.names, module.paths, module.texts[1:], strict=True):
        body += f"const {names} = {variables[_beside(name, path)]};" if names else ""
        body += text
    end = f"return {{ {', '.join(module.exported)} }};\n" if module.exported else ""
    return f"// {name}\nconst {variables[name]} = (() => {{\n{body}{end}}})();\n"


def _sheet(name: str, files: Mapping[str, bytes]) -> str:
    text = _COMMENT.sub("", files[name].decode())
    return _SHEET.sub(lambda found: _sheet(_beside(name, found[1]), files), text)
