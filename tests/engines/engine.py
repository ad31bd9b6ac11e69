"""A window of a real browser, driven in the few ways that any browser engine understands.

    with open_engine("firefox") as window:
        window.go("http://localhost:8000/")
        window.tap("main form button.main")
        window.wait("document.querySelector('#board')")

An address may be any, also that of a folder of files that a plain server sends.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

Point = tuple[float, float]

PATIENCE = 60.0
"""Seconds to wait for something that happens by itself."""
PHONE = (390, 844)

REACH = """((...selectors) => {
    const reach = (selector, index) => {
        const found = document.querySelector(selector);
        if (!found) return null;
        const part = found.querySelector(".touch, .hit") ?? found;
        if (!index) part.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
        const box = part.getBoundingClientRect();
        const at = [box.x + box.width / 2, box.y + box.height / 2];
        const over = document.elementFromPoint(...at);
        const around = found.closest("svg, label") ?? found;
        return around.contains(over) || over?.contains(found) ? at : null;
    };
    const found = selectors.map(reach);
    return found.every(Boolean) ? found : null;
})"""
"""Brings the first of some elements into the window, and returns where to touch each, unless one
is missing or something lies over it. Of an island or a line, which have no area of their own, that
is the part that takes a touch; what is meant on a drawing is for the page to find out."""


class EngineError(Exception):
    """The browser cannot do what was asked, or what was waited for does not happen."""


class Engine(ABC):
    """One window."""

    name: str

    @property
    @abstractmethod
    def version(self) -> str:
        """What the browser calls itself, with its number."""

    @property
    @abstractmethod
    def problems(self) -> Sequence[str]:
        """The errors of scripts that the browser has told of so far."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Load a page and wait until it is loaded."""

    @abstractmethod
    def run(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript, or of the promise that it gives."""

    @abstractmethod
    def touch(self, way: Sequence[Point]) -> None:
        """Put a finger down at the first of these points, lead it to the others, and lift it."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page a window of this size."""

    @abstractmethod
    def picture(self) -> bytes:
        """Return what the window shows, as PNG."""

    @abstractmethod
    def close(self) -> None:
        """End the browser, and all that was started for it."""

    def wait(self, condition: str, patience: float = PATIENCE) -> None:
        """Wait until an expression is true; a page that is being left has none."""
        end = time.monotonic() + patience
        while True:
            try:
                if self.run(f"Boolean({condition})"):
                    return
                why = "it does not become true"
            except EngineError as error:
                why = str(error)
            if time.monotonic() > end:
                address = self.run("location.href")
                raise EngineError(f"{self.name}: {why}: {condition}, on {address}")
            time.sleep(0.03)

    def count(self, selector: str) -> int:
        """Return how many elements match."""
        return int(self.run(f"document.querySelectorAll({json.dumps(selector)}).length"))

    def middles(self, *selectors: str) -> list[Point]:
        """Bring the first of these elements into the window, and return where to touch each."""
        found = f"{REACH}(...{json.dumps(selectors)})"
        self.wait(found)
        return [(x, y) for x, y in self.run(found)]

    def tap(self, selector: str) -> None:
        """Tap the first element that matches, once nothing lies over it."""
        self.touch(self.middles(selector))

    def drag(self, selector: str, other: str) -> None:
        """Lead a finger from one element to another in a few steps."""
        (x, y), (u, v) = self.middles(selector, other)
        self.touch([(x + (u - x) * step / 6, y + (v - y) * step / 6) for step in range(7)])


def finger(way: Sequence[Point]) -> dict[str, Any]:
    """Return a touch as WebDriver and WebDriver BiDi describe it."""
    moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in way]
    steps = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:]]
    return {
        "type": "pointer",
        "id": "finger",
        "parameters": {"pointerType": "touch"},
        "actions": [*steps, {"type": "pointerUp", "button": 0}],
    }


def settled(expression: str) -> str:
    """Return an expression of what another one gives, in the end, as JSON."""
    return f"(async () => JSON.stringify((await ({expression})) ?? null))()"
