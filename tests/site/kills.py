"""Kills the processes of a tab while marks are made: none that was answered is lost.

    python -m tests.site.kills [--kills 100] [--database]

Every fifth time the whole browser is killed. With `--database` the games lie in IndexedDB, as in
browsers without files. It ends with status 1 where an answered mark is not there afterwards.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.site.conftest import program
from tests.support.chromium import Kept, kept
from tests.support.page import PATIENCE, ask_at, open_table
from tests.support.site import StaticServer, another_version, sending, site_folder
from tests.support.site_page import SitePage

MARKING = """([path]) => {
    let socket, count = 0;
    const ask = () => {
        count += 1;
        const fields = count % 2 ? { do: "mark", seat: 0, marks: "d3=3" } : { do: "undo", seat: 0 };
        socket.send(JSON.stringify({ id: `k${Date.now()}-${count}`, ...fields }));
    };
    const connect = () => {
        socket = new HashiSocket(`${path}/live?after=0`);
        socket.onclose = () => setTimeout(connect, 200);
        socket.onmessage = ({ data }) => {
            const said = JSON.parse(data);
            if (said.type === "done") console.log(`answered ${said.number}`);
            if (said.type === "refused") console.log(`refused ${data}`);
            if (["hello", "done", "refused"].includes(said.type)) setTimeout(ask, 40);
        };
    };
    connect();
}"""
"""Marks and takes back as fast as answers come, and tells the number of each answer; connects
again as pages do."""
NUMBER = """([path]) => new Promise((resolve) => {
    const socket = new HashiSocket(`${path}/live?after=0`);
    socket.onmessage = ({ data }) => {
        const said = JSON.parse(data);
        if (said.type === "hello") resolve(said.number);
    };
})"""


class Marks:
    """One table in one browser, and the last number that was answered."""

    def __init__(self, browser: Kept, site: StaticServer) -> None:
        self.browser, self.site = browser, site
        self.answered = 0
        page = self.open("/rules")
        self.table = open_table(page, seats=1)
        ask_at(page, self.table, "sit", name="Tim")
        ask_at(page, self.table, "begin")

    @property
    def path(self) -> str:
        return f"{self.site.prefix}{self.table}"

    def open(self, path: str) -> SitePage:
        page = SitePage(self.browser.context.new_page(), self.site.address)
        page.goto(path)
        return page

    def kill(self, chance: random.Random, *, whole: bool) -> None:
        """Make marks for a while, and kill the tab, or the whole browser, meanwhile."""
        page = self.open("/rules").tab
        page.on("console", lambda message: self.note(message.text))
        page.evaluate(MARKING, [self.path])
        end = time.monotonic() + 0.2 + chance.random()
        before = self.answered
        latest = end + PATIENCE
        while time.monotonic() < end or self.answered == before:
            assert time.monotonic() < latest, "no mark is answered"
            page.wait_for_timeout(chance.randint(1, 40))
        if whole:
            self.browser.kill()
            self.browser.start()
        else:
            self.browser.kill_pages()
        for tab in self.browser.context.pages:
            _close(tab)

    def note(self, text: str) -> None:
        assert not text.startswith("refused"), text
        if text.startswith("answered "):
            self.answered = int(text.removeprefix("answered "))

    def found(self) -> int:
        """Return the last number that the table has now."""
        page = self.open("/rules")
        number: int = page.tab.evaluate(NUMBER, [self.path])
        page.tab.close()
        return number


def _close(tab: Page) -> None:
    if tab.url != "about:blank":
        tab.close()


def lost(kills: int, browser: Kept, site: StaticServer, *, seed: int = 1) -> list[str]:
    """Kill so many times; return what was lost each time."""
    chance = random.Random(seed)
    marks = Marks(browser, site)
    problems = []
    for count in range(1, kills + 1):
        marks.kill(chance, whole=not count % 5)
        found = marks.found()
        if found < marks.answered:
            problems.append(f"kill {count}: {marks.answered} was answered, {found} is there")
        if not count % 10:
            print(f"{count} kills, {found} requests saved", flush=True)
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.site.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--database", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = site_folder()
        if options.database:
            folder = another_version(folder, Path(temporary, "site"), storage=WITHOUT_FILES)
        profile = Path(temporary, "profile")
        with sending(folder) as site, kept(playwright, program(), profile) as browser:
            problems = lost(options.kills, browser, site)
    print(*problems, sep="\n")
    print(f"{options.kills} kills, {len(problems)} with a loss")
    return 1 if problems else 0


WITHOUT_FILES = "delete StorageManager.prototype.getDirectory;\n"
"""What a storage.js begins with in a browser that has no files."""


if __name__ == "__main__":
    sys.exit(main())
