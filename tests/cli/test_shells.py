"""Completion scripts and the manual page: all that the help knows, read by the real programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pexpect
import pytest
from tests.support.command import hashi

import hashi.cli.command as command_line
from hashi.bots import BOTS
from hashi.cli.man import FILES, VARIABLES
from hashi.cli.parts.exit_status import MEANINGS
from hashi.cli.parts.parser_tree import SubCommand, commands_of
from hashi.terminal.commands import EXPLAINED
from hashi.words import LANGUAGES, Words

SHELLS = ("bash", "zsh", "fish")


def commands() -> list[SubCommand]:
    return list(commands_of(command_line.parser(Words("en"))))


# --- what the shells make of the scripts

COMPLETED = {
    "hashi pl": ["play"],
    "hashi --lang de repl": ["replay"],
    "hashi --lang c": ["cs"],
    "hashi play --bo": ["--board", "--bots"],
    "hashi --lang de play --bo": ["--board", "--bots"],
    "hashi play --players Ada Tim --bo": ["--board", "--bots"],
    "hashi play --bots ma": ["master"],
    "hashi play --bots master friend gr": ["greedy"],
    "hashi play --bots master --pe": ["--pens"],
    "hashi play --pens ": ["free", "guided"],
    "hashi play --board ": ["A", "B", "game.json", "greedy-bot.py", "script"],
    "hashi board B": ["B"],
    "hashi completion ": ["bash", "fish", "zsh"],
    "hashi replay ga": ["game.json"],
    "hashi score game.json ga": ["game.json"],
    "hashi play --board ga": ["game.json"],
    "hashi arena friend gr": ["greedy", "greedy-bot.py"],
    "hashi bot --name x": [],
}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_commands_options_values_and_files(shell: str, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} IS NOT INSTALLED: its completion was read, not run; install {shell}")
    for name in ("game.json", "greedy-bot.py"):
        (tmp_path / name).touch()
    (tmp_path / "script").write_text(hashi("completion", shell).stdout, "utf-8")
    ask = {"bash": in_bash, "zsh": in_zsh, "fish": in_fish}[shell]
    found = ask(list(COMPLETED), tmp_path)
    assert dict(zip(COMPLETED, map(sorted, found), strict=True)) == COMPLETED


BASH = """
compopt() { :; }
source ./script
while IFS= read -r typed; do
    read -ra COMP_WORDS <<< "$typed"
    [[ $typed = *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _hashi; echo "${COMPREPLY[@]}"
done
"""


def in_bash(lines: Sequence[str], folder: Path) -> list[list[str]]:
    """Return what bash completes the last word of each line to."""
    return run(["bash", "--norc", "-c", BASH], lines, folder)


FISH = "source ./script; while read typed; echo (complete -C $typed | string split -f1 \\t); end"


def in_fish(lines: Sequence[str], folder: Path) -> list[list[str]]:
    """Return what fish completes the last word of each line to."""
    return run(["fish", "--no-config", "-c", FISH], lines, folder)


def run(command: Sequence[str], lines: Sequence[str], folder: Path) -> list[list[str]]:
    typed = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, check=True, cwd=folder, timeout=60
    )
    assert done.stderr == ""
    return [line.split() for line in done.stdout.splitlines()]


ZSH = r"""
PS1=''
autoload -Uz compinit
compinit -D
source ./script
hits=()
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    local -a found
    builtin compadd -A found "$@"
    hits+=($found)
}
told() { print -r -- "<${(j: :)${(u)hits}}>"; hits=(); BUFFER= }
zle -N told
bindkey '^T' told
bindkey '^I' complete-word
print READY
"""
"""Completion in zsh needs its line editor: what it would add is kept, and told by Ctrl+T."""


def in_zsh(lines: Sequence[str], folder: Path) -> list[list[str]]:
    """Return what zsh completes the last word of each line to."""
    (folder / ".zshrc").write_text(ZSH, "utf-8")
    own = {"ZDOTDIR": str(folder), "HOME": str(folder), "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    zsh = pexpect.spawn(
        "zsh", ["-d", "-i"], encoding="utf-8", timeout=60, cwd=str(folder),
        env={"PATH": os.environ["PATH"], **own}, echo=False, dimensions=(50, 200),
    )  # fmt: skip
    zsh.delaybeforesend = None
    try:
        zsh.expect_exact("READY")
        found = []
        for line in lines:
            zsh.send(f"{line}\t\x14")
            zsh.expect("<([^>]*)>")
            assert isinstance(zsh.match, re.Match)
            found.append(zsh.match[1].split())
        return found
    finally:
        zsh.close(force=True)


# --- what the scripts hold, wherever those shells are


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("shell", SHELLS)
def test_every_script_names_every_command_option_and_choice(shell: str, language: str) -> None:
    done = hashi("completion", shell, "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    for command in commands():
        assert command.name in done.stdout
        for option in command.options:
            for name in option.names:
                assert (f"-l {name[2:]} " if shell == "fish" else name) in f"{done.stdout} " or (
                    shell == "fish" and f"-s {name[1:]} " in done.stdout
                )
    assert " ".join(BOTS) in done.stdout
    if shutil.which(shell):
        read = subprocess.run([shell, "-n"], input=done.stdout, text=True, check=False)
        assert read.returncode == 0


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_manual_page_says_what_the_help_says(language: str) -> None:
    done = hashi("man", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    plain = done.stdout.replace("\\-", "-")
    for command in commands_of(command_line.parser(Words(language))):
        assert f".SS hashi {command.name}\n" in plain
        assert command.description in plain
        for argument in command.arguments:
            if "--lang" not in argument.names and "--help" not in argument.names:
                assert argument.help in plain
    words = Words(language)
    for said in (
        *(words.say(told) for told in (*EXPLAINED.values(), *MEANINGS.values(), *FILES.values())),
        *(words.say(meaning) for meaning in VARIABLES.values()),
        *FILES,
        *VARIABLES,
    ):
        assert said in plain
    for line in done.stdout.splitlines():
        assert not line.startswith(".") or line.split()[0] in (
            ".TH",
            ".SH",
            ".SS",
            ".TP",
            ".PP",
            ".B",
        )
    if shutil.which("groff"):
        drawn = subprocess.run(
            ["groff", "-man", "-Kutf8", "-Tutf8", "-ww"],
            input=done.stdout, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert drawn.stderr == ""
