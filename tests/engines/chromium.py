"""Chromium, driven by Playwright as in the tests of the browser."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, sync_playwright

from tests.browser.conftest import CHROMIUM
from tests.engines.engine import PHONE, Engine, EngineError, Point, settled
from tests.support.finger import Fingers


class Chromium(Engine):
    """Chromium without a window on any screen."""

    name = "chromium"

    def __init__(self) -> None:
        found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
        if not found:
            raise EngineError("Chromium is missing: run tools/chromium")
        self._problems: list[str] = []
        with ExitStack() as closing:
            playwright = closing.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(
                executable_path=found, args=["--no-sandbox", "--disable-gpu"]
            )
            closing.callback(self._browser.close)
            self._page = self._browser.new_page(
                viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True
            )
            self._page.on("pageerror", lambda error: self._problems.append(str(error)))
            self._page.on("console", self._hear)
            self._closing = closing.pop_all()

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._problems.append(said.text)

    @property
    def version(self) -> str:
        return f"Chromium {self._browser.version}"

    @property
    def problems(self) -> Sequence[str]:
        return self._problems

    def go(self, address: str) -> None:
        self._page.goto(address)

    def run(self, expression: str) -> Any:
        try:
            return self._page.evaluate(f"{settled(expression)}.then(JSON.parse)")
        except Error as error:
            raise EngineError(error.message) from error

    def touch(self, way: Sequence[Point]) -> None:
        fingers = Fingers(self._page)
        fingers.down(way[0])
        for point in way[1:]:
            fingers.move(point)
        fingers.up()

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def picture(self) -> bytes:
        return self._page.screenshot()

    def close(self) -> None:
        self._closing.close()
