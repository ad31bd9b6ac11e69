"""Devices of a person in real browsers: games taken along, apart, and a device that is ended."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.page import Open, begin_alone

DECK = ["5/1", "4/1", "3/1"]


def link_of(page: Page) -> str:
    """Make a link on the page of one's own games, as people do, and return its path."""
    page.goto("/me")
    page.get_by_role("button", name="Move to another device").click()
    return urlsplit(page.locator("#link").input_value()).path


def press(page: Page, name: str) -> None:
    """Reach a button by the keyboard alone, and press it."""
    button = page.get_by_role("button", name=name, exact=True)
    for _ in range(60):
        page.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{name} is not reached")


def test_the_page_of_a_device_that_is_ended_only_watches(visit: Open) -> None:
    page = visit()
    table = begin_alone(page, DECK)
    phone = visit(link_of(page), phone=True)
    phone.get_by_role("button", name="I made this link: move them here").tap()
    expect(phone.get_by_role("heading", name="Your devices")).to_be_visible()
    assert violations(phone) == []
    phone.goto(table)
    expect(phone.locator("#main")).not_to_have_class("watching")
    page.goto("/me")
    expect(page.locator(".devices li")).to_have_count(2)
    press(page, "Remove Chrome on Linux")
    expect(page.locator(".devices li")).to_have_count(1)
    expect(phone.locator("#main.watching")).to_be_visible()
    page.goto(table)
    expect(page.locator("#main.watching")).to_have_count(0)


def test_own_games_stay_apart_and_come_back_without_a_script(visit: Open) -> None:
    giver, taker = visit(), visit(scripts=False)
    theirs, own = begin_alone(giver, DECK), begin_alone(taker, DECK)
    taker.goto(link_of(giver))
    expect(taker.locator(".sides dd")).to_have_count(2)
    press(taker, "I made this link: move them here")
    expect(taker.get_by_text("1 game of your own is set aside")).to_be_visible()
    taker.goto(theirs)
    expect(taker.locator("#main.watching")).to_have_count(0)
    giver.goto(own)
    expect(giver.locator("#main.watching")).to_be_visible()
    taker.goto("/me")
    press(taker, "Return to my own games")
    expect(taker.get_by_text("set aside")).to_have_count(0)
    taker.goto(own)
    expect(taker.locator("#main.watching")).to_have_count(0)
    taker.goto(theirs)
    expect(taker.locator("#main.watching")).to_be_visible()
