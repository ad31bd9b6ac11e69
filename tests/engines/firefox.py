"""Firefox, driven over WebDriver BiDi, which it speaks itself: no other program is needed."""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

from websockets.sync.client import connect

from tests.engines.engine import PATIENCE, PHONE, Engine, EngineError, Point, finger, settled

COMMANDS = ("firefox-esr", "firefox")
PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage": "about:blank",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.prefetch-next": False,
    "toolkit.telemetry.enabled": False,
    "ui.allPointerCapabilities": 1,
    "ui.primaryPointerCapabilities": 1,
}
"""A fresh profile asks the network for nothing, and has a touch screen alone."""

BROKEN_OFF = "Failed to load ‘"
"""How the console tells of a file that came by a worker while the page was left."""


class Firefox(Engine):
    """Firefox without a window on any screen, with a profile of its own."""

    name = "firefox"

    def __init__(self) -> None:
        found = next((path for name in COMMANDS if (path := shutil.which(name))), None)
        if not found:
            raise EngineError("Firefox is missing: run tools/engines")
        self._problems: list[str] = []
        self._numbers = itertools.count(1)
        with ExitStack() as closing:
            folder = closing.enter_context(profile())
            address = closing.enter_context(listening(found, folder))
            self._socket = closing.enter_context(connect(f"{address}/session", max_size=None))
            session = self._ask("session.new", capabilities={})
            self._version = "Firefox {browserVersion}".format(**session["capabilities"])
            self._ask("session.subscribe", events=["log.entryAdded"])
            self._window = self._ask("browsingContext.getTree")["contexts"][0]["context"]
            self.resize(*PHONE)
            self._closing = closing.pop_all()

    def _ask(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its answer; what happens meanwhile is noted."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] == "error" and not entry["text"].startswith(BROKEN_OFF):
                    self._problems.append(str(entry["text"]))
            if message.get("id") != number:
                continue
            if message["type"] == "error":
                raise EngineError(f"{message['error']}: {message['message']}")
            return message["result"]

    @property
    def version(self) -> str:
        return self._version

    @property
    def problems(self) -> Sequence[str]:
        return self._problems

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def run(self, expression: str) -> Any:
        answer = self._ask(
            "script.evaluate",
            expression=settled(expression),
            target={"context": self._window},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise EngineError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def touch(self, way: Sequence[Point]) -> None:
        self._ask("input.performActions", context=self._window, actions=[finger(way)])

    def resize(self, width: int, height: int) -> None:
        self._ask(
            "browsingContext.setViewport",
            context=self._window,
            viewport={"width": width, "height": height},
        )

    def picture(self) -> bytes:
        answer = self._ask("browsingContext.captureScreenshot", context=self._window)
        return base64.b64decode(answer["data"])

    def close(self) -> None:
        self._closing.close()


@contextmanager
def profile() -> Iterator[str]:
    """Yield a folder with a fresh profile."""
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in PREFERENCES.items()
    ]
    with tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True) as folder:
        Path(folder, "user.js").write_text("".join(lines))
        yield folder


@contextmanager
def listening(command: str, folder: str) -> Iterator[str]:
    """Start Firefox with a profile, yield the address where it listens, and end it."""
    options = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"]
    process = Popen([command, *options], stdout=DEVNULL, stderr=DEVNULL)
    told = Path(folder, "WebDriverBiDiServer.json")
    end = time.monotonic() + PATIENCE
    try:
        while not (text := told.read_text() if told.exists() else ""):
            if time.monotonic() > end or process.poll() is not None:
                raise EngineError("Firefox does not start")
            time.sleep(0.02)
        place = json.loads(text)
        yield f"ws://{place['ws_host']}:{place['ws_port']}"
    finally:
        process.terminate()
        process.wait(PATIENCE)
