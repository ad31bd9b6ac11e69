"""Completion scripts and the manual page: all that the help knows, read by the real programs."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support.command import hashi

import hashi.cli.command as command_line
from hashi.bots import BOTS
from hashi.cli.parser_tree import SubCommand, commands_of
from hashi.words import LANGUAGES, Words

SHELLS = ("bash", "zsh", "fish")


def commands() -> list[SubCommand]:
    return list(commands_of(command_line.parser(Words("en"))))


def completed(typed: Sequence[str], folder: Path) -> list[str]:
    """Return what bash completes the last of these words to."""
    script = hashi("completion", "bash").stdout
    ask = 'COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _hashi; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", f"compopt() {{ :; }}\n{script}\n{ask}", "bash", *typed],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("hashi pl", ["play"]),
        ("hashi --lang de re", ["replay", "results"]),
        ("hashi --lang c", ["cs"]),
        ("hashi play --bo", ["--bots", "--board"]),
        ("hashi play --bots ma", ["master"]),
        ("hashi play --pens ", ["guided", "free"]),
        ("hashi completion ", list(SHELLS)),
        ("hashi replay ga", ["game.json"]),
        ("hashi play --board ga", ["game.json"]),
        ("hashi bot --name x", []),
    ],
)
def test_bash_completes_commands_options_values_and_files(
    tmp_path: Path, typed: str, words: list[str]
) -> None:
    (tmp_path / "game.json").touch()
    assert completed(typed.split(" "), tmp_path) == words


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
