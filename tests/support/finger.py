"""Fingers on a touch screen: real touch events, which the browser may also take for scrolling."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page

Point = tuple[float, float]


class Fingers:
    """The fingers of one hand on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)
        page.evaluate(
            """() => {
                const isFirst = !window.fates;
                window.fates = [];
                for (const name of isFirst ? ["pointerup", "pointercancel"] : [])
                    addEventListener(name, event => fates.push(event.type), {capture: true});
            }"""
        )

    @property
    def fates(self) -> list[str]:
        """How the touches since the last question ended: `pointerup` or `pointercancel`."""
        fates: list[str] = self.page.evaluate("fates.splice(0)")
        return fates

    def down(self, *points: Point) -> None:
        self._send("touchStart", points)

    def move(self, *points: Point) -> None:
        self._send("touchMove", points)

    def up(self, *left: Point) -> None:
        """Lift a finger; those at `left` stay down."""
        self._send("touchEnd", left)

    def cancel(self) -> None:
        self._send("touchCancel", ())

    def tap(self, point: Point) -> None:
        self.down(point)
        self.up()

    def slide(self, start: Point, end: Point, steps: int = 8) -> None:
        """Put a finger down and move it, without lifting it."""
        self.down(start)
        for step in range(1, steps + 1):
            part = step / steps
            self.move(
                (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            )

    def drag(self, start: Point, end: Point, steps: int = 8) -> None:
        self.slide(start, end, steps)
        self.up()

    def _send(self, kind: str, points: Iterable[Point]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def centre(page: Page, selector: str) -> Point:
    """Return the middle of an island's or a line's place, or of any other element."""
    x, y = page.locator(selector).first.evaluate(
        """thing => {
            const part = thing.querySelector(".touch, .hit") ?? thing;
            const box = part.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
    )
    return x, y
