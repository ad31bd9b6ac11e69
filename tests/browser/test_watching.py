"""People who watch: all boards at once, past rounds while the game goes on, reactions, a count."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.page import Open, TablePlayer, ask, ask_at, open_table

CUT = """() => [...document.querySelectorAll("#others .name, #goals .in-words")]
    .filter(part => part.getBoundingClientRect().height > 66).length"""
OVERLAPS = """() => {
    const items = [...document.querySelectorAll("#others li")];
    const boxes = items.map(item => item.getBoundingClientRect());
    return boxes.some((one, n) => boxes.slice(n + 1).some(other =>
        one.left < other.right && other.left < one.right &&
        one.top < other.bottom && other.top < one.bottom))
        || boxes.some(box => box.bottom > innerHeight || box.right > innerWidth || box.width < 250);
}"""
NAMES = ("Tim", "Ida", "Großmutter Ilse", "Zoë")


def begin(visit: Open, count: int) -> tuple[list[Page], str]:
    """Return the pages of so many players in the first round, and the path of their table."""
    pages = [visit() for _ in range(count)]
    path = open_table(pages[0], seats=count, deck=["3/1"] * 18)
    for page, name in zip(pages, NAMES, strict=False):
        ask_at(page, path, "sit", name=name)
    ask_at(pages[0], path, "begin")
    for seat, page in enumerate(pages):
        ask_at(page, path, "mark", seat=seat, marks="d3=3")
        ask_at(page, path, "done", seat=seat)
    return pages, path


def fits_wide_windows(watcher: Page) -> None:
    """Check that all boards are in sight, and the board of one alone is not."""
    for width, height in ((1440, 900), (1100, 700)):
        watcher.set_viewport_size({"width": width, "height": height})
        expect(watcher.locator("#others svg.hashi:visible")).to_have_count(4)
        expect(watcher.locator("#board")).to_be_hidden()
        assert not watcher.evaluate(OVERLAPS)
        assert not watcher.evaluate(CUT)


def test_all_boards_are_seen_and_past_rounds_while_the_game_goes_on(visit: Open) -> None:
    pages, path = begin(visit, 4)
    watcher = visit(path)
    watcher.wait_for_selector('#board .place[tabindex="0"]', state="attached")
    fits_wide_windows(watcher)
    # nothing of an open turn, and who is done
    boards = watcher.locator("#others").inner_html()
    ask_at(pages[1], path, "mark", seat=1, marks="d3-f3")
    ask_at(pages[1], path, "done", seat=1, round=1)
    expect(watcher.locator("#seat-1 .state.ready")).to_be_visible()
    assert watcher.locator("#s1-l-d3-f3").inner_html() in boards
    for seat in (0, 2, 3):
        ask_at(pages[seat], path, "done", seat=seat, round=1)
    expect(watcher.locator("#place")).to_have_attribute("data-round", "2")
    expect(watcher.locator("#steps")).to_contain_text("Marks in colour are from the last round.")
    fits_wide_windows(watcher)
    expect(watcher.locator("#goals .players span:visible")).to_have_text(list(NAMES))
    # back, while the players go on; live again by one tap
    watcher.locator("[data-past=back]").click()
    expect(watcher.locator("#past .boards svg.hashi")).to_have_count(4)
    expect(watcher.locator("#past-of")).to_have_text("Round 1 of 17")
    expect(watcher.locator("#others")).to_be_hidden()
    watcher.locator("[data-past=back]").click()
    expect(watcher.locator("#past-of")).to_have_text("Before the first card")
    expect(watcher.locator("[data-past=back]")).to_have_attribute("aria-disabled", "true")
    for seat, page in enumerate(pages):
        ask_at(page, path, "done", seat=seat, round=2)
    expect(watcher.locator("#head .where")).to_contain_text("Round 3 of 17")
    expect(watcher.locator("#past-of")).to_have_text("Before the first card")
    watcher.locator("[data-past=live]").click()
    expect(watcher.locator("#past")).to_be_hidden()
    expect(watcher.locator("#others svg.hashi:visible")).to_have_count(4)
    # below: one board with the strip
    watcher.set_viewport_size({"width": 390, "height": 844})
    expect(watcher.locator("#strip .shown")).to_contain_text("Tim")
    watcher.locator("#tab-2").click()
    expect(watcher.locator("#strip .shown")).to_contain_text("Großmutter")
    expect(watcher.locator("#board svg")).to_be_visible()


def test_players_see_how_many_watch_and_their_reactions_between_rounds(visit: Open) -> None:
    (tim, ida), path = begin(visit, 2)
    tim.goto(path)
    tim.wait_for_selector('#board .place[tabindex="0"]')
    expect(tim.locator("#head .crowd")).to_have_count(0)
    one, other = visit(path), visit(path)
    for page in (one, other):
        page.wait_for_selector('#board .place[tabindex="0"]', state="attached")
    expect(tim.locator("#head .crowd")).to_contain_text("2 people are watching.")
    for page in (one, other):
        page.locator("#head [data-react]").click()
        page.locator("[data-reaction=wow]").click()
        expect(page.locator(".bubble.cheer")).to_contain_text("From the audience: Wow!")
    expect(other.locator(".bubble.cheer")).to_be_visible()
    phone = visit(path, phone=True)
    phone.set_viewport_size({"width": 320, "height": 568})
    phone.locator("#board").wait_for()
    expect(tim.locator("#head .crowd")).to_contain_text("3 people are watching.")
    phone.locator("[data-open=menu]").first.tap()
    phone.locator("#menu [data-react]").tap()
    phone.locator("[data-reaction=haha]").tap()
    said = phone.locator(".bubble.cheer")
    expect(said).to_contain_text("From the audience:")
    expect(said).to_be_in_viewport(ratio=1)
    assert said.bounding_box()["width"] > 150  # type: ignore[index]
    phone.close()
    expect(tim.locator("#head .crowd")).to_contain_text("2 people are watching.")
    # a player's reaction is seen by all at once, so nothing else was under way before it
    ask_at(ida, path, "done", seat=1, round=1)
    expect(tim.locator("#steps")).to_be_visible()
    expect(tim.locator(".bubble")).to_have_count(0)
    ask(tim, "done", seat=0, round=1)
    expect(tim.locator(".bubble.cheer")).to_contain_text("From the audience: Wow! × 2")
    other.close()
    expect(tim.locator("#head .crowd")).to_contain_text("1 person is watching.")
    # muted: nothing of them is shown any more
    tim.locator("#head [data-react]").click()
    tim.locator("[data-mute=watchers]").click()
    tim.keyboard.press("Escape")
    expect(tim.locator(".bubble")).to_have_count(0)
    one.locator("#head [data-react]").click()
    one.locator("[data-reaction=haha]").click()
    expect(one.locator(".bubble.cheer")).to_contain_text("Haha!")
    for seat, page in enumerate((tim, ida)):
        ask_at(page, path, "done", seat=seat, round=2)
    TablePlayer(tim).wait_for_round(3)
    expect(tim.locator(".bubble")).to_have_count(0)
