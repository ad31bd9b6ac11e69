"""WebKit as WebKitGTK has it, in its MiniBrowser, driven by its own driver over W3C WebDriver."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from tests.engines.engine import PATIENCE, PHONE, Engine, EngineError, Point, finger, settled

BROWSERS = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib/*/webkit2gtk-4.0/MiniBrowser")
OPTIONS = ["--automation", "--full-screen"]
"""A window that is full has no bars, and may be as narrow as a phone."""
LISTEN = """(() => {
    if (window.problemsHeard) return window.problemsHeard.splice(0);
    const heard = window.problemsHeard = [];
    addEventListener("error", event => heard.push(event.message));
    addEventListener("unhandledrejection", event => heard.push(String(event.reason)));
    for (const {src} of document.querySelectorAll("script[type=module][src]"))
        import(src).catch(error => heard.push(String(error)));
    return [];
})()"""
"""Returns the errors of scripts since the last question. The driver tells of none, so each page is
listened to once something is asked of it; a module that failed before then fails to be imported."""


class WebKit(Engine):
    """MiniBrowser on a screen in memory, with a home folder of its own. WebKitGTK takes what is
    touched for clicks: on this screen there are no fingers."""

    name = "webkit"

    def __init__(self) -> None:
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        found = next((path for way in BROWSERS for path in Path("/").glob(way[1:])), None)
        if not driver or not screen or not found:
            raise EngineError("WebKit is missing: run tools/engines")
        self._problems: list[str] = []
        self._address = f"http://127.0.0.1:{free_port()}"
        with ExitStack() as closing:
            home = closing.enter_context(
                tempfile.TemporaryDirectory(prefix="webkit-", ignore_cleanup_errors=True)
            )
            display = closing.enter_context(started_screen(screen))
            port = self._address.rpartition(":")[2]
            command = [driver, f"--port={port}", "--host=127.0.0.1"]
            self._driver = closing.enter_context(running(command, environment(home, display)))
            self._wait_for_driver()
            options = {"webkitgtk:browserOptions": {"binary": str(found), "args": OPTIONS}}
            session = self._ask("POST", "/session", capabilities={"alwaysMatch": options})
            self._session = f"/session/{session['sessionId']}"
            closing.callback(self._ask, "DELETE", self._session)
            self._version = "WebKitGTK {browserVersion}".format(**session["capabilities"])
            self.resize(*PHONE)
            self._closing = closing.pop_all()

    def _wait_for_driver(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if self._ask("GET", "/status")["ready"]:
                    return
            except OSError as error:
                if time.monotonic() > end or self._driver.poll() is not None:
                    raise EngineError(f"WebKit's driver does not start: {error}") from error
            time.sleep(0.02)

    def _ask(self, method: str, path: str, **fields: Any) -> Any:
        """Send a command to the driver and return the value of its answer."""
        data = json.dumps(fields).encode() if method == "POST" else None
        request = urllib.request.Request(f"{self._address}{path}", data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            value = json.load(refused)["value"]
            raise EngineError(f"{value['error']}: {value['message']}") from refused

    @property
    def version(self) -> str:
        return self._version

    @property
    def problems(self) -> Sequence[str]:
        return self._problems

    def go(self, address: str) -> None:
        self._ask("POST", f"{self._session}/url", url=address)

    def run(self, expression: str) -> Any:
        script = f"return {settled(f'Promise.all([{LISTEN}, {expression}])')}"
        answer = self._ask("POST", f"{self._session}/execute/sync", script=script, args=[])
        heard, value = json.loads(answer)
        self._problems += heard
        return value

    def touch(self, way: Sequence[Point]) -> None:
        self._ask("POST", f"{self._session}/actions", actions=[finger(way)])

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", f"{self._session}/window/rect", width=width, height=height)
        self.wait(f"innerWidth === {width} && innerHeight === {height}")

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("GET", f"{self._session}/screenshot"))

    def close(self) -> None:
        self._closing.close()


@contextmanager
def running(command: list[str], env: dict[str, str] | None = None) -> Iterator[Popen[str]]:
    """Start a program, and end it afterwards; what it says on its output can be read."""
    process = Popen(command, stdout=PIPE, stderr=DEVNULL, text=True, env=env)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


@contextmanager
def started_screen(command: str) -> Iterator[str]:
    """Start a screen in memory, yield its name, and end it."""
    size = ["-screen", "0", "2000x1400x24", "-nolisten", "tcp"]
    with running([command, "-displayfd", "1", *size]) as process:
        assert process.stdout is not None
        number = process.stdout.readline().strip()
        if not number:
            raise EngineError("Xvfb does not start")
        yield f":{number}"


def environment(home: str, display: str) -> dict[str, str]:
    """Return what the browser finds: this screen and no other, nobody's files."""
    return {
        **os.environ,
        "DISPLAY": display,
        "GDK_BACKEND": "x11",
        "HOME": home,
        "XDG_RUNTIME_DIR": home,
        "LANG": "C.UTF-8",
        "NO_AT_BRIDGE": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
