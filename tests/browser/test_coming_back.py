"""Challenges and one's own games in several browsers, on a server whose clock can be set."""

from __future__ import annotations

import csv
import io
import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from hashi.host import SqliteStore, holder_of
from hashi.words import RANKS, Words
from tests.browser.conftest import visitors
from tests.support import jumping_clock
from tests.support.axe import violations
from tests.support.page import Open, TablePlayer, ask, begin_alone
from tests.support.record_statistics import figures
from tests.support.server import Server, serving
from tests.support.stored_games import write_twenty

KEY, FRIEND = "me-" + "k" * 20, "friend-" + "k" * 20


HALF_AN_HOUR, DAY = 1800, 86_400


class LateServer(Server):
    """A server where it is half past eleven in the evening, UTC."""

    ahead = DAY - HALF_AN_HOUR - time.time() % DAY

    def start(self) -> None:
        self.PROGRAM = (str(Path(jumping_clock.__file__)), f"--ahead={self.ahead}")
        super().start()

    def set_the_clock(self) -> None:
        """Set the machine's clock forwards by an hour, past midnight."""
        self.process.send_signal(signal.SIGUSR1)

    def come_back_tomorrow(self) -> None:
        """Let a day go by."""
        self.ahead += DAY
        self.restart()


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LateServer]:
    """A server with twenty games of one browser."""
    data = tmp_path_factory.mktemp("days") / "tables.sqlite"
    store = SqliteStore(data)
    write_twenty(store, holder_of(KEY), holder_of(FRIEND))
    store.close()
    with serving(data, kind=LateServer) as server:
        assert isinstance(server, LateServer)
        yield server


@pytest.fixture
def call(chromium: Browser, days: LateServer) -> Iterator[Open]:
    """Return a function that opens a page of that server."""
    with visitors(chromium, days) as open_page:
        yield open_page


def take_up(page: Page, name: str) -> None:
    """Take up the challenge of this page and skip its only card."""
    expect(page.locator("figure")).to_have_count(0)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Accept the challenge").click()
    TablePlayer(page).write_start()
    TablePlayer(page).wait_for_round(1)
    ask(page, "done", seat=0)
    page.get_by_role("link", name="see how the others did").click()


def test_a_challenge_between_three_browsers_the_third_a_day_later(
    call: Open, days: LateServer
) -> None:
    giver = call("/", phone=True)
    giver.goto(begin_alone(giver, ["3/1", "2/1"], days.address))
    TablePlayer(giver, taps=True).write_start()
    TablePlayer(giver, taps=True).wait_for_round(1)
    ask(giver, "done", seat=0)
    giver.locator("summary", has_text="Share").tap()
    giver.get_by_role("link", name="Challenge friends").tap()
    expect(giver.get_by_role("heading", level=1)).to_have_text("Tim: beat my 0")
    challenge = urlsplit(giver.url).path
    second = call(challenge)
    take_up(second, "Ida")
    expect(second.locator("figure")).to_have_count(2)
    today = call("/daily")
    date = today.locator(".day-head .quiet").inner_text()
    days.set_the_clock()
    today.reload()
    expect(today.locator(".day-head .quiet")).to_have_text(date)  # no day ends by that
    days.come_back_tomorrow()
    today.reload()
    expect(today.locator(".day-head .quiet")).not_to_have_text(date)
    third = call(challenge)
    expect(third.locator(".places li")).to_have_count(2)
    take_up(third, "Ben")
    for page in (giver, second, third):
        page.reload()
        expect(page.locator(".places .names")).to_have_count(3)
        expect(page.locator("figure")).to_have_count(3)
        for name in ("Tim", "Ida", "Ben"):
            expect(page.locator(".places").get_by_role("link", name=name)).to_be_visible()
    assert violations(giver) == []


def numbers(page: Page, selector: str) -> list[list[str]]:
    """Return the cells of a table, row by row."""
    rows = page.locator(f"{selector} tbody tr:not([aria-hidden])").all()
    return [row.locator("td, th").all_inner_texts() for row in rows]


def as_person(page: Page, days: LateServer, key: str) -> None:
    """Give a browser the key of somebody."""
    page.context.add_cookies([{"name": "hashi_key", "value": key, "url": days.address}])


def test_statistics_are_those_of_the_records_and_go_along_until_they_are_deleted(
    call: Open, days: LateServer
) -> None:
    page = call("/")
    as_person(page, days, KEY)
    page.goto("/me")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Export as JSON").click()
    exported = json.loads(loading.value.path().read_text("utf-8"))["games"]
    with page.expect_download() as loading:
        page.get_by_role("link", name="Export as CSV").click()
    rows = list(csv.DictReader(io.StringIO(loading.value.path().read_text("utf-8"))))
    assert [row["table"] for row in rows] == [game["table"] for game in exported]
    records = [page.request.get(f"/t/{game['table']}.json").json() for game in exported]
    told = figures("Zoë", records[::-1])
    shown = page.locator("main > .figures b").all_inner_texts()
    assert shown == [str(told["best"]), f"{told['last_ten']:.1f}", str(told["alone"])]
    ranks = [row[-1] for row in numbers(page, "#ranks ~ table, section:has(#ranks) table")]
    assert [0 if each == "–" else int(each) for each in ranks[::-1]] == told["ranks"]
    assert len(ranks) == len(RANKS)
    sides = numbers(page, "section:has(#sides) table")
    assert [row[1:] for row in sides] == [
        [str(len(each)), str(max(each)), f"{sum(each) / len(each):.1f}"]
        for each in told["sides"].values()
    ]
    tables = numbers(page, "section:has(#tables) table")
    assert [[int(cell) for cell in row[1:]] for row in tables] == list(told["duels"].values())
    ((friend, count),) = numbers(page, "section:has(#favourites) table")
    assert (friend, int(count)) == ("Linus", told["met"]["Linus"])
    assert violations(page) == []
    page.goto("/me/games?kind=bots")
    expect(page.locator(".games li")).to_have_count(5)
    assert violations(page) == []
    page.get_by_role("button", name="Same cards again").first.click()
    expect(page.locator("#board")).to_be_visible()
    page.goto("/me")
    page.get_by_role("button", name="Move to another device").click()
    link = page.locator("#link").input_value()
    phone = call(urlsplit(link).path, phone=True)
    phone.get_by_role("button", name="I made this link: move them here").tap()
    expect(phone.get_by_role("link", name="All 20 games")).to_be_visible()
    page.goto("/me")
    page.get_by_text("Remove devices").click()
    page.get_by_role("button", name="Remove from this device").click()
    page.goto("/me")
    expect(page.get_by_text(Words("en").say("Nothing here yet.")[:12])).to_be_visible()
    phone.get_by_text("Delete all my data").tap()
    phone.get_by_role("button", name="Delete everything").tap()
    expect(phone).to_have_url("/")
    assert phone.request.get("/me/games.json").json() == {"games": []}
    as_person(page, days, KEY)
    assert page.request.get("/me/games.json").json() == {"games": []}
    as_person(page, days, FRIEND)
    assert len(page.request.get("/me/games.json").json()["games"]) == 5
