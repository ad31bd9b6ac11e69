"""The configuration of nginx and Caddy in docs/hosting, in front of two servers on PostgreSQL."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
import yaml  # type: ignore[import-untyped]
from tests.support.command import hashi
from tests.support.postgres import Cluster
from tests.support.server import PREFIX, Browser, PrefixedServer, Server, Socket, _Stay, serving
from websockets.sync.client import connect
from websockets.typing import Origin

pytestmark = pytest.mark.slow
HOSTING = Path(__file__).parents[2] / "docs" / "hosting"


@dataclass
class Proxy:
    """A proxy that speaks HTTPS at a port of this machine."""

    port: int
    prefix: str = ""

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}{self.prefix}"


class SecureBrowser(Browser):
    """A visitor over HTTPS who does not ask who has signed the certificate."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(cast("Server", proxy))
        self._secure = ssl.create_default_context()
        self._secure.check_hostname, self._secure.verify_mode = False, ssl.CERT_NONE
        # A socket reads and writes in two threads. By TLS 1.3 the server's first bytes after the
        # handshake are a session ticket: what is written while OpenSSL reads it may be lost.
        self._secure.maximum_version = ssl.TLSVersion.TLSv1_2
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar),
            urllib.request.HTTPSHandler(context=self._secure),
            _Stay(),
        )

    def socket(self, id: str, after: str = "", origin: str | None = None) -> Socket:
        return Socket(
            connect(
                f"{self.server.address.replace('http', 'ws', 1)}/t/{id}/live?after={after}",
                ssl=self._secure,
                additional_headers={"Cookie": self.cookies},
                origin=Origin(origin or self.server.address),
                open_timeout=None,  # the limit of every test is enough
            )
        )


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        return int(found.getsockname()[1])


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    assert found, f"{name} is missing: tools/proxies installs it"
    return found


def changed(name: str, changes: dict[str, str]) -> str:
    """Return a file of docs/hosting with names and ports of this machine."""
    text = (HOSTING / name).read_text("utf-8")
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    return text


