"""Boards and pages are readable, and nothing is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hashi.rules.name import LONGEST_NAME
from tests.support.page import Open, TablePlayer

STROKES = """() => [...document.querySelectorAll("#board svg.live text:not(.halo)")].map(text => {
    const {stroke, strokeWidth, paintOrder} = getComputedStyle(text);
    return [text.textContent, stroke, strokeWidth, paintOrder];
})"""


def blurred(page: Page) -> list[list[str]]:
    """Return the texts of the board whose stroke covers the fill; a halo lies under its text."""
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
    expect(page.locator("#board .isle.fresh")).to_have_count(1)
    assert blurred(page) == []


DOTS = """() => [...document.querySelectorAll("svg.live .dot")].map(dot => {
    const {stroke, strokeWidth} = getComputedStyle(dot);
    return [dot.closest(".isle").getAttribute("class"), stroke, strokeWidth];
})"""


def test_the_dots_of_an_island_have_no_outline_in_any_state(visit: Open) -> None:
    page = visit("/learn?step=5")  # a target without a number, to which bridges lead
    dots = page.evaluate(DOTS)
    assert any("target" in classes for classes, _, _ in dots)
    assert [dot for dot in dots if dot[1] != "none"] == []


LONG = "W" * (LONGEST_NAME - 1)
"""A name without spaces; with one more letter it has the greatest length and width."""
WIDE = """(width) => {
    const isClipped = part => {
        for (let box = part.parentElement; box && box !== document.body; box = box.parentElement)
            if (getComputedStyle(box).overflowX !== "visible") return true;
        return false;
    };
    const parts = [...document.body.querySelectorAll("*:not(svg *, .unseen, .skip)")];
    const wide = parts.filter(part => {
        const box = part.getBoundingClientRect();
        return box.width && (box.left < -1 || box.right > width + 1) && !isClipped(part);
    });
    return wide.map(part => `${part.localName}#${part.id}.${part.className}`);
}"""


def check_width(page: Page, what: str) -> None:
    """Check that nothing is wider than the window, on a phone and on a small phone."""
    page.wait_for_load_state()  # with its style sheets
    for width, height in ((390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDE, width) == [], (what, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (what, width)


def test_the_longest_names_widen_no_page(visit: Open) -> None:
    page = visit("/new?mode=screen", phone=True)
    page.locator("label.seats2").tap()
    for number in (1, 2):
        page.locator(f"#name{number}").fill(f"{LONG}{number}")
    page.locator("form.sheet button.main").tap()
    page.wait_for_selector('#board .place[tabindex="0"]')
    table = page.url
    player = TablePlayer(page, taps=True)

    def take_device() -> None:
        expect(page.locator("#curtain")).to_contain_text(LONG)
        page.locator("#curtain[open] button.main").tap()
        expect(page.locator("#curtain[open]")).to_have_count(0)

    for _ in range(2):
        take_device()
        player.write_start()
    for round in range(1, 18):
        for seat in range(2):
            take_device()
            player.wait_for_round(round)
            if round == 2 and not seat:
                page.locator("#seat-1 [data-do=look]").tap()
                expect(page.locator("#place")).to_have_attribute("data-shown", "1")
                check_width(page, "another board")
                page.locator("#actions [data-key=back]").tap()
                check_width(page, "table")
                watcher = visit(table, phone=True)
                check_width(watcher, "table, watched")
                watcher.goto(f"{table}?round=1")
                check_width(watcher, "a moment")
                page.goto(f"{table}/move?seat=0")
                check_width(page, "a seat that moves")
                page.goto("/")
                expect(page.locator(".resume")).to_contain_text(LONG)
                check_width(page, "home")
                page.goto(table)
                take_device()
            player.waive()
    expect(page.locator(".verdict")).to_contain_text(LONG)
    check_width(page, "end")


def test_the_longest_names_widen_no_lobby(visit: Open) -> None:
    page = visit("/new?mode=friends", phone=True)
    page.locator("label.seats4").tap()
    page.get_by_label("Your name").fill(f"{LONG}1")
    page.get_by_role("button", name="Open the table").tap()
    expect(page.locator("#seat-0")).to_contain_text(LONG)
    page.wait_for_load_state()
    guest = visit(page.url, phone=True)
    guest.wait_for_load_state()
    guest.get_by_label("Your name").fill(f"{LONG}2")
    guest.get_by_role("button", name="Take a seat").tap()
    expect(page.locator("#seat-1")).to_contain_text(LONG)
    page.locator("#unfold-2").tap()
    page.locator("#bot-2 [name=name]").evaluate("(field, name) => field.value = name", f"{LONG}3")
    page.locator("#bot-2 button").tap()
    expect(page.locator("#seat-2")).to_contain_text(LONG)
    check_width(page, "lobby of the host")
    check_width(guest, "lobby of a guest")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_widens_a_dialog_of_a_table(visit: Open, width: int) -> None:
    for language in ("en", "de", "cs"):
        page = visit("/new?mode=screen", language=language)
        page.set_viewport_size({"width": width, "height": 800})
        names = page.locator("input[type=text]:visible")
        for number in range(names.count()):
            names.nth(number).fill(f"{LONG}{number}")
        page.locator("form.sheet button.main").click()
        page.wait_for_selector('#board .place[tabindex="0"]')
        if page.locator("#curtain[open]").count():
            page.locator("#curtain button").click()
        TablePlayer(page).write_start()
        expect(page.locator("#curtain")).to_contain_text(LONG)  # the next player's turn
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
