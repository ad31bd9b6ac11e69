"""What docs/hosting.md and docs/upgrading.md tell people to type: commands, options and files."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from tests.support.command import hashi

ROOT = Path(__file__).parents[2]
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
UPGRADING = (ROOT / "docs" / "upgrading.md").read_text("utf-8")
TYPED = re.findall(r"^ {4,}(\S.*)$", HOSTING + UPGRADING, re.MULTILINE)
"""The lines that are to be typed."""
COMMANDS = [line.partition(" #")[0] for line in TYPED if line.startswith("hashi ")]


@pytest.mark.parametrize("command", sorted(set(COMMANDS)))
def test_a_command_has_the_options_that_it_is_given(command: str) -> None:
    _, name, *words = shlex.split(command)
    known = hashi(name, "--help").stdout
    for word in words:
        if word.startswith("--"):
            assert re.search(rf"{word}[ ,\n]", known), word
        elif name == "tables" and word == words[0]:
            assert re.search(rf"[{{,]{word}[,}}]", known), word


def test_packages_to_install_are_extras_of_this_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = re.findall(
        r"pip install (?:--upgrade )?'?([\w-]+)(?:\[([\w,]+)\])?", HOSTING + UPGRADING
    )
    assert {name for name, _ in asked} == {project["name"]}
    extras = {extra for _, given in asked for extra in given.split(",") if extra}
    assert extras <= project["optional-dependencies"].keys()


def test_files_that_are_copied_exist() -> None:
    for name in re.findall(r"sudo cp (\w[\w.]+) ", HOSTING):
        assert (ROOT / "docs" / "hosting" / name).exists(), name
