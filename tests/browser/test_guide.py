"""A first game with one tip at a time: by touch, by keyboard, left and found again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from hashi.words import Words
from tests.support.axe import violations
from tests.support.page import Open, ask

TIP = "#guide .tip-bubble"
LAST_TIP = "#aim .tip-bubble"


def begin(page: Page) -> None:
    """Begin the first game of this device on the start page."""
    page.goto("/")
    page.locator("form[action='/new'] button").first.click()
    page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run


def step(page: Page, number: int) -> Locator:
    """Wait for a tip, and return it."""
    found = page.locator(LAST_TIP if number == 6 else TIP)
    expect(found.locator(".step")).to_have_text(f"{number}/6")
    return found


def pulsing(page: Page) -> list[str]:
    names = page.locator("#guide").get_attribute("data-islands") or ""
    assert page.locator("#board .pulse").count() == len(names.split())
    return names.split()


def middle(page: Page, island: str) -> tuple[float, float]:
    box = page.locator(f"#i-{island} .touch").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, island: str) -> None:
    page.touchscreen.tap(*middle(page, island))


def drag(page: Page, one: str, other: str) -> None:
    page.mouse.move(*middle(page, one))
    page.mouse.down()
    page.mouse.move(*middle(page, other), steps=4)
    page.mouse.up()


def draw_all(page: Page) -> None:
    """Draw the bridges that the tips ask for, one after the other."""
    said = step(page, 4)
    while page.locator("#guide[data-drag]").count():
        text = said.inner_text()
        drag(page, *pulsing(page))
        expect(page.locator(TIP).get_by_text(text, exact=True)).to_have_count(0)
        page.wait_for_function("!document.querySelector('.pending')")
        made = page.locator("#board .plank.fresh").count()
        assert made


def play_on(page: Page) -> None:
    """Play as the page's own example says until an island is finished and the turn is whole."""
    for _ in range(200):
        if page.locator(LAST_TIP).is_visible():
            return
        example = page.locator("#steps").get_attribute("data-example")
        before = page.locator("#steps").inner_html() + page.locator("#guide").inner_html()
        if example:
            ask(page, "mark", seat=0, marks=example.split()[0])
        else:
            ask(page, "done", seat=0)
        page.wait_for_timeout(50)
        expect(page.locator("#steps")).to_be_attached()
        assert before is not None
    pytest.fail("no island was ever finished")


@pytest.mark.parametrize("language", ["en", "de"])
def test_by_touch_each_tip_goes_when_it_is_done(visit: Open, language: str) -> None:
    page, words = visit(phone=True, language=language), Words(language)
    begin(page)
    assert violations(page) == []
    page.get_by_role("button", name=words.say("Show me in 2 minutes")).tap()
    step(page, 1)
    assert violations(page) == []
    (island,) = pulsing(page)
    tap(page, island)
    step(page, 2)
    expect(page.locator("#board .pulse")).to_have_count(0)
    tap(page, island)
    expect(page.locator(TIP)).to_contain_text(words.say("Tap “Done” to turn over the first card."))
    page.locator("#actions .done").tap()
    step(page, 3)
    tap(page, pulsing(page)[0])
    step(page, 4)
    page.reload()  # a tip follows from the table
    page.wait_for_selector("#board .pulse")
    draw_all(page)
    play_on(page)
    last = step(page, 6)
    assert violations(page) == []
    with page.expect_response("**/guide"):
        page.locator("#goals .goal.aimed .tap").tap()
    expect(last).to_be_hidden()
    expect(page.locator("#sign-tip")).to_be_visible()
    page.reload()
    page.wait_for_selector('#board .place[tabindex="0"]')
    expect(page.locator("#guide .tip-bubble, #aim .tip-bubble")).to_have_count(0)


