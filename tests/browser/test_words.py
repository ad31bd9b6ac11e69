"""Every page in every language: all of it translated, nothing cut off, every name as it is read."""

from __future__ import annotations

import re
from functools import cache
from string import Formatter
from typing import TypedDict

import pytest
from playwright.sync_api import Page, expect
from tools import catalogues

from hashi.rules.name import LONGEST_NAME
from hashi.words import LANGUAGES, language_tag
from tests.support.page import Open, TablePlayer

WIDTHS = (390, 320)
LONG = "W" * (LONGEST_NAME - 1)
"""A name without a break; with a digit after it, it has the greatest length and width."""
PLAYERS = (f"{LONG}1", f"{LONG}2")


class Seen(TypedDict):
    """What a page holds at one moment, and what is wrong with it whatever its language."""

    texts: list[str]
    cut: list[str]
    overlapping: list[str]
    misnamed: list[str]


LOOK = """() => {
    const root = document.querySelector("dialog[open]") ?? document.body;
    const own = `:lang(${document.documentElement.lang})`;
    const said = element => element.matches(own)
        && !element.closest("svg, script, style, code, textarea");
    const isShown = element => !element.closest(".unseen, .skip, noscript, dialog:not([open])")
        && element.checkVisibility({visibilityProperty: true, opacityProperty: true});
    const spoken = ["aria-label", "title", "placeholder", "alt"];
    const kept = ["data-sure", "data-pass", "data-ready"];  // texts that a script shows later
    const up = element => element.parentElement;
    const texts = [], cut = [], overlapping = [], misnamed = [], boxes = [];
    for (const element of document.body.querySelectorAll("*")) {
        if (!said(element)) continue;
        for (const name of [...spoken, ...kept])
            if (element.getAttribute(name)) texts.push(element.getAttribute(name));
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const element = up(node), text = node.data.trim().replace(/\\s+/g, " ");
        if (!text || !said(element)) continue;
        texts.push(text);
        if (!root.contains(element) || !isShown(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        let isMoving = false, isScrolled = false, hasDots = false;
        for (let box = element; box && box !== document.body; box = up(box)) {
            const style = getComputedStyle(box);
            isMoving ||= ["fixed", "sticky", "absolute"].includes(style.position);
            hasDots ||= style.textOverflow === "ellipsis";
            if (["auto", "scroll"].includes(style.overflowX)) isScrolled = true;
            if (isScrolled || hasDots || !["hidden", "clip"].includes(style.overflowX)) continue;
            const edge = box.getBoundingClientRect();
            for (const line of range.getClientRects())
                if (line.left < edge.left - 1 || line.right > edge.right + 1) cut.push(text);
        }
        for (const line of range.getClientRects()) {
            if (isScrolled || hasDots || !line.width) continue;
            if (line.left < -1 || line.right > innerWidth + 1) cut.push(text);
            if (isMoving) continue;
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
    return {texts, cut: [...new Set(cut)], overlapping, misnamed};
}"""


