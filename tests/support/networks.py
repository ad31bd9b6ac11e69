"""Two computers, each in a network namespace of its own, joined by two networks.

The first one is the computer at home, the second one a phone. Programs run in either by `ip netns
exec`, which needs root, or `sudo` that asks for no password; without both the tests fail and say
so.
"""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support.command import environment
from tests.support.server import PREFIX, Server

HOME, PHONE = "192.168.77.23", "192.168.77.50"
"""Addresses in the network that the computer's default route leads to."""
CABLE, PHONE_BY_CABLE = "10.77.0.23", "10.77.0.50"
"""Addresses in the other one."""
HOME_6, PHONE_6 = "fd77::23", "fd77::50"
CANNOT = """This test needs network namespaces: the command ip (tools/networks installs it), and
root or sudo without a password. `{command}` said: {said}"""
ROOT = Path(__file__).parents[2]


class Computer:
    """A network namespace, and programs that run in it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def command(self, *words: str) -> list[str]:
        """Return the command that runs another one here, as the user who runs the tests."""
        inside = [*_as_root(), _ip(), "netns", "exec", self.name]
        if os.geteuid() != 0:
            inside += ["sudo", "-n", "--preserve-env", "-u", getpass.getuser()]
        return [*inside, *words]

    def python(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program here to its end."""
        command = self.command(sys.executable, "-c", program, *arguments)
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    def reaches(self, host: str, port: int) -> bool:
        """Return whether something listens there; what is merely silent fails the test."""
        program = "import socket, sys; socket.create_connection(sys.argv[1:], 10).close()"
        done = self.python(program, host, str(port))
        if done.returncode:
            assert "ConnectionRefusedError" in done.stderr, done.stderr
        return not done.returncode


@contextlib.contextmanager
def two_computers() -> Iterator[tuple[Computer, Computer]]:
    """Make both namespaces and what joins them; yield the computer at home and the phone."""
    mark = f"{os.getpid() % 1_000_000}"
    home, phone = Computer(f"hashi-home-{mark}"), Computer(f"hashi-phone-{mark}")
    try:
        for computer in (home, phone):
            _call("netns", "add", computer.name)
            _call("-n", computer.name, "link", "set", "lo", "up")
        for name, at_home, at_phone in (
            ("wlan", (HOME, HOME_6), (PHONE, PHONE_6)),
            ("cable", (CABLE,), (PHONE_BY_CABLE,)),
        ):
            peer = ("peer", "name", f"{name}0", "netns", phone.name)
            _call("-n", home.name, "link", "add", f"{name}0", "type", "veth", *peer)
            for computer, addresses in ((home, at_home), (phone, at_phone)):
                for address in addresses:
                    place = f"{address}/64" if ":" in address else f"{address}/24"
                    more = ("nodad",) if ":" in address else ()
                    _call("-n", computer.name, "address", "add", place, "dev", f"{name}0", *more)
                _call("-n", computer.name, "link", "set", f"{name}0", "up")
        _call("-n", home.name, "route", "add", "default", "via", PHONE)
        yield home, phone
    finally:
        for computer in (home, phone):
            with contextlib.suppress(AssertionError):
                _call("netns", "delete", computer.name)


def _as_root() -> list[str]:
    return [] if os.geteuid() == 0 else ["sudo", "-n"]


def _ip() -> str:
    found = shutil.which("ip", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    assert found, CANNOT.format(command="ip", said="there is no such command")
    return found


def _call(*words: str) -> None:
    command = [*_as_root(), _ip(), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    said = (done.stderr + done.stdout).strip()
    assert not done.returncode, CANNOT.format(command=" ".join(command), said=said)


class ServerAtHome(Server):
    """A server on the computer at home: it listens to that computer alone."""

    def __init__(self, home: Computer, data: Path, *options: str) -> None:
        self.home = home
        super().__init__(data, *options)

    def command(self) -> list[str]:
        return self.home.command(*super().command())

    @property
    def address(self) -> str:
        prefix = PREFIX if PREFIX in self.options else ""
        return f"http://localhost:{self.port}{prefix}"

    def _wait(self) -> None:
        done = self.home.python(
            "import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=30)",
            f"{self.address}/api/openapi.json",
        )
        assert not done.returncode, done.stderr

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()

    def line(self) -> str:
        """Return the next line that it prints."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


class BrowserElsewhere:
    """A real Chromium on one of the computers, told what to do line by line."""

    def __init__(self, computer: Computer, **options: Any) -> None:
        program = [sys.executable, "-m", "tests.support.networks", json.dumps(options)]
        self.process = subprocess.Popen(
            computer.command(*program),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            cwd=ROOT,
            text=True,
        )

    def do(self, name: str, *arguments: Any) -> Any:
        """Have one of the functions of `Commands` called; return what it returns."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([name, *arguments]), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        assert answer, "the browser has ended"
        found = json.loads(answer)
        assert "failed" not in found, found["failed"]
        return found["is"]

    def close(self) -> None:
        self.process.communicate(timeout=60)  # which ends its input, and so the program


class Commands:
    """What a browser elsewhere can be told, with Playwright's page."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def goto(self, address: str) -> str:
        self.page.goto(address)
        return str(self.page.url)

    def click(self, selector: str, then: str) -> None:
        """Click, and wait until something else is there."""
        self.page.locator(selector).click()
        self.page.locator(then).first.wait_for()

    def wait(self, selector: str) -> None:
        self.page.locator(selector).first.wait_for()

    def texts(self, selector: str) -> list[str]:
        return [text.strip() for text in self.page.locator(selector).all_text_contents()]

    def content(self) -> str:
        return str(self.page.content())

    def url(self) -> str:
        return str(self.page.url)

    def size(self, selector: str) -> list[float]:
        box = self.page.locator(selector).first.bounding_box()
        return [box["width"], box["height"]]

    def faults(self) -> list[str]:
        """Return what axe finds, light and dark, and how far the page is too wide for a phone."""
        from tests.support.axe import violations

        found = []
        for scheme, width in (("light", 1280), ("dark", 390), ("dark", 320)):
            self.page.set_viewport_size({"width": width, "height": 844})
            self.page.emulate_media(color_scheme=scheme)
            found += violations(self.page)
            wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            found += [f"{wide} px too wide at {width}"] if wide > 0 else []
        self.page.set_viewport_size({"width": 1280, "height": 800})
        return found

    def picture(self, selector: str, path: str) -> None:
        self.page.locator(selector).first.screenshot(path=path)

    def post(self, address: str, form: dict[str, str], headers: dict[str, str]) -> int:
        """Post by this browser's own connection; redirections are not followed."""
        answer = self.page.request.post(address, form=form, headers=headers, max_redirects=0)
        return int(answer.status)


def _serve_commands(options: dict[str, Any]) -> None:
    from playwright.sync_api import Error, sync_playwright

    from tests.browser.conftest import CHROMIUM

    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    assert found, "Chromium is missing: run tools/chromium"
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        context = browser.new_context(reduced_motion="reduce", **options)
        context.set_default_timeout(20_000)
        commands = Commands(context.new_page())
        for line in sys.stdin:
            name, *given = json.loads(line)
            try:
                answer = {"is": getattr(commands, name)(*given)}
            except Error as error:
                answer = {"failed": str(error)}
            print(json.dumps(answer), flush=True)
        browser.close()


if __name__ == "__main__":
    _serve_commands(json.loads(sys.argv[1]))
