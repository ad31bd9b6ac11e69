"""People who play together: signs, banners, the curtain, reactions, mistakes, the next game."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from hashi.words import Words
from tests.support.axe import violations
from tests.support.page import Open, TablePlayer, ask, ask_at, open_table

KEEP_SOCKET = """
    const Real = WebSocket;
    window.WebSocket = class extends Real {
        constructor(address) { super(address); window.socket = this; }
    };"""
SHOW = """banners => {
    const data = JSON.stringify({type: "news", spoken: [], banners});
    socket.dispatchEvent(new MessageEvent("message", {data}));
}"""
COVERED = """() => {
    const banner = document.getElementById("loud").getBoundingClientRect();
    const covers = ({left, right, top, bottom}) =>
        left < banner.right && banner.left < right && top < banner.bottom && banner.top < bottom;
    const kept = ["#board svg", "#card"].filter(
        name => covers(document.querySelector(name).getBoundingClientRect()));
    const isInside = banner.top >= 0 && banner.bottom <= innerHeight && banner.right <= innerWidth;
    return isInside ? kept : [...kept, "outside"];
}"""
GOAL = "You’ve finished all the islands with a red flag: 9 points!"


def meet(visit: Open, *, dark: bool = False, **options: Any) -> tuple[Page, Page]:
    """Return the pages of Tim and Ida at a table of two whose game has begun."""
    tim, ida = visit(), visit(phone=True, dark=dark)
    path = open_table(tim, seats=2, **options)
    ida.clock.install()
    ida.add_init_script(KEEP_SOCKET)
    for page, name in ((tim, "Tim"), (ida, "Ida")):
        ask_at(page, path, "sit", name=name)
    ask_at(tim, path, "begin")
    for seat, page in enumerate((tim, ida)):
        page.goto(path)
        page.wait_for_selector('#board .place[tabindex="0"]')
        ask(page, "mark", seat=seat, marks="d3=3")
    assert ida.title() == "Your turn · HASHI"
    for seat, page in enumerate((tim, ida)):
        ask(page, "done", seat=seat)
    for page in (tim, ida):
        TablePlayer(page).wait_for_round(1)
    return tim, ida


def test_the_tab_banners_and_reactions_of_two(visit: Open) -> None:
    tim, ida = meet(visit)
    icon = "document.querySelector('link[rel=icon]').href.includes('turn')"
    ask(ida, "done", seat=1)
    expect(ida.locator("#steps")).to_contain_text("Waiting for Tim.")
    assert ida.title() != "Your turn · HASHI"
    assert not ida.evaluate(icon)
    assert tim.title() == "Your turn · HASHI"
    assert tim.evaluate(icon)
    # each seat has a shape of its own, wherever it is named
    shapes = tim.locator("#others .seat-sign").evaluate_all("all => all.map(one => one.innerHTML)")
    assert len(set(shapes)) == 2
    # a banner covers neither the board nor the card
    rival = {
        "seat": 0,
        "text": "Tim has finished all the islands with a red flag: 9 points! "
        "For you it’s now worth 5 points.",
        "is_own": False,
    }
    ida.clock.pause_at(
        datetime.now() + timedelta(hours=1)
    )  # a banner then stays as long as it takes
    for banner, stays in (({"seat": 1, "text": GOAL, "is_own": True}, 2000), (rival, 4000)):
        ida.evaluate(SHOW, [banner])
        expect(ida.locator("#loud.shown")).to_contain_text(str(banner["text"])[:20])
        for width, height in ((390, 844), (320, 568), (844, 390), (1280, 800)):
            ida.set_viewport_size({"width": width, "height": height})
            ida.evaluate("dispatchEvent(new Event('resize'))")  # the real one may come later
            assert ida.evaluate(COVERED) == [], (width, height, banner)
        ida.clock.run_for(stays)
        expect(ida.locator("#loud.shown")).to_have_count(0)
    ida.clock.resume()
    # a reaction is shown at the sender's seat, and spoken
    ida.set_viewport_size({"width": 390, "height": 844})
    ida.locator("#steps [data-react]").tap()
    ida.locator("[data-reaction=well_played]").tap()
    expect(tim.locator(".bubble.seat-1")).to_have_text("Well played!")
    expect(tim.locator("#told")).to_contain_text("Ida: Well played!")
    expect(ida.locator(".bubble.seat-1")).to_be_visible()
    # muted on this device: nothing is shown any more
    tim.locator("#others [data-react]").click()
    tim.locator("[data-mute='']").click()
    tim.keyboard.press("Escape")
    expect(tim.locator(".bubble")).to_have_count(0)
    ida.locator("#steps [data-react]").tap()
    ida.locator("[data-reaction=wow]").tap()
    expect(ida.locator(".bubble.seat-1")).to_contain_text("Wow!")
    expect(tim.locator(".bubble")).to_have_count(0)


def test_the_one_concerned_reads_what_was_wrong_and_all_play_again(visit: Open) -> None:
    tim, ida = meet(visit, dark=True, pens="free", deck=["5/1", "4/1", "3/1"])
    ask(tim, "mark", seat=0, marks="1@a1")
    ask(tim, "done", seat=0)
    ask(ida, "done", seat=1)
    for page in (tim, ida):
        TablePlayer(page).wait_for_round(2)
    ask(ida, "call", seat=1, on=0, mark="1@a1", made=1)
    called = tim.locator("#mistakes[open]")
    expect(called).to_contain_text("Ida found a mistake on your board")
    for text in ("The 1 on a1 from round 1", "Island a1 has a flag.", "R11", "It’s undone."):
        expect(called).to_contain_text(text)
    expect(ida.locator("#loud")).to_contain_text("Ida found a mistake on Tim’s board: the 1 on a1.")
    tim.reload()  # it stays until it was read
    expect(called).to_be_visible()
    tim.get_by_role("button", name="Got it").click()
    expect(called).to_have_count(0)
    tim.reload()
    tim.wait_for_selector('#board .place[tabindex="0"]')
    expect(called).to_have_count(0)
    # the end, and the next game with one tap each
    for do in ("done", "check"):
        for seat, page in enumerate((tim, ida)):
            ask(page, do, seat=seat)
    for page in (tim, ida):
        expect(page.locator(".verdict")).to_be_visible()
    expect(tim.locator(".pad .seat-sign")).to_have_count(2)
    tim.get_by_role("button", name="Same cards again").click()
    expect(tim).to_have_title("Waiting for Ida · HASHI")
    expect(tim.locator("#seat-1")).to_contain_text("not here yet")
    expect(tim.locator(".series li")).to_have_count(2)
    expect(ida.locator(".offer")).to_contain_text("Tim wants to play again with the same cards.")
    ida.get_by_role("link", name="Join in").tap()
    for page in (tim, ida):
        page.wait_for_selector('#place[data-phase="starts"]', state="attached")
    assert tim.url == ida.url


def test_the_curtain_tells_everybody_what_happened(visit: Open) -> None:
    page = visit("/new?mode=screen", phone=True)
    page.locator("label.seats2").tap()
    for number, name in enumerate(("Ada", "Bo"), start=1):
        page.locator(f"#name{number}").fill(name)
    page.get_by_role("button", name="Play now").tap()
    expect(page.locator("#curtain[open]")).to_be_visible()
    expect(page.locator("#recap li")).to_have_count(0)
    for seat in (0, 1):
        ask(page, "mark", seat=seat, marks="d3=3")
        ask(page, "done", seat=seat)
    card = page.locator("#card .number")
    expect(card).not_to_have_text("3 / 4")
    ask(page, "mark", seat=0, marks=f"{card.inner_text()}@c2")
    for seat in (0, 1):
        ask(page, "done", seat=seat)
    curtain = page.locator("#curtain[open]")
    expect(curtain.locator("#recap h3")).to_have_text("Round 1")
    rows = curtain.locator("#recap li")
    expect(rows.nth(0)).to_contain_text("no island finished")
    expect(rows.nth(1)).to_contain_text("skipped")
    expect(curtain).to_contain_text("Pass the device to Ada.")
    ask(page, "done", seat=0)  # nothing of the open round is told to Bo
    expect(curtain).to_contain_text("Pass the device to Bo.")
    expect(curtain.locator("#recap h3")).to_have_text("Round 1")
    expect(rows.nth(0)).to_contain_text("no island finished")


def test_a_guest_learns_while_waiting_and_is_called_back(visit: Open) -> None:
    words = Words("de")
    tim, ida = visit(), visit(language="de", phone=True)
    path = open_table(tim, seats=2)
    for page, name in ((tim, "Tim"), (ida, "Ida")):
        ask_at(page, path, "sit", name=name)
        page.goto(path)
    expect(ida.locator(".intro")).to_contain_text("17 ")
    expect(ida.locator("#lobby [data-react]")).to_be_visible()
    assert violations(ida) == []
    ida.get_by_role("link", name=words.say("Learn the game while you wait")).tap()
    expect(ida.locator("#waiting")).to_be_visible()
    expect(tim.locator("#seat-1")).to_contain_text("here")
    assert tim.locator(".intro").count() == 0
    assert violations(ida) == []
    ask(tim, "begin")
    started = words.say("The game has started. It’s your turn.")
    expect(ida.locator("#waiting p")).to_have_text(started)
    assert ida.title() == started
    ida.locator("#waiting a").tap()
    ida.wait_for_selector('#place[data-phase="starts"]', state="attached")


def end_round(tim: Page, ida: Page) -> None:
    for seat, page in enumerate((tim, ida)):
        ask(page, "mark", seat=seat, marks="pass")
        ask(page, "done", seat=seat)


def test_after_a_round_a_phone_shows_everybodys_marks_for_two_seconds(visit: Open) -> None:
    tim, ida = meet(visit)
    shown, flashing = ida.locator("#reveal.shown"), tim.locator("#main.flashing")
    ida.locator("#reveal.shown").wait_for(state="hidden")
    ida.clock.pause_at(datetime.now() + timedelta(hours=1))
    ida.locator("#actions [data-do=done]").last.focus()
    focused = "document.activeElement.closest('section').id"
    assert ida.evaluate(focused) == "actions"
    end_round(tim, ida)
    expect(shown).to_be_visible()
    expect(tim.locator("#reveal")).to_be_hidden()  # on a desk all boards are in sight
    expect(tim.locator("#card")).to_have_attribute("data-round", "2")
    assert ida.evaluate(focused) == "actions"  # it takes no focus
    expect(shown.locator("li b")).to_have_text(["You", "Tim"])
    expect(shown.locator(".gain")).to_have_text(["0", "0"])
    ida.clock.run_for(200)
    expect(ida.locator("#told")).to_contain_text("Round 1: You +0, Tim +0.")
    covered = """() => {
        const moment = document.getElementById("reveal").getBoundingClientRect();
        const goals = document.getElementById("goals").getBoundingClientRect();
        return [moment.top >= goals.bottom - 1, moment.bottom >= innerHeight,
            document.querySelector("#reveal .next").getBoundingClientRect().bottom <= innerHeight];
    }"""
    assert ida.evaluate(covered) == [True, True, True]
    ida.clock.run_for(1700)
    expect(shown).to_be_visible()
    ida.clock.run_for(200)
    expect(shown).to_have_count(0)
    expect(ida.locator("#card")).to_be_visible()
    expect(flashing).to_have_count(0)


def test_a_tap_a_key_or_the_next_round_end_what_a_phone_shows_after_a_round(visit: Open) -> None:
    tim, ida = meet(visit)
    shown = ida.locator("#reveal.shown")
    ida.clock.pause_at(datetime.now() + timedelta(hours=1))
    end_round(tim, ida)
    expect(shown).to_be_visible()
    before = ida.locator("#board").inner_html()
    shown.tap()
    expect(shown).to_have_count(0)
    assert ida.locator("#board").inner_html() == before  # the tap marks nothing
    end_round(tim, ida)
    expect(shown).to_be_visible()
    ida.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    end_round(tim, ida)
    expect(shown).to_have_attribute("aria-label", "Round 3")
    end_round(tim, ida)  # nobody waits for it, and none queues behind another
    expect(shown).to_have_attribute("aria-label", "Round 4")
    ida.reload()
    ida.wait_for_selector('#board .place[tabindex="0"]')
    assert shown.count() == 0  # it is not shown again


def test_banners_older_than_the_round_go(visit: Open) -> None:
    tim, ida = meet(visit)
    ida.clock.pause_at(datetime.now() + timedelta(hours=1))
    for name in ("first", "second", "third"):
        ida.evaluate(SHOW, [{"seat": 0, "text": f"The {name} goal!", "is_own": False}])
    expect(ida.locator("#loud.shown")).to_contain_text("The first goal!")
    end_round(tim, ida)
    expect(ida.locator("#card")).to_have_attribute("data-round", "2")
    expect(ida.locator("#loud.shown")).to_have_count(0)
    ida.clock.run_for(10_000)
    expect(ida.locator("#loud.shown")).to_have_count(0)


HOLD = """
    const real = setTimeout;
    window.setTimeout = (run, pause, ...more) => pause === 2000 ? 0 : real(run, pause, ...more);"""


def test_what_a_phone_shows_after_a_round_can_be_read_by_all(visit: Open) -> None:
    for dark in (False, True):
        tim, ida = visit(phone=True, dark=dark), visit()
        path = open_table(tim, seats=2)
        tim.add_init_script(HOLD)  # it then stays
        for page, name in ((tim, "Tim"), (ida, "Ida")):
            ask_at(page, path, "sit", name=name)
        ask_at(tim, path, "begin")
        tim.goto(path)
        tim.wait_for_selector('#board .place[tabindex="0"]')
        for seat, page in enumerate((tim, ida)):
            ask_at(page, path, "mark", seat=seat, marks="d3=3")
            ask_at(page, path, "done", seat=seat)
        expect(tim.locator("#reveal.shown .headline")).to_have_text(
            "Ida gives you a board with a 3 on d3."
        )
        assert violations(tim) == []


ONE_FLAG = "o r\no o\no o"
FILLS = """() => [...document.querySelectorAll("#reveal .headline :is(.mast, .link)")]
    .map(part => getComputedStyle(part)).map(({fill, stroke}) => [fill, stroke !== "none"])"""


def test_the_goal_that_was_reached_stands_beside_the_card_after_the_round(visit: Open) -> None:
    tim, ida = visit(phone=True), visit()
    path = open_table(tim, seats=2, board=ONE_FLAG, deck=["1/1"] * 5)
    tim.add_init_script(HOLD)  # the moment after a round then stays
    for page, name in ((tim, "Tim"), (ida, "Ida")):
        ask_at(page, path, "sit", name=name)
    ask_at(tim, path, "begin")
    for seat, page in enumerate((tim, ida)):
        ask_at(page, path, "mark", seat=seat, marks="a1=3")
        ask_at(page, path, "done", seat=seat)
    tim.goto(path)
    tim.wait_for_selector('#board .place[tabindex="0"]')
    for marks in ("1@a2 a1-b1", "1@b1 a1-a2"):
        ask(tim, "mark", seat=0, marks=marks)
        for seat, page in enumerate((tim, ida)):
            ask_at(page, path, "done", seat=seat)
    expect(tim.locator("#reveal.shown .headline")).to_contain_text("9 points")
    assert tim.evaluate(FILLS) == [["none", True]]
    assert violations(tim) == []


def test_on_one_device_each_has_their_own_time_and_looking_ends_with_the_turn(visit: Open) -> None:
    page = visit("/new?mode=screen")
    page.locator("details.more summary").click()
    assert page.locator("input[name=pace]").evaluate_all("all => all.map(one => one.value)") == [
        "0", "30", "60", "120",
    ]  # fmt: skip
    page.locator("input[name=pace][value='120']").check(force=True)
    for number, name in ((1, "Mum"), (2, "Dad")):
        page.fill(f"#name{number}", name)
    page.locator("form.sheet button.main").click()
    curtain, clock = page.locator("#curtain"), page.locator("#head .clock")
    for name in ("Mum", "Dad"):
        expect(curtain.locator("h2")).to_have_text(f"Pass the device to {name}.")
        expect(clock).to_have_count(0)
        curtain.locator("button").click()
        expect(clock).to_have_text(re.compile("2:00|1:5[0-9]"))
        page.locator("#i-d3").click()
        page.locator("#actions [data-key=done]").click()
    expect(curtain.locator("h2")).to_have_text("Pass the device to Mum.")
    shown = page.locator("#card .number").text_content()
    expect(curtain.locator(".next-card b")).to_have_text(shown or "")
    expect(clock).to_have_count(0)
    curtain.locator("button").click()
    expect(clock).to_have_count(1)
    ask(page, "done", seat=0)
    curtain.locator("button").click()
    expect(page.locator("#place")).to_have_attribute("data-seat", "1")
    # Dad looks at Mum's board; she goes on with her turn, and sees it when she has the device
    page.locator("[data-do=look][data-seat='0']:visible").first.click()
    expect(page.locator("#place.look")).to_have_count(1)
    page.locator("[data-do=reopen]:visible").first.click()
    expect(curtain.locator("h2")).to_have_text("Pass the device to Mum.")
    curtain.locator("button").click()
    expect(page.locator("#place.look")).to_have_count(0)
    expect(page.locator("#place")).to_have_attribute("data-seat", "0")
    expect(page.locator("#actions [data-key=done]")).to_be_visible()
