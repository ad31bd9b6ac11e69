"""Every page in every language: all of it translated, nothing cut off or too wide, every name as it
is read. People have the longest names that are allowed."""

from __future__ import annotations

import re
from functools import cache
from string import Formatter
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from tools import catalogues

from hashi.rules.game.name import LONGEST_NAME
from hashi.words import LANGUAGES, language_tag
from tests.support.bodies import fetch_bodies, measure_bodies
from tests.support.examples import tried
from tests.support.page import Open, TablePlayer, ask_at, begin_alone, challenge_of, open_table
from tests.support.pages import PLAIN_PAGES, dialogs, page_of, pages
from tests.support.server import Server

WINDOWS = ((320, 100), (320, 200), (390, 100), (1280, 100))
"""The widths of windows and the sizes of their letters in per cent, the one with the least room
first."""
LOADED = "de"
"""The language whose pages are loaded, and measured in every window; those in other languages are
measured in the first of them, and by `make laws` in all."""
LONG = "W" * (LONGEST_NAME - 1)
"""A name without a break; with a digit after it, it has the greatest length and width."""
PLAYERS = tuple(f"{LONG}{number}" for number in range(1, 5))
DECK = ["5/1", "4/1", "3/1"]
"""A deck whose game ends after two rounds."""

TEXTS = """() => {
    const own = `:lang(${document.documentElement.lang})`;
    const said = element => element.matches(own)
        && !element.closest("svg, script, style, code, textarea");
    const names = ["aria-label", "title", "placeholder", "alt",
        // texts that a script shows later
        "data-sure", "data-says", "data-pass", "data-ready", "data-begun",
        "data-lost", "data-back", "data-saving", "data-full", "data-gone", "data-forbidden"];
    const texts = [];
    for (const element of document.body.querySelectorAll("*"))
        for (const name of said(element) ? names : [])
            if (element.getAttribute(name)) texts.push(element.getAttribute(name));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const text = node.data.trim().replace(/\\s+/g, " ");
        if (text && said(node.parentElement)) texts.push(text);
    }
    return texts;
}"""

