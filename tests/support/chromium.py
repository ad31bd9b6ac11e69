"""A Chromium with a profile on the disk, whose processes can be killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Playwright

PATIENCE = 60.0


class Kept:
    """A browser that keeps what it has when it is killed, and can be started again."""

    def __init__(self, playwright: Playwright, program: str, profile: Path) -> None:
        self._playwright, self._program, self._profile = playwright, program, profile
        self.start()

    def start(self) -> None:
        port = self._profile / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            [
                *[self._program, "--headless", "--no-sandbox", "--disable-gpu"],
                *["--disable-background-networking", "--disable-renderer-backgrounding"],
                "--remote-debugging-port=0",
                *["--window-size=390,844", f"--user-data-dir={self._profile}", "about:blank"],
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # the command may be a script that starts the browser
        )
        end = time.monotonic() + PATIENCE
        while not (port.exists() and len(lines := port.read_text("ascii").splitlines()) == 2):
            assert time.monotonic() < end, "Chromium does not start"
            time.sleep(0.05)
        address = f"http://127.0.0.1:{lines[0]}"
        self.browser: Browser = self._playwright.chromium.connect_over_cdp(address)

    @property
    def context(self) -> BrowserContext:
        return self.browser.contexts[0]

    def kill_pages(self) -> None:
        """Kill every process that runs pages or workers, as a device without memory does."""
        session = self.browser.new_browser_cdp_session()
        for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] == "renderer":
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process["id"], signal.SIGKILL)
        session.detach()

    def kill(self) -> None:
        """Kill the whole browser."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(timeout=PATIENCE)
        with contextlib.suppress(Exception):
            self.browser.close()


@contextmanager
def kept(playwright: Playwright, program: str, profile: Path) -> Iterator[Kept]:
    browser = Kept(playwright, program, profile)
    try:
        yield browser
    finally:
        browser.kill()
