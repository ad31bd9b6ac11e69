"""Going back by consent, a start that is taken back, giving up: on the pages of three people."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.page import Open, TablePlayer, ask, ask_at, open_table

NAMES = ("Tim", "Ida", "Sarah")
IN_PLACE = """() => {
    const box = name => document.querySelector(name).getBoundingClientRect();
    const asked = box("#back");
    const covers = other =>
        asked.left < other.right - 1 && other.left < asked.right - 1
        && asked.top < other.bottom - 1 && other.top < asked.bottom - 1;
    return ["#board svg", "#strip", "#card", "#actions .done"].filter(name => covers(box(name)));
}"""


def meet(visit: Open) -> list[Page]:
    """Return the pages of three people at a practice table whose first card is turned."""
    pages = [visit(), visit(phone=True), visit(phone=True, dark=True)]
    path = open_table(pages[0], seats=3, practice=True)
    for page, name in zip(pages, NAMES, strict=True):
        ask_at(page, path, "sit", name=name)
    ask_at(pages[0], path, "begin")
    for seat, page in enumerate(pages):
        page.goto(path)
        page.wait_for_selector('#board .place[tabindex="0"]')
        ask(page, "mark", seat=seat, marks="d3=3")
    return pages


def test_three_agree_to_go_back(visit: Open) -> None:
    tim, ida, sarah = meet(visit)
    ask(tim, "done", seat=0)
    tim.locator("#actions [data-do=reopen]").click()  # a start, too, until all are written
    expect(tim.locator("#actions .done")).to_be_visible()
    for seat, page in enumerate((tim, ida, sarah)):
        ask(page, "done", seat=seat)
    TablePlayer(tim).wait_for_round(1)
    for seat, page in enumerate((tim, ida, sarah)):
        ask(page, "done", seat=seat)
    TablePlayer(ida).wait_for_round(2)

    ida.locator("[data-open=menu]:visible").first.click()
    ida.locator("#menu [data-do=rewind]").click()
    expect(tim.locator("#back")).to_contain_text("Ida asks to go back to round 1.")
    expect(ida.locator("#back")).to_contain_text("Waiting for Tim and Sarah to answer.")
    for page in (tim, sarah):
        assert page.evaluate(IN_PLACE) == []
        assert violations(page) == []
    sarah.locator("#back [data-do=decline]").click()
    for page in (tim, ida, sarah):
        expect(page.locator("#back")).to_be_hidden()
    expect(ida.locator("#loud")).to_contain_text("Sarah would rather not go back.")

    ida.locator("[data-open=menu]:visible").first.click()
    ida.locator("#menu [data-do=rewind]").click()
    for page in (tim, sarah):
        page.locator("#back [data-do=agree]").click()
    for page in (tim, ida, sarah):
        TablePlayer(page).wait_for_round(1)
        expect(page.locator("#log")).to_contain_text(
            "Everyone went back to round 1, as Ida had asked."
        )


@pytest.mark.parametrize("language", ["cs", "de", "pt"])
def test_the_question_fits_a_small_phone(visit: Open, language: str) -> None:
    """For who asks and who is asked; letters of twice the size break no word."""
    pages = [visit(), visit(phone=True, language=language), visit()]
    path = open_table(pages[0], seats=3, practice=True)
    for page, name in zip(pages, ("Großmutter Ilse", "Ida", "Maximiliane"), strict=True):
        ask_at(page, path, "sit", name=name)
    ask_at(pages[0], path, "begin")
    for round in range(2):
        for seat, page in enumerate(pages):
            if not round:
                ask_at(page, path, "mark", seat=seat, marks="d3=3")
            ask_at(page, path, "done", seat=seat)
    tim, ida, _ = pages
    ida.set_viewport_size({"width": 320, "height": 568})
    ida.goto(path)
    TablePlayer(ida).wait_for_round(2)
    question = ida.locator("#back")
    for number, asker in enumerate((ida, tim), start=1):
        ask_at(asker, path, "rewind", to=1)
        expect(question).to_be_visible()
        assert ida.evaluate(IN_PLACE) == []
        ida.evaluate("document.documentElement.style.fontSize = '200%'")
        assert question.locator("span:visible, b:visible").first.bounding_box()["width"] > 120  # type: ignore[index]
        assert ida.evaluate("document.documentElement.scrollWidth") <= 320
        ida.evaluate("document.documentElement.style.fontSize = ''")
        ask_at(asker, path, "withdraw", proposal=number)
        expect(question).to_be_hidden()


def test_one_gives_up_and_the_others_play_on(visit: Open) -> None:
    tim, ida, sarah = meet(visit)
    for seat, page in enumerate((tim, ida, sarah)):
        ask(page, "done", seat=seat)
    TablePlayer(ida).wait_for_round(1)
    ida.locator("[data-open=menu]:visible").first.click()
    ida.locator("#menu [data-do=resign]").click()
    ida.locator("#giving-up [value=yes]").click()
    expect(ida.locator("#steps")).to_contain_text("You gave up. You can watch the others.")
    expect(tim.locator("#log")).to_contain_text("Ida gave up.")
    for seat, page in ((0, tim), (2, sarah)):
        ask(page, "done", seat=seat)
    TablePlayer(tim).wait_for_round(2)
    for seat, page in ((0, tim), (2, sarah)):
        ask(page, "resign", seat=seat)
    expect(tim.locator("h1")).to_have_text("Ended game")
    expect(ida.locator("h1")).to_have_text("Ended game")
    assert violations(tim) == []


def test_the_page_of_the_result_tells_who_gave_up(visit: Open) -> None:
    tim, ida, sarah = meet(visit)
    ask(ida, "resign", seat=1)
    expect(tim.locator("#seat-1 .state")).to_have_text("gave up")
    expect(sarah.locator("#tab-1")).to_have_attribute("aria-label", re.compile("gave up"))
    for round in range(18):
        for seat, page in ((0, tim), (2, sarah)):
            ask(page, "done", seat=seat)
        if round < 17:
            TablePlayer(tim).wait_for_round(round + 1)
    expect(tim.locator(".badge", has_text="Ida gave up.")).to_be_visible(timeout=60_000)
