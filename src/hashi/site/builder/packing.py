"""The packages of a site: the game, its libraries and the standard library, each as one zip."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

from hashi.site import PACKAGES
from hashi.site.builder.contents import STANDARD_LEFT_OUT, stage
from hashi.site.builder.problem import NO_NODE, CannotBuild
from hashi.site.builder.programs import run

HERE = Path(__file__).parent
ZIPS = ("game.zip", "libraries.zip", "python_stdlib.zip")
IMPORTED = ("hashi.site.browser.program", "hashi.site.browser.jobs", "hashi.coach")
"""What is imported once, so that a module which was left out is missed now."""


def pack(pyodide: Path, modules: Path, listing: str, work: Path) -> None:
    """Write the zips into an empty folder."""
    stage(work, modules, listing)
    _unpack_standard(pyodide / "python_stdlib.zip", work / "standard")
    node = shutil.which("node")
    if node is None:
        raise CannotBuild(NO_NODE)
    settings = {"packages": PACKAGES, "imported": IMPORTED, "optimize": 2}
    script = HERE / "packing_inside.py"
    run(
        [
            *(node, str(HERE / "packing.mjs"), str(pyodide), str(work), str(script)),
            json.dumps(settings),
        ]
    )


def _unpack_standard(library: Path, folder: Path) -> None:
    """Unpack the standard library without what is left out."""
    with zipfile.ZipFile(library) as archive:
        kept = [name for name in archive.namelist() if not STANDARD_LEFT_OUT.match(name)]
        archive.extractall(folder, kept)
