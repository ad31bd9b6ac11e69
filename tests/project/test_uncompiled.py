"""Every way into the game where nothing is compiled that need not be: all modules and commands.

`tests/support/plain` hides what is compiled, in all processes that are started here, also from the
packages that the game uses: one that is imported must have its own way to do without.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.cli.test_bot_command import Guest, Opener
from tests.support.command import environment, hashi_process
from tests.support.server import Browser, Server, serving

import hashi
from hashi.cli.command import COMMANDS
from hashi.record import write

PLAIN = Path(__file__).parents[1] / "support" / "plain"
SHORT = ["3/1", "2/1", "4/2"]
BY_A_SERVER = {"serve", "join", "bot", "tables", "results", "verify"}
BY_A_COMPILER = {"site"}
"""It compiles the modules for the browser; tests/site builds and tries what it writes."""
DOORS = {
    "play": ["--players", "Tim", "--seed", "sea"],
    "daily": ["--date", "2026-11-15"],
    "games": [],
    "replay": ["{record}"],
    "score": ["{record}"],
    "best": ["{record}"],
    "review": ["{record}"],
    "hint": ["{begun}"],
    "board": ["B"],
    "rules": [],
    "arena": ["greedy", "random", "--games", "1", "--seed", "sea"],
    "learn": ["B", "--forget"],
    "completion": ["bash"],
    "man": [],
}
"""The commands that need no server, with arguments."""
EVERY_MODULE = """
import importlib, pkgutil, sys
import hashi

not_here = {"hashi._cython", "hashi.__main__"}
not_here |= {"hashi.envs.sb3"}  # it needs PyTorch
not_here |= {"hashi.site.browser.program", "hashi.site.builder.packing_inside"}  # in browsers
for found in pkgutil.walk_packages(hashi.__path__, "hashi."):
    if found.name not in not_here:
        importlib.import_module(found.name)
from hashi.arrays import kernel
print(kernel.is_compiled, "websockets.speedups" in sys.modules)
"""


@pytest.fixture(scope="module", autouse=True)
def plain() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(PLAIN))
        yield


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a short game on a small board, for which nothing has to think long."""
    game = hashi.new_game(hashi.Board(("oor", "obo")), ["Tim"], cards=SHORT)
    game = game.start(game.legal_starts()[0])
    folder = tmp_path_factory.mktemp("plain")
    (folder / "begun.json").write_text(write(game.record), "utf-8")
    while not game.is_over:
        game = game.play(game.legal_turns()[-1])
    path = folder / "game.json"
    path.write_text(write(game.record), "utf-8")
    return path


def test_every_module_can_be_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EVERY_MODULE],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "False False\n"), done.stderr


def test_every_command_is_run_here() -> None:
    assert {*DOORS, *BY_A_SERVER, *BY_A_COMPILER} == set(COMMANDS)


@pytest.mark.parametrize("command", DOORS)
def test_a_command_runs(command: str, record: Path, tmp_path: Path) -> None:
    arguments = [
        word.format(record=record, begun=record.with_name("begun.json")) for word in DOORS[command]
    ]
    lines = {"play": ["c2=4 done", "pass"], "daily": ["c2=4 done", "pass"]}.get(command, [])
    done = hashi_process(command, *arguments, lines=[*lines, "quit"], home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_learning_would_take_too_long(tmp_path: Path) -> None:
    done = hashi_process("learn", "B", home=tmp_path)
    said = "Learning takes far too long without a C compiler.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


# --- a server and those who come to it


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("plain") / "tables.sqlite") as running:
        yield running


def test_a_turn_on_a_page(server: Server) -> None:
    tim = Browser(server)
    socket = tim.socket(tim.open_table())
    for island in ("d3", "c2"):  # the start, moved once
        socket.ask("tap", seat=0, island=island)
    patches = [json.loads(text) for text in socket.received if '"patch"' in text]
    assert any(">3<" in patch["html"].get("i-c2", "") for patch in patches)
    socket.close()


@pytest.mark.slow
def test_a_game_of_the_api_a_bot_of_the_server_one_elsewhere_and_a_terminal(
    server: Server, tmp_path: Path
) -> None:
    ada = Opener(server, seats=4, deck=SHORT)
    ada.ask(do="sit", name="Ada")
    ada.ask(do="sit_bot", seat=1, bot="greedy", name="Bo")
    guest = Guest("random", ada.url, "--name", "Cy")
    guest.sits("Cy")
    with ThreadPoolExecutor() as threads:
        lines = ["d3=4 done", "pass", "pass"]
        terminal = threads.submit(hashi_process, "join", ada.url, "--name", "Di", lines=lines)
        ada.until(lambda table: table["seats"][3]["name"] == "Di")
        ada.ask(do="begin")
        ada.ask(do="mark", seat=0, marks="d3=3")
        ada.ask(do="done", seat=0)
        ada.skip(0, until_round=len(SHORT))
        assert terminal.result().returncode == 0
    assert guest.end()[0] == 0
    assert ada.until_over().setup.players == ("Ada", "Bo", "Cy", "Di")
    (tmp_path / "game.json").write_text(Browser(server).fetch(f"/t/{ada.id}.json")[1], "utf-8")
    assert hashi_process("verify", str(tmp_path / "game.json")).returncode == 0


def test_what_is_kept_of_a_server(server: Server, tmp_path: Path) -> None:
    page = Browser(server)
    page.socket(page.open_table()).close()
    kept = tmp_path / "kept.sqlite"
    for arguments in (
        ["tables", "copy", str(server.data), str(kept)],
        ["tables", "check", "--data", str(kept)],
        ["results", "rebuild", "--data", str(kept)],
    ):
        done = hashi_process(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
