"""The browser's Python, brought by npm as the lock file beside this module says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Final

from hashi.site.builder.problem import NO_NODE, CannotBuild
from hashi.site.builder.programs import run

HERE = Path(__file__).parent
SETTINGS = "omit-lockfile-registry-resolved=true\naudit=false\nfund=false\nupdate-notifier=false\n"
FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What a page loads of it, besides the standard library and the list of packages."""


def brought(cache: Path) -> Path:
    """Return the folder of the package; have npm bring it where it is not there."""
    wanted = json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]["pyodide"]
    folder = cache / "node_modules" / "pyodide"
    if _version(folder) != wanted:
        npm = shutil.which("npm")
        if npm is None:
            raise CannotBuild(NO_NODE)
        cache.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(HERE / name, cache / name)
        (cache / ".npmrc").write_text(SETTINGS, "ascii")
        run([npm, "ci", "--ignore-scripts", "--loglevel=error"], cwd=cache)
    return folder


def _version(folder: Path) -> str:
    try:
        version: str = json.loads((folder / "package.json").read_text("utf-8"))["version"]
    except FileNotFoundError:
        return ""
    return version
