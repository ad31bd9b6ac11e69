"""What the README shows is run as it is written."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import hashi

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_two_commands_come_first_and_exist() -> None:
    first = [line.split("#")[0].strip() for line in blocks("sh")[0].splitlines()]
    assert first[:2] == ["make play", "make test"]
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in first[:2]:
        assert f"\n{command.split()[1]}:" in targets


def test_the_five_lines_of_the_library_run_and_print_the_table(tmp_path: Path) -> None:
    source = blocks("python")[0]
    assert len(re.findall(r"^(?!import)\s*\S", source, re.MULTILINE)) == 4
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.stderr == ""
    assert re.match(r" Tim +\d+\n", done.stdout)
    assert len(done.stdout.splitlines()) > 20


@pytest.mark.parametrize(
    "line", [line for block in blocks("sh")[1:] for line in block.splitlines() if line.strip()]
)
def test_every_command_of_the_readme_is_understood(line: str) -> None:
    words = shlex.split(line, comments=True)
    assert words[0] == "hashi"
    assert hashi(*words[1:], "--help").returncode == 0


def test_every_link_of_the_readme_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)|src(?:set)?=\"([^\":]+)\"", README):
        path = target[0] or target[1]
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize(("theme", "name"), [("light", "midgame"), ("dark", "midgame-dark")])
def test_the_picture_of_the_readme_is_what_the_command_draws(
    theme: str, name: str, tmp_path: Path
) -> None:
    pictures = ROOT / "docs" / "pictures"
    drawn = tmp_path / "out.svg"
    options = ["--round", "9", "--player", "1", "--theme", theme, "--svg", str(drawn)]
    done = hashi("replay", str(pictures / "game.json"), *options)
    assert done.returncode == 0
    assert drawn.read_bytes() == (pictures / f"{name}.svg").read_bytes()