@cache
def english(language: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Return the English sentences that a page in this language must not hold: texts, patterns."""
    same: set[str] = set()
    sentences: list[str] = []
    for message in catalogues.read(language):
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        said = [message.string] if isinstance(message.string, str) else list(message.string or ())
        same.update(said)
        sentences += ids
    other = [text for text in sentences if text and text not in same]
    whole = frozenset(text for text in other if "{" not in text)
    return whole, tuple(_pattern(text) for text in other if "{" in text and _letters(text) > 8)


def _letters(text: str) -> int:
    return sum(len(part) for part, *_ in Formatter().parse(text))


def _pattern(text: str) -> re.Pattern[str]:
    parts = Formatter().parse(text)
    return re.compile("".join(re.escape(part) + (".+" if name else "") for part, name, *_ in parts))


def check(page: Page, what: str) -> None:
    """Look at the page as it is in every language and at every width, with each dialog open."""
    faults: list[object] = []
    address = page.url
    origin = page.evaluate("location.origin")
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "hashi_lang", "value": language, "url": origin}])
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", language_tag(language))
        for dialog in (
            "",
            *page.evaluate("[...document.querySelectorAll('dialog')].map(d => d.id)"),
        ):
            page.evaluate(
                """id => {
                    document.querySelector("dialog[open]")?.close();
                    if (id) document.getElementById(id).showModal();
                    document.querySelectorAll("details").forEach(part => part.open = true);
                }""",
                dialog,
            )
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 844})
                faults += [(language, dialog, width, *each) for each in found(page, language)]
    assert faults == [], what


def found(page: Page, language: str) -> list[tuple[str, list[str]]]:
    """Return what is wrong with the page in this language, by kind."""
    seen: Seen = page.evaluate(LOOK)
    left = []
    if language != "en":
        whole, patterns = english(language)
        texts = [text for text in seen["texts"] if text.strip(" ,·")]
        left = [
            text
            for text in texts
            if text.strip(" ,·") in whole or any(each.fullmatch(text) for each in patterns)
        ]
    kinds = {
        "in English": left,
        "cut off": seen["cut"],
        "overlapping": seen["overlapping"],
        "named otherwise": seen["misnamed"],
    }
    return [(kind, texts) for kind, texts in kinds.items() if texts]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        *(f"/new?mode={mode}" for mode in ("solo", "bots", "screen", "friends")),
        *(f"/learn?step={step}" for step in range(1, 6)),
        "/rules",
        "/import",
        "/t/nowhere",
    ],
)
def test_pages_without_a_table(visit: Open, path: str) -> None:
    check(visit(path, phone=True), path)


def test_a_lobby_and_a_seat_that_moves(visit: Open) -> None:
    page = visit("/new?mode=friends", phone=True)
    page.locator("label.seats4").tap()
    page.locator("#name").fill(PLAYERS[0])
    page.locator("form.sheet button.main").tap()
    expect(page.locator("#seat-0")).to_contain_text(LONG)
    table = page.url
    check(page, "the lobby of the host")
    check(visit(table, phone=True), "the lobby of a guest")


def test_a_table_from_its_first_turn_to_the_end(visit: Open) -> None:
    page = visit("/new?mode=screen", phone=True)
    for number, name in enumerate(PLAYERS, 1):
        page.locator(f"#name{number}").fill(name)
    page.evaluate("document.querySelector('details.more').open = true")
    page.locator("[name=pens][value=free]").check(force=True)
    page.locator("form.sheet button.main").tap()
    page.wait_for_selector('#board .place[tabindex="0"]')
    table = page.url
    api = f"/api/tables/{table.rpartition('/')[2]}"
    check(page, "the first turn")

    def ask(**fields: object) -> None:
        key = next(each for each in page.context.cookies() if each["name"] == "hashi_key")
        headers = {"Authorization": f"Bearer {key['value']}"}
        answer = page.request.post(api, data=fields, headers=headers)
        assert answer.ok, answer.text()

    for seat in range(2):
        ask(do="mark", seat=seat, marks="d3=3")
        ask(do="done", seat=seat)
    page.goto(table)
    check(page, "a turn with free pens")
    page.goto(f"{table}/move?seat=0")
    check(page, "a seat that moves")
    for round in range(1, 18):
        for seat in range(2):
            ask(do="done", seat=seat, round=round)
    page.goto(table)
    check(page, "the last check")
    page.goto(f"{table}?round=1")
    check(page, "a moment")
    for seat in range(2):
        ask(do="check", seat=seat)
    page.goto(table)
    expect(page.locator(".verdict")).to_be_visible()
    check(page, "the end")


@pytest.mark.parametrize("language", sorted(set(LANGUAGES)))
def test_a_refusal_and_the_question_before_a_card_is_skipped(visit: Open, language: str) -> None:
    page = visit("/new?mode=solo", language=language, phone=True)
    page.locator("#name").fill(PLAYERS[0])
    page.locator("form.sheet button.main").tap()
    player = TablePlayer(page, taps=True)
    player.write_start()
    player.wait_for_round(1)
    page.locator("#typing summary").tap()
    page.locator("#marks").fill("a1-b1")
    page.locator("#marks").press("Enter")
    expect(page.locator("#refusal")).to_be_visible()
    faults = found(page, language)
    player.touch("#actions [data-key=waive]")
    page.set_viewport_size({"width": 320, "height": 568})
    assert faults + found(page, language) == []


def test_the_check_finds_every_kind_of_fault(visit: Open) -> None:
    page = visit("/rules", language="de", phone=True)
    page.evaluate(
        """() => {
            const main = document.querySelector("main");
            main.insertAdjacentHTML("afterbegin", `
                <p>Waiting for Ida.</p><p title="Play now">Gut</p>
                <div id="narrow">Donaudampfer</div>
                <div><p id="low">oben</p><p>unten</p></div>
                <button aria-label="Etwas anderes">Los</button>`);
            const style = (id, rules) => Object.assign(document.getElementById(id).style, rules);
            style("narrow", {overflow: "hidden", width: "30px", whiteSpace: "nowrap"});
            style("low", {height: "1px", margin: "0"});
        }"""
    )
    assert dict(found(page, "de")) == {
        "in English": ["Play now", "Waiting for Ida."],
        "cut off": ["Donaudampfer"],
        "overlapping": ["oben / unten"],
        "named otherwise": ["los / etwas anderes"],
    }
