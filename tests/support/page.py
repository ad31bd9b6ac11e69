"""A person who plays on the page by tapping what is highlighted."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, TimeoutError, expect

from hashi.words import Words

Open = Callable[..., Page]
"""A function that opens a page as a new visitor."""
BOTS_MAY_TAKE = 90_000
"""How long to wait for a round, in milliseconds: uncompiled bots are slow, and bots have a low
priority where the machine is busy."""

PATIENCE = 60.0
"""Seconds to wait for something that happens by itself."""
HAS_WORKER = "navigator.serviceWorker.getRegistration().then(it => Boolean(it?.active))"
"""Whether the browser has kept everything that pages without a network need."""


def wait_until(page: Page, condition: str) -> None:
    """Wait until an expression of JavaScript is true, or a promise of it comes true.

    Playwright's own way needs what the page's policy forbids, and a script that waits by itself
    would wait for ever.
    """
    end = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"it does not become true: {condition}"
        page.wait_for_timeout(50)


def ask(page: Page, do: str, **fields: Any) -> None:
    """Ask something of the page's table, with its cookies: the page itself may be loaded again."""
    ask_at(page, urlsplit(page.url).path, do, **fields)


def ask_at(page: Page, table: str, do: str, **fields: Any) -> None:
    """Ask something of a table, with the cookies of this page, which may show anything."""
    answer = page.request.post(table.replace("/t/", "/api/tables/"), data={"do": do, **fields})
    assert answer.ok, answer.text()


def open_table(page: Page, address: str = "", **options: Any) -> str:
    """Open a table by the API and return its path."""
    return f"{address}/t/{page.request.post(f'{address}/api/tables', data=options).json()['id']}"


def take_seat(page: Page, name: str, language: str = "en") -> None:
    """Sit down in a lobby, and enter the name where it stands then."""
    page.get_by_role("button", name=Words(language).say("Take a seat")).click()
    field = page.locator(".seat.is-own [data-name]")
    expect(field).to_be_focused()
    field.fill(name)
    field.press("Enter")
    expect(field).to_be_hidden()
    expect(page.locator(".seat.is-own").last).to_contain_text(name)


def begin_alone(page: Page, deck: list[str], address: str = "", *, start: str = "") -> str:
    """Begin a game alone with a deck of one's own, and return the path of its table.

    Where a start is given, as it may be typed, it is written, and the first round is open.
    """
    table = open_table(page, address, seats=1, deck=deck)
    ask_at(page, table, "sit", name="Tim")
    ask_at(page, table, "begin")
    if start:
        ask_at(page, table, "mark", seat=0, marks=start)
        ask_at(page, table, "done", seat=0)
    return table


SHORT = ["3/1", "4/2", "2/2", "5/1"]
"""A deck whose game ends after three rounds: every kind of step is in them, and a browser takes a
second for four or five turns."""


def open_first_round(page: Page, deck: list[str], *, taps: bool = False) -> TablePlayer:
    """Show the first round of a game alone, with a 3 on d3, to someone who may play at once."""
    page.goto(begin_alone(page, deck, start="d3=3"))
    page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run
    return TablePlayer(page, taps=taps)


class TablePlayer:
    """One person in front of one open table."""

    def __init__(self, page: Page, *, taps: bool = False, rng: Random | None = None) -> None:
        """Where there is an `rng`, it chooses among what is highlighted."""
        self.page = page
        self._taps = taps
        self._rng = rng

    def _chosen(self, selector: str) -> Locator:
        """Return the first element that matches, or one by chance."""
        found = self.page.locator(selector)
        return found.nth(self._rng.randrange(found.count())) if self._rng else found.first

    def touch(self, selector: str) -> None:
        """Tap or click an element that matches."""
        target = self._chosen(selector)
        if self._taps:
            target.tap()
        else:
            target.click()

    def count(self, selector: str) -> int:
        return self.page.locator(selector).count()

    def touch_line(self, selector: str) -> None:
        """Tap or click the middle of a line that matches; a line has no area."""
        self.page.locator("#reveal.shown").wait_for(state="hidden")  # it would take the tap
        middle = self._chosen(selector).evaluate(
            """line => {
                line.scrollIntoView({block: "center", behavior: "instant"});
                const box = line.querySelector(".hit").getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }"""
        )
        if self._taps:
            self.page.touchscreen.tap(*middle)
        else:
            self.page.mouse.click(*middle)

    def write_start(self, island: str = "d3") -> None:
        self.page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run
        self.touch(f"#i-{island}")
        expect(self.page.locator("#steps li.done")).to_have_count(1)
        self.touch("#actions [data-key=done]")

    @property
    def round(self) -> int:
        return int(self.page.locator("#place").get_attribute("data-round") or 0)

    @property
    def bridges(self) -> int:
        return self.count("#card .tallies span")

    def play_turn(self) -> None:
        """Mark highlighted islands and lines; skip what cannot be drawn."""
        if self.count("#board .isle.target"):
            self.touch("#board .place:has(.isle.target)")
            expect(self.page.locator("#board .isle.fresh")).to_have_count(1)
        for drawn in range(self.bridges):
            if not self.count("#board .span:has(path.target)"):
                break
            self.touch_line("#board .span:has(path.target)")
            expect(self.page.locator("#board .rail.fresh")).to_have_count(drawn + 1)
        self.end_turn()

    def end_turn(self) -> None:
        """Press done; where bridges are missing, take everything back and skip."""
        ready = "#actions [data-key=done]:not([aria-disabled])"
        if self.count(ready):
            self.touch(ready)
            return
        if self.count("#board .rail.fresh"):
            self.take_back()
        try:
            self.page.locator("#actions [data-key=skip]").click(trial=True, timeout=2_000)
        except TimeoutError:  # the server has just said that nothing fits: there is nothing to skip
            self.touch(ready)
        else:
            self.skip()

    def take_back(self) -> None:
        """Take all marks back; the narrowest windows have no button for that, so one by one."""
        fresh = self.page.locator("#board .fresh")
        if self.page.locator("#actions [data-do=clear]").is_visible():
            self.touch("#actions [data-do=clear]")
        while left := fresh.count():
            if self.page.locator("#actions [data-do=clear]").is_hidden():
                self.touch("#actions [data-do=undo]")
            expect(fresh).not_to_have_count(left)

    def skip(self) -> None:
        self.touch("#actions [data-key=skip]")
        self.touch("#sure [value=yes]")

    def wait_for_round(self, round: int) -> None:
        """Wait until that round is open for this person, or the game is over."""
        here = f'#place[data-round="{round}"][data-marks], .verdict'
        self.page.wait_for_selector(here, state="attached", timeout=BOTS_MAY_TAKE)

    def play_to_the_end(self, rounds: int = 17) -> None:
        for round in range(1, rounds + 1):
            self.wait_for_round(round)
            self.play_turn()
        expect(self.page.locator(".verdict")).to_be_visible()


def challenge_of(page: Page, table: str) -> str:
    """Return the path of the challenge that a finished game offers on its page."""
    page.goto(table)
    return str(page.locator("a[href^='/c/']").first.get_attribute("href"))