def nginx(folder: Path, port: int, servers: list[Server]) -> list[str]:
    """Return the command that starts nginx with its configuration."""
    certificate = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(["openssl", *certificate, *files], check=True, capture_output=True)
    place = "/etc/letsencrypt/live/play.example.org"
    site = changed(
        "nginx.conf",
        {
            "127.0.0.1:8000": f"127.0.0.1:{servers[0].port}",
            "127.0.0.1:8001": f"127.0.0.1:{servers[1].port}",
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "listen [::]:443 ssl http2;": "",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen [::]:80;": "",
            "server_name play.example.org": "server_name localhost",
            f"{place}/fullchain.pem": str(folder / "cert.pem"),
            f"{place}/privkey.pem": str(folder / "key.pem"),
        },
    )
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}\n"
        f"http {{ access_log off; {paths}\n{site} }}\n"
    )
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, servers: list[Server]) -> list[str]:
    """Return the command that starts Caddy with its configuration."""
    site = changed(
        "Caddyfile",
        {
            "127.0.0.1:8000": f"127.0.0.1:{servers[0].port}",
            "127.0.0.1:8001": f"127.0.0.1:{servers[1].port}",
            "play.example.org {": f"https://localhost:{port} {{\n\ttls internal",
        },
    )
    options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(options + site)
    return [program("caddy"), "run", "--config", str(folder / "Caddyfile")]


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[Proxy]:
    """Start a proxy and wait for its first answer for as long as it lives: how long it takes says
    how busy the machine is. What it said is shown with a test that fails."""
    environ = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environ, cwd=folder)
    try:
        while not answers(port):
            assert process.poll() is None, "the proxy has ended"
            time.sleep(0.05)
        yield Proxy(port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        print((folder / "said").read_text())


def answers(port: int) -> bool:
    """Return whether a proxy answers; before it has a certificate, it refuses the handshake."""
    try:
        SecureBrowser(Proxy(port)).fetch("/healthz")
    except OSError:
        return False
    return True


def open_pages(server: Server) -> int:
    """Return how many pages are connected to a server."""
    text = Browser(server).fetch("/metrics")[1]
    found = re.search(r"^hashi_sockets (\d+)", text, re.MULTILINE)
    assert found, text
    return int(found[1])


@pytest.fixture(scope="module")
def servers(postgres: Cluster) -> Iterator[list[Server]]:
    options = ("--proxy", "127.0.0.1", "--name", "localhost")
    address = postgres.schema()
    with ExitStack() as stack:
        yield [stack.enter_context(serving(address, *options)) for _ in range(2)]


@pytest.mark.parametrize("configure", [nginx, caddy])
def test_people_play_through_a_proxy_while_a_server_restarts(
    configure: Any, servers: list[Server], tmp_path: Path
) -> None:
    tmp_path.chmod(0o755)
    port = free_port()
    with running(configure(tmp_path, port, servers), tmp_path, port) as proxy:
        tim = SecureBrowser(proxy)
        id = tim.open_table(mode="solo")
        (key,) = [cookie for cookie in tim.jar if cookie.name == "__Host-hashi_key"]
        assert key.secure  # the server knows that people come by HTTPS
        _, _, headers = tim.fetch("/rules")
        assert headers["strict-transport-security"] == "max-age=31536000"
        earlier = SecureBrowser(proxy)  # its cookie was set by a version before this one
        _, _, headers = earlier.fetch("/", Cookie="hashi_key=a-key-of-somebody-known")
        (moved,) = [cookie for cookie in earlier.jar if cookie.name == "__Host-hashi_key"]
        assert moved.value == "a-key-of-somebody-known"
        link = re.findall(r"/k/[\w-]+", tim.fetch("/me/move", {})[1])[0]
        guest = SecureBrowser(proxy)
        guest.open_table(mode="solo")
        for path, is_apart in ((link, True), ("/me/devices/leave", False)):
            guest.fetch(path, {})
            names = {cookie.name for cookie in guest.jar}
            assert ("__Host-hashi_own" in names) == is_apart
            assert not names & {"hashi_key", "hashi_own"}
        assert f"https://localhost:{port}/t/{id}" in tim.fetch(f"/t/{id}")[1]
        assert tim.fetch("/metrics")[0] == 404
        pages = [tim.socket(id), *(SecureBrowser(proxy).socket(id) for _ in range(5))]
        assert sorted(map(open_pages, servers)) == [0, len(pages)]  # a table is at one server
        for page in pages:
            page.close()
        socket = tim.socket(id)
        number = socket.ask("mark", seat=0, marks="d3=4")["number"]
        (server,) = [server for server in servers if open_pages(server)]
        server.stop()  # the page connects again by itself, to the other one
        for _ in range(5):
            assert tim.fetch(f"/t/{id}")[0] == 200
        again = tim.socket(id)
        assert again.next()["number"] == number
        again.close()
        server.start()
        assert tim.fetch(f"/t/{id}")[0] == 200
        socket.close()


UNDER_A_PREFIX = {
    "location / {": f"location {PREFIX}/ {{",
    "reverse_proxy 127": f"reverse_proxy {PREFIX}/* 127",
}
"""What docs/hosting.md says for a site under a path: everything else stays as it is."""


@pytest.fixture(scope="module")
def prefixed(postgres: Cluster) -> Iterator[list[Server]]:
    options = ("--proxy", "127.0.0.1", "--name", "localhost", "--prefix", PREFIX)
    with serving(postgres.schema(), *options, kind=PrefixedServer) as server:
        yield [server, server]


@pytest.mark.parametrize("configure", [nginx, caddy])
def test_a_site_under_a_path_is_played_through_a_proxy(
    configure: Any, prefixed: list[Server], tmp_path: Path
) -> None:
    tmp_path.chmod(0o755)
    port = free_port()
    command = configure(tmp_path, port, prefixed)
    for name in ("nginx.conf", "Caddyfile"):
        if (tmp_path / name).exists():
            text = (tmp_path / name).read_text()
            for before, after in UNDER_A_PREFIX.items():
                text = text.replace(before, after)
            (tmp_path / name).write_text(text)
    with running(command, tmp_path, port):
        tim = SecureBrowser(Proxy(port, PREFIX))
        id = tim.open_table(mode="solo")
        (key,) = [cookie for cookie in tim.jar if cookie.name == "__Secure-hashi_key"]
        assert (key.path, key.secure) == (f"{PREFIX}/", True)
        page = tim.fetch(f"/t/{id}")[1]
        assert f"https://localhost:{port}{PREFIX}/t/{id}" in page
        (style,) = set(re.findall(rf'href="{PREFIX}(/static/\w+/page.css)"', page))
        assert tim.fetch(style)[0] == 200
        socket = tim.socket(id)
        socket.ask("mark", seat=0, marks="d3=4")
        socket.close()
        outside = SecureBrowser(Proxy(port))
        assert not outside.fetch("/me")[1].startswith("<!doctype html>\n<html lang")


def test_the_other_files_say_what_the_command_understands() -> None:
    unit, small = (configparser.ConfigParser(interpolation=None, strict=False) for _ in range(2))
    for parser, kind in ((unit, ""), (small, "-sqlite")):
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        parser.read_string((HOSTING / f"hashi{kind}.service").read_text("utf-8"))
    container = (HOSTING.parents[1] / "Containerfile").read_text("utf-8")
    (served,) = re.findall(r"^CMD (\[.*\])$", container, re.MULTILINE)
    compose = yaml.safe_load((HOSTING / "compose.yaml").read_text("utf-8"))
    typed = (HOSTING.parent / "hosting.md").read_text("utf-8")
    known = hashi("serve", "--help").stdout
    service = unit["Service"]
    started = compose["services"]["hashi-2"]["command"]
    contained = " ".join(["hashi", *json.loads(served)])
    for command in (service["ExecStart"], small["Service"]["ExecStart"], started, contained):
        assert "hashi serve" in command
        options = [word for word in command.split() if word.startswith("--")]
        assert options
        assert all(f"{option} " in known or f"{option}\n" in known for option in options)
        assert "--port 8000 " in command  # as in the Caddyfile
    program = service["ExecStart"].split()[0]
    assert f"sudo {program.removesuffix('hashi')}pip install" in typed
    folder = f"/var/lib/{service['StateDirectory']}"
    assert service["Environment"] == f"HOME={folder}"
    assert f"cp ~/.pgpass {folder}/.pgpass" in typed
    assert (
        unit["Unit"]["StartLimitIntervalSec"] == "0"
    )  # a start without its database is tried again


@pytest.mark.parametrize("name", ["hashi.service", "hashi-sqlite.service"])
def test_a_service_of_systemd_may_do_little_besides_its_work(name: str) -> None:
    command = [program("systemd-analyze"), "security", "--offline=true", str(HOSTING / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert exposure, done.stderr
    assert float(exposure[1]) < 3


def test_the_services_differ_in_where_tables_are_kept_alone() -> None:
    first, second = (
        (HOSTING / f"hashi{kind}.service").read_text("utf-8") for kind in ("", "-sqlite")
    )
    hardened = "# nothing but the network"
    assert first.split(hardened)[1] == second.split(hardened)[1]


def test_the_containers_fit_each_other_and_this_project() -> None:
    compose = yaml.safe_load((HOSTING / "compose.yaml").read_text("utf-8"))
    project = tomllib.loads((HOSTING.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    services = compose["services"]
    hashi_1, database = services["hashi-1"], services["database"]
    assert services["hashi-2"] == hashi_1
    built = hashi_1["build"]["dockerfile_inline"]
    name, extras = re.findall(r"pip install .*'([\w-]+)\[([\w,]+)\]'", built)[0]
    assert name == project["name"]
    assert set(extras.split(",")) <= project["optional-dependencies"].keys()
    assert {"pictures", "postgres"} <= set(extras.split(","))
    (network,) = compose["networks"]["default"]["ipam"]["config"]
    assert f"--proxy {network['subnet']} " in hashi_1["command"]  # Caddy has an address in it
    given = database["environment"]
    place = f"postgresql://{given['POSTGRES_USER']}@database/{given['POSTGRES_DB']}"
    assert f"--data {place} " in hashi_1["command"]
    assert hashi_1["environment"]["PGPASSWORD"] == given["POSTGRES_PASSWORD"]
    mounted = {
        volume.partition(":")[0] for each in services.values() for volume in each.get("volumes", ())
    }
    assert {name for name in mounted if not name.startswith(".")} == compose["volumes"].keys()
    assert {name[2:] for name in mounted if name.startswith("./")} == {"Caddyfile"}
