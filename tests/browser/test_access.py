"""Keyboard, screen readers, lost networks and restarted servers."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.axe import violations
from tests.support.page import (
    SHORT,
    Open,
    TablePlayer,
    ask,
    begin_alone,
    challenge_of,
    open_first_round,
    open_table,
)
from tests.support.pages import PLAIN_PAGES, dialogs, page_of, pages, shown_on
from tests.support.server import Server


def test_a_whole_game_by_keyboard_alone(visit: Open) -> None:
    page = visit()
    begin_alone(page, SHORT)
    page.goto("/")
    reached: list[str] = []
    while "Continue" not in reached and len(reached) < 20:
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim()"))
    page.keyboard.press("Enter")
    page.wait_for_selector('#board .place[tabindex="0"]')
    ways = paths(page)
    go_to(page, "d3", ways)
    page.keyboard.press("Enter")
    expect(page.locator("#steps li.done")).to_have_count(1)
    page.keyboard.press("d")
    player = TablePlayer(page)
    for round in range(1, len(SHORT)):
        player.wait_for_round(round)
        targets = page.locator("#board .place:has(.isle.target)")
        if targets.count():
            go_to(page, str(targets.first.get_attribute("data-island")), ways)
            page.keyboard.press("Enter")
            expect(page.locator("#board .isle.fresh")).to_have_count(1)
        for drawn in range(player.bridges):
            lines = page.locator("#board .span:has(path.target)")
            if not lines.count():
                break
            a, b = str(lines.first.get_attribute("data-line")).split("-")
            go_to(page, a, ways)
            page.keyboard.press("Shift+ArrowRight" if a[1:] == b[1:] else "Shift+ArrowDown")
            expect(page.locator("#board .rail.fresh")).to_have_count(drawn + 1)
        if player.count("#actions [data-key=done]:not([aria-disabled])"):
            page.keyboard.press("d")
            continue
        while player.count("#board .rail.fresh"):
            before = player.count("#board .rail.fresh")
            page.keyboard.press("Control+z")
            expect(page.locator("#board .rail.fresh")).to_have_count(before - 1)
        page.locator("#actions [data-key=skip]").focus()
        page.keyboard.press("Enter")
        page.locator("#sure [value=yes]").focus()
        page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()


ARROWS = ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")


def at(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.island"))


def paths(page: Page) -> dict[str, dict[str, str]]:
    """Return the island to which each arrow key leads from each island.

    The keys are pressed by a script, all of them at once; `go_to` presses real ones.
    """
    found: dict[str, dict[str, str]] = page.evaluate(
        """arrows => Object.fromEntries(
            [...document.querySelectorAll("#board .place")].map(place => [
                place.dataset.island,
                Object.fromEntries(arrows.map(key => {
                    place.focus();
                    place.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
                    return [key, document.activeElement.dataset.island];
                })),
            ]))""",
        ARROWS,
    )
    return found


def go_to(page: Page, island: str, ways: dict[str, dict[str, str]]) -> None:
    """Move the focus to an island by arrow keys, by the shortest way."""
    page.locator('#board .place[tabindex="0"]').focus()
    routes: dict[str, list[str]] = {at(page): []}
    for here in (queue := [at(page)]):
        for arrow, there in ways[here].items():
            if there not in routes:
                routes[there] = [*routes[here], arrow]
                queue.append(there)
    assert island in routes, f"{island} cannot be reached by arrow keys"
    for arrow in routes[island]:
        page.keyboard.press(arrow)
    assert at(page) == island


def test_keys_typed_notation_undo_and_redo(visit: Open) -> None:
    page = visit()
    open_first_round(page, ["4/2"] * 3)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#marks").fill("b3-d3")
    page.locator("#marks").press("Enter")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    page.locator("#i-d3").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#board .rail.fresh")).to_have_count(0)
    page.keyboard.press("Control+y")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    page.locator("#marks").fill("a1-a2")
    page.locator("#marks").press("Enter")
    expect(page.locator("#refusal")).to_contain_text(re.compile("has a number|card shows"))
    page.locator("#marks").fill("nonsense")
    page.locator("#marks").press("Enter")
    expect(page.locator("#refusal")).to_contain_text("nonsense")


def test_reload_network_cut_and_restart_lose_nothing(visit: Open, server: Server) -> None:
    page = visit()
    player = open_first_round(page, ["4/2"] * 3)
    player.touch_line("#l-b3-d3")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)

    page.reload()
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    page.wait_for_selector('#board .place[tabindex="0"]')

    page.context.set_offline(True)
    page.keyboard.press("Control+z")  # made while offline: kept, and sent once later
    page.context.set_offline(False)
    expect(page.locator("#board .rail.fresh")).to_have_count(0)

    player.touch_line("#l-d3-f3")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    server.restart()
    player.touch_line("#l-d3-d5")
    expect(page.locator("#board .rail.fresh")).to_have_count(2, timeout=20_000)
    page.reload()
    expect(page.locator("#board .rail.fresh")).to_have_count(2)


TURNS = (
    ("c2", "a2"),
    ("c4", "e4"),
    ("f6", "e6"),
    ("a6", "c6"),
    ("f1", "c1"),
    ("e4", ""),  # the bridge is skipped
)
"""The first turns of a game whose cards all show 4 and one bridge: where the number is written, and
where a bridge leads from there. After them a card is skipped."""


def test_a_whole_game_by_roles_and_names_alone(visit: Open) -> None:
    page = visit(phone=True)

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).tap()

    def skip(what: str) -> None:
        press(f"Skip {what}")
        page.get_by_role("dialog").get_by_role("button", name="Skip", exact=True).tap()

    def island(name: str) -> Locator:
        return page.get_by_role("button", name=re.compile(f"^{name}: "))

    begin_alone(page, ["4/1"] * (len(TURNS) + 2))
    page.goto("/")
    page.get_by_role("link", name="Continue", exact=True).tap()
    page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run
    island("d3").tap()
    expect(page.get_by_role("region", name="Your turn")).to_contain_text("3 written on d3")
    press("Done")
    happened = page.get_by_role("list", name="What happened")
    rounds = len(TURNS) + 1
    for round in range(1, rounds + 1):
        expect(happened).to_contain_text(", ".join(["4/1"] * round))
        expect(page.get_by_text(f"Round {round} of {rounds}").first).to_be_visible()
        if round > len(TURNS):
            skip("the number and the bridges")
            continue
        written, other = TURNS[round - 1]
        island(written).tap()
        expect(island(written)).to_have_accessible_name(re.compile(f"^{written}: 4, "))
        if not other:
            skip("the bridges")
            continue
        island(written).tap()
        island(other).tap()
        expect(island(written)).to_have_accessible_name(re.compile(f"1 bridge to {other}"))
        press("Done")
    expect(page.get_by_role("table", name="The score, line by line")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^\d+ points?$")).first).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


# --- axe, on every page and dialog, light and dark

DECK = ["5/1", "4/1", "3/1"]
"""A deck whose game ends after two rounds."""
SEEN_ALONE = {
    *(page_of(path) for path in PLAIN_PAGES if path != "/nowhere"),
    *("/t/{id}", "/t/{id}/move", "/m/{token}", "#menu", "#ladder", "#keys", "#sure"),
    "#giving-up",
    *("/t/{id}/review", "/t/{id}/review/best", "/t/{id}/review/find/{seat}"),
    *("/c/{code}", "/me/move", "/k/{token}"),
}
SEEN_TOGETHER = {"/t/{id}", "#agreed", "#curtain", "#reactions", "#mistakes"}
"""What the two tests below see; nothing is missing."""
LOOKS: Any = (
    ({"width": 1280, "height": 800}, "light"),
    ({"width": 390, "height": 844}, "dark"),
)


class Inspector:
    """Looks at pages with axe and remembers what it finds, whatever its impact."""

    def __init__(self) -> None:
        self.findings: list[str] = []
        self.seen: set[str] = set()

    def look(self, page: Page, what: str) -> None:
        """Look at the page as it is, light on a desktop and dark on a phone; first as the one that
        it is shown on, since each change takes time."""
        self.seen |= shown_on(page)
        is_phone = page.viewport_size == LOOKS[1][0]
        for size, scheme in LOOKS[::-1] if is_phone else LOOKS:
            if page.viewport_size != size:
                page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            self.findings += [f"{what}, {scheme}: {found}" for found in violations(page)]

    def open(self, page: Page, button: str, dialog: str) -> None:
        """Look at a dialog, and close it."""
        page.locator(button).first.click()
        expect(page.locator(f"{dialog}[open]")).to_be_visible()
        self.look(page, dialog)
        page.keyboard.press("Escape")
        expect(page.locator(f"{dialog}[open]")).to_have_count(0)


@pytest.mark.by_server
def test_axe_sees_every_page_and_every_dialog() -> None:
    assert pages() | dialogs() == SEEN_ALONE | SEEN_TOGETHER


@pytest.mark.by_server
def test_axe_finds_what_is_wrong_in_one_theme(visit: Open) -> None:
    inspector, page = Inspector(), visit("/rules")
    style = "@media (prefers-color-scheme: dark) { h1 { color: #222 } }"
    page.evaluate(
        """text => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(text);
            document.adoptedStyleSheets = [sheet];
        }""",
        style,
    )
    inspector.look(page, "rules")
    assert [found.split(" (")[0] for found in inspector.findings] == ["rules, dark: color-contrast"]


@pytest.mark.by_server
def test_axe_finds_nothing_on_the_pages_of_one_visitor(visit: Open) -> None:
    inspector, page = Inspector(), visit()
    for path in PLAIN_PAGES:
        page.goto(path)
        inspector.look(page, path)
    page.locator(".preferences summary").click()
    inspector.look(page, "preferences")
    page.goto(begin_alone(page, DECK))
    player = TablePlayer(page)
    page.wait_for_selector('#board .place[tabindex="0"]')
    inspector.look(page, "start")
    page.goto("/")
    inspector.look(page, "home, with an unfinished game")
    page.go_back()
    player.write_start()
    player.wait_for_round(1)
    player.touch_line("#l-b3-d3")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    player.touch_line("#l-a1-a2")
    expect(page.locator("#refusal")).to_be_visible()
    inspector.look(page, "round, with a refusal")
    inspector.open(page, "[data-open=menu]", "#menu")
    page.locator("[data-open=menu]").click()
    inspector.open(page, "#menu [data-do=close]", "#giving-up")
    inspector.open(page, "#head [data-open=ladder]", "#ladder")
    page.keyboard.press("?")
    inspector.look(page, "keys")
    page.keyboard.press("Escape")
    path = urlsplit(page.url).path
    page.goto(f"{path}/move")
    inspector.look(page, "move a seat")
    page.locator("button[name=seat]").click()
    inspector.look(page, "the link for a seat")
    link = page.locator("input[value*='/m/']").input_value()
    inspector.look(visit(urlsplit(link).path), "take a seat")
    page.goto(path)
    page.wait_for_selector('#board .place[tabindex="0"]')
    player.end_turn()
    player.wait_for_round(2)
    inspector.open(page, "#actions [data-key=skip]", "#sure")
    player.skip()
    expect(page.locator(".verdict")).to_be_visible()
    inspector.look(page, "end alone")
    page.goto(f"{path}?round=1")
    inspector.look(page, "a round of a finished game")
    page.goto(f"{path}/review")
    expect(page.locator(".figure b")).to_be_visible(timeout=60_000)
    inspector.look(page, "review")
    page.goto(f"{path}/review?round=1")
    inspector.look(page, "a round of a review")
    page.goto(f"{path}/review/best")
    inspector.look(page, "the best possible game")
    page.goto(f"{path}/review/find/0")
    inspector.look(page, "a puzzle of a review")
    challenge = challenge_of(page, path)
    page.goto(challenge)
    inspector.look(page, "a challenge, to whom it was given by")
    inspector.look(visit(challenge), "a challenge")
    for mine in ("/me", "/me/games", "/me/move"):
        page.goto(mine)
        inspector.look(page, mine)
    page.locator("button.main").click()
    inspector.look(page, "take games along")
    link = page.locator("input[value*='/k/']").input_value()
    inspector.look(visit(urlsplit(link).path), "games that are taken along")
    page.goto("/")
    inspector.look(page, "home, with a finished game")
    page.goto("/import")
    page.locator("#record").fill(page.request.get(f"{path}.json").text())
    page.locator("#scrub button.main").click()
    expect(page.locator(".verdict")).to_be_visible()
    inspector.look(page, "an imported game")
    assert not inspector.findings, "\n".join(inspector.findings)
    assert inspector.seen == SEEN_ALONE


@pytest.mark.by_server
def test_axe_finds_nothing_where_several_play(visit: Open) -> None:
    inspector, page = Inspector(), visit()
    page.goto(open_table(page, seats=4, pens="free", deck=DECK))
    guest = visit(urlsplit(page.url).path)
    for one, name in ((page, "Tim"), (guest, "Ida")):
        ask(one, "sit", name=name)
    ask(page, "sit_bot", seat=2, name="Ada", bot="greedy")
    page.locator("#unfold-3").click()
    page.locator("#tool-1").click()
    inspector.look(page, "lobby, with a bot")
    page.locator("#change").click()
    inspector.look(page, "lobby, what is played")
    page.locator("[data-cancel]").click()
    ask(page, "sit", name="Bo")
    ask(page, "begin")
    page.wait_for_selector("#curtain[open]")

    def all_ask(do: str, **fields: str) -> None:
        for seat, one in ((0, page), (1, guest), (3, page)):
            ask(one, do, seat=seat, **fields)

    all_ask("mark", marks="d3=3")
    all_ask("done")
    expect(page.locator("#card .tallies span")).to_have_count(1)
    ask(page, "mark", seat=0, marks="6@a1")
    all_ask("done")
    expect(page.locator("#curtain[open] #recap li")).to_have_count(4)
    inspector.look(page, "curtain, with what happened")
    page.locator("#curtain button").click()
    inspector.look(page, "round of four, with free pens")
    inspector.open(page, "#others [data-react]", "#reactions")
    guest.locator("#seat-0 [data-do=look]").click()
    expect(guest.locator('#place[data-shown="0"].look')).to_be_visible()
    guest.locator("#i-a1").click()
    expect(guest.locator("#call [data-do=call]")).to_contain_text("6 on a1 from round 1")
    inspector.look(guest, "another board, with a mark to call")
    guest.locator("#call [data-do=call]").click()
    expect(page.locator("#mistakes[open]")).to_be_visible()
    inspector.look(page, "a mistake that was called")
    page.locator("#mistakes button").click()
    ask(page, "mark", seat=0, marks="6@a1")
    all_ask("done")
    page.wait_for_selector('#place[data-phase="check"]', state="attached")
    inspector.look(page, "last check")
    all_ask("check")
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator(".referee li").first).to_contain_text("(rule R")
    inspector.look(page, "end of four")
    guest.locator("#again button").first.click()
    expect(page.locator(".offer")).to_be_visible()
    inspector.look(page, "offer of another game")
    inspector.look(guest, "lobby of another game")
    assert not inspector.findings, "\n".join(inspector.findings)
    assert inspector.seen == SEEN_TOGETHER
