"""A person in a terminal, by `hashi join URL`, and one in a browser at the same table."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

import pexpect
import pytest
from benchmarks.random_play import random_turn
from playwright.sync_api import Page, expect

from hashi.client.guest import game_of
from hashi.words import Words
from tests.support.command import environment
from tests.support.page import Open, TablePlayer, ask, open_table

DECK = ["5/1", "4/2", "3/1"]


def turn_of(page: Page, seat: int, rng: Random) -> str:
    """Return a turn for a seat, as it may be typed; the browser's person looks at the table."""
    told = page.request.get(page.url.replace("/t/", "/api/tables/")).json()
    game = game_of(told)
    assert game.card is not None
    return str(random_turn(rng, game.sheets[seat], game.card))


def shown(terminal: pexpect.spawn[str]) -> str:
    """Return what the terminal has shown since the last look, without control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", terminal.before or "")


@pytest.mark.parametrize(
    ("width", "language", "browsers"),
    [(36, "de", "en"), (100, "cs", "es")],
)
def test_a_terminal_and_a_browser_play_a_whole_game(
    visit: Open, tmp_path: Path, width: int, language: str, browsers: str
) -> None:
    words, rng = Words(language), Random(width)
    page = visit(language=browsers)
    page.goto(open_table(page, seats=2, deck=DECK))
    ask(page, "sit", name="Ada")
    env = environment(tmp_path, TERM="xterm-256color", NO_COLOR="1")
    env.pop("COLUMNS")
    terminal = pexpect.spawn(
        sys.executable,
        ["-m", "hashi", "join", page.url, "--name", "Tim", "--lang", language],
        env=env, encoding="utf-8", timeout=90, dimensions=(60, width),
    )  # fmt: skip
    terminal.expect_exact(words.say("At the table: {players}", players="Ada, Tim"))
    expect(page.locator("#seat-1")).to_contain_text("Tim")
    ask(page, "begin")
    ada = TablePlayer(page)
    page.wait_for_selector('#place[data-phase="starts"]', state="attached")
    ada.write_start()
    terminal.expect_exact(words.say("{player} is done.", player="Ada"))
    terminal.sendline("D3=4 done")
    for round in range(1, len(DECK)):
        ada.wait_for_round(round)
        terminal.expect("Tim> ")
        mine = turn_of(page, 1, rng)
        ada.play_turn()
        terminal.expect_exact(words.say("{player} is done.", player="Ada"))
        terminal.sendline(mine if mine == "pass" else f"{mine.upper()} {words.say('skip')}")
    expect(page.locator(".verdict")).to_be_visible()
    terminal.expect_exact(words.say("Another game together?"))
    said = shown(terminal)
    terminal.sendline(words.say("no"))
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    told = page.request.get(page.url.replace("/t/", "/api/tables/")).json()
    totals = game_of(told).totals
    for total in totals:
        expect(page.locator("main")).to_contain_text(str(total))
    points = ", ".join(
        f"{name} {total}" for name, total in zip(("Ada", "Tim"), totals, strict=True)
    )
    assert words.say("Points: {totals}", totals=points) in " ".join(said.split())
    shuffle = told["record"]["fair"]["shuffle"]
    assert all(shuffle["shares"]), "both devices have added theirs"
    end = " ".join(said.split())
    assert " ".join(words.say("The cards were fair: nobody could choose them.").split()) in end
    assert shuffle["shares"][1] in end
    too_wide = [line for line in said.splitlines() if len(line) > width]
    assert [line for line in too_wide if "> " not in line and "/" not in line] == []
