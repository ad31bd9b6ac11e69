"""Whole games in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from hashi.words import RANKS, Words
from tests.support.page import SHORT, Open, TablePlayer, ask_at, open_table, take_seat
from tests.support.server import Server


def test_a_game_alone_on_a_phone(visit: Open) -> None:
    page = visit("/", language="cs", phone=True)
    words = Words("cs")
    page.get_by_role("button", name=words.say("Play now")).tap()
    player = TablePlayer(page, taps=True)
    player.write_start()
    page.evaluate("scrollTo(0, 60)")
    player.play_to_the_end()
    page.wait_for_load_state()
    assert page.evaluate("scrollY") == 0  # the end is shown from its beginning
    title = page.locator(".verdict").inner_text()
    assert title in [words.say(rank) for rank in RANKS]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.by_server
def test_two_browsers_in_two_languages_play_to_the_winner(visit: Open) -> None:
    german = visit(language="de")
    german.goto(open_table(german, seats=2, deck=SHORT))
    take_seat(german, "Änne", "de")
    expect(german.locator("#seat-0")).to_contain_text("Änne")
    spanish = visit(german.url, language="es", phone=True)
    take_seat(spanish, "Íñigo", "es")
    expect(german.locator("#seat-1")).to_contain_text("Íñigo")
    german.get_by_role("button", name=Words("de").say("Start")).click()
    players = [TablePlayer(german), TablePlayer(spanish, taps=True)]
    for player in players:
        player.page.wait_for_selector('#place[data-phase="starts"]', state="attached")
        player.write_start()
    for round in range(1, len(SHORT)):
        for player in players:
            player.wait_for_round(round)
        for player in players:
            player.play_turn()
    for page, language in ((german, "de"), (spanish, "es")):
        verdict = page.locator(".verdict")
        expect(verdict).to_be_visible()
        words = Words(language)
        pattern = "|".join(
            re.escape(words.say(sentence, player="@", players="@")).replace("@", ".+")
            for sentence in (
                *("You win", "{player} wins"),
                *("You share the win with {players}", "{players} share the win"),
            )
        )
        assert re.fullmatch(pattern, verdict.inner_text())
    assert german.url == spanish.url


def test_one_screen_with_three(visit: Open) -> None:
    """From the form to the second player, then a short game to its end."""
    page, names = visit("/new?mode=screen", language="it"), ("Ada", "Bo", "Cy")
    page.locator("label.seats3").click()
    for number, name in enumerate(names, start=1):
        page.locator(f"#name{number}").fill(name)
    page.get_by_role("button", name=Words("it").say("Play now")).click()
    player = TablePlayer(page)

    def take_device(name: str) -> None:
        """Open the curtain that hides the board between two players."""
        curtain = page.locator("#curtain[open]")
        expect(curtain).to_contain_text(name)
        curtain.locator("button.main").click()
        expect(curtain).to_have_count(0)

    take_device("Ada")
    player.write_start()
    take_device("Bo")
    deck = SHORT[:3]
    table = open_table(page, seats=3, deck=deck)
    for name in names:
        ask_at(page, table, "sit", name=name)
    ask_at(page, table, "begin")
    page.goto(table)
    for name in names:
        take_device(name)
        player.write_start()
    for round in range(1, len(deck)):
        for name in names:
            take_device(name)
            player.wait_for_round(round)
            player.play_turn()
    expect(page.locator(".verdict")).to_be_visible()


def test_a_game_against_bots_from_the_form(visit: Open) -> None:
    page = visit("/new?mode=bots", language="pt", dark=True)
    page.locator("label.seats4").click()
    page.get_by_role("button", name=Words("pt").say("Play now")).click()
    player = TablePlayer(page)
    player.write_start()
    for round in (1, 2, 3):
        player.wait_for_round(round)
        player.play_turn()
    player.wait_for_round(4)
    assert page.locator("main").inner_text().count("Ada") >= 1


def test_free_pens_a_mistake_is_called_by_tapping_it(visit: Open, server: Server) -> None:
    tim = visit("/new?mode=friends")
    tim.get_by_label("Your name").fill("Tim")
    tim.locator("summary", has_text="More options").click()
    tim.locator("label", has=tim.locator('[name=pens][value="free"]')).click()
    tim.get_by_role("button", name="Open the table").click()
    expect(tim.locator("#lobby")).to_be_visible()
    ida = visit(tim.url)
    take_seat(ida, "Ida")
    tim.get_by_role("button", name="Start", exact=True).click()
    for page in (tim, ida):
        page.wait_for_selector('#place[data-phase="starts"]', state="attached")
        TablePlayer(page).write_start()
    for page in (tim, ida):
        TablePlayer(page).wait_for_round(1)
    tim.locator("#marks").fill("3@a1")  # a flag without a bridge: against R11, or the wrong number
    tim.locator("#marks").press("Enter")
    expect(tim.locator("#i-a1 .isle.fresh")).to_have_count(1)
    TablePlayer(tim).touch("#actions [data-key=done]")
    TablePlayer(ida).skip()
    TablePlayer(ida).wait_for_round(2)
    ida.locator("[data-do=look]:visible").first.click()
    expect(ida.locator("#place")).to_have_attribute("data-shown", "0")
    ida.locator("#i-a1").click()
    ida.locator("#call button[data-do=call], #call button.main").first.click()
    expect(tim.locator("#log")).to_contain_text("It’s undone.")
    expect(tim.locator("#i-a1 text")).to_have_count(0)
