"""Scripts and style sheets joined with all that they import, so that a page loads few files.

A browser learns what a script imports only when it has read it, and asks a server for six files at
a time: over a mobile network a page of twenty small modules waits a second longer than one of a
single file. So a script is sent with its modules, in the order in which a browser would run
them, each as a function of its own that returns what it exports:

    const m0 = (() => { … return { load, save }; })();
    const m1 = (() => { const { load } = m0; … })();

What this does not cover raises ValueError: an exported variable that changes
(`export let`), names given at an import or an export, modules that import each other.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import (?:(\{ \w+(?:, \w+)* \}) from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
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
    for _, path in _IMPORT.findall(files[name].decode()):
        _collect(_beside(name, path), files, (*importers, name), found)
    found.append(name)


def _beside(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _script(name: str, files: Mapping[str, bytes]) -> str:
    order = modules(name, files)
    variables = {each: f"m{number}" for number, each in enumerate(order)}
    return "".join(_module(each, files[each].decode(), variables) for each in order)


def _module(name: str, text: str, variables: Mapping[str, str]) -> str:
    """Return a module as a variable that holds what the module exports."""

    def import_line(found: re.Match[str]) -> str:
        names, path = found.groups()
        return f"const {names} = {variables[_beside(name, path)]};" if names else ""

    exported = [found[2] for found in _EXPORT.finditer(text)]
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(import_line, text))
    if left := _OTHER.search(body):
        raise ValueError(f"{name}: “{left[0]}” cannot be joined")
    end = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f"// {name}\nconst {variables[name]} = (() => {{\n{body}{end}}})();\n"


def _sheet(name: str, files: Mapping[str, bytes]) -> str:
    text = files[name].decode()
    return _SHEET.sub(lambda found: _sheet(_beside(name, found[1]), files), text)
