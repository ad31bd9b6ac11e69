"""The end of a game in company: its points are counted, and only then the winner is named."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from playwright.sync_api import Page, Request, WebSocket, expect

from tests.support.axe import violations
from tests.support.page import Open, TablePlayer, ask, ask_at, begin_alone, open_table

FIRST, ISLANDS, GOAL = 350, 600, 700
"""Milliseconds, as in count.js."""
DECK = ["2/2"] * 3
"""A game of two rounds."""
DECIDED = ("Ida wins", "You win", "more than", "1st", "2nd", "★", 'class="won', "won ")
"""What would tell who wins; the names of all players stand over their columns."""


def meet(visit: Open) -> tuple[Page, Page]:
    """Return the pages of Tim and Ida before the last round of a game that Ida is to win."""
    tim, ida = visit(phone=True), visit(phone=True)
    path = open_table(tim, seats=2, deck=DECK)
    for page, name in ((tim, "Tim"), (ida, "Ida")):
        ask_at(page, path, "sit", name=name)
    ask_at(tim, path, "begin")
    for seat, page in enumerate((tim, ida)):
        ask_at(page, path, "mark", seat=seat, marks="d3=3")
        ask_at(page, path, "done", seat=seat)
    ask_at(ida, path, "mark", seat=1, marks="2@b3 b3-d3 b3-d3")
    for seat, page in enumerate((tim, ida)):
        ask_at(page, path, "done", seat=seat)
    for page in (tim, ida):
        page.emulate_media(reduced_motion="no-preference")
        page.clock.install()
        page.goto(path)
        TablePlayer(page).wait_for_round(2)
    return tim, ida


def note(requests: list[Request], one: Request) -> None:
    """Keep a request for the page that counts."""
    if "?count" in one.url:
        requests.append(one)


def end(tim: Page, ida: Page) -> None:
    """Play the last round; then all clocks stand, and both pages count."""
    asked: dict[Page, list[Request]] = {tim: [], ida: []}
    for page, requests in asked.items():
        page.on("request", partial(note, requests))
        page.clock.pause_at(datetime.now() + timedelta(hours=1))
    ask(tim, "done", seat=0)
    ask(ida, "done", seat=1)
    for page in (tim, ida):
        counting = asked[page]
        for _ in range(400):  # what is announced comes first, and then banners are read
            if counting:
                break
            page.clock.run_for(50)
            page.wait_for_timeout(20)
        expect(page.locator(".counting")).to_have_count(1)


def undecided(page: Page) -> None:
    """Check that nothing in the page tells who wins: texts, titles, attributes."""
    everything = page.content() + page.title()
    assert [text for text in DECIDED if text in everything] == []


def test_the_winner_is_named_with_the_last_count_and_never_before(visit: Open) -> None:
    tim, ida = meet(visit)
    path, heard = tim.url, list[str]()

    def hear(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    tim.on("websocket", hear)
    tim.reload()
    TablePlayer(tim).wait_for_round(2)
    end(tim, ida)
    served = tim.request.get(f"{path}?count").text()
    assert [text for text in DECIDED if text in served] == []
    headline, told = tim.locator(".verdict"), tim.locator("#counted p")
    expect(headline).to_have_text("Counting the points")
    expect(tim.locator("#everything")).to_be_visible()
    tim.wait_for_url(path)  # loaded again, nothing is counted anew
    cells = tim.locator('.pad [data-row="0"] td')
    assert "2" not in cells.all_inner_texts()
    undecided(tim)
    said = ["Most islands: Ida", "Red: nobody", "Blue: nobody", "Six: nobody"]
    for row, (wait, sentence) in enumerate(
        zip((FIRST, ISLANDS, GOAL, GOAL), said, strict=True), start=1
    ):
        expect(headline).not_to_have_text(sentence)
        for _ in range(40):  # the page of the result may have come later than this page
            tim.clock.run_for(wait // 10)
            if headline.inner_text() == sentence:
                break
        expect(headline).to_have_text(sentence)
        expect(told).to_have_count(row)
        undecided(tim)
    assert told.first.inner_text() == "Finished islands: You 0, Ida 2. Most islands: Ida."
    tim.clock.run_for(GOAL)
    expect(headline).to_have_text("Ida wins")
    assert told.last.inner_text() == "Ida wins. 2 points, 2 more than you"
    assert tim.title() == "Ida wins with 2 points! · HASHI"
    assert [text for text in heard if any(each in text for each in DECIDED)] == []
    # columns stand by seat, one's own first, whoever wins
    assert tim.locator(".pad .who").all_inner_texts() == ["You", "Ida"]
    # the page is that of the result now: it asks for the next game
    tim.clock.resume()
    tim.get_by_role("button", name="Play again").click()
    tim.wait_for_url(lambda url: ida.url not in url)
    # the other one has seen nothing of it yet, and may see everything at once
    undecided(ida)
    ida.locator("#everything").click()
    expect(ida.locator(".verdict")).to_have_text("You win")
    ida.clock.resume()
    join = ida.get_by_role("link", name="Join in")
    for width, height in ((390, 844), (320, 568)):  # nobody has to look for it
        ida.set_viewport_size({"width": width, "height": height})
        expect(join).to_be_in_viewport(ratio=1)
    assert ida.title() == "Tim wants to play again · HASHI"
    ida.reload()
    expect(ida.locator(".verdict")).to_have_text("You win")
    expect(ida.locator(".counting")).to_have_count(0)


def test_with_less_motion_and_without_scripts_all_is_there_at_once(visit: Open) -> None:
    tim, ida = meet(visit)
    path = tim.url
    for page in (tim, ida):
        page.emulate_media(reduced_motion="reduce")
    ask(tim, "done", seat=0)
    ask(ida, "done", seat=1)
    expect(tim.locator(".verdict")).to_have_text("Ida wins")
    plain = visit(path, scripts=False)
    expect(plain.locator(".verdict")).to_have_text("Ida wins")
    plain.goto(f"{path}?count")
    plain.get_by_role("link", name="Show everything").click()
    expect(plain.locator(".verdict")).to_have_text("Ida wins")


def test_before_the_end_and_alone_there_is_nothing_to_count(visit: Open) -> None:
    tim, _ = meet(visit)
    path = tim.url
    for address in (path, begin_alone(tim, DECK)):
        answer = tim.request.get(f"{address}?count", max_redirects=0)
        assert answer.status == 303
        assert path.endswith(answer.headers["location"]) or address != path


def test_the_count_fits_every_window(visit: Open) -> None:
    """Names, lines and the way on stand in the window; twice as large letters cut nothing."""
    tim, ida = meet(visit)
    path = tim.url
    ask(tim, "done", seat=0)
    ask(ida, "done", seat=1)
    page = visit(path, phone=True)
    page.route(path, lambda route: route.abort())  # so that it goes on waiting for the result
    page.goto(f"{path}?count")
    assert violations(page) == []
    for width, height in ((390, 844), (320, 568), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(page.locator(".verdict")).to_be_in_viewport(ratio=1)
        expect(page.locator(".score-columns")).to_be_in_viewport(ratio=1)
        expect(page.locator("#everything")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator(".score-columns")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
