"""The game as a folder of files: built once for all tests, sent by a plain server."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hashi
from hashi.site.builder.folder import SiteFolder, build
from hashi.site.builder.serving import site_server

SOURCES = Path(hashi.__file__).parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "hashi" / "site"
GIVEN = "HASHI_SITE"
"""Names a folder that is built already, in the environment."""
PREFIX = "/hashi"
KEPT = 3
"""How many folders stay in the cache: several clones of the project may use it at once."""
EFFORT = 5
"""How hard files are compressed: tests measure nothing."""


def site_folder() -> Path:
    """Return the folder of the site as the sources are now; build it where it is not there."""
    if given := os.environ.get(GIVEN):
        return Path(given)
    CACHE.mkdir(parents=True, exist_ok=True)
    folder = CACHE / f"tested-{_digest()}"
    with (CACHE / "tested.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other processes want the same folder
        if not folder.exists():
            kept = sorted(CACHE.glob("tested-*/"), key=lambda path: path.stat().st_mtime)
            for old in kept[:-KEPT]:
                shutil.rmtree(old)
            made = CACHE / "being-made"
            build(SiteFolder(made, PREFIX), CACHE, EFFORT)
            made.rename(folder)
    return folder


def _digest() -> str:
    whole = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*")):
        if path.is_file() and path.suffix not in {".pyc", ".so"}:
            whole.update(f"{path.relative_to(SOURCES)}\n".encode() + path.read_bytes())
    return whole.hexdigest()[:16]


def fields(folder: Path) -> dict[str, Any]:
    """Return what the scripts of a built site know of it."""
    text = (folder / "service-worker.js").read_text("utf-8")
    found: dict[str, Any] = json.loads(text.removeprefix("self.SITE = ").partition(";\n")[0])
    return found


def another_version(folder: Path, to: Path, **before: str) -> Path:
    """Write a version of a site in which some scripts begin with other text, by their names."""
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns("*.br"))
    old = fields(folder)["app"]
    new = "app-" + hashlib.sha256(repr((old, before)).encode()).hexdigest()[:16]
    (to / old).rename(to / new)
    listed = json.loads((to / new / "files.json").read_text("utf-8"))
    for entry in listed:
        entry["path"] = entry["path"].replace(old, new)
        name = entry["path"].removeprefix(f"{new}/").removesuffix(".js")
        if name in before:
            path = to / entry["path"]
            path.write_text(before[name] + path.read_text("utf-8"), "utf-8")
            entry["size"] = path.stat().st_size
            entry["digest"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (to / new / "files.json").write_text(json.dumps(listed), "utf-8")
    for name in ("index.html", "404.html", "service-worker.js"):
        path = to / name
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    return to


class StaticServer:
    """A process that sends the files of a folder; it can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.prefix: str = fields(folder)["prefix"]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                *[sys.executable, "-m", "tests.support.site"],
                *[str(self.folder), self.prefix, str(self.port)],
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def stop(self) -> None:
        """End it; there may be nothing to end."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate(timeout=60)

    @property
    def address(self) -> str:
        """The address of the site, without a slash at the end."""
        return f"http://localhost:{self.port}{self.prefix}"


@contextmanager
def sending(folder: Path) -> Iterator[StaticServer]:
    server = StaticServer(folder)
    try:
        yield server
    finally:
        server.stop()


def main() -> None:
    folder, prefix, port = sys.argv[1:]
    server = site_server(Path(folder), prefix, int(port))
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
