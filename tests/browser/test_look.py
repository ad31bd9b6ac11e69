"""What is drawn on a board is readable."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.page import Open, TablePlayer, begin_alone

STROKES = """() => [...document.querySelectorAll("#board svg.live text:not(.halo)")].map(text => {
    const {stroke, strokeWidth, paintOrder} = getComputedStyle(text);
    return [text.textContent, stroke, strokeWidth, paintOrder];
})"""

RIMS = """() => [...new Set([...document.querySelectorAll("#board .isle.target:not(.fresh) .disc")]
    .map(disc => getComputedStyle(disc).strokeDasharray))]"""


def blurred(page: Page) -> list[list[str]]:
    """Return the texts of the board whose stroke covers the fill; a halo lies under its text."""
    texts = page.evaluate(STROKES)
    assert len(texts) >= 12  # rows and columns are named by texts
    return [text for text in texts if text[1] != "none" and not text[3].startswith("stroke")]


def test_numbers_are_drawn_without_a_stroke_wherever_they_may_be_marked(visit: Open) -> None:
    page = visit(phone=True)
    page.goto(begin_alone(page, ["4/2"] * 3))
    page.wait_for_selector('#board .place[tabindex="0"]')
    assert blurred(page) == []
    page.locator("#i-d3").tap()
    expect(page.locator("#i-d3 .isle.fresh.target text")).to_have_count(1)  # may still be changed
    assert blurred(page) == []
    player = TablePlayer(page, taps=True)
    player.touch("#actions [data-key=done]")
    player.wait_for_round(1)
    assert page.evaluate(RIMS) == ["none"]
    player.touch("#board .place:has(.isle.target)")
    expect(page.locator("#board .isle.fresh")).to_have_count(1)
    assert blurred(page) == []
    dashed = page.evaluate(RIMS)  # where the number may still go, for those who look for it
    assert dashed != ["none"]
    assert len(dashed) == 1
    page.reload()
    page.wait_for_selector('#board .place[tabindex="0"]')
    assert page.evaluate(RIMS) == dashed


DOTS = """() => [...document.querySelectorAll("svg.live .dot")].map(dot => {
    const {stroke, strokeWidth} = getComputedStyle(dot);
    return [dot.closest(".isle").getAttribute("class"), stroke, strokeWidth];
})"""


def test_the_dots_of_an_island_have_no_outline_in_any_state(visit: Open) -> None:
    page = visit("/learn?step=7")  # a target without a number, to which bridges lead
    dots = page.evaluate(DOTS)
    assert any("target" in classes for classes, _, _ in dots)
    assert [dot for dot in dots if dot[1] != "none"] == []
