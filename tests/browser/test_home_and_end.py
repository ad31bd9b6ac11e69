"""The start page and the end of a game: what is in sight, in every size, and how they behave."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from hashi.host import holder_of
from hashi.host.store.address import open_store
from hashi.table.event import Seated
from tests.support.bodies import WORDIEST, fetch_bodies, measure_bodies
from tests.support.examples import tried
from tests.support.page import Open
from tests.support.server import Server
from tests.support.stored_games import A_MONDAY, DAY, write_game

KEY = "a-key-of-a-returning-visitor"
SIZES = ((320, 568), (390, 844), (667, 375), (844, 390), (1280, 800), (1920, 1080))
BOTS = tuple(Seated(n, name, bot="greedy") for n, name in enumerate(("Ada", "Kiku", "Oto"), 1))


@dataclass(frozen=True)
class Games:
    """The tables of a visitor who has played before."""

    running: str
    alone: str
    with_three: str


@pytest.fixture(scope="module")
def games(server: Server) -> Games:
    """Write one running and twelve finished games of one visitor into the store of the server."""
    store = open_store(server.place)
    own = Seated(0, "Player", holder=holder_of(KEY))
    linus = Seated(1, "Linus", holder="another")
    running = write_game(store, [own, linus], rounds=6, at=A_MONDAY - 30 * DAY)
    with_three = write_game(store, [own, *BOTS], at=A_MONDAY - DAY, bot="random")
    for n in range(10):
        write_game(store, [own], seed=f"{n}", at=A_MONDAY + n * DAY, bot="random")
    alone = write_game(store, [own], at=A_MONDAY + 12 * DAY, bot="greedy")
    store.close()
    return Games(running, alone, with_three)


def come_back(visit: Open, server: Server, path: str = "/", **options: Any) -> Page:
    """Open a page as the visitor who has played before."""
    page = visit(**options)
    page.context.add_cookies([{"name": "hashi_key", "value": KEY, "url": server.address}])
    page.goto(path)
    return page


SIGHT = """selectors => selectors.filter(selector => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (!box?.width || box.top < 0 || box.left < 0) return true;
    return box.bottom > innerHeight || box.right > innerWidth;
})"""
"""Returns which of these parts are missing or not wholly in the window."""
CUT = """() => {
    const isScrolled = part => part && (
        getComputedStyle(part).overflowX === "auto" || isScrolled(part.parentElement));
    const isCut = part => {
        const box = part.getBoundingClientRect();
        if (!box.width || isScrolled(part)) return false;
        const isInline = getComputedStyle(part).display === "inline" || !part.clientWidth;
        const isTooFull = !isInline && part.scrollWidth > part.clientWidth + 2;
        return isTooFull || box.left < -1 || box.right > innerWidth + 1;
    };
    const parts = [...document.querySelectorAll("main *:not(svg *, .unseen, .unseen *)")];
    return parts.filter(isCut).map(part => `${part.localName}.${part.className}`);
}"""
"""Returns what is wider than its place, except in a frame that scrolls."""

FAULTS = f"""parts => [({SIGHT})(parts), ({CUT})(), document.documentElement.scrollWidth]"""
Parts = tuple[str, ...]


def check_sight(page: Page, usual: Parts, special: dict[tuple[int, int], Parts]) -> None:
    """Check in every size, in the wordiest languages, that these parts are in sight without
    scrolling, and nothing is cut; then load the page again."""
    fetch_bodies(page, [page.url], tried(WORDIEST, at_least=4))
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        parts = list(special.get(size, usual))
        for _, language, (missing, cut, wide) in measure_bodies(page, FAULTS, parts):
            assert (missing, cut) == ([], []), (size, language)
            assert wide <= size[0], (size, language)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for _, language, (_, cut, wide) in measure_bodies(page, FAULTS, []):
        assert cut == [], f"{language}: text of twice the size"
        assert wide <= 390, language
    page.reload()


PLAY = "main form button.main"


@pytest.mark.hypothesis
def test_the_start_page_shows_a_new_visitor_how_to_play_at_once(visit: Open) -> None:
    page = visit("/")
    everything = (".hero svg", "h1", ".lead", PLAY, ".ways", ".further")
    small, low = (".hero svg", "h1", PLAY), (".hero svg", "h1", ".lead", PLAY, ".ways")
    check_sight(page, everything, {(320, 568): small, (667, 375): small, (844, 390): low})
    page.set_viewport_size({"width": 1920, "height": 1080})
    tall = page.evaluate("document.querySelector('.hero svg').getBoundingClientRect().height")
    assert tall > 450  # the picture uses the space of a large screen


@pytest.mark.hypothesis
def test_a_returning_visitor_meets_the_unfinished_game_first(
    visit: Open, server: Server, games: Games
) -> None:
    page = come_back(visit, server)
    resume = (".hero svg", ".resume h1", ".resume .lead", ".go-on")
    phone, desktop = (*resume, ".start .ways"), (*resume, ".start .ways", ".past li")
    check_sight(page, resume, {(390, 844): phone, (1280, 800): desktop, (1920, 1080): desktop})
    assert page.locator(".past li").count() == 12
    page.locator(".go-on").click()
    page.wait_for_url(f"**/t/{games.running}")


@pytest.mark.hypothesis
def test_the_end_shows_ledger_and_rank_or_winner_in_sight(
    visit: Open, server: Server, games: Games
) -> None:
    page = come_back(visit, server, f"/t/{games.alone}")
    first = (".end-board svg", ".total b", ".verdict")
    whole, desktop = (
        (*first, ".planks", ".sharing", "#again"),
        (".replay svg", *first[1:], "#again"),
    )
    sides = {
        (320, 568): first,
        (667, 375): first,
        (844, 390): first,
        (1280, 800): desktop,
        (1920, 1080): desktop,
    }
    check_sight(page, whole, sides)
    assert page.locator(".ranks li").count() == 12
    page = come_back(visit, server, f"/t/{games.with_three}")
    columns, main = (".verdict", ".score-columns"), (".pad tfoot", "#again button")
    special = {(320, 568): columns, (667, 375): (*columns, main[0])}
    check_sight(page, (*columns, *main), special)


def test_language_and_colours_add_no_entry_to_the_history(visit: Open) -> None:
    page = visit("/rules?lang=en")
    page.goto("/new?mode=bots&lang=en")
    entries = page.evaluate("history.length")
    for choice, sign in (("lang", 'html[lang="cs"]'), ("theme", 'html[data-theme="dark"]')):
        page.locator(".preferences summary").click()
        page.locator(f"[name={choice}][value={'cs' if choice == 'lang' else 'dark'}]").click()
        page.wait_for_selector(sign)
        page.wait_for_load_state()
        assert page.url.endswith("/new?mode=bots")
    assert page.evaluate("history.length") == entries
    page.go_back()
    assert "/rules" in page.url


@pytest.mark.by_server
def test_language_and_colours_work_without_scripts(visit: Open) -> None:
    page = visit("/rules", scripts=False)
    page.locator(".preferences summary").click()
    page.locator("[name=lang][value=it]").click()
    expect(page.locator('html[lang="it"]')).to_have_count(1)
    assert page.url.endswith("/rules")


ANIMATED = "document.getAnimations().filter(one => one.playState !== 'finished').length"


def test_all_of_the_end_is_there_from_the_start(visit: Open, server: Server, games: Games) -> None:
    page = come_back(visit, server, f"/t/{games.alone}")
    assert page.evaluate(ANIMATED) == 0  # with reduced motion all stands still
    expect(page.locator(".total b")).to_have_text(
        str(sum(int(text) for text in page.locator(".pad tbody td:not(.none)").all_inner_texts()))
    )
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    faint = (
        "[...document.querySelectorAll('.result *')].filter(e => getComputedStyle(e).opacity < 1)"
    )
    assert page.evaluate(f"{faint}.length") == 0  # what moves can be read while it does
    delays = page.evaluate(DELAYS)
    assert delays["TR"] == [0, 120, 240, 360]
    assert delays["LI"] == [40 * n for n in range(len(delays["LI"]))]
    expect(page.locator("#again button").first).to_be_enabled()


DELAYS = """() => {
    const found = {TR: [], LI: []};
    for (const part of document.querySelectorAll(".pad tbody tr, .planks .laid"))
        found[part.tagName].push(
            Math.round(1000 * parseFloat(getComputedStyle(part).animationDelay)));
    return found;
}"""


def test_one_control_offers_all_ways_to_share(visit: Open, server: Server, games: Games) -> None:
    page = come_back(visit, server, f"/t/{games.alone}")
    ways = page.locator(".sharing li")
    assert ways.locator("visible=true").count() == 0
    page.get_by_text("Share", exact=True).click()
    assert [text.strip() for text in ways.locator("visible=true").all_inner_texts()] == [
        *("Picture to share", "Animation (GIF)", "Copy link", "Challenge friends")
    ]
    with page.expect_download() as download:
        page.get_by_role("link", name="Picture to share").click()
    assert download.value.suggested_filename == f"hashi-{games.alone}.png"
    expect(page.locator(".keep a[href*='.png'], .keep a[href*='/c/']")).to_have_count(0)


def test_several_pictures_are_behind_one_control(visit: Open, server: Server, games: Games) -> None:
    page = come_back(visit, server, f"/t/{games.with_three}")
    expect(page.locator(".keep a[href*='.svg']:visible")).to_have_count(0)
    page.get_by_text("Pictures").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Kiku’s board").click()
    assert download.value.suggested_filename.endswith(".svg")


def test_the_moving_picture_is_drawn_while_the_page_says_so(
    visit: Open, server: Server, games: Games
) -> None:
    page = come_back(visit, server, f"/t/{games.alone}")
    page.locator(".sharing > summary").click()
    link = page.locator("[data-moving]")
    drawn: list[tuple[Route, APIResponse]] = []  # held until the page has said how far it is
    picture = re.compile(r"\.gif\?lang=\w+$")
    page.route(picture, lambda route: drawn.append((route, route.fetch(timeout=90_000))))
    link.click()
    expect(link).to_have_attribute("aria-busy", "true")
    expect(link).to_have_text(re.compile(r"^\s*Drawing… \d+%\s*$"), timeout=90_000)
    expect(link).to_have_text("Drawing… 100%", timeout=90_000)
    with page.expect_download() as download:
        while not drawn:
            page.wait_for_timeout(50)
        route, answer = drawn.pop()
        route.fulfill(response=answer)
    assert download.value.suggested_filename == f"hashi-{games.alone}.gif"
    assert download.value.path().read_bytes()[:6] == b"GIF89a"
    expect(link).to_have_text("Animation (GIF)")
    page.route("**/*.gif*", lambda route: route.fulfill(status=429))
    link.click()
    expect(page.locator("#problem")).to_contain_text("couldn’t be drawn")
