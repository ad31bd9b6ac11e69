"""The players in a strip under the board: to look at their boards, without a turn that scrolls."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.finger import Fingers, centre
from tests.support.page import Open, TablePlayer, ask, ask_at, open_table

WINDOWS = ((390, 844), (390, 763), (390, 664), (320, 568), (844, 390))
LONG = ("Großmutter Ilse", "Maximiliane", "Bartholomäus", "Zoë")
ENDS = """() => {
    scrollTo(0, 0);
    const parts = "#goals, #board svg, #strip, #card, #actions, #info .numbers, #cells";
    const seen = [...document.querySelectorAll(parts)].filter(part => part.checkVisibility());
    return Math.max(...seen.map(part => part.getBoundingClientRect().bottom));
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll("#strip .who")].map(
    name => parseFloat(getComputedStyle(name).fontSize)))"""


def meet(visit: Open, names: tuple[str, ...], language: str = "en", **options: Any) -> list[Page]:
    """Return the phones of people whose first card lies open; the last one has no page open."""
    pages = [visit(phone=True, language=language) for _ in names]
    path = open_table(pages[0], seats=len(names), **options)
    for page, name in zip(pages, names, strict=True):
        ask_at(page, path, "sit", name=name)
    ask_at(pages[0], path, "begin")
    for seat, page in enumerate(pages):
        ask_at(page, path, "mark", seat=seat, marks="d3=3")
        ask_at(page, path, "done", seat=seat)
    for page in pages[:-1]:
        page.goto(path)
        page.wait_for_selector('#board .place[tabindex="0"]')
    return pages


@pytest.mark.parametrize("language", ["cs", "de"])
def test_a_turn_of_four_ends_above_the_fold(visit: Open, language: str) -> None:
    """With long names, before a mark, after marks, and when one waits; nothing scrolls."""
    tim, *_ = meet(visit, LONG, language, pace=3600)
    player = TablePlayer(tim)
    for state in ("first", "marked", "done"):
        for width, height in WINDOWS:
            tim.set_viewport_size({"width": width, "height": height})
            assert tim.evaluate(ENDS) <= height, (state, width, height)
            assert tim.evaluate(SMALLEST) >= 13
            assert tim.locator("#board svg").bounding_box()["width"] >= 295  # type: ignore[index]
        if state == "first":
            tim.set_viewport_size({"width": 390, "height": 844})
            player.touch("#board .place:has(.isle.target)")
            expect(tim.locator("#board .isle.fresh")).to_have_count(1)
        if state == "marked":
            ask(tim, "done", seat=0)
            expect(tim.locator("#steps .react")).to_be_visible()


def test_a_tap_or_a_swipe_shows_a_board_in_the_same_place(visit: Open) -> None:
    tim, ida, bo = meet(visit, ("Tim", "Ida", "Bo"))
    tim.set_viewport_size({"width": 390, "height": 664})
    shown = tim.locator("#strip .shown")
    board = tim.locator("#board svg").bounding_box()
    tim.locator("#board .place:has(.isle.target)").first.tap()
    expect(tim.locator("#board .isle.fresh")).to_have_count(1)
    tim.locator("#tab-1").tap()
    expect(shown).to_contain_text("Ida")
    expect(tim.locator("#place")).to_have_attribute("data-shown", "1")
    expect(tim.locator("#board .isle.fresh")).to_have_count(0)  # nothing of a turn
    assert tim.locator("#board svg").bounding_box() == board
    tim.locator("#tab-0").tap()
    expect(tim.locator("#board .isle.fresh")).to_have_count(1)  # the turn is as it was
    # sideways: from the water on one's own board, from anywhere on another's
    fingers = Fingers(tim)
    (x, y), (east, _) = centre(tim, "#i-d3"), centre(tim, "#i-f3")
    cell = (east - x) / 2
    fingers.drag((x + 1.4 * cell, y - cell / 2), (x - cell, y - cell / 2))
    expect(shown).to_contain_text("Ida")
    assert fingers.fates == ["pointerup"]
    fingers.drag((x, y), (x - 2 * cell, y))
    expect(shown).to_contain_text("Bo")
    fingers.drag((x, y), (x - 2 * cell, y))  # there is no further one
    fingers.drag((x, y), (x + 2 * cell, y))
    expect(shown).to_contain_text("Ida")
    fingers.drag((x, y), (x + 2 * cell, y))
    expect(shown).to_contain_text("You")
    # from an island a bridge is drawn, as ever
    fingers.drag((x, y), (x + 2 * cell, y))
    expect(tim.locator("#board .rail.fresh")).to_have_count(1)
    expect(shown).to_contain_text("You")
    # who is done is seen at once, by its shape and by its word
    tab = tim.locator("#tab-1")
    expect(tab.locator(".state-sign.thinking")).to_be_visible()
    ask(ida, "done", seat=1)
    expect(tab.locator(".state-sign.done")).to_be_visible()
    expect(tim.get_by_role("button", name="Ida 0 points, ready. Show the board.")).to_be_visible()
    expect(tim.locator("#tab-2 .state-sign.away")).to_be_visible()
    # and the next card takes everybody back
    tab.tap()
    expect(shown).to_contain_text("Ida")
    ask(tim, "clear", seat=0)
    for seat, page in ((0, tim), (2, bo)):
        ask_at(page, tim.url.split("?")[0], "done", seat=seat)
    TablePlayer(tim).wait_for_round(2)
    expect(shown).to_contain_text("You")
