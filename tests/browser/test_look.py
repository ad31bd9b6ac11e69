"""What is drawn and shown can be read, and nothing is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.support.page import Open, TablePlayer

STROKES = """() => [...document.querySelectorAll("#board svg.live text")].map(text => {
    const {stroke, strokeWidth, paintOrder} = getComputedStyle(text);
    return [text.textContent, stroke, strokeWidth, paintOrder];
})"""


def blurred(page: Page) -> list[list[str]]:
    """The texts of the board whose strokes cover their own shape: a stroke may only lie behind."""
    texts = page.evaluate(STROKES)
    assert len(texts) >= 12  # rows and columns are named by texts
    return [text for text in texts if text[1] != "none" and not text[3].startswith("stroke")]


def test_numbers_are_drawn_without_a_stroke_wherever_they_may_be_marked(visit: Open) -> None:
    page = visit("/", phone=True)
    page.get_by_role("button", name="Play now").first.tap()
    page.wait_for_selector('#board .place[tabindex="0"]')
    assert blurred(page) == []
    page.locator("#i-d3").tap()
    expect(page.locator("#i-d3 .isle.fresh.target text")).to_have_count(1)  # may still be changed
    assert blurred(page) == []
    player = TablePlayer(page, taps=True)
    player.touch("#actions [data-key=done]")
    player.wait_for_round(1)
    player.touch("#board .place:has(.isle.target)")
    expect(page.locator("#board .isle.fresh text")).to_have_count(1)
    assert blurred(page) == []


DOTS = """() => [...document.querySelectorAll("svg.live .dot")].map(dot => {
    const {stroke, strokeWidth} = getComputedStyle(dot);
    return [dot.closest(".isle").getAttribute("class"), stroke, strokeWidth];
})"""


def test_the_dots_of_an_island_have_no_rim_whatever_its_state(visit: Open) -> None:
    page = visit("/learn?step=4")  # a target without a number, to which bridges lead
    dots = page.evaluate(DOTS)
    assert any("target" in classes for classes, _, _ in dots)
    assert [dot for dot in dots if dot[1] != "none"] == []


LONG = "Wolkenkratzerarchitektin"


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_widens_a_dialog_of_a_table(visit: Open, width: int) -> None:
    assert len(LONG) == 24  # the longest name there is
    for language in ("en", "de", "cs"):
        page = visit("/new?mode=screen", language=language)
        page.set_viewport_size({"width": width, "height": 800})
        names = page.locator("input[type=text]:visible")
        for number in range(names.count()):
            names.nth(number).fill(f"{LONG[:-1]}{number}")
        page.locator("form.sheet button.main").click()
        page.wait_for_selector('#board .place[tabindex="0"]')
        if page.locator("#curtain[open]").count():
            page.locator("#curtain button").click()
        TablePlayer(page).write_start()
        expect(page.locator("#curtain")).to_contain_text(LONG[:-1])  # the next player's turn
        for dialog in page.locator("dialog").all():
            inner, outer = dialog.evaluate(
                """dialog => {
                    document.querySelector("dialog[open]")?.close();
                    dialog.showModal();
                    return [dialog.scrollWidth, dialog.clientWidth];
                }"""
            )
            assert outer > 0
            assert inner <= outer, (language, dialog.get_attribute("id"))
