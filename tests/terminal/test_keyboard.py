"""A real terminal: what it shows, and what is kept when it is closed."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pexpect
import pytest
from tests.support.command import environment

from hashi.host.store.log_file import read_table


def start(home: Path, *arguments: str, **environ: str) -> pexpect.spawn[str]:
    """Start `hashi` in a pseudo-terminal of 80 columns."""
    return start_at(80, home, *arguments, **environ)


def start_at(width: int, home: Path, *arguments: str, **environ: str) -> pexpect.spawn[str]:
    """Start `hashi` in a pseudo-terminal of so many columns."""
    env = environment(home, TERM="xterm-256color", **environ)
    env.pop("COLUMNS")
    command = ["-m", "hashi", *arguments]
    return pexpect.spawn(
        sys.executable, command, env=env, encoding="utf-8", timeout=30, dimensions=(50, width)
    )


@pytest.mark.parametrize(
    ("environ", "sign", "is_there"),
    [
        ({"COLORTERM": "truecolor"}, "\x1b[38;2;", True),
        ({}, "\x1b[", True),
        ({}, "\x1b[38;2;", False),
        ({"NO_COLOR": "1"}, "\x1b[3", False),
        ({"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, "┄", False),
    ],
)
def test_colours_are_those_the_terminal_can_show(
    tmp_path: Path, environ: dict[str, str], sign: str, is_there: bool
) -> None:
    terminal = start(tmp_path, "board", "A", **environ)
    terminal.expect(pexpect.EOF)
    assert (sign in (terminal.before or "")) is is_there


def test_a_closed_terminal_loses_nothing(tmp_path: Path) -> None:
    terminal = start(tmp_path, "play", "--players", "Tim", "Linus", "--seed", "closed")
    for line in ("d3=4 done", "d3=3 done", "pass", "pass", "pass"):
        terminal.expect(r"\w+> ")
        terminal.sendline(line)
    terminal.expect("Linus> ")
    terminal.kill(signal.SIGKILL)
    terminal.expect(pexpect.EOF)
    terminal.close()
    saved = next((tmp_path / "hashi" / "games").glob("*.hashi"))
    assert len(read_table(saved).record.rounds) == 1
    again = start(tmp_path, "play")
    again.expect("You have an unfinished game: Tim, Linus, round 2 of 17.")
    again.sendline("")
    again.expect("Linus> ")  # Tim's turn of the second round is kept
    again.sendintr()
    again.expect("The game is saved.")
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 130


def test_ctrl_c_in_a_turn_keeps_its_marks(tmp_path: Path) -> None:
    terminal = start(tmp_path, "play", "--players", "Tim", "--seed", "closed", "--pens", "free")
    for line in ("d3=4 done", "5@c2 c2-c4"):
        terminal.expect(r"Tim> ")
        terminal.sendline(line)
    terminal.expect("Tim> ")
    terminal.sendintr()
    terminal.expect("The game is saved.")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    saved = next((tmp_path / "hashi" / "games").glob("*.hashi"))
    assert str(read_table(saved).seats[0].marks) == "5@c2 c2-c4"


def test_the_end_of_input_ends_the_game_quietly(tmp_path: Path) -> None:
    terminal = start(tmp_path, "play", "--players", "Tim")
    terminal.expect("Tim> ")
    terminal.sendeof()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_tab_completes_commands_players_and_marks_that_are_allowed(tmp_path: Path) -> None:
    pytest.importorskip("readline", reason="this Python has no readline")
    terminal = start(tmp_path, "play", "--players", "Tim", "--seed", "try", "--colour", "none")
    terminal.expect("Tim> ")
    terminal.send("d3\t")
    terminal.expect("d3\a?=")  # a 3 or a 4 may follow
    terminal.send("4 do\t\r")
    terminal.expect("the card shows a 5 and 1 bridge")
    terminal.expect("Tim> ")
    terminal.send("5@C2 d3-f\t done\r")  # one line only leads from d3 to the column f
    terminal.expect("d3-f3")
    terminal.expect("Round 2 of 17")
    terminal.expect("Tim> ")
    terminal.send("boa\t t\t\r")
    terminal.expect("Tim: 0 points")
    terminal.expect("Tim> ")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal.close()
    saved = next((tmp_path / "hashi" / "games").glob("*.hashi"))
    assert str(read_table(saved).record.rounds[0][0]) == "5@c2 d3-f3"


@pytest.mark.parametrize("width", [36, 60, 100])
def test_nothing_wraps_in_a_terminal_of_this_width(tmp_path: Path, width: int) -> None:
    terminal = start_at(width, tmp_path, "play", "--bots", "random", "--colour", "none")
    terminal.expect("Player> ")
    terminal.sendline("d3=4")
    terminal.expect("Player> ")
    shown = (terminal.before or "").splitlines()
    assert max(len(line) for line in shown) <= width
    assert any(line.startswith(" 6 ") for line in shown)
    terminal.close(force=True)
