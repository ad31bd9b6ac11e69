"""A turn needs no scrolling, in any window: card, step, buttons and board are in sight, uncut."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.support.bodies import WORDIEST
from tests.support.examples import tried
from tests.support.page import Open, TablePlayer, ask, begin_alone
from tests.support.server import Browser, Server, Socket


@dataclass(frozen=True)
class Window:
    """A window in CSS pixels, and the size of its letters in per cent."""

    width: int
    height: int
    letters: int = 100

    @property
    def may_scroll(self) -> bool:
        """Whether the board may move beneath the bar: letters of 200 % on a phone."""
        return self.letters == 200 and self.width < 1000


WINDOWS = (
    Window(320, 568),
    Window(375, 559),
    Window(375, 667),
    Window(390, 844),
    Window(667, 375),
    Window(844, 390),
    Window(740, 340),
    Window(568, 320),
    Window(640, 400),  # 1280×800 at 200 %
    Window(820, 1180),
    Window(1180, 820),
    Window(1280, 800),
    Window(1920, 1080),
    Window(320, 568, 200),
    Window(390, 844, 200),
    Window(1280, 800, 200),
)

LOOK = """([letters, mayScroll]) => {
    document.documentElement.style.fontSize = letters === 100 ? "" : `${letters}%`;
    scrollTo(0, 0);
    const faults = [];
    const isShown = part => part.checkVisibility({visibilityProperty: true});
    const all = selector => [...document.querySelectorAll(selector)].filter(isShown);
    const boxOf = part => part.getBoundingClientRect();
    const [width, height] = [innerWidth, innerHeight];
    const seaPart = document.querySelector("#board .sea");
    const name = part => `${part.localName}#${part.id}.${part.getAttribute("class") ?? ""}`;

    // in sight
    const step = all("#steps li.now, #steps li.warn")[0] ?? all("#steps li, #steps .hint")[0];
    const buttons = all("#actions button");
    const needed = [all("#card")[0], step, ...buttons, all(".menu-button")[0]];
    if (!mayScroll) needed.push(all("#goals")[0], seaPart, ...all("#call button"));
    if (!mayScroll && all(".pile-button").length) needed.push(all(".pile-button")[0]);
    for (const part of needed) {
        if (!part) { faults.push("missing"); continue; }
        const {left, top, right, bottom} = boxOf(part);
        if (left < -1 || top < -1 || right > width + 1 || bottom > height + 1)
            faults.push(`out of sight: ${name(part)} ${[left, top, right, bottom]}`);
    }

    // large enough
    for (const button of [...buttons, ...all(".menu-button")]) {
        const box = boxOf(button);
        if (box.width < 43.5 || box.height < 43.5) faults.push(`small: ${name(button)}`);
    }
    const sea = boxOf(seaPart);
    const isAnother = document.querySelector("#place p");
    const isCalled = document.querySelector("#call button");
    const least = Math.min(300, height - 20) - (isCalled ? 120 : isAnother ? 50 : 0);
    if (sea.width < least - 5) faults.push(`small board: ${sea.width}`);

    // apart from each other
    const parts = [...all("#head, #goals, #place, #card, #steps > *, #actions > *, #call > *")];
    if (!mayScroll) parts.push(seaPart, ...all("#cells, .pile-button"));
    parts.forEach((one, n) => parts.slice(n + 1).forEach(other => {
        const [a, b] = [boxOf(one), boxOf(other)];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (mayScroll && [one, other].some(part => !part.closest(".turn-bar"))) return;
        if (across > 1 && down > 1) faults.push(`one over the other: ${name(one)} ${name(other)}`);
    }));

    // nothing cut but long names in the strip
    const scrolls = part => part.closest(".rest, #log");
    for (const part of all("#main *:not(svg, svg *, .unseen, .who, .who *)")) {
        if (!part.clientWidth || scrolls(part)) continue;
        if (part.scrollWidth > part.clientWidth + 1) faults.push(`cut across: ${name(part)}`);
        if (!part.matches("button, .goal, #card, #head, #cells li")) continue;
        if (part.scrollHeight > part.clientHeight + 2) faults.push(`cut below: ${name(part)}`);
    }
    if (document.documentElement.scrollWidth > width) faults.push("the page is too wide");

    const places = buttons.map(button => {
        const {left, top, right, bottom} = boxOf(button);
        const {key, do: what} = button.dataset;
        return [key ?? what, [left, top, right, bottom].map(Math.round)];
    });
    return [faults, Object.fromEntries(places)];
}"""


class Layouts:
    """Looks at one page in all windows, and remembers where its buttons were."""

    def __init__(self, page: Page, windows: tuple[Window, ...] = WINDOWS) -> None:
        self.page, self.windows = page, windows
        self.faults: list[str] = []
        self.places: dict[Window, dict[str, list[int]]] = {}

    def show(self, window: Window) -> tuple[list[str], dict[str, list[int]]]:
        """Return what is wrong in this window, and where its buttons are."""
        self.page.set_viewport_size({"width": window.width, "height": window.height})
        faults, places = self.page.evaluate(LOOK, [window.letters, window.may_scroll])
        return faults, places

    def look(self, state: str, *, is_new: bool = False) -> None:
        """Note the faults of every window; unless everything is new, a button that was there before
        must not have moved."""
        if is_new:
            self.places.clear()
        for window in self.windows:
            found, places = self.show(window)
            before = self.places.setdefault(window, {})
            if not window.may_scroll:
                for button in places.keys() & before.keys():
                    if places[button] != before[button]:
                        found.append(f"{button} moved: {before[button]} {places[button]}")
            before.update(places)
            self.faults += [f"{state}, {window}: {fault}" for fault in found]
        self.show(self.windows[-1])


@pytest.mark.hypothesis
@pytest.mark.parametrize("language", tried(WORDIEST, at_least=2))
def test_a_turn_alone_fits_every_window(visit: Open, language: str) -> None:
    """Long words in all windows, other long ones in the narrowest, or in all of them, too."""
    windows = WINDOWS if language == "de" else tuple(tried(WINDOWS, at_least=2))
    page = visit(language=language)
    page.goto(begin_alone(page, ["4/2"] * 3))
    page.wait_for_selector('#board .place[tabindex="0"]')
    layouts, player = Layouts(page, windows), TablePlayer(page)
    layouts.look("start")
    page.locator("#i-d3").click()
    expect(page.locator("#steps li.done")).to_have_count(1)
    layouts.look("start written")
    player.touch("#actions [data-key=done]")
    player.wait_for_round(1)
    layouts.look("first turn")
    # the board can be marked where it scrolls, its last row too
    layouts.show(Window(320, 568, 200))
    page.locator("#i-a6").click()
    expect(page.locator("#i-a6 .isle.fresh")).to_have_count(1)
    layouts.look("number written")
    player.touch_line("#board .span:has(path.target)")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    layouts.look("bridge drawn")
    assert not layouts.faults, "\n".join(layouts.faults)


@pytest.mark.hypothesis
@pytest.mark.parametrize("language", tried(WORDIEST, at_least=2))
def test_a_goal_out_of_reach_fits_every_window(visit: Open, language: str) -> None:
    """In the turn that closes it, where a sentence says why, and after it."""
    page = visit(language=language)
    page.goto(begin_alone(page, ["2/3"] * 4, start="4@c4"))
    layouts = Layouts(page)
    ask(page, "mark", seat=0, marks="c4=c6 a4-c4")
    expect(page.locator("#goals .goal.dead")).to_have_count(1)
    expect(page.locator("#steps .hint.warn")).to_have_count(1)
    layouts.look("a goal is lost", is_new=True)
    ask(page, "done", seat=0)
    expect(page.locator("#steps .hint.warn")).to_have_count(0)
    layouts.look("a goal is out of reach", is_new=True)
    assert not layouts.faults, "\n".join(layouts.faults)


def cookies_of(browser: Browser, page: Page) -> None:
    """Let the page be that of a visitor who has a seat already."""
    page.context.add_cookies(
        [
            {"name": cookie.name, "value": cookie.value or "", "url": browser.server.address}
            for cookie in browser.jar
        ]
    )


def open_table(server: Server, **form: str) -> tuple[str, Browser, Socket, Socket]:
    """Open a table of two and write their starts; return its id, the host and both sockets."""
    host, guest = Browser(server, "de"), Browser(server)
    id = host.open_table(mode="friends", seats="2", name="Bartholomäus", **form)
    guest.fetch(f"/t/{id}")
    own, other = host.socket(id), guest.socket(id)
    other.ask("sit", name="Maximiliane")
    own.ask("begin")
    for seat, socket in enumerate((own, other)):
        socket.ask("mark", seat=seat, marks="d3=4")
        socket.ask("done", seat=seat)
    return id, host, own, other


def test_a_table_of_several_fits_every_window(visit: Open, server: Server) -> None:
    id, host, own, other = open_table(server, pens="free")
    page = visit(language="de")
    cookies_of(host, page)
    page.goto(f"/t/{id}")
    layouts, player = Layouts(page), TablePlayer(page)
    player.wait_for_round(1)
    layouts.look("free pens")
    own.ask("done", seat=0, round=1)
    expect(page.locator("#actions [data-do=reopen]")).to_be_visible()
    layouts.look("waiting")
    page.locator("#seat-1 [data-do=look]").click()
    expect(page.locator("#place")).to_have_attribute("data-shown", "1")
    layouts.look("the board of another", is_new=True)
    for round in range(1, 18):
        if round > 1:
            own.ask("done", seat=0, round=round)
        other.ask("done", seat=1, round=round)
    page.wait_for_selector('#place[data-phase="check"]', state="attached")
    layouts.look("check", is_new=True)
    page.locator("#seat-1 [data-do=look]").click()
    expect(page.locator("#actions [data-key=back]")).to_be_visible()
    layouts.look("check of another board", is_new=True)
    page.locator("#i-d3").click()
    expect(page.locator("#call button").first).to_be_visible()
    layouts.look("a mark that can be called", is_new=True)
    for socket in (own, other):
        socket.close()
    assert not layouts.faults, "\n".join(layouts.faults)