def test_other_moves_are_fine_and_the_tip_follows(visit: Open) -> None:
    page = visit(phone=True)
    begin(page)
    page.get_by_role("button", name="Show me in 2 minutes").tap()
    step(page, 1)
    assert pulsing(page) != ["f6"]
    tap(page, "f6")
    expect(step(page, 2)).to_contain_text("Another tap makes it a 4.")
    tap(page, "d5")
    expect(page.locator("#i-d5 text")).to_have_text("3")
    page.locator("#actions .done").tap()
    step(page, 3)
    targets = page.locator("#board .place:has(.isle.target)").evaluate_all(
        "found => found.map(each => each.dataset.island)"
    )
    other = next(name for name in targets if name != pulsing(page)[0])
    tap(page, other)
    expect(page.locator(f"#i-{other} text.now")).to_be_visible()
    expect(page.locator(f"{TIP} .step", has_text="3/6")).to_have_count(0)  # another, or a warning
    page.locator("[data-do=undo]").tap()
    step(page, 3)
    page.locator("#actions .skip-turn, #actions .done").first.tap()
    page.locator("#sure .main").tap()
    expect(page.locator("#head .where")).to_contain_text("Round 2")
    expect(page.locator("#steps li").first).to_be_visible()


def test_one_who_plays_at_once_is_not_asked_any_longer(visit: Open) -> None:
    page = visit(phone=True)
    begin(page)
    expect(page.locator(".ask")).to_be_visible()
    tap(page, "c2")
    expect(page.locator(".ask")).to_have_count(0)
    expect(page.locator("#actions .done")).to_be_enabled()
    expect(page.locator(TIP)).to_have_count(0)


def test_by_keyboard_and_with_its_names(visit: Open) -> None:
    page = visit()
    begin(page)
    page.get_by_role("button", name="Show me in 2 minutes").focus()
    page.keyboard.press("Enter")
    expect(step(page, 1)).to_contain_text("Pulsing: c2.")
    page.locator("#i-c2").focus()
    page.keyboard.press("Enter")
    step(page, 2)
    page.keyboard.press("d")
    step(page, 3)
    said = page.locator("#told")
    expect(said).to_contain_text("Write the")  # a screen reader hears the tip, too
    name = pulsing(page)[0]
    page.locator(f"#i-{name}").focus()
    page.keyboard.press("Enter")
    step(page, 4)
    one, other = pulsing(page)
    page.locator(f"#i-{one}").focus()
    (x, y), (u, v) = middle(page, one), middle(page, other)
    across = abs(u - x) > abs(v - y)
    arrow = ("Right" if u > x else "Left") if across else ("Down" if v > y else "Up")
    page.keyboard.press(f"Shift+Arrow{arrow}")
    expect(page.locator("#board .plank.fresh")).not_to_have_count(0)


def test_the_tips_are_left_and_found_again_in_the_menu(visit: Open) -> None:
    page = visit(phone=True)
    begin(page)
    page.get_by_role("button", name="I know it").tap()
    expect(page.locator("#guide *")).to_have_count(0)
    length = page.evaluate("history.length")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Show tips for a first game").tap()
    step(page, 1)
    page.get_by_role("button", name="Menu").tap()
    expect(page.get_by_role("button", name="Show tips for a first game")).to_be_hidden()
    page.get_by_role("button", name="Hide the tips").tap()
    expect(page.locator(TIP)).to_have_count(0)
    assert page.evaluate("history.length") == length
    page.goto("/")
    page.locator("form[action='/new'] button").first.tap()
    page.wait_for_selector('#board .place[tabindex="0"]')
    expect(page.locator(".ask")).to_have_count(0)


def test_nothing_covers_the_board_or_widens_the_page(visit: Open) -> None:
    for width, height in ((390, 844), (320, 568), (844, 390), (1280, 800)):
        page = visit(phone=True)
        page.set_viewport_size({"width": width, "height": height})
        begin(page)
        for shown in (".ask", TIP):
            box = page.locator(shown).bounding_box()
            sea = page.locator("#board svg").bounding_box()
            assert box is not None
            assert sea is not None
            is_beside = box["x"] >= sea["x"] + sea["width"] - 1
            assert is_beside or box["y"] >= sea["y"] + sea["height"] - 1, (width, shown)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert box["y"] + box["height"] <= height
            if shown == ".ask":
                page.get_by_role("button", name="Show me in 2 minutes").tap()
                step(page, 1)
