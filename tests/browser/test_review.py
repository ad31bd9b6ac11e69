"""A game played, reviewed, and its puzzle solved: on a phone, in German."""

from __future__ import annotations

import re
from contextlib import closing
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from hashi.coach import review
from hashi.host import holder_of
from hashi.host.store.address import open_store
from hashi.record import parse
from hashi.rules import Bridge, Number, Turn
from hashi.table.event import Seated
from tests.support.axe import violations
from tests.support.finger import Fingers
from tests.support.page import Open, TablePlayer
from tests.support.server import Server
from tests.support.stored_games import write_game

KEY = "a-key-of-one-who-wants-to-learn"
WINDOWS = (
    (1920, 1080),
    (1440, 900),
    (1280, 800),
    (844, 390),
    (740, 360),
    (390, 844),
    (320, 568),
)
OVER_EACH_OTHER = """(() => {
  const figures = [...document.querySelectorAll(".parts summary b, .parts i, .figure b, .loss")];
  const boxes = figures.filter((each) => each.getClientRects().length).map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return [each.textContent, range.getBoundingClientRect()];
  });
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  ).map(([other]) => [one, other]));
})()"""
"""The figures that lie over each other."""
BETWEEN_PLAYED_AND_BETTER = """(() => {
  const parts = [...document.querySelectorAll("#round :is(.pictures, .turn)")];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return {
    high: Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top)),
    wide: document.documentElement.scrollWidth,
  };
})()"""
"""How much height board, played turn and better turn take together."""

HAS_ROOM = """loss => {
  loss.textContent = "−22,2";
  return loss.scrollWidth <= loss.clientWidth;
}"""
"""Whether the most that a turn can cost stays off the sentence beside it."""


def test_a_game_is_played_reviewed_and_its_puzzle_solved(visit: Open, server: Server) -> None:
    """The last two rounds are left to be played."""
    with closing(open_store(server.place)) as store:
        own = Seated(0, "Tim", holder=holder_of(KEY))
        id = write_game(store, [own], rounds=15, seed="two", bot="greedy", board="B")
    page = visit(language="de", phone=True, dark=True)
    page.context.add_cookies([{"name": "hashi_key", "value": KEY, "url": server.address}])
    page.goto(f"/t/{id}")
    player = TablePlayer(page, taps=True)
    use_a_hint(page)
    player.end_turn()
    player.wait_for_round(17)
    player.play_turn()
    expect(page.locator(".badge.hinted")).to_contain_text("4")

    page.locator(".to-review").tap()
    expect(page.locator(".figure b")).to_be_visible(timeout=60_000)
    page.locator(".costliest a").first.tap()  # before any round is chosen
    expect(page.locator("#round .pictures")).to_be_in_viewport()
    page.goto(urlsplit(page.url).path)
    read_the_curve(page)
    turn = review(parse(page.request.get(f"/t/{id}.json").text())).players[0].costliest[0]
    page.locator(f'.costliest [data-round="{turn.round}"]').tap()
    expect(page.locator(f'#round[data-round="{turn.round}"]')).to_be_visible()
    switch_the_marks(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.locator(".find a").tap()
    page.wait_for_selector('#lesson .place[tabindex="0"]')  # the script has run
    play(page, player, turn.played)  # once more what was played: no better than before
    expect(page.locator("#lesson")).to_have_attribute("data-outcome", "wrong", timeout=30_000)
    page.locator("[data-do=retry]").tap()
    page.wait_for_selector('#lesson[data-outcome="open"] .place[tabindex="0"]')
    play(page, player, turn.best)
    expect(page.locator(".told")).to_contain_text("Gefunden!", timeout=30_000)


def test_four_players_side_by_side(visit: Open, server: Server) -> None:
    """Also with letters twice as large nothing is wider than a phone."""
    with closing(open_store(server.place)) as store:
        bots = [Seated(seat, f"Großmutter {seat}", bot="greedy") for seat in (1, 2, 3)]
        id = write_game(store, [Seated(0, "Tim", holder=holder_of(KEY)), *bots], seed="four")
    page = visit(f"/t/{id}/review", phone=True)
    expect(page.locator("#progress")).to_be_visible()
    expect(page.locator(".boards-4 figure")).to_have_count(4)
    page.locator(".who").wait_for(timeout=120_000)
    expect(page.locator(".who tbody tr")).to_have_count(4)
    page.locator(".parts summary").tap()
    expect(page.locator(".parts dl")).to_be_visible()
    assert violations(page) == []
    for size in ("100%", "200%"):
        page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.locator(".costliest .loss").first.evaluate(HAS_ROOM), (size, width)
    page.locator(".who a", has_text="Großmutter 2").tap()
    expect(page.locator(".who [aria-current]")).to_contain_text("Großmutter 2")


def test_a_finished_game_is_played_on_from_a_round(visit: Open, server: Server) -> None:
    """Anybody may: here a stranger, with the cards in another order."""
    with closing(open_store(server.place)) as store:
        id = write_game(store, [Seated(0, "Tim", holder=holder_of(KEY))], seed="three")
    page = visit(f"/t/{id}/review?round=16", phone=True, language="de")
    page.locator(".play-on").wait_for(timeout=60_000)
    phone = page.viewport_size
    assert phone is not None
    page.set_viewport_size({"width": 1280, "height": 800})
    for path in (f"/t/{id}/review", f"/t/{id}/review?round=16"):  # nothing is out of sight there
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollHeight") <= 800
    page.set_viewport_size({"width": 1920, "height": 1080})
    for button in (".play-on button", ".find a"):
        expect(page.locator(button).last).to_be_in_viewport(ratio=1)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(BETWEEN_PLAYED_AND_BETTER)
        assert seen["high"] <= height, (width, height)
        assert seen["wide"] <= width
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(BETWEEN_PLAYED_AND_BETTER)["wide"] <= width, (width, height)
        assert page.evaluate(OVER_EACH_OTHER) == [], (width, height)
        page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(phone)
    swipe_through_the_rounds(page)
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"/t/{id}/review?round=16")  # on its side all is there without scrolling
    assert page.locator("#round .turns").bounding_box()["y"] < 390 - 40  # type: ignore[index]
    board = page.locator("#round .picture svg:visible").bounding_box()
    assert board is not None
    assert board["y"] + board["height"] <= 390
    for window in ({"width": 844, "height": 390}, phone):
        page.set_viewport_size(window)  # type: ignore[arg-type]
        page.goto(f"/t/{id}/review")
        page.locator(".costliest [data-round]").first.tap()  # the page shows where that leads
        expect(page.locator("#round .turns")).to_be_in_viewport(ratio=1)
        expect(page.locator("#round .picture svg:visible")).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"/t/{id}/review/best")
    board = page.locator(".boards svg").bounding_box()
    assert board is not None
    assert board["y"] + board["height"] <= 390
    page.goto(f"/t/{id}/review?round=16")
    page.set_viewport_size(phone)
    page.locator('.play-on [value="other"]').tap()
    expect(page.locator("#place")).to_have_attribute("data-round", "16")
    page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run
    player = TablePlayer(page, taps=True)
    for round in (16, 17):
        player.wait_for_round(round)
        player.play_turn()
    expect(page.locator(".badge").first).to_contain_text("16")


