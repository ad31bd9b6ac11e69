"""What a browser needs of the game, of its libraries and of Python's standard library."""

from __future__ import annotations

import re
import shutil
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from hashi.translation import PACKAGE

LEFT_OUT: Final = (
    *("arena/cluster", "arena/tournament", "arrays/batch", "arrays/buffers", "arrays/xla"),
    *("arrays/xla_observation", "cli", "client", "drawing/fonts", "envs"),
    *("host/peers/postgres", "host/store/postgres", "library", "server/operation/json_log"),
    *("server/operation/metrics", "server/protocols/http", "server/protocols/socket"),
    *("server/protocols/uvicorn_server", "server/push/delivery", "server/push/encryption"),
    *("server/push/service", "server/static", "site/builder", "site/static", "terminal"),
)
"""Parts of the package that no browser runs."""
DATA: Final = frozenset({".bin", ".html", ".mo", ".ndjson", ".py", ".txt"})
LATE_NAMES: Final = "__init__.pyi"
"""Read by packages that load their names when they are first used."""
LIBRARIES: Final = ("anyio", "idna", "jinja2", "markupsafe", "starlette", "typing_extensions")
LIBRARY_LEFT_OUT: Final = (
    *("anyio/_backends/_trio", "anyio/pytest_plugin", "anyio/to_process", "anyio/to_interpreter"),
    *("starlette/testclient", "starlette/templating"),
    *("starlette/schemas", "starlette/authentication", "idna/__main__", "idna/cli"),
)
STANDARD_LEFT_OUT: Final = re.compile(
    r"(_pyrepl|_sysconfigdata\w*|antigravity|bdb|cProfile|cmd|code|colorsys|compileall"
    r"|configparser|curses|dbm|doctest|ensurepip|filecmp|fileinput|ftplib|getpass|idlelib"
    r"|imaplib|lib2to3|mailbox|modulefinder|multiprocessing|netrc|nntplib|optparse|pdb|pickletools"
    r"|plistlib|poplib|profile|pstats|pty|py_compile|pyclbr|pydoc|pydoc_data|rlcompleter|sched"
    r"|smtplib|symtable|tabnanny|telnetlib|test|this|timeit|tkinter|trace|tracemalloc|turtle"
    r"|turtledemo|unittest|venv|wave|webbrowser|wsgiref|xml|xmlrpc|zipapp|_pyio|_pydecimal"
    r"|_osx_support|_android_support|_ios_support|__hello__|__phello__|nturl2path"
    r"|tomllib|socketserver|xdrlib|sqlite3/dump|sqlite3/__main__|http/server|http/cookiejar"
    r"|asyncio/__main__|asyncio/tools|lzma_|concurrent/interpreters|wsgiref)(/|\.py$)"
)
"""Modules of the standard library that neither the game nor what it uses imports: programs,
protocols, and second implementations of what is compiled in."""


def stage(folder: Path, modules: Path, listing: str) -> None:
    """Put the game and its libraries into two folders, as they are to be installed; `listing`
    names the static files, which are none of the game's then."""
    game = folder / "game" / PACKAGE.name
    _copy(PACKAGE, game, LEFT_OUT, DATA)
    for module in modules.rglob("*.so"):
        path = game / module.relative_to(modules)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, path)
        path.with_name(module.name.partition(".")[0] + ".py").unlink(missing_ok=True)
    (game / "server" / "static.json").write_text(listing, "utf-8")
    libraries = folder / "libraries"
    for name in LIBRARIES:
        _copy_library(name, libraries)


def _copy(source: Path, target: Path, left_out: tuple[str, ...], kinds: frozenset[str]) -> None:
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        name = inside.with_suffix("").as_posix()
        is_out = any(name == each or name.startswith(f"{each}/") for each in left_out)
        is_out = is_out or "__pycache__" in inside.parts
        is_wanted = path.suffix in kinds or path.name == LATE_NAMES
        if is_wanted and path.is_file() and not is_out:
            (target / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / inside)


def _copy_library(name: str, folder: Path) -> None:
    """Copy the modules of an installed distribution."""
    for file in distribution(name).files or ():
        inside = Path(*file.parts)
        bare = inside.with_suffix("").as_posix()
        is_out = any(bare == each or bare.startswith(f"{each}/") for each in LIBRARY_LEFT_OUT)
        if inside.suffix == ".py" and ".." not in inside.parts and not is_out:
            (folder / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), folder / inside)
