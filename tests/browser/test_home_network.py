"""An invitation reaches a phone: two computers in two networks, one tap between them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.command import environment
from tests.support.networks import (
    CABLE,
    HOME,
    HOME_6,
    PHONE,
    BrowserElsewhere,
    Computer,
    ServerAtHome,
    two_computers,
)
from tests.support.qr import read_code
from tests.support.server import PREFIX

pytestmark = pytest.mark.slow
CODE = "#invitation > .code"
OPEN, CLOSE = "button[name=do][value=open]", "button[name=do][value=close]"
AT_ALL = ("--host", "0.0.0.0", "--prefix", PREFIX)


@pytest.fixture(scope="module")
def computers() -> Iterator[tuple[Computer, Computer]]:
    with two_computers() as found:
        yield found


def of_phone(phone: Computer) -> BrowserElsewhere:
    screen = {"width": 390, "height": 844}
    return BrowserElsewhere(phone, viewport=screen, has_touch=True, is_mobile=True)


def opened_lobby(desk: BrowserElsewhere, server: ServerAtHome) -> str:
    """Open a table with friends as people do; return its path."""
    desk.do("goto", f"{server.address}/new?mode=friends")
    desk.do("click", "main form button.main.big", "#invitation")
    return str(urlsplit(desk.do("url")).path)


def scanned(desk: BrowserElsewhere, tmp_path: Path) -> str:
    """Return what a phone reads from the code on the screen."""
    desk.do("picture", CODE, str(tmp_path / "code.png"))
    return read_code(tmp_path / "code.png")


def joined(computer: Computer, server: ServerAtHome) -> tuple[str, str]:
    """Take a seat in a terminal at a table of its own; return that and what was told."""
    opening = "urllib.request.urlopen(sys.argv[1], b'{\"seats\": 2}', 30)"
    opened = computer.python(
        f"import json, sys, urllib.request; print(json.load({opening})['id'])",
        f"{server.address}/api/tables",
    )
    table = f"/t/{opened.stdout.strip()}"
    words = [sys.executable, "-m", "hashi", "join", f"{server.address}{table}", "--name", "Tim"]
    terminal = subprocess.Popen(
        computer.command(*words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(COLUMNS="300"),
        text=True,
    )
    assert terminal.stdout is not None
    told = ""
    while "At the table" not in told:
        line = terminal.stdout.readline()
        assert line, told
        told += line
    terminal.kill()
    terminal.communicate(timeout=60)
    return table, told


def test_one_tap_lets_a_phone_in_and_another_one_shuts_it_out(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    home, phone = computers
    with (
        closing(ServerAtHome(home, tmp_path / "tables.sqlite")) as server,
        closing(BrowserElsewhere(home)) as desk,
        closing(of_phone(phone)) as mobile,
    ):
        assert server.line().startswith("Only this computer can open it so far.")
        table = opened_lobby(desk, server)

        assert desk.do("texts", "#invitation h2") == ["Only this device can open the table"]
        assert desk.do("texts", CODE) == []
        assert "localhost" not in " ".join(desk.do("texts", "#invitation"))
        assert desk.do("faults") == []
        assert not phone.reaches(HOME, server.port)
        apart, told = joined(home, server)
        assert f"open {server.address}{apart} in your browser" in told

        desk.do("click", OPEN, CODE)
        desk.do("click", "#invitation summary", "#invitation li")
        assert desk.do("faults") == []
        address = scanned(desk, tmp_path)
        assert address == f"http://{HOME}:{server.port}{table}"  # the default route's first
        (spelled, *others) = desk.do("texts", ".spelled")
        assert re.fullmatch(rf"{HOME}:{server.port}/j/[a-z2-9]{{6}}", spelled)
        assert [urlsplit(f"http://{other}").hostname for other in others] == [CABLE, HOME_6]
        assert desk.do("size", CODE) == [144, 144]
        opened = server.line()
        assert opened.startswith("Now open to your network: ")
        assert address.removesuffix(table[1:]) in opened

        assert mobile.do("goto", f"http://{spelled}") == address  # as it is read aloud
        apart, told = joined(home, server)
        assert f"Others can join at {address.replace(table, apart)}." in told
        mobile.do("goto", address)
        assert mobile.do("texts", OPEN) == mobile.do("texts", CLOSE) == []
        mobile.do("click", "form.join button", ".seat.is-own")
        desk.do("wait", "#seat-1:not(.is-free)")
        for other in others:
            shown = page_at(phone, f"http://{other}")
            assert 'id="seat-1"' in shown
            assert "is-free" not in shown

        forged = {
            "Host": f"localhost:{server.port}",
            "Origin": f"http://localhost:{server.port}",
            "X-Forwarded-For": "127.0.0.1",
        }
        place = f"http://{HOME}:{server.port}/network"
        for headers in ({}, forged, {**forged, "Host": f"127.0.0.1:{server.port}"}):
            assert mobile.do("post", place, {"do": "close"}, headers) == 403
        assert phone.reaches(HOME, server.port)

        desk.do("click", CLOSE, OPEN)
        assert server.line() == "Closed again: only this computer can open it now."
        assert not phone.reaches(HOME, server.port)
        assert not phone.reaches(CABLE, server.port)
        mobile.do("wait", "#connection:has-text('Connection lost')")
        desk.do("click", OPEN, CODE)  # and once more
        assert phone.reaches(HOME, server.port)
        assert server.stop() == ""


def test_a_link_for_another_device_says_when_it_opens_on_this_one_alone(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    """The server answers to one name, and to the addresses that were opened; to no other host."""
    home, phone = computers
    with (
        closing(ServerAtHome(home, tmp_path / "tables.sqlite", "--name", "localhost")) as server,
        closing(BrowserElsewhere(home)) as desk,
        closing(of_phone(phone)) as mobile,
    ):
        table = opened_lobby(desk, server)
        desk.do("goto", f"{server.address}{table}/move")
        desk.do("click", "main form button.main", "#link")
        assert desk.do("texts", "main h2") == ["Only this device can open the link"]
        desk.do("click", OPEN, "main form button.main")
        desk.do("click", "main form button.main", ".invite > .code")
        desk.do("picture", ".invite > .code", str(tmp_path / "code.png"))
        address = read_code(tmp_path / "code.png")
        assert address.startswith(f"http://{HOME}:{server.port}/m/")
        mobile.do("goto", address)
        mobile.do("click", "main form button.main", ".seat.is-own")
        assert mobile.do("url") == f"http://{HOME}:{server.port}{table}"
        for host in ("evil.example", PHONE, "192.168.77.24", f"{HOME}.evil.example"):
            asked = mobile.do("post", f"http://{HOME}:{server.port}/", {}, {"Host": host})
            assert asked == 400
        assert mobile.do("post", f"http://{HOME}:{server.port}/", {}, {"Host": HOME}) == 405

        desk.do("goto", address.replace(HOME, "localhost"))  # it is used up, and says so
        assert desk.do("texts", "main form") == []
        assert "already been used" in desk.do("texts", "[role=alert]")[0]
        assert server.stop() == ""


def page_at(computer: Computer, address: str) -> str:
    reading = "urllib.request.urlopen(sys.argv[1], timeout=30).read().decode()"
    done = computer.python(f"import sys, urllib.request; print({reading})", address)
    assert not done.returncode, done.stderr
    return done.stdout


def test_a_server_that_listens_everywhere_invites_by_the_address_of_the_network(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    home, phone = computers
    with (
        closing(ServerAtHome(home, tmp_path / "tables.sqlite", *AT_ALL)) as server,
        closing(BrowserElsewhere(home)) as desk,
        closing(of_phone(phone)) as mobile,
    ):
        printed = server.line()
        assert printed.startswith("For others on your network: ")
        site = f"{server.port}{PREFIX}/"
        assert f"http://{HOME}:{site}, http://{CABLE}:{site}" in printed
        assert PHONE not in printed
        table = opened_lobby(desk, server)
        address = scanned(desk, tmp_path)
        assert address == f"http://{HOME}:{server.port}{table}"
        spelled, *_ = desk.do("texts", ".spelled")
        assert mobile.do("goto", f"http://{spelled}") == address
        assert desk.do("texts", CLOSE) == []
        assert "localhost" not in desk.do("content")

        mobile.do("goto", address)  # whoever came by an address passes on this one
        mobile.do("picture", CODE, str(tmp_path / "phone.png"))
        assert read_code(tmp_path / "phone.png") == address
        assert mobile.do("texts", ".spelled") == [address.removeprefix("http://")]
        assert server.stop() == ""
