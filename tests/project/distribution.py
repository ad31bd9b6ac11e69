"""Build the source archive and the wheel, install each into an empty environment, and play.

    python -m tests.project.distribution [FOLDER]

The archives are left in the folder (`dist`). The wheel is built from the source archive, and what
is installed comes from where pip gets packages: as for anybody who installs the game.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import pexpect

ROOT = Path(__file__).parents[2]
FIVE_LINES = """
import random, sys
import hashi

game = hashi.new_game("A", ["Tim"], seed="a quiet sea").start("4@c2")
while not game.is_over:
    game = game.play(random.choice(game.legal_turns()))
print(game)
assert sys.prefix in hashi.__file__, hashi.__file__
assert hashi.png(game)[:4] == b"\\x89PNG"
"""


def clean_environment() -> dict[str, str]:
    """Return the environment without what would lead to this checkout or measure it."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "COVERAGE_PROCESS_CONFIG", "LANGUAGE", "PIP_CONSTRAINT")
    return {name: value for name, value in os.environ.items() if name not in hidden}


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command and return its output; where it fails, show everything that it said."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd, env=clean_environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build(folder: Path) -> tuple[Path, Path]:
    """Build the source archive, and the wheel from it; return both."""
    folder.mkdir(parents=True, exist_ok=True)
    code = f"from setuptools import build_meta; print(build_meta.build_sdist({str(folder)!r}))"
    archive = folder / run(sys.executable, "-c", code, cwd=ROOT).splitlines()[-1]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "-q", "--no-deps", "--no-cache-dir", "--wheel-dir", folder, archive)
    version = archive.name.removesuffix(".tar.gz").rpartition("-")[2]
    (wheel,) = folder.glob(f"hashi_game-{version}-*.whl")
    return archive, wheel


def install(archive: Path, folder: Path) -> Path:
    """Install an archive into an empty environment; return the folder of its commands."""
    run(sys.executable, "-m", "venv", folder)
    commands = folder / "bin"
    run(commands / "python", "-m", "pip", "install", "-q", "--no-cache-dir", archive.resolve())
    return commands


def play(commands: Path, home: Path) -> None:
    """Play by the library, in a terminal and on a page."""
    home.mkdir()
    print(f"  {run(commands / 'hashi', '--version').strip()}")
    printed = run(commands / "python", "-W", "error", "-c", FIVE_LINES, cwd=home)
    print(f"  the five lines: {printed.splitlines()[0].strip()}")
    play_in_terminal(commands / "hashi", home)
    ask_the_server(commands / "hashi", home)


def play_in_terminal(hashi: Path, home: Path) -> None:
    """Write a start and play one round in a pseudo-terminal."""
    env = {**clean_environment(), "XDG_DATA_HOME": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    options = ["play", "--plain", "--players", "Tim", "--seed", "a quiet sea", "--lang", "en"]
    terminal = pexpect.spawn(
        str(hashi), options, env=env, encoding="utf-8", timeout=60, dimensions=(50, 80)
    )
    for typed in ("c2=4 done", "2@c4 c2=c4 c2-e2 done"):
        terminal.expect_exact("Tim> ")
        terminal.sendline(typed)
    terminal.expect_exact("Round 2 of 17")
    terminal.expect_exact("Tim> ")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0, terminal.before
    print("  hashi play: one round")


def ask_the_server(hashi: Path, home: Path) -> None:
    """Ask a server for its first page and a file of its own."""
    command = [str(hashi), "serve", "--port", "0", "--data", str(home / "tables.sqlite")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=clean_environment())
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+?/", server.stdout.readline())
        assert found
        with urllib.request.urlopen(found[0], timeout=60) as answer:
            page = answer.read().decode()
        assert "HASHI" in page
        (style,) = re.findall(r'href="/?([^"]+\.css)"', page)[:1]
        with urllib.request.urlopen(found[0] + style, timeout=60) as answer:
            assert answer.status == 200
    finally:
        server.terminate()
        server.wait(timeout=30)
    print("  hashi serve: answers")


def main(arguments: list[str]) -> None:
    archives = build(Path(arguments[0] if arguments else ROOT / "dist"))
    with tempfile.TemporaryDirectory() as temporary:
        for archive in archives:
            print(archive.name)
            folder = Path(temporary) / archive.suffix[1:]
            play(install(archive, folder / "venv"), folder / "home")


if __name__ == "__main__":
    main(sys.argv[1:])
