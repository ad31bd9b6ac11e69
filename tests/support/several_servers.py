"""Several servers on one PostgreSQL behind nginx, which tests use as if they were one.

`pytest --servers 2` runs the browser tests with them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from hashi.host.store.address import is_address, open_store
from hashi.host.store.copy import copy
from tests.support.postgres import Cluster
from tests.support.server import Server

SITE = Path(__file__).parents[2] / "docs" / "hosting" / "nginx.conf"
BEHIND = ("--proxy", "127.0.0.1")


class SeveralServers(Server):
    """The servers and their proxy: killed, started and restarted together.

    What lies in the file that is named as their data is copied into a schema of its own.
    """

    def __init__(self, postgres: Cluster, count: int, data: str, *options: str) -> None:
        self._postgres, self._count = postgres, count
        self.servers: list[Server] = []
        self._folder = Path(tempfile.mkdtemp(prefix="hashi-nginx-"))
        self._proxy: subprocess.Popen[bytes] | None = None
        super().__init__(data, *BEHIND, *options, limited=True)

    def start(self) -> None:
        self.place = self._schema_of(self.place)
        if self.servers:
            for server in self.servers:
                server.place = self.place
                server.start()
        else:
            self.servers = [
                Server(self.place, *self.options, limited=True) for _ in range(self._count)
            ]
        if self._proxy is None:
            self._start_proxy()
        self.process = self.servers[0].process
        self._wait()

    def kill(self) -> None:
        for server in self.servers:
            server.kill()

    def stop(self) -> str:
        said: list[str] = []
        with contextlib.ExitStack() as stack:
            stack.callback(shutil.rmtree, self._folder)
            stack.callback(self._stop_proxy)
            for server in self.servers:
                if server.process.poll() is None:
                    stack.callback(server.kill)  # whatever happens
                    said.append(server.stop())
        return "".join(said)

    def _stop_proxy(self) -> None:
        if self._proxy is not None:
            self._proxy.send_signal(signal.SIGTERM)
            self._proxy.wait(30)

    def _schema_of(self, place: str) -> str:
        """Return the address of a database with the tables of a file, or the address given."""
        if is_address(place):
            return place
        address = self._postgres.schema()
        if Path(place).exists():
            with closing(open_store(place)) as file, closing(open_store(address)) as database:
                for _ in copy(file, database):
                    pass
        return address

    def _start_proxy(self) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as found:
            self.port = int(found.getsockname()[1])
        text, folder = SITE.read_text("utf-8"), self._folder
        text = "\n".join(line for line in text.splitlines() if "ssl_certificate" not in line)
        first, second = (f"server 127.0.0.1:{port} max_fails=0;" for port in (8000, 8001))
        ports = (server.port for server in self.servers)
        upstreams = "".join(f"server 127.0.0.1:{port} max_fails=0;" for port in ports)
        changes = {
            first: upstreams,
            second: "",
            "listen 443 ssl": f"listen 127.0.0.1:{self.port}",
            "server_name play.example.org": "server_name localhost",
            "hash $hashi_table consistent": "least_conn",  # people of a table at different servers
        }
        for before, after in changes.items():
            assert before in text
            text = text.replace(before, after)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        folder.chmod(0o755)
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/log;"
            "events { worker_connections 4096; }\n"
            f"http {{ access_log off; {paths}\n{text} }}\n"
        )
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        assert nginx, "nginx is missing: tools/proxies installs it"
        guard = [tool, "--pdeathsig", "TERM"] if (tool := shutil.which("setpriv")) else []
        with (folder / "said").open("wb") as said:  # it ends with the tests, however these end
            self._proxy = subprocess.Popen(
                [*guard, nginx, "-p", str(folder), "-c", str(folder / "nginx.conf")],
                stdout=said,
                stderr=said,
                cwd=folder,
            )

    def _wait(self) -> None:
        """Wait until the proxy passes on what it is asked."""
        end = time.monotonic() + 30
        while True:
            assert time.monotonic() < end, (self._folder / "said").read_text()
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                super()._wait()
                return
            time.sleep(0.05)


@contextlib.contextmanager
def serving_together(
    postgres: Cluster, count: int, data: str, *options: str
) -> Iterator[SeveralServers]:
    """Start several servers behind a proxy, and stop them at the end."""
    running = SeveralServers(postgres, count, data, *options)
    try:
        yield running
    finally:
        running.stop()
