"""The site in real Chromium: shown at once, played without a network, nothing lost."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from tests.site.conftest import Open, visitor
from tests.support.page import SHORT, TablePlayer, ask_at, open_table, wait_until
from tests.support.site import StaticServer, another_version, sending
from tests.support.site_page import SitePage

START = "d3=3"
BUSY = "const end = Date.now() + 6000; while (Date.now() < end);"


def begin(page: SitePage, *bots: str) -> str:
    """Begin a short game, write its start, and return the path of its table."""
    table = open_table(page, seats=1 + len(bots), deck=SHORT)
    ask_at(page, table, "sit", name="Tim")
    for seat, bot in enumerate(bots, 1):
        ask_at(page, table, "sit_bot", seat=seat, bot=bot, name=bot)
    ask_at(page, table, "begin")
    ask_at(page, table, "mark", seat=0, marks=START)
    ask_at(page, table, "done", seat=0)
    return table


def play(page: SitePage, round: int) -> None:
    """Play the turn of a round, and wait for the next one."""
    player = TablePlayer(page)
    player.wait_for_round(round)
    page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run
    player.play_turn()
    player.wait_for_round(round + 1)


def test_a_first_visit_shows_the_start_page_at_once_and_does_what_was_tapped_meanwhile(
    visit: Open,
) -> None:
    page = visit()
    page.tab.goto(f"{page.address}/")
    wait_until(page.tab, "document.querySelector('#frame').contentDocument?.title")
    assert "/home/en.html" in page.inner.url
    page.locator("form button.main").first.click()
    page.locator("#board").wait_for(timeout=60_000)
    page.until_shown()
    assert urlsplit(page.url).path.startswith(f"{urlsplit(page.address).path}/t/")
    assert page.tab.title() == page.title() == page.tab.locator("#frame").get_attribute("title")
    assert page.tab.evaluate("document.activeElement.id") == "frame"


@pytest.mark.site
def test_a_deep_link_on_a_first_visit_in_another_language(visit: Open) -> None:
    page = visit("/rules?lang=de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.tab.locator("html").get_attribute("lang") == "de"
    page.goto("/")
    expect(page.get_by_role("button", name="Losspielen")).to_be_visible()


def test_a_game_with_the_master_and_its_review_with_the_server_stopped(
    chromium: Browser, folder: Path
) -> None:
    with sending(folder) as server, visitor(chromium, server) as visit:
        page = visit("/rules")
        expect(page.tab.locator("#notice")).to_contain_text("ready without a network")
        server.stop()
        page.reload()
        table = begin(page, "master")
        page.goto(table)
        TablePlayer(page).play_to_the_end(rounds=3)
        result = page.locator(".verdict").inner_text()
        page.reload()
        assert page.locator(".verdict").inner_text() == result
        page.goto(f"{table}/review")
        page.locator(".curve, #curve, [data-round]").first.wait_for(timeout=60_000)


@pytest.mark.site
def test_back_and_forward_and_reload(visit: Open) -> None:
    page = visit("/rules")
    page.locator("a.brand").click()
    page.tab.wait_for_url(f"{page.address}/")
    page.until_shown()
    page.get_by_role("link", name="Against bots").click()
    page.tab.wait_for_url("**/new?mode=bots")
    page.until_shown()
    page.tab.go_back()
    page.tab.wait_for_url(f"{page.address}/")
    page.until_shown()
    page.reload()
    page.tab.go_back()
    page.tab.wait_for_url("**/rules")
    page.until_shown()
    page.tab.go_forward()
    page.tab.wait_for_url(f"{page.address}/")
    page.until_shown()


@pytest.mark.site
def test_the_service_worker_and_the_worker_may_end_at_any_time(visit: Open) -> None:
    page = visit("/rules")
    table = begin(page)
    page.goto(table)
    session = page.tab.context.new_cdp_session(page.tab)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    play(page, 1)
    page.goto("/rules")
    page.goto(table)
    (worker,) = [each for each in page.tab.workers if each.url.endswith("/worker.js")]
    worker.evaluate("setTimeout(close)")
    play(page, 2)


def test_two_tabs_play_one_table_and_the_second_takes_over(visit: Open) -> None:
    first = visit("/rules")
    table = begin(first)
    first.goto(table)
    second = visit(table)
    play(second, 1)
    TablePlayer(first).wait_for_round(2)
    first.tab.close()
    play(second, 2)


@pytest.mark.site
def test_a_tab_that_leads_and_does_not_answer_is_relieved(visit: Open) -> None:
    first = visit("/rules")
    table = begin(first)
    second = visit()
    first.tab.evaluate(
        "setTimeout(() => { for (const end = Date.now() + 6000; Date.now() < end;); })"
    )
    second.tab.goto(second.address + table)
    second.tab.get_by_role("button", name="Play here").click()
    TablePlayer(second).wait_for_round(1)
    first.until_shown()  # answered by the other tab now
    first.goto(table)


@pytest.mark.site
def test_a_new_version_asks_before_all_tabs_switch(
    chromium: Browser, folder: Path, tmp_path: Path
) -> None:
    newer = another_version(folder, tmp_path / "newer", site="// newer\n")
    with sending(folder) as server, visitor(chromium, server) as visit:
        first, second = visit("/rules"), visit("/rules")
        table = begin(first)
        second.goto(table)
        expect(first.tab.locator("#notice")).to_contain_text("ready without a network")
        server.stop()
        server.folder = newer
        server.start()
        first.tab.evaluate("navigator.serviceWorker.getRegistration().then(it => it.update())")
        load = first.tab.get_by_role("button", name="Load it")
        load.wait_for()
        play(second, 1)
        expect(second.tab.locator("#notice")).to_be_empty()  # not during a game
        load.click()
        wait_until(
            second.tab,
            "document.querySelector('#site').text.includes('"
            f"{another_app(newer)}') && document.querySelector('#coming').hidden",
        )
        first.until_shown()
        second.until_shown()
        TablePlayer(second).wait_for_round(2)


def another_app(folder: Path) -> str:
    return next(path.name for path in folder.iterdir() if path.name.startswith("app-"))


@pytest.mark.site
def test_games_are_kept_in_a_database_where_there_are_no_files(
    chromium: Browser, folder: Path, tmp_path: Path
) -> None:
    other = another_version(
        folder, tmp_path / "other", storage="delete StorageManager.prototype.getDirectory;\n"
    )
    with sending(other) as server, visitor(chromium, server) as visit:
        page = visit("/rules")
        table = begin(page)
        page.goto(table)
        play(page, 1)
        page.reload()
        TablePlayer(page).wait_for_round(2)
        server.stop()  # now the browser has files: the games move there
        server.folder = folder
        server.start()
        page.tab.evaluate("navigator.serviceWorker.getRegistration().then(it => it.update())")
        waiting = "navigator.serviceWorker.getRegistration().then(it => Boolean(it.waiting))"
        wait_until(page.tab, waiting)
        page.goto(table)  # nobody else plays: the next start is one of the new version
        assert page.tab.evaluate("JSON.parse(document.querySelector('#site').text).app") == (
            another_app(folder)
        )
        TablePlayer(page).wait_for_round(2)


@pytest.mark.site
def test_a_window_that_keeps_nothing_says_so(
    chromium: Browser, folder: Path, tmp_path: Path
) -> None:
    nothing = "delete StorageManager.prototype.getDirectory; "
    nothing += "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });\n"
    other = another_version(folder, tmp_path / "other", storage=nothing)
    with sending(other) as server, visitor(chromium, server) as visit:
        page = visit("/rules")
        expect(page.tab.locator("#notice")).to_contain_text("keeps nothing")
        page.goto(begin(page))
        play(page, 1)


@pytest.mark.site
def test_a_copy_of_all_games_goes_to_another_browser_by_touch(
    chromium: Browser, site: StaticServer, visit: Open, tmp_path: Path
) -> None:
    page = visit("/rules")
    table = begin(page)
    page.goto(table)
    play(page, 1)
    page.goto("/")
    page.locator(".kept-here a").tap()
    page.tab.wait_for_url("**/device")
    page.until_shown()
    with page.tab.expect_download() as saving:
        page.get_by_text("Save a copy", exact=True).tap()
    assert saving.value.suggested_filename.startswith("hashi-20")
    saving.value.save_as(tmp_path / "copy.txt")
    with visitor(chromium, site) as visit_elsewhere:
        other = visit_elsewhere("/device")
        other.locator("[data-copy-in]").set_input_files(tmp_path / "copy.txt")
        expect(other.locator("[data-outcome]")).to_have_text("1 game was added.")
        expect(other.locator("[data-outcome]")).to_be_focused()
        other.goto(table)
        play(other, 2)


@pytest.mark.site
def test_the_record_of_a_game_is_saved(visit: Open) -> None:
    page = visit("/rules")
    page.goto(begin(page))
    TablePlayer(page).play_to_the_end(rounds=3)
    with page.tab.expect_download() as saving:
        page.locator("a[download][href$='.json']").click()
    assert '"rounds"' in Path(saving.value.path()).read_text("utf-8")


@pytest.mark.site
def test_all_of_a_page_is_printed_from_the_menu_of_the_browser(visit: Open) -> None:
    page = visit("/rules")
    sheets = len(re.findall(rb"/Type /Page\b", page.tab.pdf()))
    assert sheets > 2
    assert not page.tab.locator("#frame").get_attribute("style")
