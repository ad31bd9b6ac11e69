"""A goal that is tapped: what it pays and lacks, and its islands on the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.page import Open, TablePlayer, ask, begin_alone

DECK = ["2/3"] * 18


def in_sight(page: Page) -> list[str]:
    """Return the islands that don't stand back."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#board [id^='i-']")]
            .filter(island => getComputedStyle(island).opacity === "1")
            .map(island => island.id.slice(2))"""
    )
    return sorted(found)


@pytest.mark.parametrize("is_dark", [False, True])
def test_a_tapped_goal_shows_its_islands_and_what_it_lacks(visit: Open, is_dark: bool) -> None:
    page = visit(phone=True, dark=is_dark)
    page.goto(begin_alone(page, DECK, start="c4=4"))
    page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run
    player, tip = TablePlayer(page, taps=True), page.locator("#sign-tip")
    red, blue = page.locator("#goals .tap").nth(0), page.locator("#goals .tap").nth(1)
    red.tap()
    expect(tip).to_contain_text("9 points up to and including card 12, then 5")
    expect(tip).to_contain_text("Islands c1, f3, a4 and e6 are still missing.")
    assert in_sight(page) == ["a4", "c1", "e6", "f3"]
    assert violations(page) == []
    red.tap()
    expect(tip).to_have_count(0)
    assert len(in_sight(page)) == 18
    blue.tap()
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    blue.tap()
    tip.get_by_role("button", name="Close").tap()
    expect(tip).to_have_count(0)
    assert page.evaluate("document.activeElement.className") == "tap"
    red.tap()
    player.touch("#i-f1")  # counts as a move
    expect(tip).to_have_count(0)
    expect(page.locator("#i-f1 .fresh, #i-f1.fresh, #i-f1 .now").first).to_be_attached()


def test_of_a_lost_goal_it_says_why_and_what_the_rest_earns(visit: Open) -> None:
    page = visit(phone=True)
    page.goto(begin_alone(page, DECK, start="c4=4"))
    page.wait_for_selector('#board .place[tabindex="0"]')
    ask(page, "mark", seat=0, marks="c4=c6 a4-c4")
    expect(page.locator(".goal.dead")).to_have_count(1)
    page.locator(".goal.dead .tap").tap()
    expect(page.locator("#sign-tip")).to_have_text(
        "Blue is lost. No bridge can reach b5 any more. Can still earn 2 points each: a1 and e2.×"
    )
    assert in_sight(page) == ["a1", "b5", "e2"]
    for width, height in ((320, 568), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        card = page.locator("#card").bounding_box()
        tip = page.locator("#sign-tip").bounding_box()
        assert card is not None
        assert tip is not None
        assert tip["x"] >= card["x"] + card["width"]  # beside the card
        done = page.locator("#actions .done").bounding_box()
        assert done is not None
        assert tip["y"] + tip["height"] <= done["y"] + 1
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in ((390, 844), (844, 390)):  # nothing of the sentence is cut off
        page.set_viewport_size({"width": width, "height": height})
        tip_fits = "tip => tip.scrollHeight <= tip.clientHeight + 1"
        assert page.locator("#sign-tip").evaluate(tip_fits), (width, height)
        box = page.locator("#sign-tip").bounding_box()
        assert box is not None
        assert box["y"] >= 0


def asked(page: Page) -> int:
    """Return how many islands and lines stand out, 0 where nothing stands back."""
    return page.locator("#board .veiled .asked").count()


@pytest.mark.parametrize("is_dark", [False, True])
def test_the_card_and_all_cards_are_explained_by_a_tap(visit: Open, is_dark: bool) -> None:
    page = visit(phone=True, dark=is_dark)
    page.goto(begin_alone(page, DECK, start="c4=4"))
    page.wait_for_selector('#board .place[tabindex="0"]')
    tip, card = page.locator("#sign-tip"), page.locator("#card .tap")
    card.tap()
    expect(tip).to_contain_text("This card asks for a 2 on an island and for 3 bridges.")
    expect(card).to_have_attribute("aria-expanded", "true")
    assert asked(page) == page.locator("#board :is(.place, .span):has(.target)").count() > 0
    assert violations(page) == []
    page.locator("#cells li").nth(3).tap()
    expect(tip).to_contain_text("A card with a 2 and 3 bridges: it hasn’t been turned over yet.")
    expect(card).to_have_attribute("aria-expanded", "false")
    assert asked(page) == 0
    page.locator("#goals .tap").first.tap()
    missing = page.locator("#board .missing .disc").first
    red = page.evaluate("getComputedStyle(document.querySelector('.flag.red')).fill")
    expect(missing).to_have_css("stroke", red)
    page.locator("#goals .tap").first.tap()
    expect(tip).to_have_count(0)
    card.tap()
    ask(page, "mark", seat=0, marks="pass")
    ask(page, "done", seat=0)
    expect(page.locator("#place[data-round='2']")).to_be_attached()
    expect(tip).to_have_count(0)  # it was about the last card


def test_signs_are_explained_by_keys_and_names_alone(visit: Open) -> None:
    page = visit()
    page.goto(begin_alone(page, DECK, start="c4=4"))
    page.wait_for_selector('#board .place[tabindex="0"]')
    for name, said in (
        ("Explain the card", "This card asks for a 2"),
        ("Explain the cards", "16 more cards will be turned over."),
    ):
        button = page.get_by_role("button", name=name, exact=True)
        button.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status").filter(has_text=said)).to_be_visible()
        expect(button).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("Escape")
        expect(page.locator("#sign-tip")).to_have_count(0)
        expect(button).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_desktop_the_tiles_have_words_and_nothing_is_cut_off(
    visit: Open, language: str
) -> None:
    page = visit(language=language)
    page.goto(begin_alone(page, DECK, start="c4=4"))
    page.wait_for_selector('#board .place[tabindex="0"]')
    assert page.locator(".goal .in-words:visible").count() == 3
    assert page.locator(".goal .have:visible").count() == 0
    ask(page, "mark", seat=0, marks="c4=c6 a4-c4")
    expect(page.locator(".goal.dead")).to_have_count(1)
    tops = page.evaluate(
        """() => [...document.querySelectorAll(".goal .in-words b")]
            .map(name => Math.round(name.getBoundingClientRect().top))"""
    )
    assert max(tops) - min(tops) <= 1  # also of a goal that is lost
    for width, height in ((1280, 800), (844, 390), (390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        for place in range(3):
            page.locator("#goals .tap").nth(place).click()
            over = page.locator("#sign-tip").evaluate("it => it.scrollHeight - it.clientHeight")
            assert over <= 1, (width, place)
            page.keyboard.press("Escape")
