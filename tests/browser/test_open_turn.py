"""The turn on the page: what it earns while it is made, and what the page doesn't offer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.page import Open, TablePlayer, ask, ask_at, begin_alone, open_table

ONES = ["1/2"] * 18
EARNS = "1@b3 b3-d3 d3-d5"
"""After a 3 on d3: finishes b3."""


def alone(page: Page) -> TablePlayer:
    page.goto(begin_alone(page, ONES, start="d3=3"))
    page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run
    return TablePlayer(page, taps=True)


def after(page: Page, selector: str) -> str:
    """Return what stands behind the points, without quotation marks."""
    shown = page.locator(selector).evaluate("it => getComputedStyle(it, '::after').content")
    return "" if shown == "none" else str(shown).strip('"')


def test_points_of_the_open_turn_stand_beside_the_points(visit: Open) -> None:
    page = visit(phone=True)
    player = alone(page)
    assert after(page, "#head .total") == ""
    ask(page, "mark", seat=0, marks=EARNS)
    expect(page.locator("#head .total[data-gain]")).to_be_visible()
    assert after(page, "#head .total") == "+2"
    page.reload()
    expect(page.locator("#head .total[data-gain]")).to_be_visible()
    player.touch("#actions [data-do=undo]")
    player.touch("#actions [data-do=undo]")
    expect(page.locator("#head .total[data-gain]")).to_have_count(0)
    player.touch("#actions [data-do=redo]")
    expect(page.locator("#told")).to_contain_text("This turn earns 2 points.")
    player.touch("#actions [data-do=redo]")
    player.touch("#actions [data-key=done]")
    expect(page.locator("#head .total")).to_contain_text("2 points")
    expect(page.locator("#head .total[data-gain]")).to_have_count(0)


def test_only_its_player_sees_what_an_open_turn_earns(visit: Open) -> None:
    tim, ida = visit(phone=True), visit(phone=True)
    path = open_table(tim, seats=2, deck=ONES)
    for page, name in ((tim, "Player 1"), (ida, "Player 2")):
        ask_at(page, path, "sit", name=name)
    ask_at(tim, path, "begin")
    for seat, page in enumerate((tim, ida)):
        ask_at(page, path, "mark", seat=seat, marks="d3=3")
        ask_at(page, path, "done", seat=seat)
        page.goto(path)
        page.wait_for_selector('#board .place[tabindex="0"]')
    ask(tim, "mark", seat=0, marks=EARNS)
    expect(tim.locator("#tab-0 b[data-gain='+2']")).to_be_visible()
    ask(tim, "done", seat=0)
    expect(ida.locator("#tab-0.ready")).to_be_visible()
    assert ida.locator("[data-gain]").count() == 0
    expect(tim.locator("#tab-0 b[data-gain='+2']")).to_be_visible()
    tim.locator("#tab-1").tap()
    expect(tim.locator("#tab-1.shown")).to_be_visible()
    assert tim.locator("b[data-gain]").count() == 0


def test_players_without_a_name_are_told_apart_in_a_narrow_strip(visit: Open) -> None:
    page = visit(phone=True, language="de")
    page.set_viewport_size({"width": 320, "height": 568})
    path = open_table(page, seats=4)
    for number in range(4):
        ask_at(page, path, "sit", name=f"Mitspieler {number + 1}")
    ask_at(page, path, "begin")
    page.goto(path)
    for seat in range(4):
        last = page.locator(f"#tab-{seat} .who > :last-child")
        expect(last).to_have_text(str(seat + 1))
        inside = last.evaluate(
            """it => [it, it.closest(".tab")].map(part => part.getBoundingClientRect().right)"""
        )
        assert inside[0] <= inside[1]


@pytest.mark.parametrize("keys", [False, True])
def test_where_no_bridge_fits_done_ends_the_turn_at_once(visit: Open, keys: bool) -> None:
    page = visit(phone=not keys)
    page.goto(begin_alone(page, ["1/3"] * 3, start="d3=3"))
    page.wait_for_selector('#board .place[tabindex="0"]')
    done = page.locator("#actions [data-key=done]")
    expect(done).to_have_attribute("data-sure", "Skip the number and the bridges?")
    ask(page, "mark", seat=0, marks="1@b3 b3-d3 d3-d5 d3-f3")
    ask(page, "done", seat=0)
    expect(page.locator("#place[data-round='2']")).to_be_attached()
    if keys:
        page.locator("#marks").fill("1@a6")
        page.locator("#marks").press("Enter")
    else:
        page.locator("#i-a6").tap()
    expect(page.locator("#steps")).to_contain_text("The bridges don’t fit anywhere")
    expect(done).to_be_enabled()
    assert done.get_attribute("aria-disabled") is None
    if keys:
        page.locator("#board .place").first.focus()
        page.keyboard.press("d")
    else:
        done.tap()
    expect(page.locator(".verdict")).to_be_visible()  # no question was asked


def test_a_language_chosen_at_a_table_adds_no_entry_to_the_history(visit: Open) -> None:
    page = visit(phone=True)
    alone(page)
    entries = page.evaluate("history.length")
    page.locator(".menu-button").tap()
    assert not page.locator("#menu [data-open=keys]").is_visible()  # a finger has no keys
    page.locator("#menu [name=lang][value=cs]").tap()
    page.wait_for_selector('html[lang="cs"]')
    page.wait_for_selector('#board .place[tabindex="0"]')
    assert page.evaluate("history.length") == entries


def test_help_with_keys_is_there_for_those_who_have_them(visit: Open) -> None:
    page = visit()
    page.goto(begin_alone(page, ONES, start="d3=3"))
    page.wait_for_selector('#board .place[tabindex="0"]')
    page.locator(".menu-button").click()
    expect(page.locator("#menu [data-open=keys]")).to_be_visible()
