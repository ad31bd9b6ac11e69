"""The workshop by touch and by keyboard, and boards that a browser keeps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from hashi.boards import BoardDraft, board, code_of, read_code
from tests.support.axe import violations
from tests.support.page import Open

A = code_of(BoardDraft(board("A").rows))


def drawn(page: Page) -> BoardDraft:
    """Return the board that the page shows."""
    return read_code(page.locator("#work").get_attribute("data-code") or "")[0]


def shows(page: Page, draft: BoardDraft) -> None:
    expect(page.locator("#work")).to_have_attribute("data-code", code_of(draft))


def test_a_board_is_drawn_by_touch_taken_back_and_not_lost(visit: Open) -> None:
    page = visit("/workshop", phone=True)
    empty = BoardDraft.empty(6, 6)
    shows(page, empty)
    page.locator("#p-c2").tap()
    shows(page, empty.with_cell("c2", "o"))
    page.locator("#p-c2").tap()
    shows(page, empty.with_cell("c2", "r"))
    expect(page.locator("#p-c2")).to_have_attribute(
        "aria-label", "c2, island with a red flag, 0 lines"
    )
    page.locator("#p-c4").tap()
    page.locator("#p-e2").tap()
    made = empty.with_cell("c2", "r").with_cell("c4", "o").with_cell("e2", "o")
    shows(page, made)
    expect(page.locator(".raster .open")).to_have_count(2)  # lines appear by themselves
    page.locator("[data-undo]").tap()
    shows(page, made.with_cell("e2", "."))
    page.locator("[data-redo]").tap()
    shows(page, made)
    assert violations(page) == []
    page.goto("/workshop")  # without the board in the address
    shows(page, made)
    page.locator("[data-undo]").tap()
    shows(page, made.with_cell("e2", "."))


def test_a_board_is_drawn_by_keyboard(visit: Open) -> None:
    page = visit("/workshop")
    page.locator("#p-a1").focus()
    draft = BoardDraft.empty(6, 6)
    for key, cell, point in (("r", "r", "a1"), ("o", "o", "b1"), ("b", "b", "b2")):
        page.keyboard.press(key)
        draft = draft.with_cell(point, cell)
        shows(page, draft)
        expect(page.locator(f"#p-{point}")).to_be_focused()
        page.keyboard.press("ArrowRight" if point == "a1" else "ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press(".")
    shows(page, draft.with_cell("b2", "."))
    page.keyboard.press("Control+z")
    shows(page, draft)
    page.keyboard.press("Enter")
    shows(page, draft.with_cell("b2", "."))


def test_the_side_of_a_box_is_kept_and_offered_in_every_new_game(visit: Open) -> None:
    page = visit("/workshop?box=A", phone=True)
    keep = page.get_by_role("button", name="Keep as side A of my box")
    expect(keep).to_be_disabled()
    page.get_by_text("More", exact=True).tap()
    page.get_by_role("link", name="Start from side B").tap()
    shows(page, BoardDraft(board("B").rows))
    page.locator("#p-f1").tap()  # an island without a flag becomes a red one
    page.locator("#p-f1").tap()
    page.get_by_text("More", exact=True).tap()
    page.get_by_role("link", name="Start from side B").tap()
    expect(keep).to_be_enabled()
    keep.tap()
    expect(page.locator("[data-kept-list]")).to_contain_text("My box, side A")
    page.goto("/new?mode=bots")
    page.get_by_text("More options").tap()
    page.locator("label", has_text="My box, side A").tap()
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_url(re.compile("/t/"))
    islands = page.locator("#board [data-island][role]")
    expect(islands).to_have_count(len(board("B").islands))


def test_what_is_drawn_needs_no_script(visit: Open) -> None:
    page = visit("/workshop", scripts=False)
    page.locator("#p-d3").click()
    assert drawn(page) == BoardDraft.empty(6, 6).with_cell("d3", "o")
    page.go_back()
    assert drawn(page) == BoardDraft.empty(6, 6)


def test_a_photo_lies_under_the_board_and_stays(
    visit: Open, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from PIL import Image

    photo = tmp_path_factory.mktemp("photos") / "board.png"
    Image.new("RGB", (64, 48), "red").save(photo)
    page, sent = visit(f"/workshop?b={A}"), []
    page.on("request", lambda request: sent.append(request.method))
    page.locator("[data-photo-file]").set_input_files(photo)
    expect(page.locator(".raster image")).to_have_count(1)
    assert sent == []
    page.locator("#p-b1").click()
    shows(page, BoardDraft(board("A").rows).with_cell("b1", "o"))
    expect(page.locator(".raster image")).to_have_count(1)


def test_measuring_shows_figures_as_they_come_and_stops(visit: Open) -> None:
    page = visit(f"/workshop/measure?b={code_of(BoardDraft(board('A').rows).mirrored())}")
    expect(page.locator("#progress")).to_be_visible()
    assert violations(page) == []
    expect(page.locator(".headline b")).to_be_visible(timeout=120_000)
    page.locator("#stop").click()
    expect(page.locator("#stop")).to_have_count(0)
    expect(page.get_by_role("link", name="Go on")).to_be_visible()
