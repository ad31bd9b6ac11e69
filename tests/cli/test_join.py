"""`hashi join` in a real terminal, at one table with a client of the API, on a real server."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pexpect
import pytest
from benchmarks.random_play import random_turn
from tests.cli.test_bot_command import Opener
from tests.host.test_log_file import full_disk
from tests.support.command import environment, hashi
from tests.support.server import Server, serving

from hashi.cli.join import _secret
from hashi.client.guest import game_of
from hashi.record import from_fields
from hashi.rules import Malformed
from hashi.words import Words, verdict

DECK = ["5/1", "4/2", "3/1", "6/3"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("join") / "tables.sqlite") as running:
        yield running


def join(home: Path, url: str, *options: str, width: int = 80) -> pexpect.spawn[str]:
    """Start `hashi join` in a pseudo-terminal."""
    env = environment(home, TERM="xterm-256color", NO_COLOR="1")
    env.pop("COLUMNS")
    return pexpect.spawn(
        sys.executable,
        ["-m", "hashi", "join", url, *options],
        env=env,
        encoding="utf-8",
        timeout=60,
        dimensions=(60, width),
    )


def random_turn_of(table: dict[str, Any], seat: int, rng: Random) -> str:
    game = game_of(table)
    assert game.card is not None
    return str(random_turn(rng, game.sheets[seat], game.card))


def seated(server: Server, **options: Any) -> Opener:
    """Open a table at which Ada sits already."""
    opener = Opener(server, seats=2, deck=DECK, **options)
    opener.ask(do="sit", name="Ada")
    return opener


def begin_together(opener: Opener, terminal: pexpect.spawn[str], words: Words) -> None:
    """Begin the game when the terminal is there, and write both starts."""
    players = words.say("At the table: {players}", players="Ada, Tim")
    terminal.expect_exact(players)
    opener.ask(do="begin")
    terminal.expect("Tim> ")
    terminal.sendline("D3=4 done")
    opener.until(lambda table: bool(table["seats"][1]["done"]))
    opener.ask(do="mark", seat=0, marks="d3=3")
    opener.ask(do="done", seat=0)
    given = words.say(
        "{giver} gives you a board with a {number} on {island}.", giver="Ada", number=3, island="d3"
    )
    terminal.expect_exact(given[:30])  # a line may end after it
    terminal.expect("Tim> ")


@pytest.mark.parametrize(("width", "language"), [(36, "en"), (100, "es")])
def test_a_person_in_a_terminal_and_one_elsewhere_play_a_whole_game(
    server: Server, tmp_path: Path, width: int, language: str
) -> None:
    words, rng = Words(language), Random(language)
    opener = seated(server)
    terminal = join(tmp_path, opener.url, "--name", "Tim", "--lang", language, width=width)
    begin_together(opener, terminal, words)
    for _ in DECK[1:]:
        table = opener.until(lambda table: not table["seats"][0]["done"])
        turn = random_turn_of(table, 0, rng)
        if turn != "pass":
            opener.ask(do="mark", seat=0, marks=turn)
        opener.ask(do="done", seat=0)
        terminal.expect_exact(words.say("{player} is done.", player="Ada"))
        mine = random_turn_of(table, 1, rng)
        terminal.sendline(mine if mine == "pass" else f"{mine.upper()} {words.say('skip')}")
        terminal.expect("Tim> ")  # the echo of the prompt, with what others did above it
    end = opener.until(lambda table: table["phase"] == "over")
    terminal.expect_exact(words.say("Another game together?"))
    shown = terminal.before or ""
    terminal.sendline(words.say("no"))
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    game = from_fields(end["record"]).replay()
    told = " ".join(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).split())
    assert " ".join(verdict(words, game).split()) in told
    assert opener.url in told


def test_hints_come_from_the_server(server: Server, tmp_path: Path) -> None:
    opener = seated(server, hints=True)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, Words("en"))
    step, last = 0, 4  # how many steps there are the hint itself says
    while step < last:
        step += 1
        terminal.sendline("hint")
        terminal.expect(rf"\({step} of (\d)\): ")
        assert isinstance(terminal.match, re.Match)
        last = int(terminal.match[1])
        terminal.expect("Play this turn?" if step == last else "Tim> ")
        assert ("Look at " in str(terminal.before)) == (step == 2)
    terminal.sendline("yes")
    terminal.expect("Tim> ")
    for typed in ("skip", "skip", "skip"):
        terminal.sendline(typed)
        opener.until(lambda table: bool(table["seats"][1]["done"]))
        opener.ask(do="done", seat=0)
        terminal.expect(["Tim> ", f"Played with {last} hints"])
    assert opener.until(lambda table: table["phase"] == "over")["record"]["hints"] == [0, last]
    terminal.expect_exact("(with hints)")  # beside who wins
    terminal.expect_exact("Another game together?")
    terminal.sendline("no")
    terminal.expect(pexpect.EOF)
    terminal.close()


def test_a_turn_is_taken_back_and_boards_are_shown_while_others_think(
    server: Server, tmp_path: Path
) -> None:
    opener = seated(server)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, Words("en"))
    terminal.sendline("skip")
    terminal.expect("Waiting for Ada…")
    terminal.sendline("board ada")
    terminal.expect("Ada: 0 points")
    terminal.sendline("what now")
    terminal.expect("takes back the last mark")
    terminal.sendline("undo")
    terminal.expect("Tim> ")
    assert not opener.until(lambda _table: True)["seats"][1]["done"]
    opener.ask(do="done", seat=0)
    terminal.expect("Ada is done.")
    opener.ask(do="reopen", seat=0)
    terminal.expect("Ada is thinking again.")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    assert "Your seat is kept." in (terminal.before or "")


def test_the_same_command_leads_back_and_a_killed_server_is_waited_for(
    server: Server, tmp_path: Path
) -> None:
    opener = seated(server)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, Words("en"))
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    again = join(tmp_path, opener.url)
    again.expect("Tim> ")
    server.restart()
    again.expect("Connection lost. Reconnecting…")
    again.expect("Connected again.")
    again.sendline("skip")
    again.expect("Waiting for Ada…")
    opener.ask(do="done", seat=0)
    again.expect("Round 2 of 3")
    again.expect("Tim> ")
    again.close(force=True)


def test_leaving_before_the_game_frees_the_seat(server: Server, tmp_path: Path) -> None:
    opener = seated(server)
    terminal = join(tmp_path, opener.url)
    terminal.expect("What’s your name?")
    terminal.sendline("help")
    terminal.expect("What’s your name?")
    terminal.sendline("Tim")
    terminal.expect("At the table: Ada, Tim")
    terminal.sendline("help")
    terminal.expect("Whoever opened the table starts the game.")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    table = opener.until(lambda table: table["seats"][1]["kind"] == "empty")
    assert table["seats"][0]["name"] == "Ada"


def test_seats_are_arranged_from_a_terminal(server: Server, tmp_path: Path) -> None:
    opener = Opener(server, seats=4, deck=DECK)
    opener.ask(do="sit", name="Ada")
    terminal = join(tmp_path, opener.url, "--name", "ada")
    terminal.expect("At the table: Ada, ada 2, free seat, free seat")
    for typed, told in (
        ("name Tim", "At the table: Ada, Tim, free seat, free seat"),
        ("seat 4", "At the table: Ada, free seat, free seat, Tim"),
        ("seat 1", "Someone’s already sitting there"),
        ("add 2 1", "At the table: Ada, Bot, free seat, Tim"),
        ("add 3 9", "Levels of bots: 1 "),
        ("free 2", "At the table: Ada, free seat, free seat, Tim"),
        ("free 1", "still here|more time to come back"),
        ("begin", "Only the person who opened this table"),
        ("free", "removes a bot"),
    ):
        terminal.sendline(typed)
        terminal.expect(told)
    terminal.sendline("ok")
    opener.until(lambda table: bool(table["seats"][3]["ready"]))
    opener.ask(do="leave", seat=3)
    terminal.expect("Your seat was freed.")
    terminal.sendline("sit")
    terminal.expect("At the table: Ada, Tim, free seat, free seat")
    opener.ask(do="change", pace=600)
    opener.ask(do="begin", close=True)
    terminal.expect("Tim> ")
    assert opener.until(lambda table: True)["options"]["seats"] == 2
    terminal.close(force=True)


def test_a_game_that_begins_without_the_one_at_the_terminal(server: Server, tmp_path: Path) -> None:
    opener = seated(server)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    terminal.expect("At the table: Ada, Tim")
    opener.ask(do="leave", seat=1)
    opener.ask(do="sit_bot", seat=1, bot="greedy", name="Hal")
    opener.ask(do="begin")
    terminal.expect("The game has started without you.")
    terminal.expect(pexpect.EOF)


def test_a_clock_ends_a_turn_that_is_being_typed(server: Server, tmp_path: Path) -> None:
    opener = seated(server, pace=5)
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, Words("en"))
    terminal.expect("The round is over. Press Enter to go on.")
    terminal.sendline("skip")  # about a round that is over: nothing is skipped now
    terminal.expect("Round 2 of 3")
    terminal.expect("Tim> ")
    assert not opener.until(lambda table: table["round"] >= 2)["seats"][1]["done"]
    terminal.close(force=True)


def test_a_table_that_cannot_be_joined_is_explained(server: Server, tmp_path: Path) -> None:
    full = Opener(server, seats=1)
    full.ask(do="sit", name="Ada")
    for url, sentence in (
        ("nonsense", "isn’t the address of a table"),
        (full.url, "seat"),
        (f"{server.address}/t/nothing", "no table"),
        ("http://localhost:9/t/x", "no answer"),
    ):
        done = hashi("join", url, "--name", "Tim", home=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
    assert hashi("join", full.url, "--name", "", home=tmp_path).returncode == 2


def test_r35_free_pens_are_checked_at_the_end_before_the_referee_strikes(
    server: Server, tmp_path: Path
) -> None:
    opener = Opener(server, seats=2, deck=["5/1", "4/1"], pens="free")
    opener.ask(do="sit", name="Ada")
    terminal = join(tmp_path, opener.url, "--name", "Tim")
    begin_together(opener, terminal, Words("en"))
    terminal.sendline("1@c4 done")  # no card of this deck shows a 1
    opener.until(lambda table: bool(table["seats"][1]["done"]))
    opener.ask(do="done", seat=0)
    terminal.expect("Last check> ")
    assert "×1×" not in (terminal.before or "")
    terminal.sendline("call tim 1@C4")
    terminal.expect("Tim’s 1 on c4 was a mistake. It’s undone.")
    terminal.expect("Last check> ")
    terminal.sendline("done")
    terminal.expect("Waiting for Ada…")
    opener.ask(do="check", seat=0)
    terminal.expect_exact("Another game together?")
    terminal.sendline("no")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_a_full_disk_leaves_no_empty_secret_behind(tmp_path: Path) -> None:
    path = tmp_path / "hashi" / "join-secret"
    with full_disk(10), pytest.raises(Malformed):
        _secret(path)
    assert list(path.parent.iterdir()) == []
    assert len(_secret(path)) == 64
    assert _secret(path) == path.read_text()
    assert path.stat().st_mode & 0o077 == 0
    assert list(path.parent.iterdir()) == [path]
