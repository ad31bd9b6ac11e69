"""`hashi learn`: what it prints, what it keeps, and how it stops."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import environment, hashi

from hashi.boards import read_board, read_deck
from hashi.bots.learned.by_heart import ByHeart, keep, path_for
from hashi.bots.learned.search import is_compiled
from hashi.bots.learned.values import values_made_for
from hashi.coach.item_weights import weights_made_for
from hashi.words import Words
from hashi.words.language import LANGUAGES

pytestmark = pytest.mark.skipif(not is_compiled, reason="learning needs compiled modules")


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Return the arguments that name a small board and a small deck."""
    (tmp_path / "own.txt").write_text("o . r . o\n. . o . .\no . b . o\n. . r . .\no . o . o\n")
    cards = " ".join(f"{1 + n % 4}/{1 + n % 2}" for n in range(9))
    (tmp_path / "deck.txt").write_text(f"{cards}\n")
    return [str(tmp_path / "own.txt"), "--deck", str(tmp_path / "deck.txt")]


def test_programs_get_the_curve_and_the_file(files: list[str], tmp_path: Path) -> None:
    done = hashi("learn", *files, "--minutes", "0.01", "--json", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert list(told) == ["before", "after", "games", "file", "curve"]
    assert told["curve"][0][:2] == [0.0, 0]
    assert told["curve"][-1][1] == told["games"] > 0
    assert (told["file"] is not None) == (told["after"] > told["before"])
    if told["file"]:
        assert Path(told["file"]).parent == tmp_path / "hashi" / "learned"


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_get_a_line_for_each_look(language: str, files: list[str], tmp_path: Path) -> None:
    done = hashi("learn", *files, "--minutes", "0.001", "--lang", language, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    stops, heads, first, *_, last = done.stdout.splitlines()
    words = Words(language)
    assert stops == words.say("Ctrl+C stops early and keeps the best so far.")
    assert heads.split() == [words.say("Time"), words.say("Games"), words.say("Points")]
    assert first.split()[:2] == ["0:00", "0"]
    assert set(first.split()[3]) == {"#"}
    assert "{" not in last


def test_what_was_learned_can_be_forgotten(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    board, deck = read_board(files[0]), read_deck(files[2])
    values, items = values_made_for(board, deck), weights_made_for(board, deck)
    assert values is not None
    assert items is not None
    path = keep(ByHeart(values.weights, items.to_bytes(), {}), board, deck)
    done = hashi("learn", *files, "--forget", home=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"Deleted: {path}\n")
    assert not path_for(board, deck).exists()
    done = hashi("learn", *files, "--forget", home=tmp_path)
    assert (done.returncode, done.stdout) == (0, "This computer hasn’t learned this board.\n")


def test_ctrl_c_ends_with_what_was_found(files: list[str], tmp_path: Path) -> None:
    child = subprocess.Popen(
        [*[sys.executable, "-W", "error", "-m", "hashi", "learn"], *files, "--minutes", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        start_new_session=True,
        text=True,
    )
    assert child.stdout is not None
    begun = [child.stdout.readline() for _ in range(3)]  # the third says that it learns
    assert begun[2].split()[:2] == ["0:00", "0"]
    os.killpg(child.pid, signal.SIGINT)
    out, complained = child.communicate(timeout=60)
    assert (child.returncode, complained) == (130, "")
    assert "points on average" in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["nowhere.txt"], 2, "nowhere.txt"),
        (["A", "--minutes", "0"], 2, "expected a number above 0, not “0”"),
        (["large.txt"], 1, "This board is too large to learn"),
        (["flags.txt"], 2, "Every island has a flag."),
    ],
)
def test_what_cannot_be_learned(
    arguments: list[str],
    status: int,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("large.txt").write_text("o o o o o o\n" * 6)
    Path("flags.txt").write_text("r b r\nb r b\n")
    done = hashi("learn", *arguments, home=tmp_path)
    assert (done.returncode, done.stdout) == (status, "")
    assert sentence in done.stderr