LAYOUT = """(root, letters) => {
    const short = "button, .button, .choice, h1, h2, h3, label, legend, summary, th, dt, .names";
    const most = letters > 100 ? 13 : 18;  // a browser that knows the language hyphenates others
    const words = new RegExp(`(?<!\\\\p{L})\\\\p{L}{2,${most}}(?!\\\\p{L})`, "gu");
    const isShown = element => !element.closest(".unseen, .skip, noscript, dialog:not([open])")
        && getComputedStyle(element).clipPath !== "inset(50%)"  // for those who listen
        && element.checkVisibility({visibilityProperty: true, opacityProperty: true});
    const up = element => element.parentElement;
    const cut = [], overlapping = [], misnamed = [], boxes = [], broken = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const element = up(node), text = node.data.trim().replace(/\\s+/g, " ");
        if (!text || element.closest("svg, script, style, code, textarea")) continue;
        if (!isShown(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const {0: word, index} of element.closest(short) ? node.data.matchAll(words) : []) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map(line => Math.round(line.top)));
            if (lines.size > 1 && !word.includes("WW")) broken.push(word);
        }
        range.selectNodeContents(node);
        let isMoving = false, isScrolled = false, hasDots = false, end = Infinity;
        for (let box = element; box && box !== document.body; box = up(box)) {
            const style = getComputedStyle(box);
            isMoving ||= ["fixed", "sticky", "absolute"].includes(style.position);
            hasDots ||= style.textOverflow === "ellipsis";
            const isFrame = box.matches("button, .button, .choices > label, .choice")
                || ["hidden", "clip"].includes(style.overflowX);
            if (["auto", "scroll"].includes(style.overflowX)) isScrolled = true;
            if (["auto", "scroll"].includes(style.overflowY))
                end = Math.min(end, box.getBoundingClientRect().bottom);
            if (isScrolled || hasDots || !isFrame) continue;
            const edge = box.getBoundingClientRect();
            for (const line of range.getClientRects())
                if (line.left < edge.left - 1 || line.right > edge.right + 1) cut.push(text);
        }
        for (const line of range.getClientRects()) {
            if (isScrolled || hasDots || !line.width) continue;
            if (line.left < -1 || line.right > innerWidth + 1) cut.push(text);
            if (isMoving || line.bottom > end) continue;
            const part = line.height / 4;  // the letters alone, without the space between lines
            boxes.push({element, text, left: line.left + 1, right: line.right - 1,
                top: line.top + part, bottom: line.bottom - part});
        }
    }
    boxes.forEach((one, index) => {
        for (const other of boxes.slice(index + 1))
            if (one.element !== other.element && one.left < other.right && other.left < one.right
                && one.top < other.bottom && other.top < one.bottom)
                overlapping.push(`${one.text} / ${other.text}`);
    });
    const plain = text => text.toLowerCase().replace(/\\s+/g, " ").trim();
    for (const element of root.querySelectorAll(":is(a, button, summary)[aria-label]")) {
        if (element.closest("svg") || !isShown(element)) continue;
        const copy = element.cloneNode(true);
        copy.querySelectorAll("[aria-hidden=true], .unseen, svg").forEach(part => part.remove());
        const label = plain(copy.textContent), name = plain(element.getAttribute("aria-label"));
        if (!name.includes(label)) misnamed.push(`${label} / ${name}`);
    }
    const isClipped = part => {
        for (let box = up(part); box && box !== document.body; box = up(box))
            if (getComputedStyle(box).overflowX !== "visible") return true;
        return false;
    };
    const wide = [...root.querySelectorAll("*:not(svg *, .unseen, .skip)")].filter(part => {
        const box = part.getBoundingClientRect();
        return box.width && (box.left < -1 || box.right > innerWidth + 1) && !isClipped(part);
    }).map(part => `${part.localName}#${part.id}.${part.className}`);
    const frame = root === document.body ? document.documentElement : root;
    if (frame.scrollWidth > frame.clientWidth) wide.push(`${frame.localName}#${frame.id}`);
    return {
        "cut off": [...new Set(cut)], broken, overlapping,
        "named otherwise": misnamed, "too wide": wide,
    };
}"""

LAYOUTS = f"""letters => {{
    const look = {LAYOUT};
    document.documentElement.style.fontSize = `${{letters}}%`;
    document.querySelectorAll("details").forEach(part => part.open = true);
    const shown = document.querySelector("dialog[open]");
    shown?.close();
    const found = {{"": look(document.body, letters)}};
    // to show a dialog takes long where a large page becomes inert behind it
    const behind = [...document.body.children].filter(
        part => !part.matches("dialog") && !part.querySelector("dialog"));
    for (const part of behind) part.style.display = "none";
    for (const dialog of document.querySelectorAll("dialog")) {{
        const text = `${{innerWidth}} ${{letters}} ${{dialog.outerHTML}}`;
        found[`#${{dialog.id}}`] = {{}};
        if (sessionStorage.getItem(text)) continue; // measured in another state of the table
        sessionStorage.setItem(text, "measured");
        dialog.showModal();
        found[`#${{dialog.id}}`] = look(dialog, letters);
        dialog.close();
    }}
    for (const part of behind) part.style.display = "";
    shown?.showModal();
    return found;
}}"""
"""The layout of the page and of each dialog on it, with all that can be folded out."""

WHOLE = f"letters => [document.documentElement.lang, ({TEXTS})(), ({LAYOUTS})(letters)]"
"""The language, the texts and the layout of a page."""


