"""A throw-away PostgreSQL cluster for tests, and a fresh schema in it for each of them."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode

import psycopg

from tests.support.processes import children

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

AS_USER = (
    "import os, sys; os.setgroups([]); os.setgid({group}); os.setuid({user});"
    " os.execv(sys.argv[1], sys.argv[1:])"
)
"""A program that runs another as this user."""


class Cluster:
    """A cluster in a folder of its own. It listens on a socket in that folder, and on a port of
    this machine where it is given one."""

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, str],
        *,
        port: int = 0,
        primary: Cluster | None = None,
    ) -> None:
        """Make it and start it: empty, or as the standby of another one."""
        self.folder, self.port, self._data = folder, port, folder / "data"
        self._settings = {**SETTINGS, **settings, "unix_socket_directories": str(folder)}
        if port:
            self._settings |= {"listen_addresses": "localhost", "port": str(port)}
        self._prefix, self._is_paused = _as_owner(folder), False
        if primary is None:
            subprocess.run(["cp", "-a", str(_empty_cluster()), str(self._data)], check=True)
        else:
            self._copy(primary)
        self.start()

    def _copy(self, primary: Cluster) -> None:
        """Copy another cluster as it is now, to follow it."""
        place = ["-h", str(primary.folder), "-p", primary._settings.get("port", "5432")]
        subprocess.run(
            [
                *[*self._prefix, _program("pg_basebackup"), "-D", str(self._data), *place],
                *["-U", "hashi", "--write-recovery-conf", "--checkpoint=fast", "--no-sync"],
            ],
            check=True,
            cwd=self.folder,
        )

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
        """End it without waiting for those who are connected; with SIGQUIT as in a crash.

        One that is paused is killed.
        """
        if self._is_paused:
            self.kill()
            return
        self.process.send_signal(how)
        self.process.wait(30)

    def kill(self) -> None:
        """End all its processes at once, as a failure of the machine does."""
        self.pause()  # so that none sees another end
        self._signal(signal.SIGKILL)
        self.process.wait(30)
        self._is_paused = False
        memory = (self._data / "postmaster.pid").read_text().splitlines()[6].split()[1]
        subprocess.run(["ipcrm", "-m", memory], check=False)  # what nobody else removes

    def pause(self) -> None:
        """Stop all its processes: it takes connections, and never answers."""
        self._is_paused = True
        self._signal(signal.SIGSTOP)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop all its processes for as long as the context lasts."""
        self.pause()
        try:
            yield
        finally:
            self._is_paused = False
            self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        if self.process.poll() is not None:
            return
        for pid in (self.process.pid, *children(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, what)

    def wait_for_standby(self) -> None:
        """Let every commit wait until a standby has it, from now on."""
        with self._connect() as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            while not connection.execute(
                "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
            ).fetchall():
                time.sleep(0.01)

    def promote(self) -> None:
        """Make it the primary, and wait until it is."""
        with self._connect() as connection:
            connection.execute("SELECT pg_promote()")

    def schema(self) -> str:
        """Return the address of a fresh schema."""
        name = f"s{next(_schemas)}"
        with self._connect() as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return self.address(name)

    def address(self, schema: str = "public") -> str:
        query = {"host": str(self.folder), "user": "hashi", "options": f"-csearch_path={schema}"}
        if self.port:
            query["port"] = str(self.port)
        return f"postgresql:///postgres?{urlencode(query)}"

    def over_network(self, address: str, *ports: int) -> str:
        """Return the address of the same schema over TCP, at whichever port takes writes."""
        options = address.partition("options=")[2].partition("&")[0]
        hosts = ",".join(f"localhost:{port}" for port in ports or (self.port,))
        return (
            f"postgresql://hashi@{hosts}/postgres?target_session_attrs=read-write&options={options}"
        )

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(self.address(), autocommit=True)


@contextmanager
def cluster(
    settings: Mapping[str, str] = MappingProxyType({}),
    *,
    port: int = 0,
    primary: Cluster | None = None,
) -> Iterator[Cluster]:
    """Make a cluster, start it, and remove it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="hashi-pg-"))  # a socket's path may not be long
    try:
        running = Cluster(folder, settings, port=port, primary=primary)
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder)


@contextmanager
def replicated() -> Iterator[tuple[Cluster, Cluster]]:
    """Start a primary, and a standby that has every commit before anybody is told of it."""
    with (
        cluster(port=free_port()) as primary,
        cluster(port=free_port(), primary=primary) as standby,
    ):
        primary.wait_for_standby()
        yield primary, standby


def free_port() -> int:
    """Return a port of this machine on which nobody listens."""
    with socket.socket() as found:
        found.bind(("localhost", 0))
        return int(found.getsockname()[1])


def _empty_cluster() -> Path:
    """Return a cluster to copy: to make one takes a second, so it is made once in a checkout.

    It lies in the cache of the tests, by the program that made it.
    """
    program = Path(_program("initdb"))
    made = f"{program.resolve()} {program.stat().st_mtime_ns} {os.geteuid()}"
    name = f"postgres-{hashlib.sha256(made.encode()).hexdigest()[:12]}"
    kept = Path(__file__).parents[2] / ".pytest_cache" / "d" / name
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.with_suffix(".lock").open("w") as lock:  # one of several workers makes it
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            _make_cluster(str(program), kept)
    return kept


def _make_cluster(program: str, kept: Path) -> None:
    """Make an empty cluster where its owner may, then move it to the place where it is kept."""
    begun = kept.with_suffix(".new")
    shutil.rmtree(begun, ignore_errors=True)  # of a run that was killed
    with tempfile.TemporaryDirectory(prefix="hashi-pg-") as folder:
        subprocess.run(
            [
                *[*_as_owner(Path(folder)), program, "-D", f"{folder}/data", "-U", "hashi"],
                *["-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"],
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
        )
        subprocess.run(["cp", "-a", f"{folder}/data", str(begun)], check=True)
    begun.rename(kept)


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
    if not guard:  # a system without util-linux
        return [sys.executable, "-c", AS_USER.format(user=user.pw_uid, group=user.pw_gid)]
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
