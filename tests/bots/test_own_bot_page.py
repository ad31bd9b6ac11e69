"""docs/own-bot.md: the bot on the page works, and its commands run as they are written."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import environment, hashi, hashi_process
from tests.support.server import Browser, Server

from hashi.rules import View

PAGE = (Path(__file__).parents[2] / "docs" / "own-bot.md").read_text(encoding="utf-8")
(BOT,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
HERE = [command for command in COMMANDS if "http" not in command]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that contains the bot of the page."""
    (tmp_path / "tidy.py").write_text(BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_bot_has_twenty_lines() -> None:
    assert len([line for line in BOT.splitlines() if line.strip()]) <= 20
    assert max(map(len, BOT.splitlines())) <= 100


@pytest.mark.no_cover
def test_every_command_runs_as_it_is_written_but_for_the_number_of_games(folder: Path) -> None:
    assert len(HERE) == 4
    for written in HERE:
        command = re.sub(r"--games \d+", "--games 1", written)
        name, *arguments = shlex.split(command)
        assert name == "hashi"
        done = hashi_process(*arguments) if "--jobs" in arguments else hashi(*arguments)
        assert (done.returncode, done.stderr) == (0, ""), command
        assert "tidy" in done.stdout


@pytest.mark.no_cover
def test_the_bot_beats_the_random_bot_and_is_repeatable(folder: Path) -> None:
    results = []
    for jobs in ("1", "2"):
        arguments = ["tidy.py:Tidy", "random", "--games", "4", "--jobs", jobs, "--json"]
        results.append(json.loads(hashi_process("arena", *arguments).stdout)["bots"])
    tidy, chance = results[0]
    assert tidy["mean"] > chance["mean"]
    assert [bot["mean"] for bot in results[0]] == [bot["mean"] for bot in results[1]]


def test_the_bot_plays_at_a_table(folder: Path, server: Server) -> None:
    (command,) = (command for command in COMMANDS if "http" in command)
    opened = post(server, "/api/tables", seats=1)
    arguments = [
        f"{server.address}/t/{opened['id']}" if "http" in argument else argument
        for argument in shlex.split(command)[1:]
    ]
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "hashi", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    ) as guest:
        try:
            assert guest.stdout is not None
            assert guest.stdout.readline().startswith("Tidy is at the table")
            post(server, f"/api/tables/{opened['id']}", opened["key"], do="begin")
            told, errors = guest.communicate(timeout=60)
        finally:
            guest.kill()  # or a failure would wait for it for ever
    assert (guest.returncode, errors) == (0, "")
    assert re.match(r"Tidy \d\d\. ", told)


def post(server: Server, path: str, key: str = "", **fields: Any) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    status, text, _ = Browser(server).fetch(path, json.dumps(fields).encode(), **headers)
    assert status in (200, 201), text
    answer: dict[str, Any] = json.loads(text)
    return answer


def test_every_field_of_the_view_is_documented() -> None:
    section = PAGE.split("## How to read the view\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(told) == sorted([*(field.name for field in fields(View)), "sheet"])


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (Path(__file__).parents[2] / "docs" / target).exists(), target
