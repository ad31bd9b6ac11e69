"""Before the game, on phones: who comes, who sits where, what is played, and who starts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from hashi.words import LANGUAGES, Words
from tests.support.axe import violations
from tests.support.page import Open, ask, ask_at, open_table, take_seat


def open_with_friends(page: Page, name: str, seats: int = 4) -> str:
    """Open a table by the form and return its path."""
    page.goto("/new?mode=friends")
    page.get_by_label("Your name").fill(name)
    page.locator(f"label.seats{seats}").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#lobby")).to_be_visible()
    page.wait_for_load_state()
    return page.url


def is_in_sight(page: Page, selector: str) -> bool:
    """Return whether all of an element is seen without scrolling."""
    box = page.locator(selector).bounding_box()
    height = page.evaluate("innerHeight")
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height + 0.5


def test_two_phones_from_the_invitation_to_the_start(visit: Open) -> None:
    host, guest = visit(phone=True), visit(phone=True)
    table = open_with_friends(host, "Mara")
    assert is_in_sight(host, "#invitation")
    expect(host.get_by_role("button", name=re.compile("^Start"))).to_have_count(0)
    expect(host).to_have_title("1 of 4 here · HASHI")
    guest.goto(table)
    expect(guest.locator("input[type=text]:visible")).to_have_count(0)  # no name before the seat
    take_seat(guest, "Mara")
    expect(guest.locator(".seat.is-own")).to_contain_text("Mara 2")
    expect(host.locator("#seat-1")).to_contain_text("Mara 2")
    start = host.get_by_role("button", name="Start with 2")
    expect(start).to_be_visible()
    assert is_in_sight(host, ".begin-bar .begin")
    expect(guest.locator(".begin-bar")).to_contain_text("Mara starts the game.")
    guest.get_by_role("button", name="I’m ready").tap()
    expect(host.locator("#seat-1")).to_contain_text("ready to start")
    assert violations(host) == violations(guest) == []
    host.locator("#unfold-3").tap()
    host.locator("#bot-3 button").tap()
    expect(host.get_by_role("button", name="Start with 3")).to_be_visible()
    expect(host.locator(".begin-bar")).to_contain_text("The free seat closes")
    host.get_by_role("button", name="Start with 3").tap()
    for page in (host, guest):
        page.wait_for_selector("#board")
    expect(guest.locator("#others")).to_contain_text("Mara")


def test_a_name_pops_in_and_is_told(visit: Open) -> None:
    host = visit(phone=True)
    table = open_with_friends(host, "Mara")
    guest = visit(table)
    ask(guest, "sit", name="Bob")
    row = host.locator("#seat-1")
    expect(row).to_have_class(re.compile("is-fresh"))
    expect(row).to_contain_text("just sat down")
    expect(host.locator("#told")).to_have_text("Bob sat down.")
    animation = "getComputedStyle(document.querySelector('#seat-1 .isle')).animationName"
    host.emulate_media(reduced_motion="no-preference")
    assert host.evaluate(animation) == "pop"
    host.emulate_media(reduced_motion="reduce")
    assert host.evaluate(animation) == "none"
    ask(guest, "sit", name="Robert", seat=1)  # a new name is no arrival
    expect(row).to_contain_text("Robert")
    expect(host.locator("#told")).to_have_text("Bob sat down.")
    expect(row).not_to_have_class(re.compile("is-fresh"), timeout=6000)
    expect(row).to_contain_text("here")


def test_one_chooses_a_sign_and_the_opener_moves_anyone(visit: Open) -> None:
    host, guest = visit(), visit()
    guest.goto(open_with_friends(host, "Mara"))
    guest.get_by_role("button", name="Sit here").nth(1).click()
    expect(guest.locator("#seat-2")).to_contain_text("you")
    guest.locator("#seat-2 [data-to='1'] button").click()
    expect(guest.locator("#seat-1.is-own")).to_have_count(1)
    expect(guest.locator("#seat-1 [data-to='0']")).to_have_count(0)  # Mara sits there
    host.locator("#tool-1").click()
    host.get_by_role("button", name="Player 3 and Mara swap places").click()
    expect(host.locator("#seat-1.is-own")).to_have_count(1)
    expect(guest.locator("#seat-0.is-own")).to_have_count(1)


def test_whoever_is_freed_is_told_and_may_sit_down_again(visit: Open) -> None:
    host, guest = visit(), visit()
    guest.goto(open_with_friends(host, "Mara", seats=2))
    take_seat(guest, "Bob")
    host.locator("#tool-1").click()
    host.get_by_role("button", name="Free the seat: Bob").click()
    expect(guest.locator(".freed")).to_have_text("Mara freed your seat. You can sit down again.")
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.locator(".freed")).to_have_count(0)
    expect(host.locator("#seat-1")).to_contain_text("Bob")  # the name is known by now


def test_options_are_changed_before_the_start(visit: Open) -> None:
    host, guest = visit(phone=True), visit(phone=True)
    table = open_with_friends(host, "Mara", seats=2)
    guest.goto(table)
    expect(guest.locator("[data-change]")).to_have_count(0)
    host.get_by_role("button", name="Change", exact=True).tap()
    dialog = host.locator("#agreed")
    dialog.locator("label", has=host.locator("[name=seats][value='3']")).tap()
    dialog.locator("label", has=host.locator("[name=pace][value='60']")).tap()
    dialog.locator("label", has=host.locator("[name=board][value='B']")).tap()
    assert violations(host) == []
    dialog.get_by_role("button", name="Save").tap()
    expect(dialog).to_be_hidden()
    expect(guest.locator(".agreed")).to_contain_text("Side B")
    expect(guest.locator(".agreed")).to_contain_text("60 seconds per card")
    expect(guest.locator(".seat")).to_have_count(3)


def test_a_watcher_at_a_full_table_is_told_so_and_watches(visit: Open) -> None:
    host = visit()
    table = open_with_friends(host, "Mara", seats=2)
    ask(host, "sit_bot", seat=1, name="Ada", bot="greedy")
    watcher = visit(table)
    expect(watcher.locator(".begin-bar")).to_contain_text("All the seats are taken")
    host.get_by_role("button", name="Start", exact=True).click()
    watcher.wait_for_selector("#board", state="attached")  # in a wide window all boards are shown
    expect(watcher.locator("#place")).to_contain_text("You’re watching.")


def test_the_title_says_who_is_missing(visit: Open) -> None:
    host = visit()
    table = open_with_friends(host, "Mara", seats=3)
    guest = visit(table)
    ask(guest, "sit", name="Bob")
    expect(host).to_have_title("2 of 3 here · HASHI")
    guest.goto("/rules")
    expect(host).to_have_title("Waiting for Bob · HASHI")


def test_a_name_that_is_typed_stays_while_others_come(visit: Open) -> None:
    host = visit()
    table = open_with_friends(host, "Mara")
    host.locator("#tool-0").click()
    field = host.locator("#name-0")
    expect(field).to_be_focused()
    host.keyboard.type("Ma")
    ask_at(visit(), table, "sit", name="Bob")
    expect(host.locator("#seat-1")).to_contain_text("Bob")
    expect(field).to_be_focused()
    host.keyboard.type("ria")
    expect(field).to_have_value("Maria")
    host.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(host.locator("#seat-0")).to_contain_text("Mara")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_with_everything_open_fits_a_small_phone(visit: Open, language: str) -> None:
    host = visit(phone=True, language=language)
    host.set_viewport_size({"width": 320, "height": 568})
    table = open_table(host, seats=4)
    ask_at(host, table, "sit", name="Großmutter Ilse")
    ask_at(host, table, "sit_bot", seat=2, name="Ada", bot="greedy")
    ask_at(visit(), table, "sit", name="Bartholomäus W.")
    host.goto(table)
    folded = host.locator("#lobby [aria-expanded=false]")
    while folded.count():
        folded.first.tap()
    assert host.evaluate("document.documentElement.scrollWidth") <= 320
    assert is_in_sight(host, ".begin-bar .begin")
    small = host.locator("#lobby button:visible").evaluate_all(
        "all => all.filter(it => it.getBoundingClientRect().height < 44).map(it => it.outerHTML)"
    )
    assert small == []
    waiting = Words(language).say("Waiting for {players}", players="Bartholomäus W.")
    expect(host.locator("#seats")).to_have_text(waiting)