@cache
def english(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the English sentences that a page in this language must not hold: texts, and a pattern
    of those with names or numbers in them."""
    same: set[str] = set()
    sentences: list[str] = []
    for message in catalogues.read(language):
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        said = [message.string] if isinstance(message.string, str) else list(message.string or ())
        same.update(said)
        sentences += ids
    other = [text for text in sentences if text and text not in same]
    whole = frozenset(text for text in other if "{" not in text)
    patterns = (_pattern(text) for text in other if "{" in text and _letters(text) > 8)
    return whole, re.compile("|".join(patterns))


def _letters(text: str) -> int:
    return sum(len(part) for part, *_ in Formatter().parse(text))


def _pattern(text: str) -> str:
    parts = Formatter().parse(text)
    return "".join(re.escape(part) + (".+" if name else "") for part, name, *_ in parts)


@cache
def is_english(language: str, text: str) -> bool:
    """Return whether a text was left in English on a page in this language."""
    if language == "en":
        return False
    whole, pattern = english(language)
    text = text.strip(" ,·")
    return text in whole or pattern.fullmatch(text) is not None


def left_in_english(page: Page, language: str) -> list[str]:
    return [text for text in page.evaluate(TEXTS) if is_english(language, text)]


def faults_of(layout: dict[str, list[str]]) -> list[tuple[str, list[str]]]:
    return [(kind, texts) for kind, texts in layout.items() if texts]


class Reader:
    """Reads pages in every language, and remembers what is wrong and what was seen."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.faults: list[object] = []
        self.seen: set[str] = set()

    def speak(self, page: Page, language: str) -> None:
        """Let the pages of this visitor be in that language."""
        cookie: Any = {"name": "hashi_lang", "value": language, "url": self.address}
        page.context.add_cookies([cookie])

    def read(self, page: Page, what: str, path: str) -> None:
        """Look at a page in every language, with each dialog open; then leave it, since the page
        of a table is loaded again by itself when its game begins or ends.

        It is loaded in one language and measured in every window. Then its body is exchanged for
        that of the others.
        """
        self.seen.add(page_of(path))
        self.speak(page, LOADED)
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language_tag(LOADED)
        self.note(what, LOADED, 0, [("in English", left_in_english(page, LOADED))])
        for width, letters in reversed(WINDOWS):
            self.measure(page, what, LOADED, width, letters)
        fetch_bodies(page, [path], [each for each in LANGUAGES if each != LOADED])
        for width, letters in tried(WINDOWS, at_least=1):
            self.resize(page, width)
            for _, language, (tag, texts, layouts) in measure_bodies(page, WHOLE, letters):
                assert tag == language_tag(language)
                english = [text for text in texts if is_english(language, text)]
                self.note(what, language, 0, [("in English", english)])
                self.note_layouts(what, language, width, letters, layouts)
        if path.startswith("/t/"):
            page.goto("about:blank")

    def resize(self, page: Page, width: int) -> None:
        if page.evaluate("innerWidth") != width:
            page.set_viewport_size({"width": width, "height": 844})

    def measure(self, page: Page, what: str, language: str, width: int, letters: int = 100) -> None:
        self.resize(page, width)
        self.note_layouts(what, language, width, letters, page.evaluate(LAYOUTS, letters))

    def note_layouts(
        self,
        what: str,
        language: str,
        width: int,
        letters: int,
        layouts: dict[str, dict[str, list[str]]],
    ) -> None:
        for dialog, layout in layouts.items():
            self.seen.add(dialog)
            self.note(f"{what} {dialog} {letters} %", language, width, faults_of(layout))

    def note(
        self, what: str, language: str, width: int, faults: list[tuple[str, list[str]]]
    ) -> None:
        self.faults += [(what, language, width, kind, texts) for kind, texts in faults if texts]


SEEN_WITHOUT_TABLES = {page_of(path) for path in PLAIN_PAGES}
SEEN_AT_TABLES = {
    *("/t/{id}", "/t/{id}/move", "/m/{token}", *(dialogs() - {"#ladder"})),
    *("/t/{id}/review", "/t/{id}/review/best", "/t/{id}/review/find/{seat}"),
    *("/c/{code}", "/me", "/me/games", "/me/move", "/k/{token}"),
}
SEEN_ALONE = {
    *("/t/{id}", "#menu", "#keys", "#sure", "#ladder", "#curtain", "#mistakes", "#giving-up"),
}


def test_every_page_and_every_dialog_is_read() -> None:
    seen = SEEN_WITHOUT_TABLES | SEEN_AT_TABLES | SEEN_ALONE
    assert seen - {""} == pages() | dialogs()


LESSONS = (
    *(f"/learn?step={step}" for step in range(2, 11)),
    *(f"/learn/tactics?step={step}" for step in range(2, 6)),
)
"""The steps of the lessons that are not among the plain pages."""


@pytest.mark.hypothesis
@pytest.mark.parametrize("paths", [PLAIN_PAGES, LESSONS], ids=["pages", "lessons"])
def test_pages_without_a_table(visit: Open, server: Server, paths: tuple[str, ...]) -> None:
    reader, page = Reader(server.address), visit()
    for path in paths:
        reader.read(page, path, path)
    assert not reader.faults, "\n".join(map(str, reader.faults))
    assert reader.seen - {""} <= SEEN_WITHOUT_TABLES


def test_home_with_large_letters_in_every_language(visit: Open, server: Server) -> None:
    """On the smallest phone, too: nothing too wide, no word of a button broken."""
    reader, page = Reader(server.address), visit("/")
    fetch_bodies(page, ["/"], LANGUAGES)
    for width in (320, 390):
        reader.resize(page, width)
        for _, language, layouts in measure_bodies(page, LAYOUTS, 200):
            reader.note_layouts("home", language, width, 200, layouts)
    assert not reader.faults, "\n".join(map(str, reader.faults))


@pytest.mark.hypothesis
def test_a_table_from_its_lobby_to_the_next_game(visit: Open, server: Server) -> None:
    """Three people share a device, the fourth has one of their own."""
    reader, page, guest = Reader(server.address), visit(), visit()
    table = open_table(page, seats=4, pens="free", deck=DECK)

    def ask(page: Page, do: str, **fields: Any) -> None:
        ask_at(page, table, do, **fields)

    ask(page, "sit", name=PLAYERS[0])
    reader.read(guest, "the lobby of a guest", table)
    ask(page, "sit", name=PLAYERS[1])
    ask(page, "sit_bot", seat=2, name=PLAYERS[2], bot="greedy")
    reader.read(page, "the lobby of the host", table)
    ask(page, "leave", seat=2)
    ask(guest, "sit", name=PLAYERS[2])
    ask(page, "sit", name=PLAYERS[3])
    ask(page, "begin")

    def all_ask(do: str, **fields: Any) -> None:
        for seat, one in enumerate((page, page, guest, page)):
            ask(one, do, seat=seat, **fields)

    reader.read(page, "the first turn", table)
    all_ask("mark", marks="d3=3")
    all_ask("done")
    ask(page, "mark", seat=0, marks="6@a1")
    all_ask("done", round=1)
    ask(guest, "call", seat=2, on=0, mark="6@a1", made=1)
    reader.read(page, "a turn with free pens, and a mistake", table)
    reader.read(visit(), "a table that is watched", table)
    reader.read(page, "home", "/")
    page.goto(f"{table}/move")
    page.locator("button[name=seat]").first.click()
    link = urlsplit(page.locator("input[value*='/m/']").input_value()).path
    reader.read(visit(), "a link that moves a seat", link)
    reader.read(page, "a seat that moves", f"{table}/move")
    all_ask("done", round=2)
    reader.read(guest, "the last check", table)
    reader.read(page, "a moment", f"{table}?round=1")
    all_ask("check")
    reader.read(page, "the end", table)
    page.goto(f"{table}/review")
    expect(page.locator(".figure b")).to_be_visible(timeout=60_000)
    reader.read(page, "a review", f"{table}/review?round=1")
    reader.read(page, "the best possible game", f"{table}/review/best")
    reader.read(page, "a puzzle of a review", f"{table}/review/find/0")
    challenge = challenge_of(page, table)
    reader.read(page, "a challenge, to whom it was given by", challenge)
    reader.read(visit(), "a challenge", challenge)
    for mine in ("/me", "/me/games", "/me/move"):
        reader.read(page, mine, mine)
    page.goto("/me/move")
    page.locator("button.main").click()
    link = urlsplit(page.locator("input[value*='/k/']").input_value()).path
    reader.read(visit(), "games that are taken along", link)
    ask(page, "rematch", same=True)
    reader.read(guest, "the offer of another game", table)
    guest.goto(table)
    expect(guest.locator(".offer")).to_contain_text(LONG)
    link = str(guest.locator("#again a").get_attribute("href"))
    reader.read(page, "the lobby of another game", link)
    assert not reader.faults, "\n".join(map(str, reader.faults))
    assert reader.seen - {"", "/"} == SEEN_AT_TABLES


@pytest.mark.hypothesis
def test_what_only_a_touch_shows(visit: Open, server: Server) -> None:
    """A refusal, the question before a card is skipped, and another player's board."""
    reader, page, guest = Reader(server.address), visit(), visit()
    alone = begin_alone(page, DECK, start="d3=3")
    table = open_table(guest, seats=2, deck=DECK)
    for name in PLAYERS[:2]:
        ask_at(guest, table, "sit", name=name)
    ask_at(guest, table, "begin")
    for language in LANGUAGES:
        reader.speak(page, language)
        page.goto(alone)
        TablePlayer(page).wait_for_round(1)
        page.locator("#marks").fill("a1-b1")
        page.locator("#marks").press("Enter")
        expect(page.locator("#refusal")).to_be_visible()
        page.locator("#actions [data-key=skip]").click()
        expect(page.locator("#sure[open]")).to_be_visible()
        reader.note("a refusal", language, 0, [("in English", left_in_english(page, language))])
        reader.speak(guest, language)
        guest.goto(table)
        guest.locator("#curtain[open] button").click()
        guest.locator("#seat-1 [data-do=look]").click()
        expect(guest.locator("#place")).to_have_attribute("data-shown", "1")
        words = left_in_english(guest, language)
        reader.note("another board", language, 0, [("in English", words)])
        for width, letters in WINDOWS if language == LOADED else tried(WINDOWS, at_least=1):
            reader.measure(page, "a refusal", language, width, letters)
            reader.measure(guest, "another board", language, width, letters)
    assert not reader.faults, "\n".join(map(str, reader.faults))
    assert reader.seen - {""} == SEEN_ALONE - {"/t/{id}"}


def test_the_check_finds_every_kind_of_fault(visit: Open) -> None:
    page = visit("/rules", language="de", phone=True)
    page.evaluate(
        """() => {
            const main = document.querySelector("main");
            main.insertAdjacentHTML("afterbegin", `
                <p>Waiting for Ida.</p><p title="Play now">Gut</p>
                <div id="narrow">Donaudampfer</div>
                <div><p id="low">oben</p><p>unten</p></div>
                <button aria-label="Etwas anderes">Los</button>
                <button id="tight">Automatisch</button>
                <h2 id="slim">Aufzeichnung</h2>
                <dialog id="small"><div>breit</div></dialog>`);
            const style = (id, rules) => Object.assign(document.getElementById(id).style, rules);
            style("narrow", {overflow: "hidden", width: "30px", whiteSpace: "nowrap"});
            style("low", {height: "1px", margin: "0"});
            style("tight", {width: "60px", padding: "0", overflowWrap: "normal"});
            style("slim", {width: "60px", overflowWrap: "anywhere"});
            Object.assign(document.querySelector("#small div").style, {width: "2000px"});
        }"""
    )
    assert left_in_english(page, "de") == ["Play now", "Waiting for Ida."]
    layouts = page.evaluate(LAYOUTS, 100)
    assert dict(faults_of(layouts[""])) == {
        "cut off": ["Donaudampfer", "Automatisch"],
        "broken": ["Aufzeichnung"],
        "overlapping": ["oben / unten"],
        "named otherwise": ["los / etwas anderes"],
    }
    assert dict(faults_of(layouts["#small"])) == {"too wide": ["dialog#small"]}
