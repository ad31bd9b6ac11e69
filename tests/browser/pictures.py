"""Takes pictures of every page in six windows, light and dark, and lays them out on sheets.

    python -m tests.browser.pictures FOLDER [--language de] [--page end]… [--scheme dark]

A sheet shows one page: upright phones, one of them with letters of twice the size, then a phone on
its side and two desktops; what is below the window is on no picture. The games were played by bots.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from hashi.boards.daily import FIRST_DAY
from hashi.host import holder_of
from hashi.host.store.address import open_store
from hashi.server.visitor import KEY
from hashi.table.event import Seated
from tests.browser.conftest import CHROMIUM
from tests.support.page import challenge_of, open_table
from tests.support.server import Server, serving
from tests.support.stored_games import write_game, write_twenty

OWN_KEY = "a-key-of-one-who-has-played-before"


@dataclass(frozen=True)
class Window:
    """A size of a page, and how large its letters are."""

    width: int
    height: int
    letters: int = 100

    @property
    def is_phone(self) -> bool:
        return min(self.width, self.height) < 600


WINDOWS = (
    (Window(390, 844), Window(320, 568), Window(390, 844, letters=200)),
    (Window(844, 390), Window(1280, 800), Window(1920, 1080)),
)
"""The windows of the two rows of a sheet."""
GAP, PAPER, WIDEST = 16, (110, 110, 110), 2400
NEW = ("first-table", "first-home", "challenge-guest")
"""The pages that are seen as a new visitor."""

IN_SIGHT = """() => Promise.all([...document.images]
    .filter(image => !image.complete && image.getBoundingClientRect().top < innerHeight)
    .map(image => image.decode().catch(() => {})))"""
"""Waits for the pictures that are in the window."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en", choices=["cs", "de", "en", "es", "it", "pt"])
    parser.add_argument("--scheme", action="append", choices=["light", "dark"])
    parser.add_argument("--page", action="append", metavar="NAME")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = next(path for name in CHROMIUM if (path := shutil.which(name)))
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        with serving(Path(data, "tables.sqlite")) as server:
            paths = write_pages(browser, server)
            for name in options.page or paths:
                for scheme in options.scheme or ("light", "dark"):
                    shots = [
                        list(pictures(browser, server, name, paths[name], row, scheme, options))
                        for row in WINDOWS
                    ]
                    sheet(shots).save(options.folder / f"{name}-{options.language}-{scheme}.png")
        browser.close()
    return 0


def write_pages(browser: Browser, server: Server) -> dict[str, str]:
    """Write games into the store of a server, and return the pages to be seen by their names."""
    me = holder_of(OWN_KEY)
    own = Seated(0, "Player", holder=me)
    bots = [Seated(seat, name, bot="greedy") for seat, name in enumerate(("Ada", "Bo", "Ida"), 1)]
    with closing(open_store(server.place)) as store:
        write_twenty(store, me, holder_of("a friend"))
        alone = f"/t/{write_game(store, [own])}"
        table = f"/t/{write_game(store, [own], rounds=4, seed='table')}"
        together = f"/t/{write_game(store, [own, *bots])}"
        playing = f"/t/{write_game(store, [own, *bots], rounds=4)}"
        write_game(store, [own], daily=FIRST_DAY.isoformat())
    page = open_page(browser, server, Window(390, 844), "light", "en")
    challenge = challenge_of(page, alone)
    lobby = open_table(page, server.address, seats=3)
    for path in (alone, together):
        page.goto(f"{path}/review")
        page.wait_for_selector(".figure b", timeout=120_000)
    page.goto(f"{alone}/review/best")
    page.wait_for_selector(".sea svg, main svg")
    costly = page.request.get(f"{alone}/review").text()
    page.context.close()
    return {
        "first-home": "/",
        "home": "/",
        "new-bots": "/new?mode=bots",
        "new-friends": "/new?mode=friends",
        "lobby": lobby,
        "first-table": "/",
        "table": table,
        "table-of-four": playing,
        "end": alone,
        "end-of-four": together,
        "review": f"{alone}/review",
        "round": f"{alone}/review?round=9",
        "review-of-four": f"{together}/review",
        "best": f"{alone}/review/best",
        **({"find": f"{alone}/review/find/0"} if "/review/find/0" in costly else {}),
        "challenge": challenge,
        "challenge-guest": challenge,
        "day": "/daily",
        "day-result": f"/daily/{FIRST_DAY}",
        "archive": "/daily/archive",
        "learn": "/learn",
        "learn-step": "/learn?step=6",
        "tactics": "/learn/tactics?step=2",
        "puzzles": "/learn/puzzles",
        "puzzle": "/learn/puzzles/red",
        "mistakes": "/learn/mistakes",
        "rules": "/rules",
        "me": "/me",
        "games": "/me/games",
        "import": "/import",
        "nowhere": "/nowhere",
        "move": f"{table}/move",
    }


def open_page(
    browser: Browser, server: Server, window: Window, scheme: str, language: str, key: str = OWN_KEY
) -> Page:
    """Open a window, as one who has played before or has another key."""
    context = browser.new_context(
        base_url=server.address,
        locale=language,
        viewport={"width": window.width, "height": window.height},
        has_touch=window.is_phone,
        is_mobile=window.is_phone,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
    )
    if key:
        context.add_cookies([{"name": KEY, "value": key, "url": server.address}])
    return context.new_page()


def pictures(
    browser: Browser,
    server: Server,
    name: str,
    path: str,
    row: tuple[Window, ...],
    scheme: str,
    options: argparse.Namespace,
) -> Iterator[Image.Image]:
    """Yield what each window of a row shows of a page."""
    for window in row:
        key = "" if name in NEW else OWN_KEY
        page = open_page(browser, server, window, scheme, options.language, key)
        page.goto(path)
        if name == "first-table":
            page.locator("main form button.main").first.click()
            page.wait_for_selector("#guide .ask")
        if window.letters != 100:
            page.evaluate(f"document.documentElement.style.fontSize = '{window.letters}%'")
        page.evaluate(IN_SIGHT)
        yield Image.open(BytesIO(page.screenshot())).convert("RGB")
        page.context.close()


def sheet(rows: list[list[Image.Image]]) -> Image.Image:
    """Lay out pictures in rows, each row as wide as the widest one at most."""
    scaled = []
    for row in rows:
        wide = sum(picture.width + GAP for picture in row)
        part = min(1.0, WIDEST / wide)
        scaled.append(
            [each.resize((round(each.width * part), round(each.height * part))) for each in row]
        )
    width = max(sum(picture.width + GAP for picture in row) for row in scaled)
    height = sum(max(picture.height for picture in row) + GAP for row in scaled)
    whole, y = Image.new("RGB", (width, height), PAPER), 0
    for row in scaled:
        x = 0
        for picture in row:
            whole.paste(picture, (x, y))
            x += picture.width + GAP
        y += max(picture.height for picture in row) + GAP
    return whole


if __name__ == "__main__":
    sys.exit(main())
