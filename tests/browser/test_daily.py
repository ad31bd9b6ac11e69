"""The board of the day in a browser: from the start page to the shared result."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from hashi.boards import board
from tests.support.axe import violations
from tests.support.page import BOTS_MAY_TAKE, Open, TablePlayer, ask


def plain_island(page: Page) -> str:
    """Return an island without a flag on the board of this page."""
    path = urlsplit(page.url).path.replace("/t/", "/api/tables/")
    side = page.request.get(path).json()["options"]["board"]
    return next(str(island) for island in board(side).islands if island.flag is None)


def test_from_the_start_page_to_the_shared_result(visit: Open) -> None:
    page = visit("/", phone=True)
    page.add_init_script(
        "navigator.share = what => { window.shared = what; return Promise.resolve() }"
    )
    page.locator(".day-card").tap()
    page.wait_for_url("**/daily")
    page.get_by_role("button", name="Play").tap()
    page.wait_for_selector("#board")
    player = TablePlayer(page, taps=True)
    player.write_start(plain_island(page))
    player.wait_for_round(1)
    page.goto("/")
    expect(page.locator(".day-card .go")).to_have_text("Continue")
    page.locator(".day-card").tap()
    page.get_by_role("button", name="Continue").tap()
    player.wait_for_round(1)
    for _ in range(17):
        ask(page, "done", seat=0)
    page.locator(".verdict").wait_for()
    page.get_by_role("link", name="Results of the day").tap()
    expect(page.locator(".total b")).to_have_text("0")
    page.wait_for_selector("#ladder:not([data-waiting])", timeout=BOTS_MAY_TAKE)  # they have played
    expect(page.locator("#turns:not([data-waiting])")).to_contain_text("lost per turn")
    expect(page.locator(".ashore").get_by_role("link", name="Review")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Share").tap()
    shared = page.evaluate("window.shared.text").splitlines()
    assert shared[0].startswith("HASHI · ")
    assert shared[1] == "≈≈≈≈≈≈≈ ≈≈≈≈≈ ≈≈≈≈≈"
    assert "/daily/20" in shared[-1]
    page.get_by_role("link", name="All days").tap()
    page.wait_for_url("**/daily/archive")
    assert violations(page) == []
    page.goto("/")
    expect(page.locator(".day-card b")).to_have_text("0")


def test_no_page_is_wider_than_a_small_phone(visit: Open) -> None:
    """The longest words stand in German and Italian, and hidden tables take no room."""
    page = visit("/daily", language="it")
    page.set_viewport_size({"width": 320, "height": 568})
    page.get_by_role("button", name="Gioca").click()
    page.wait_for_selector("#board")
    ask(page, "mark", seat=0, marks=f"{plain_island(page)}=4")
    for _ in range(18):
        ask(page, "done", seat=0)
    page.wait_for_selector("main.over")  # the page of the table goes there by itself
    for path in ("/", "/daily", "/daily/archive"):
        for language in ("it", "de"):
            page.goto(f"{path}?lang={language}")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 320, (path, language)
