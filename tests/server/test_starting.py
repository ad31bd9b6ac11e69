"""How `hashi serve` starts and ends; if it cannot start, it prints one sentence and a status."""

from __future__ import annotations

import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from tests.support.command import environment, hashi, hashi_process
from tests.support.processes import UNPRIVILEGED

from hashi.words import LANGUAGES


def refused(*arguments: str, language: str = "en") -> str:
    """Start a server that cannot start; return its sentence."""
    done = hashi("serve", *arguments, "--lang", language)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr.strip()


@contextmanager
def started(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start a server; yield the address that it prints and its process."""
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "hashi", "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found, line
        yield found[0], process
    finally:
        process.kill()
        process.communicate(timeout=60)


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "tables.sqlite")


def test_a_port_in_use(data: str) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        said = {
            refused("--port", str(port), "--data", data, language=language)
            for language in LANGUAGES
        }
    assert len(said) == len(LANGUAGES)
    assert all(str(port) in sentence and "--port" in sentence for sentence in said)


@pytest.mark.parametrize("host", ["nowhere.invalid", "256.1.1.1", "192.0.2.1", "x" * 300, "a..b"])
def test_a_host_of_another_machine(host: str, data: str) -> None:
    assert refused("--host", host, "--port", "0", "--data", data).startswith(
        f"This computer doesn’t have the address {host}."
    )


@pytest.mark.parametrize("port", ["99999", "65536", "-1", "http", "", "8000.5", "٣"])
def test_an_invalid_port(port: str, data: str) -> None:
    sentence = refused(f"--port={port}", "--data", data)
    assert sentence == f"The port must be a whole number from 0 to 65535, not {port}."


def test_an_invalid_rate(data: str) -> None:
    assert refused("--rate", "much", "--data", data) == "--rate: Expected a whole number here."


@pytest.mark.parametrize(
    "content",
    [b"no database at all, but long enough " * 200, b"SQLite format 3\0" + b"\xff" * 5000],
)
def test_a_file_that_is_not_a_store(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(content)
    sentence = refused("--port", "0", "--data", str(path))
    assert sentence.startswith(f"{path} isn’t a file with tables, or it’s damaged")
    assert path.read_bytes() == content


def test_a_folder_as_the_file(tmp_path: Path) -> None:
    sentence = refused("--port", "0", "--data", str(tmp_path))
    assert sentence == f"{tmp_path} is a folder. Choose a file in it with --data."


def test_a_missing_folder(tmp_path: Path) -> None:
    sentence = refused("--port", "0", "--data", str(tmp_path / "none" / "tables.sqlite"))
    assert sentence.startswith(f"There’s no folder {tmp_path / 'none'}.")
    assert not (tmp_path / "none").exists()


def test_a_read_only_folder() -> None:
    sentence = refused("--port", "0", "--data", "/proc/tables.sqlite")
    assert sentence.startswith("Tables can’t be kept in /proc/tables.sqlite: ")


def test_a_read_only_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE event (place TEXT)")
    path.chmod(0o400)
    done = hashi_process(*("serve", "--port", "0", "--data", str(path)), program=UNPRIVILEGED)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Tables can’t be kept in {path}: ")
    assert done.stderr.count("\n") == 1


def test_a_file_that_another_program_has_locked(data: str) -> None:
    with closing(sqlite3.connect(data, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("BEGIN IMMEDIATE")
        sentence = refused("--port", "0", "--data", data)
    assert sentence == f"Tables can’t be kept in {data}: database is locked"


def test_the_address_is_printed_when_the_server_answers(data: str) -> None:
    with started("--data", data) as (address, process):
        with urllib.request.urlopen(address, timeout=5) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30)[1] == ""
        assert process.returncode == 0
    assert stat.S_IMODE(Path(data).stat().st_mode) == 0o600


def half_sent(address: str) -> socket.socket:
    """Begin a request without sending the rest."""
    port = int(address.rstrip("/").rpartition(":")[2])
    connection = socket.create_connection(("localhost", port))
    head = "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
    connection.sendall(f"{head}{{".encode())
    return connection


@pytest.mark.slow
def test_an_incomplete_request_does_not_block_the_server(data: str) -> None:
    with started("--data", data) as (address, process):
        half_sent(address).close()
        with half_sent(address), urllib.request.urlopen(address, timeout=5):
            process.send_signal(signal.SIGTERM)
            assert process.communicate(timeout=30)[1] == ""
        assert process.returncode == -signal.SIGTERM
    assert not Path(f"{data}-wal").exists()  # all that was saved is in the file itself


def test_a_request_on_its_way_is_answered_when_the_server_ends(data: str) -> None:
    with started("--data", data) as (address, process):
        port = int(address.rstrip("/").rpartition(":")[2])
        with (
            socket.create_connection(("localhost", port)) as connection,
            connection.makefile("rb") as answer,
        ):
            urllib.request.urlopen(address, timeout=5).close()  # so the connection is accepted, too
            process.send_signal(signal.SIGTERM)
            with suppress(ConnectionError):  # refused, or reset where it was waiting to be accepted
                while True:
                    socket.create_connection(("localhost", port)).close()
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert answer.readline() == b"HTTP/1.1 200 OK\r\n"
            assert b"connection: close\r\n" in answer.read()
        assert process.communicate(timeout=30)[1] == ""


@pytest.mark.parametrize(
    ("host", "hosts"), [("::", ("[::1]", "127.0.0.1", "localhost")), ("::1", ("[::1]",))]
)
def test_an_ipv6_address(host: str, hosts: tuple[str, ...], data: str) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    with started("--host", host, "--data", data) as (address, _):
        port = address.rpartition(":")[2]
        assert address.startswith(f"http://{hosts[-1]}:")
        for name in hosts:
            with urllib.request.urlopen(f"http://{name}:{port}", timeout=5) as answer:
                assert answer.status == 200
