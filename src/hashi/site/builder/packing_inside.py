"""What the browser's own Python does for a site, in Node.js: byte code, compiled templates, zips.

It is given as text, with `settings`; `/work` holds what was staged and takes what is made.
"""

from __future__ import annotations

import json
import shutil
import sys
import zipfile
from importlib import import_module
from pathlib import Path

SETTINGS = json.loads(settings)  # type: ignore[name-defined]  # noqa: F821
WORK, PACKAGES = Path("/work"), Path(SETTINGS["packages"])
WHEN = (2020, 1, 1, 0, 0, 0)
"""All files are of the same age, so that the same build gives the same zips."""
TEMPLATES = "hashi/server/templates/__pycache__"
SOURCES_READ = {"anyio/__init__.py"}
"""Modules that read their own source when they are imported."""


def compile_tree(root: Path) -> None:
    """Replace every source by byte code that asks for no source."""
    import py_compile  # no site has it

    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root).as_posix()
        if inside in SOURCES_READ:
            continue
        py_compile.compile(
            str(path),
            cfile=str(path.with_suffix(".pyc")),
            dfile=inside,
            doraise=True,
            optimize=SETTINGS["optimize"],
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        path.unlink()


def pack(root: Path, name: str) -> None:
    """Write all files of a folder into a zip, without compressing them: hosts do that better."""
    with zipfile.ZipFile(WORK / name, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(root.rglob("*")):
            if path.is_file():
                add(archive, path.relative_to(root).as_posix(), path)


def add(archive: zipfile.ZipFile, name: str, path: Path) -> None:
    entry = zipfile.ZipInfo(name, WHEN)
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, path.read_bytes())


def compile_all() -> None:
    """Make the zips, in a Python that has its whole standard library."""
    for name, archive in (("standard", "python_stdlib"), ("libraries",) * 2, ("game",) * 2):
        folder = Path("/") / name
        shutil.copytree(WORK / name, folder)
        compile_tree(folder)
        pack(folder, f"{archive}.zip")


def prepare() -> None:
    """Compile the templates where they will lie, in a Python that has what the site has."""
    for name in ("libraries", "game"):
        shutil.unpack_archive(WORK / f"{name}.zip", PACKAGES)
    sys.path_importer_cache.clear()
    for module in SETTINGS["imported"]:
        import_module(module)
    import_module("hashi.server.page_templates").prepare()
    with zipfile.ZipFile(WORK / "game.zip", "a", zipfile.ZIP_STORED) as archive:
        for path in sorted((PACKAGES / TEMPLATES).iterdir()):
            add(archive, f"{TEMPLATES}/{path.name}", path)


if SETTINGS["step"] == "compile":
    compile_all()
else:
    prepare()
