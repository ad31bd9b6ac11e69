"""`hashi join` where others play: the clock, one who is away, going back, giving up, a rematch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from tests.cli.test_join import begin_together, join, seated
from tests.support.server import Server, serving

from hashi.words import Words

EN = Words("en")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("join") / "tables.sqlite") as running:
        yield running


def test_the_next_card_is_told_while_its_clock_runs(server: Server, tmp_path: Path) -> None:
    opener = seated(server, pace=6)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, EN)
    opener.ask(do="done", seat=0)
    terminal.expect_exact("Time’s up.")  # while nothing was typed
    terminal.expect(r"The card shows a \d and \d bridge")
    terminal.expect(r"\d seconds left\.")
    terminal.expect_exact("Press Enter to go on.")
    terminal.sendline("")
    terminal.expect("Tim> ")
    terminal.close()


def test_going_back_is_asked_and_answered(server: Server, tmp_path: Path) -> None:
    opener = seated(server, practice=True)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, EN)
    terminal.sendline("skip")
    opener.until(lambda table: bool(table["seats"][1]["done"]))
    opener.ask(do="done", seat=0)
    terminal.expect("Tim> ")
    opener.ask(do="rewind", to=1)
    terminal.expect_exact("Ada asks to go back to round 1.")
    terminal.expect_exact("Type “agree” or “stay”.")
    terminal.sendline("stay")
    opener.until(lambda table: table["proposal"] is None)
    opener.ask(do="rewind", to=1)
    terminal.expect_exact("Type “agree” or “stay”.")
    terminal.sendline("agree")
    opener.until(lambda table: table["round"] == 1)
    terminal.expect("Tim> ")
    terminal.close()


def test_one_gives_up_in_the_terminal_and_the_other_ends_the_game(
    server: Server, tmp_path: Path
) -> None:
    opener = seated(server)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, EN)
    terminal.sendline("resign")
    terminal.expect_exact("Give up? (yes/no)")
    terminal.sendline("yes")
    opener.until(lambda table: table["seats"][1]["resigned"] == 1)
    terminal.expect_exact("Waiting for Ada")
    opener.ask(do="resign", seat=0)
    terminal.expect_exact("This game was ended before its last card.")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_a_rematch_goes_on_in_the_terminal(server: Server, tmp_path: Path) -> None:
    opener = seated(server)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, EN)
    for _ in range(3):
        terminal.sendline("skip")
        opener.until(lambda table: bool(table["seats"][1]["done"]))
        opener.ask(do="done", seat=0)
        terminal.expect(["Tim> ", "Points: "])
    terminal.expect_exact("Another game together? (yes/no)")
    terminal.sendline("yes")
    terminal.expect_exact("At the table: Ada, Tim")
    terminal.close()


def test_reactions_go_both_ways(server: Server, tmp_path: Path) -> None:
    opener = seated(server)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, EN)
    terminal.sendline("react")
    terminal.expect_exact("Well played!")
    opener.ask(do="react", seat=0, reaction="wow")
    terminal.expect_exact("Ada: Wow!")
    terminal.sendline("react 1")
    terminal.sendline("skip")
    opener.until(lambda table: bool(table["seats"][1]["done"]))
    terminal.expect_exact("Waiting for Ada")
    assert "Ada: Hello!" not in (terminal.before or "")
    terminal.close()
