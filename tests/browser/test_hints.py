"""The sheet of a hint: what it must not cover, in windows of any form and with large letters."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.page import Open, begin_alone

COVERED = """parts => {
    const boxOf = part => document.querySelector(part).getBoundingClientRect();
    const sheet = boxOf("#hint");
    return parts.filter(part => {
        const box = boxOf(part);
        const across = Math.min(sheet.right, box.right) - Math.max(sheet.left, box.left);
        const down = Math.min(sheet.bottom, box.bottom) - Math.max(sheet.top, box.top);
        return across > 1 && down > 1;
    });
}"""
IN_SIGHT = """() => [...document.querySelectorAll(".hint-acts button, .hint-text")].every(part => {
    const {left, top, right, bottom, height} = part.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return isInside && height > 19;
})"""
WINDOWS = (
    (390, 844, 100),
    (320, 568, 100),
    (390, 664, 100),
    (844, 390, 100),
    (740, 360, 100),
    (1280, 800, 100),
    (390, 844, 200),
    (844, 390, 200),
    (1280, 800, 200),
)


def ask_for_a_hint(page: Page) -> None:
    page.goto(begin_alone(page, ["4/2", "3/2", "6/2"], start="d3=3"))
    page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run
    page.locator("[data-hint]").first.dispatch_event("click")
    expect(page.locator("#hint")).to_have_attribute("data-step", "1", timeout=30_000)


def test_a_hint_covers_neither_the_card_nor_the_steps(visit: Open) -> None:
    page = visit(language="de")
    ask_for_a_hint(page)
    while True:
        for width, height, letters in WINDOWS:
            size = f"{letters}%"
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise(requestAnimationFrame)")
            page.evaluate("dispatchEvent(new Event('resize'))")
            assert page.evaluate(COVERED, ["#card", "#steps"]) == [], (width, height, letters)
            assert page.evaluate(IN_SIGHT), (width, height, letters)
            if letters == 100:
                assert page.evaluate(COVERED, ["#board svg"]) == [], (width, height)
        if not page.locator("[data-hint=more]").count():
            break
        step = page.locator("#hint").get_attribute("data-step")
        page.locator("[data-hint=more]").dispatch_event("click")
        expect(page.locator(f'#hint:not([data-step="{step}"])')).to_be_visible(timeout=30_000)


@pytest.mark.parametrize("is_dark", [False, True])
def test_a_hint_tells_its_steps_by_name_and_closes(visit: Open, is_dark: bool) -> None:
    page = visit(phone=True, dark=is_dark)
    ask_for_a_hint(page)
    names = page.locator(".hint-steps li").all_inner_texts()
    assert [names[0], names[-1]] == ["Nudge", "Show the turn"]
    assert set(names[1:-1]) <= {"Where?", "Why?"}
    assert page.locator("[data-hint=more]").inner_text() == names[1]
    assert violations(page) == []
    assert page.evaluate("document.activeElement.id") == "hint-title"
    page.locator("[data-hint=more]").tap()
    expect(page.locator("#board .loop")).to_be_attached(timeout=30_000)
    is_below = "document.querySelector('#board .loop').nextElementSibling.matches('.span')"
    assert page.evaluate(is_below)  # lines and islands lie above it
    text = page.locator(".hint-text")
    second = text.inner_text()
    page.get_by_role("button", name="Nudge").tap()
    expect(text).not_to_have_text(second)
    expect(page.locator(".hint-steps [aria-current=step]")).to_have_text("Nudge")
    page.get_by_role("button", name=names[1]).first.tap()
    expect(text).to_have_text(second)
    assert page.locator("#hint").get_attribute("data-step") == "2"  # nothing more was asked for
    page.keyboard.press("Escape")
    expect(page.locator("#hint, #hint-overlay, #board .loop")).to_have_count(0)
