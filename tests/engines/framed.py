"""A window that shows the site: what is looked at lies in the frame of its shell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.engines.engine import Engine, Point

SHOWN = """
    document.querySelector("#coming").hidden && document.querySelector("#stopped").hidden
    && document.querySelector("#frame").contentDocument?.readyState === "complete"
    && document.querySelector("#frame").contentDocument.URL === location.href
"""
INSIDE = """((frame) => ((window, document, location, innerWidth) => (
    {expression}
))(frame, frame.document, frame.location, frame.innerWidth))
(document.querySelector("#frame").contentWindow)"""


class Framed(Engine):
    """The page in the frame, which fills the window."""

    def __init__(self, window: Engine) -> None:
        self.window, self.name = window, window.name

    @property
    def version(self) -> str:
        return self.window.version

    @property
    def problems(self) -> Sequence[str]:
        return self.window.problems

    def go(self, address: str) -> None:
        """Go to a page as by the address bar, and wait until the game shows it."""
        self.window.go(address)
        self.until_shown()

    def until_shown(self) -> None:
        self.window.wait(SHOWN)

    def run(self, expression: str) -> Any:
        return self.window.run(INSIDE.format(expression=expression))

    def touch(self, way: Sequence[Point]) -> None:
        self.window.touch(way)

    def resize(self, width: int, height: int) -> None:
        self.window.resize(width, height)

    def picture(self) -> bytes:
        return self.window.picture()

    def close(self) -> None:
        self.window.close()
