"""Bots in a real browser: their levels are chosen seat by seat, and games are played out."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tools import catalogues

from hashi.bots import BOTS
from hashi.server.pages.new import USUAL_LEVEL
from hashi.words import LANGUAGES, Words, bot_name, bot_way, language_tag
from tests.support.axe import violations
from tests.support.page import SHORT, Open, TablePlayer, open_table, take_seat

LEVELS = list(BOTS)
LOWEST, HIGHEST = LEVELS[0], LEVELS[-1]


@cache
def sentences() -> tuple[str, ...]:
    """Return the English sentences of the game that are others in German."""
    words, ids = Words("de"), [message.id for message in catalogues.read("de")]
    plain = [id for id in ids if isinstance(id, str) and len(id) > 8 and "{" not in id]
    return tuple(sentence for sentence in plain if words.say(sentence) != sentence)


def english(page: Page) -> list[str]:
    """Return the English sentences of the game on a German page."""
    text = page.locator("body").inner_text()
    return [s for s in sentences() if s in text and re.search(rf"\b{re.escape(s)}", text)]


def says(page: Page, select: str) -> str:
    """Return the description under a choice of a level."""
    return str(page.locator(f"{select}-says").inner_text()).strip()


@pytest.mark.by_server
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_each_seat_has_its_level_with_its_sentence_in_german(visit: Open, scripts: bool) -> None:
    words = Words("de")
    page = visit("/new?mode=bots", language="de", phone=True, scripts=scripts)
    expect(page.locator("#bot2")).to_have_value(USUAL_LEVEL)
    expect(page.locator("#bot3")).to_be_hidden()
    page.locator("label.seats4").tap()
    for level in LEVELS:
        page.locator("#bot4").select_option(level)
        shown = page.locator("#bot4 option:checked").inner_text()
        assert shown == bot_name(words, level)
        assert says(page, "#bot4").endswith(bot_way(words, level))
    assert says(page, "#bot2").endswith(bot_way(words, USUAL_LEVEL))
    if scripts:
        assert violations(page) == []
    assert english(page) == []
    page.locator("#bot3").select_option(LOWEST)
    page.get_by_role("button", name=words.say("Play now")).tap()
    strip = page.locator("#others")
    for seat, level in ((1, USUAL_LEVEL), (2, LOWEST), (3, HIGHEST)):
        expect(strip.locator(f"#seat-{seat}")).to_contain_text(bot_name(words, level))
    assert english(page) == []


def test_one_button_gives_all_bots_the_same_level(visit: Open) -> None:
    page = visit("/new?mode=bots")
    button = page.get_by_role("button", name="Same level as Ada for all")
    expect(button).to_be_hidden()
    page.locator("label.seats3").click()
    page.locator("#bot2").select_option(HIGHEST)
    page.locator("#bot3").select_option(LOWEST)
    button.click()
    expect(page.locator("#bot3")).to_have_value(HIGHEST)
    assert says(page, "#bot3").endswith(bot_way(Words("en"), HIGHEST))


def open_lobby(page: Page) -> None:
    """Open a table and wait until the scripts of its page have run."""
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#lobby")).to_be_visible()
    page.wait_for_load_state()


def add_bot(page: Page, seat: int, level: str) -> None:
    """Add a bot on a free seat of the lobby: unfold the form, choose a level, submit."""
    page.locator(f"#unfold-{seat}").click()
    page.locator(f"#level-{seat}").select_option(level)
    assert says(page, f"#level-{seat}").endswith(bot_way(Words("de"), level))
    page.locator(f"#bot-{seat} button").click()
    expect(page.locator(f"#level-of-{seat}")).to_have_value(level)
    page.locator(f"#level-of-{seat}").focus()
    assert says(page, f"#level-of-{seat}").endswith(bot_way(Words("de"), level))


@pytest.mark.by_server
def test_a_game_against_three_of_the_highest_from_the_lobby_to_the_end(visit: Open) -> None:
    words = Words("de")
    page = visit(language="de")
    page.goto(open_table(page, seats=4, deck=SHORT))
    take_seat(page, "Änne", "de")
    expect(page.locator("#unfold-1")).to_be_visible()
    watcher = visit(page.url, language="de", phone=True)
    add_bot(page, 1, HIGHEST)
    add_bot(page, 3, LOWEST)
    page.locator("#unfold-2").click()
    assert english(page) == []
    page.locator("#level-of-3").select_option(HIGHEST)
    expect(watcher.locator("#seat-3")).to_contain_text(bot_name(words, HIGHEST))
    page.locator("#level-2").select_option(HIGHEST)  # it is still unfolded
    page.locator("#bot-2 button").click()
    expect(watcher.locator("#seat-2")).to_contain_text(bot_name(words, HIGHEST))
    expect(watcher.locator("#lobby select")).to_have_count(0)
    assert violations(watcher) == []
    page.get_by_role("button", name=words.say("Start"), exact=True).click()

    player = TablePlayer(page)
    player.write_start()
    for round in range(1, len(SHORT)):
        player.wait_for_round(round)
        assert player.round == round
        levels = [page.locator(f"#seat-{seat} .level").inner_text() for seat in (1, 2, 3)]
        assert all(bot_name(words, HIGHEST) in level for level in levels)
        if round == 2:
            assert english(page) == []
        player.play_turn()
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator("#moment")).to_contain_text(bot_name(words, HIGHEST))
    assert english(page) == []


@pytest.mark.by_server
def test_a_lobby_shows_who_is_away_without_a_reload(visit: Open) -> None:
    tim = visit("/new?mode=friends")
    tim.locator("label.seats3").click()
    tim.get_by_label("Your name").fill("Tim")
    open_lobby(tim)
    ida = visit(tim.url)
    ida.wait_for_load_state()
    take_seat(ida, "Ida")
    expect(tim.locator("#seat-1")).to_contain_text("here")
    tim.locator("#unfold-2").click()
    tim.locator("#level-2").select_option(LOWEST)
    ida.goto("/rules")
    expect(tim.locator("#seat-1")).to_contain_text("away")
    expect(tim.locator("#level-2")).to_have_value(LOWEST)  # the choice is kept
    expect(tim.locator("#bot-2")).to_be_visible()
    ida.go_back()
    expect(tim.locator("#seat-1")).to_contain_text("here")


@pytest.mark.by_server
def test_a_lobby_with_bots_fits_a_small_phone_in_every_language(visit: Open) -> None:
    page = visit("/new?mode=friends", phone=True)
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator("label.seats3").tap()
    open_lobby(page)
    page.locator("#unfold-1").tap()
    page.locator("#bot-1 button").tap()
    expect(page.locator("#level-of-1")).to_be_visible()
    for language in LANGUAGES:
        cookie: Any = {"name": "hashi_lang", "value": language, "url": page.url}
        page.context.add_cookies([cookie])
        page.reload()
        assert page.locator("html").get_attribute("lang") == language_tag(language)
        expect(page.locator("#level-of-1")).to_be_visible()
        page.locator("#unfold-2").tap()
        for level in LEVELS:
            page.locator("#level-2").select_option(level)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, language


def test_levels_are_chosen_by_keyboard_alone(visit: Open) -> None:
    page = visit("/new?mode=friends")
    page.get_by_label("Your name").fill("Tim")
    open_lobby(page)
    page.locator("#unfold-1").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#level-1")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("#level-1")).to_have_value(LOWEST)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#level-of-1")).to_have_value(LOWEST)
    page.locator("#level-of-1").focus()
    page.keyboard.press("End")
    expect(page.locator("#level-of-1 option[selected]")).to_have_attribute("value", HIGHEST)
    expect(page.locator("#level-of-1")).to_be_focused()
