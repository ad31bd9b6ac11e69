"""Keyboard, screen readers, lost networks and restarted servers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.page import Open, TablePlayer
from tests.support.server import Server


def test_a_whole_game_by_keyboard_alone(visit: Open) -> None:
    page = visit("/")
    page.keyboard.press("Tab")
    for _ in range(20):
        if page.evaluate("document.activeElement.textContent.trim()") == "Play now":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector('#board .place[tabindex="0"]')
    ways = paths(page)
    go_to(page, "d3", ways)
    page.keyboard.press("Enter")
    expect(page.locator("#steps li.done")).to_have_count(1)
    page.keyboard.press("d")
    player = TablePlayer(page)
    for round in range(1, 18):
        player.wait_for_round(round)
        targets = page.locator("#board .place:has(.isle.target)")
        if targets.count():
            go_to(page, str(targets.first.get_attribute("data-island")), ways)
            page.keyboard.press("Enter")
            expect(page.locator("#board .isle.fresh")).to_have_count(1)
        for drawn in range(player.bridges):
            lines = page.locator("#board .span:has(path.target)")
            if not lines.count():
                break
            a, b = str(lines.first.get_attribute("data-line")).split("-")
            go_to(page, a, ways)
            page.keyboard.press("Shift+ArrowRight" if a[1:] == b[1:] else "Shift+ArrowDown")
            expect(page.locator("#board .rail.fresh")).to_have_count(drawn + 1)
        if player.count("#actions [data-key=done]:not([aria-disabled])"):
            page.keyboard.press("d")
            continue
        while player.count("#board .rail.fresh"):
            before = player.count("#board .rail.fresh")
            page.keyboard.press("Control+z")
            expect(page.locator("#board .rail.fresh")).to_have_count(before - 1)
        page.locator("#actions [data-key=waive]").focus()
        page.keyboard.press("Enter")
        page.locator("#sure [value=yes]").focus()
        page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()


ARROWS = ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")


def at(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.island"))


def paths(page: Page) -> dict[str, dict[str, str]]:
    """Return the island to which each arrow key leads from each island."""
    found: dict[str, dict[str, str]] = {}
    for place in page.locator("#board .place").all():
        for arrow in ARROWS:
            place.focus()
            island = at(page)
            page.keyboard.press(arrow)
            found.setdefault(island, {})[arrow] = at(page)
    return found


def go_to(page: Page, island: str, ways: dict[str, dict[str, str]]) -> None:
    """Move the focus to an island by arrow keys, by the shortest way."""
    page.locator('#board .place[tabindex="0"]').focus()
    routes: dict[str, list[str]] = {at(page): []}
    for here in (queue := [at(page)]):
        for arrow, there in ways[here].items():
            if there not in routes:
                routes[there] = [*routes[here], arrow]
                queue.append(there)
    assert island in routes, f"{island} cannot be reached by arrow keys"
    for arrow in routes[island]:
        page.keyboard.press(arrow)
    assert at(page) == island


def test_keys_typed_notation_undo_and_redo(visit: Open) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    player = TablePlayer(page)
    player.write_start()
    player.wait_for_round(1)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#marks").fill("b3-d3")
    page.locator("#marks").press("Enter")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    page.locator("#i-d3").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#board .rail.fresh")).to_have_count(0)
    page.keyboard.press("Control+y")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    page.locator("#marks").fill("a1-a2")
    page.locator("#marks").press("Enter")
    expect(page.locator("#refusal")).to_contain_text(re.compile("has a number|card shows"))
    page.locator("#marks").fill("nonsense")
    page.locator("#marks").press("Enter")
    expect(page.locator("#refusal")).to_contain_text("nonsense")


def test_reload_network_cut_and_restart_lose_nothing(visit: Open, server: Server) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now").click()
    player = TablePlayer(page)
    player.write_start()
    player.wait_for_round(1)
    player.touch_line("#l-b3-d3")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)

    page.reload()
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    page.wait_for_selector('#board .place[tabindex="0"]')

    page.context.set_offline(True)
    page.keyboard.press("Control+z")  # made while offline: kept, and sent once later
    page.context.set_offline(False)
    expect(page.locator("#board .rail.fresh")).to_have_count(0)

    player.touch_line("#l-d3-f3")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    server.restart()
    player.touch_line("#l-d3-d5")
    if player.bridges > 1:
        expect(page.locator("#board .rail.fresh")).to_have_count(2, timeout=20_000)
    else:
        expect(page.locator("#refusal")).to_be_visible(timeout=20_000)
    page.reload()
    expect(page.locator("#board .rail.fresh")).to_have_count(min(2, player.bridges))


PAGES = [
    "/",
    "/new?mode=bots",
    "/new?mode=friends",
    "/rules",
    "/learn",
    "/learn/tactics",
    "/import",
    "/nowhere",
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious_on_any_page(visit: Open, dark: bool, phone: bool) -> None:
    page = visit("/", dark=dark, phone=phone)
    for path in PAGES:
        page.goto(path)
        check(page, path)
    page.goto("/new?mode=friends")
    page.locator("form.sheet button.main").click()
    page.wait_for_selector("#lobby")
    check(page, "lobby")
    page.goto("/")
    check(page, "home, with an unfinished game")
    page.get_by_role("button", name="New game").click()
    player = TablePlayer(page, taps=phone)
    page.wait_for_selector('#board .place[tabindex="0"]')
    check(page, "starts")
    player.write_start()
    player.wait_for_round(1)
    player.touch_line("#l-b3-d3")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    check(page, "round")
    for round in range(1, 18):
        player.wait_for_round(round)
        player.end_turn()
    expect(page.locator(".verdict")).to_be_visible()
    check(page, "over")
    page.goto(f"{page.url}?round=1")
    check(page, "moment")
    page.goto("/")
    check(page, "home, with a finished game")


def check(page: Page, what: str) -> None:
    found = Axe().run(page)
    bad = [
        (violation["id"], [node["html"][:120] for node in violation["nodes"][:3]])
        for violation in found.response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert bad == [], what


def test_no_page_scrolls_sideways_on_a_small_phone(visit: Open, tmp_path: Path) -> None:
    for language in ("de", "pt", "cs"):
        page = visit("/", language=language, phone=True)
        page.set_viewport_size({"width": 320, "height": 640})
        for path in PAGES:
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (language, path)
        page.goto("/")
        page.locator("form button.main").first.click()
        page.wait_for_selector("#board")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, (language, "table")