def use_a_hint(page: Page) -> None:
    """Ask for all steps, and take over the marks."""
    page.locator(".hint-button").tap()
    expect(page.locator("#hint")).to_have_attribute("data-step", "1", timeout=30_000)
    for step in range(2, 1 + page.locator(".hint-steps li").count()):
        page.locator("[data-hint=more]").tap()
        expect(page.locator("#hint")).to_have_attribute("data-step", str(step), timeout=30_000)
    expect(page.locator("#hint-overlay .ghost").first).to_be_attached(timeout=30_000)
    page.locator("[data-hint=use]").tap()
    expect(page.locator("#hint")).to_have_count(0)
    expect(page.locator("#board .fresh").first).to_be_attached()


def read_the_curve(page: Page) -> None:
    """Move along the curve by the keys: every stop is spoken, and the round follows."""
    page.wait_for_load_state()  # the script has run
    slider = page.locator("#stops")
    slider.press("Home")
    slider.press("ArrowRight")
    expect(page.locator("#round")).to_have_attribute("data-round", "1")
    expect(page.locator(".curve-phone .stop.chosen")).to_have_attribute("data-stop", "1")
    assert "1" in (slider.get_attribute("aria-valuetext") or "")
    assert "round=1" in page.url


def swipe_through_the_rounds(page: Page) -> None:
    """A finger that goes sideways over the board steps a round; one that goes up scrolls."""
    board = page.locator("#round .picture svg:visible")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    left, right, middle = box["x"] + 60, box["x"] + box["width"] - 60, box["y"] + box["height"] / 2
    shown = page.locator("#round")
    fingers = Fingers(page)
    for start, end, round in ((right, left, "17"), (left, right, "16"), (left, right, "15")):
        fingers.drag((start, middle), (end, middle))
        expect(shown).to_have_attribute("data-round", round)
    fingers.drag((right, middle), (left, middle))
    expect(shown).to_have_attribute("data-round", "16")
    fingers.drag((left, middle), (left + 20, middle - 120))
    expect(shown).to_have_attribute("data-round", "16")


def switch_the_marks(page: Page) -> None:
    """Hide the marks that were played, and show them again."""
    expect(page.locator(".picture.both")).to_be_visible()
    page.locator(".turn.played").tap()
    expect(page.locator(".picture.better")).to_be_visible()
    expect(page.locator(".picture.both")).to_be_hidden()
    page.locator(".turn.played").tap()
    expect(page.locator(".picture.both")).to_be_visible()


def play(page: Page, player: TablePlayer, turn: Turn) -> None:
    """Make the marks of a turn in a puzzle, and end it."""
    for mark in turn.marks:
        if isinstance(mark, Number):
            player.touch(f"#i-{mark.island}")
        elif isinstance(mark, Bridge):
            player.touch_line(f"#l-{mark.line.name}")
        expect(page.locator("#lesson")).to_have_attribute("data-marks", marked(str(mark)))
    is_skipped = turn.skips_number or turn.skips_bridges
    page.locator(f"#lesson [data-do={'skip' if is_skipped else 'done'}]").tap()


def marked(mark: str) -> re.Pattern[str]:
    """Return a pattern for marks that hold this one; two bridges of a line are written as one."""
    a, dash, b = mark.partition("-")
    return re.compile(f"{a}[-=]{b}" if dash else re.escape(mark))
