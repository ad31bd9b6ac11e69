"""Plays evenings among people by the interfaces, and takes a picture of each stage.

    python -m tests.browser.evenings FOLDER [--language de] [--evening phones] [--evening mixed]…

`phones` is a game of four on phones of four sizes, with a rematch; `mixed` one of two phones, a
desktop and a terminal; somebody watches both, and steps back. They go from opening the table to the
next game, with all 17 cards, by what is on the pages alone. `apart` is a practice game of three:
one asks to go back, one goes away, a bot plays, and they return. `device` passes one phone on, with
a clock. Phones are light and dark; each picture of the second one is also taken with letters of
200 %. An error of a page's script ends it with status 1.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random

import pexpect
from playwright.sync_api import Browser, Page, expect, sync_playwright

from hashi.words import Words
from tests.browser.conftest import CHROMIUM
from tests.browser.test_terminal_guest import turn_of
from tests.support.command import environment
from tests.support.page import TablePlayer, take_seat
from tests.support.server import Server, serving

ROUNDS, LOOKED_AT = 17, (1, 2, 9, 17)
"""The rounds of a game, and those of which pictures are taken."""
NAMES = ("Ada", "Großmutter Ilse", "Céline", "Tim")
PHONES = ((390, 844), (320, 568), (390, 664), (844, 390))
DARK = (False, True, False, True)
DESKTOP, WATCHER = (1280, 800), (1440, 900)
HOLD = """
    const real = setTimeout;
    window.setTimeout = (run, pause, ...more) =>
        window.isHeld && pause === 2000 ? 0 : real(run, pause, ...more);"""
"""Lets the moment after a round stay for as long as a picture takes."""
LARGE = "size => { document.documentElement.style.fontSize = size; }"


@dataclass
class Evening:
    """A server, a browser, and the pages of those who play."""

    browser: Browser
    server: Server
    folder: Path
    language: str
    pages: list[Page] = field(default_factory=list)
    """Those who play."""
    watchers: list[Page] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def words(self) -> Words:
        return Words(self.language)

    def visit(self, size: tuple[int, int], *, dark: bool = False) -> Page:
        """Open a page as a new visitor."""
        is_phone = size in PHONES
        context = self.browser.new_context(
            base_url=self.server.address,
            locale=self.language,
            viewport={"width": size[0], "height": size[1]},
            has_touch=is_phone,
            is_mobile=is_phone,
            color_scheme="dark" if dark else "light",
            service_workers="block",
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.add_init_script(HOLD)
        (self.watchers if size == WATCHER else self.pages).append(page)
        return page

    def picture(self, stage: str) -> None:
        """Take a picture of every page that shows something."""
        shown = [page for page in (*self.pages, *self.watchers) if page.url != "about:blank"]
        for number, page in enumerate(shown):
            page.screenshot(path=self.folder / f"{self.language}-{stage}-{number}.png")
        if len(shown) > 1:
            shown[1].evaluate(LARGE, "200%")
            shown[1].screenshot(path=self.folder / f"{self.language}-{stage}-1-large.png")
            shown[1].evaluate(LARGE, "")

    def gather(self, seats: int, *, practice: bool = False) -> str:
        """Open a table on the first page, and sit down on all others; return its address."""
        first, *others = self.pages
        first.goto("/new?mode=friends")
        first.get_by_label(self.words.say("Your name")).fill(NAMES[0])
        first.locator(f'label:has(input[name="seats"][value="{seats}"])').tap()
        if practice:
            first.locator("details.more summary").tap()
            first.locator('input[name="practice"]').check()
        first.locator('form:has(input[name="mode"][value="friends"]) button').last.tap()
        first.wait_for_selector("#invitation, .invitation")
        self.picture("lobby")
        for page, name in zip(others, NAMES[1:], strict=False):
            page.goto(first.url)
            take_seat(page, name, self.language)
        self.picture("lobby-together")
        return first.url

    def begin(self) -> None:
        self.pages[0].locator('[data-do="begin"] button').click()
        for page in self.watchers:
            page.goto(self.pages[0].url)
        for page in self.pages:
            page.wait_for_selector("#board svg")  # the lobby is gone
        self.hold(0)
        for player, start in zip(self.players, ("d3", "c2", "c4", "e4"), strict=False):
            player.write_start(start)

    @cached_property
    def players(self) -> list[TablePlayer]:
        return [
            TablePlayer(page, taps=number < 2, rng=Random(number))
            for number, page in enumerate(self.pages)
        ]

    def play(self, between: Callable[[int], None] = lambda _: None, rounds: int = ROUNDS) -> None:
        """Play all rounds, or the first ones; `between` is what others do in each."""
        for round in range(1, rounds + 1):
            self.look_back(round - 1)
            for player in self.players:
                player.wait_for_round(round)
            self.hold(round)
            if round == LOOKED_AT[2]:
                self.step_back()
            for player in self.players:
                player.page.wait_for_selector("#actions [data-key=done]", state="visible")
                if round in LOOKED_AT and player is self.players[-1]:
                    self.picture(f"turn-{round}")
                player.play_turn()
            between(round)

    def step_back(self) -> None:
        """Take a picture of a past round on the pages of those who watch."""
        for page in self.watchers:
            page.locator("[data-past=back]").click()
            page.wait_for_selector("#past .boards svg")
            self.picture("watching-a-past-round")
            page.locator("[data-past=live]").click()

    def hold(self, round: int) -> None:
        """Let the moment after a round stay, where a picture of it is taken."""
        is_held = round + 1 in LOOKED_AT
        for page in self.pages:
            page.evaluate("isHeld => { window.isHeld = isHeld; }", is_held)

    def look_back(self, round: int) -> None:
        """Take a picture of the moment after a round, and end it."""
        if round + 1 not in LOOKED_AT:
            return
        for page in self.pages:
            if page.viewport_size != dict(zip(("width", "height"), DESKTOP, strict=True)):
                page.wait_for_selector("#reveal.shown")
        self.picture(f"reveal-{round}")
        for page in self.pages:
            page.keyboard.press("Escape")

    def end(self) -> None:
        """Watch the count, and open the result on every page."""
        for page in self.pages:
            page.wait_for_selector("#everything, .verdict")
        self.picture("count")
        for page in self.pages:
            page.wait_for_selector("#again, .counted")
        self.picture("counted")
        for page in self.pages:
            expect(page.locator("#again")).to_be_visible(timeout=60_000)
        self.picture("end")

    def rematch(self) -> None:
        """Play again: one asks, the others come along."""
        first, *others = self.pages
        first.get_by_role("button", name=self.words.say("Play again"), exact=True).click()
        first.wait_for_url(re.compile(r"/t/"))
        self.picture("rematch-asked")
        for page in others:
            page.get_by_role("link", name=self.words.say("Join in")).click()
        for page in self.pages:
            page.wait_for_selector('#place[data-phase="starts"], .begin-bar', state="attached")
        self.picture("rematch")


def phones(evening: Evening) -> None:
    """A game of four on four phones."""
    for size, dark in zip(PHONES, DARK, strict=True):
        evening.visit(size, dark=dark)
    evening.visit(WATCHER, dark=True)
    evening.gather(4)
    evening.begin()
    evening.play()
    evening.end()
    evening.rematch()


def mixed(evening: Evening) -> None:
    """A game of two phones, a desktop and a terminal."""
    for size in (PHONES[0], PHONES[1], DESKTOP, WATCHER):
        evening.visit(size)
    url = evening.gather(4)
    words, rng = evening.words, Random(4)
    env = environment(evening.folder, TERM="xterm-256color", NO_COLOR="1")
    env.pop("COLUMNS")
    arguments = ["-m", "hashi", "join", url, "--name", NAMES[3], "--lang", evening.language]
    terminal = pexpect.spawn(
        sys.executable, arguments, env=env, encoding="utf-8", timeout=90, dimensions=(60, 80)
    )
    with (evening.folder / f"{evening.language}-terminal.txt").open("w") as told:
        terminal.logfile_read = told
        expect(evening.pages[0].locator("#seat-3")).to_contain_text(NAMES[3])
        evening.picture("lobby-four")
        evening.begin()
        terminal.expect(f"{NAMES[3]}> ")
        terminal.sendline("D3=4 done")

        def in_terminal(round: int) -> None:
            terminal.expect(f"{NAMES[3]}> ")
            turn = turn_of(evening.pages[0], 3, rng)
            terminal.sendline(turn if turn == "pass" else f"{turn.upper()} {words.say('skip')}")
            closed = f'#place:not([data-round="{round}"]), #everything, .verdict'
            while not evening.pages[0].locator(closed).count():
                terminal.expect(pexpect.TIMEOUT, timeout=0.2)  # what it tells is read meanwhile

        evening.play(in_terminal)
        terminal.expect_exact(words.say("Another game together?"))
        evening.end()
        terminal.sendline(words.say("yes"))
        evening.picture("rematch-asked")
        terminal.close()


def apart(evening: Evening) -> None:
    """A practice game of three phones: one asks to go back, one goes away and returns."""
    for size, dark in zip(PHONES[:3], DARK, strict=False):
        evening.visit(size, dark=dark)
    evening.gather(3, practice=True)
    evening.begin()
    evening.play(rounds=2)
    first, second, third = evening.pages
    TablePlayer(second).wait_for_round(3)
    for page in evening.pages:
        page.locator("#reveal.shown").wait_for(state="hidden")
    second.locator("[data-open=menu]:visible").first.tap()
    evening.picture("menu")
    second.locator("#menu [data-do=rewind]").tap()
    for page in (first, third):
        page.wait_for_selector("#back [data-do=agree]")
    evening.picture("asked-to-go-back")
    for page in (first, third):
        page.locator("#back [data-do=agree]").tap()
    TablePlayer(first).wait_for_round(2)
    evening.picture("gone-back")
    url, context = third.url, third.context
    third.close()
    evening.pages.remove(third)
    for page in evening.pages:
        TablePlayer(page, taps=True).end_turn()
    bot = first.locator("#away [data-do=take_over]")
    expect(bot).to_be_visible(timeout=60_000)
    evening.picture("away")
    bot.tap()
    TablePlayer(first).wait_for_round(3)
    evening.pages.append(context.new_page())
    evening.pages[-1].goto(url)
    expect(evening.pages[-1].locator("#away .played")).to_be_visible()
    evening.picture("returned")


def device(evening: Evening) -> None:
    """A phone that three people pass on, each with a clock of their own."""
    for size, dark in zip(PHONES[:2], DARK, strict=False):
        evening.visit(size, dark=dark)
    for page in evening.pages:
        page.goto("/new?mode=screen")
        page.locator("label.seats3").tap()
        page.locator("details.more summary").tap()
        page.locator('label:has(input[name="pace"][value="120"])').tap()
        for number, name in enumerate(NAMES[:3], start=1):
            page.fill(f"#name{number}", name)
        page.locator("form.sheet button.main").tap()
    starts = ("d3", "c2", "c4")
    for round in range(4):
        for seat in range(3):
            for page in evening.pages:
                expect(page.locator("#curtain[open]")).to_be_visible()
            evening.picture(f"curtain-{round}-{seat}")
            for page in evening.pages:
                page.locator("#curtain button").tap()
                expect(page.locator("#curtain[open]")).to_have_count(0)
            evening.picture(f"turn-{round}-{seat}")
            for number, page in enumerate(evening.pages):
                player = TablePlayer(page, taps=True, rng=Random(number))
                player.play_turn() if round else player.write_start(starts[seat])


EVENINGS = {"phones": phones, "mixed": mixed, "apart": apart, "device": device}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", action="append", choices=["cs", "de", "en", "es", "it", "pt"])
    parser.add_argument("--evening", action="append", choices=list(EVENINGS))
    options = parser.parse_args()
    program = next(path for name in CHROMIUM if (path := shutil.which(name)))
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for language in options.language or ["en", "de"]:
            for name in options.evening or list(EVENINGS):
                folder = options.folder / name
                folder.mkdir(parents=True, exist_ok=True)
                with serving(Path(data) / f"{language}-{name}.sqlite") as server:
                    evening = Evening(browser, server, folder.resolve(), language)
                    EVENINGS[name](evening)
                    problems += evening.problems
                print(f"{name} in {language}: played, {len(problems)} script errors")
        browser.close()
    for problem in problems:
        print(problem, file=sys.stderr)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
