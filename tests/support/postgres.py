"""A throw-away PostgreSQL cluster for tests, and a fresh schema in it for each of them."""

from __future__ import annotations

import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

import psycopg

_schemas = itertools.count(1)
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "200",
    "listen_addresses": "",
    "log_min_messages": "fatal",
}
"""Nothing has to outlive a failure of the machine. What is committed outlives one of PostgreSQL."""


class Cluster:
    """A cluster in a folder of its own. It listens on a socket in that folder only."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder, self._data = folder, folder / "data"
        self._settings = {**SETTINGS, **settings, "unix_socket_directories": str(folder)}
        self._prefix = _as_owner(folder)
        subprocess.run(
            [
                *[*self._prefix, _program("initdb"), "-D", str(self._data), "-U", "hashi"],
                *["-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"],
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
        )
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [
            word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")
        ]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self._prefix, _program("postgres"), "-D", self._data, *options],
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        while True:
            assert self.process.poll() is None, (self.folder / "log").read_text()
            with suppress(psycopg.OperationalError), self._connect():
                return
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it without waiting for those who are connected; with SIGQUIT as in a crash."""
        self.process.send_signal(how)
        self.process.wait(30)

    def schema(self) -> str:
        """Return the address of a fresh schema."""
        name = f"s{next(_schemas)}"
        with self._connect() as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return self.address(name)

    def address(self, schema: str = "public") -> str:
        query = {"host": str(self.folder), "user": "hashi", "options": f"-csearch_path={schema}"}
        return f"postgresql:///postgres?{urlencode(query)}"

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(self.address(), autocommit=True)


@contextmanager
def cluster(**settings: str) -> Iterator[Cluster]:
    """Make a cluster, start it, and remove it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="hashi-pg-"))  # a socket's path may not be long
    try:
        running = Cluster(folder, **settings)
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder)


def _as_owner(folder: Path) -> list[str]:
    """Return the command that runs another as a user who may run PostgreSQL: never root.

    The cluster ends with the tests, however these end.
    """
    guard = [found] if (found := shutil.which("setpriv")) else []
    guard += ["--pdeathsig", "INT"] if guard else []
    if os.geteuid() != 0:
        return guard
    user = next(found for found in pwd.getpwall() if found.pw_name in ("postgres", "nobody"))
    os.chown(folder, user.pw_uid, user.pw_gid)
    assert guard, "setpriv of util-linux is needed to run PostgreSQL's tests as root"
    return [*guard, f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def _program(name: str) -> str:
    """Return a program of PostgreSQL: Debian's, one on the path, or that of the package pgserver.

    Debian does not put them on the path.
    """
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = str(installed[-1]) if installed else shutil.which(name)
    if not found and (package := importlib.util.find_spec("pgserver")) and package.origin:
        found = str(Path(package.origin).parent / "pginstall" / "bin" / name)
    assert found, f"{name} is missing: tools/postgres installs PostgreSQL"
    return found
