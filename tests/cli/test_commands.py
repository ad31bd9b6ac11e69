"""Every command: help in six languages, an example, errors that help."""

from __future__ import annotations

import argparse
import ast
import gettext
import inspect
import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from tests.support.command import environment, hashi

import hashi.cli.command as command_line
from hashi import __version__
from hashi.cli.parts.exit_status import PIPE_CLOSED
from hashi.words import LANGUAGES, Words
from hashi.words.commandline import ARGPARSE

COMMANDS = list(command_line.COMMANDS)
OTHERS = [code for code in LANGUAGES if code != "en"]


def subparsers(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    actions = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    return dict(actions[0].choices)


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_command_has_help_with_an_example(name: str, language: str) -> None:
    done = hashi(*([name] if name else []), "--help", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"hashi {name}".strip() in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("language", OTHERS)
def test_help_has_no_english_left_in_it(language: str) -> None:
    english, words = command_line.parser(Words("en")), Words(language)
    translated = command_line.parser(words)
    pairs = [(english, translated)]
    pairs += [(subparsers(english)[name], subparsers(translated)[name]) for name in COMMANDS]
    for source, target in pairs:
        assert source.description != target.description
        for old, new in zip(source._actions, target._actions, strict=True):
            if old.help and old.dest != "help":
                assert old.help != new.help
    for name in ["", *COMMANDS]:
        done = hashi(*([name] if name else []), "--help", "--lang", language)
        for sentence in ARGPARSE[:3] + ARGPARSE[4:5]:
            assert isinstance(sentence, str)
            if words.say(sentence) != sentence:
                assert sentence not in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["score"],
        ["play", "--pens", "golden"],
        ["play", "--players"],
        ["play", "--nonsense"],
        ["board", "A", "--svg"],
        ["score", "x", "--json=1"],
        ["--la"],
    ],
)
def test_a_wrong_command_line_is_explained_in_the_language(arguments: list[str]) -> None:
    spoken = {}
    for language in LANGUAGES:
        done = hashi(*arguments, LANG=f"{language}_XX.UTF-8")
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        spoken[language] = done.stderr.splitlines()[-1]
    assert len(set(spoken.values())) == len(LANGUAGES), spoken


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_bare_command_shows_its_help(language: str) -> None:
    done = hashi("--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == hashi("--help", "--lang", language).stdout


def test_every_default_of_the_server_is_in_its_help() -> None:
    sub = subparsers(command_line.parser(Words("en")))["serve"]
    defaults = [action.default for action in sub._actions if isinstance(action.default, str)]
    defaults = [default for default in defaults if default not in {"", argparse.SUPPRESS}]
    assert defaults
    shown = " ".join(hashi("serve", "--help").stdout.split())
    for default in defaults:
        assert f"(default: {default})" in shown


def test_argparse_still_has_the_sentences_that_are_translated() -> None:
    """Each translated sentence exists in argparse of this or another version of Python."""
    source = ast.parse(inspect.getsource(argparse))
    said = {
        tuple(
            a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
        )
        for call in ast.walk(source)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("_", "ngettext")
    }
    ours = {entry if isinstance(entry, tuple) else (entry,) for entry in ARGPARSE}
    assert len(ours & said) >= len(ours) - 2


def test_the_language_is_asked_for_before_or_after_the_command() -> None:
    german = Words("de").say("read the rules")
    assert german in hashi("--lang", "de", "--help").stdout
    assert german in hashi("--help", "--lang=de").stdout
    assert german in hashi("--help", LANG="de_DE.UTF-8").stdout
    assert "invalid choice: 'xx'" in hashi("rules", "--lang", "xx").stderr


def test_main_can_be_called_from_python(capsys: pytest.CaptureFixture[str]) -> None:
    domain = gettext.textdomain()
    with pytest.raises(SystemExit) as ended:
        command_line.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"hashi {__version__} (kernel: ")
    gettext.textdomain(domain)


def test_an_empty_board_is_shown_or_drawn(tmp_path: Path) -> None:
    assert "[ ]" in hashi("board", "a").stdout
    picture = tmp_path / "a.svg"
    done = hashi("board", "A", "--svg", str(picture), "--lang", "cs")
    assert (done.returncode, done.stdout) == (0, "")
    root = ElementTree.parse(picture).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert Words("cs").say("Board {board}", board="A") in picture.read_text(encoding="utf-8")


def test_several_records_are_scored_at_once(tmp_path: Path) -> None:
    games = sorted((Path(__file__).parents[1] / "record" / "games").glob("*.json"))
    records = [str(path) for path in games if "board" in path.read_text()][:2]
    done = hashi("score", *records)
    assert (done.returncode, done.stderr) == (0, "")
    assert [
        line.startswith(f"{name}: ")
        for line, name in zip(done.stdout.splitlines(), records, strict=True)
    ] == [True, True]
    whole = hashi("score", *records, "--json").stdout.splitlines()
    alone = [json.loads(hashi("score", name, "--json").stdout) for name in records]
    named = [{**told, "file": name} for told, name in zip(alone, records, strict=True)]
    assert list(map(json.loads, whole)) == named
    (tmp_path / "bad.json").write_text("[")
    bad = hashi("score", records[0], str(tmp_path / "bad.json"))
    assert bad.returncode == 2
    assert bad.stderr.startswith(f"{tmp_path / 'bad.json'}: ")
    assert len(bad.stdout.splitlines()) == 1


def test_an_empty_board_is_drawn_as_pixels(tmp_path: Path) -> None:
    sizes = {}
    for theme in ("light", "dark"):
        picture = tmp_path / f"{theme}.png"
        done = hashi("board", "B", "--png", str(picture), "--theme", theme, "--width", "320")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        with Image.open(picture) as image:
            sizes[theme] = image.size
    assert sizes["light"] == sizes["dark"]
    assert sizes["light"][0] == 320
    assert (tmp_path / "light.png").read_bytes() != (tmp_path / "dark.png").read_bytes()
    nowhere = hashi("board", "A", "--png", str(tmp_path / "no" / "a.png"))
    assert (nowhere.returncode, nowhere.stdout) == (2, "")
    for width in ("0", "15", "8193", "wide", "٣٢٠"):
        done = hashi("board", "A", "--png", str(tmp_path / "a.png"), "--width", width)
        assert done.returncode == 2
        assert "from 16 to 8192" in done.stderr


def test_a_custom_board_is_shown_or_its_error_has_line_and_column(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("o o o\no . r\nb o o\n")
    assert "[ ]" in hashi("board", str(own)).stdout
    own.write_text("# mine\no o o\no x r\nb o o\n")
    done = hashi("board", str(own))
    assert done.returncode == 2
    assert done.stderr.startswith(f"{own}, line 3, column 3: “x” isn’t a cell.")


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_rules_are_read_with_drawn_examples(language: str) -> None:
    done = hashi("rules", "--lang", language)
    words = Words(language)
    assert (done.returncode, done.stderr) == (0, "")
    assert words.say("Building bridges").upper() in done.stdout
    assert "(3)" in done.stdout
    assert done.stdout.count("\n 1 ") == 4
    assert f"60: {words.say('Island god')}" in done.stdout


GAME = Path(__file__).parents[1] / "record" / "games" / "solo-a-good.json"


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules"],
        ["board", "A"],
        ["board", "A", "--svg", "-"],
        ["score", str(GAME)],
        ["score", str(GAME), "--json"],
        ["arena", "random", "--games", "1"],
        ["--version"],
    ],
    ids=" ".join,
)
def test_a_closed_pipe_has_its_own_exit_status(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "hashi", *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(),
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (PIPE_CLOSED, b"")


def test_a_picture_is_written_to_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in (["board", "A"], ["replay", str(GAME), "--round", "3"]):
        done = hashi(*arguments, "--svg", "-", PYTHONUTF8="0", LC_ALL="C")
        assert (done.returncode, done.stderr) == (0, "")
        assert ElementTree.fromstring(done.stdout).tag == "{http://www.w3.org/2000/svg}svg"
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    done = hashi("board", "A", "--svg", str(folder / "a.svg"), "--lang", "de")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Ordner" in done.stderr
    assert not folder.exists()


@pytest.mark.parametrize(
    ("typed", "rounds"), [(["4@c2 done"], 0), (["4@c2 done", "done", "yes"], 1)]
)
def test_a_saved_game_of_the_terminal_is_read_like_a_record(
    typed: list[str], rounds: int, tmp_path: Path
) -> None:
    saved = str(tmp_path / "game.hashi")
    assert hashi("play", "--players", "Tim", "--save", saved, lines=typed).returncode == 0
    scored = hashi("score", saved, "--json")
    assert (scored.returncode, scored.stderr) == (0, "")
    assert json.loads(scored.stdout)["rounds"] == rounds
    drawn = hashi("replay", saved, "--svg", "-")
    assert (drawn.returncode, drawn.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names here")
@pytest.mark.parametrize("arguments", [["score"], ["replay", "--svg", "-"]])
def test_a_record_is_read_from_a_named_pipe(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.write(writing, GAME.read_bytes())
    os.close(writing)
    done = subprocess.run(
        [sys.executable, "-m", "hashi", arguments[0], f"/dev/fd/{reading}", *arguments[1:]],
        pass_fds=[reading],
        capture_output=True,
        env=environment(),
        check=False,
    )
    os.close(reading)
    assert (done.returncode, done.stderr) == (0, b"")


# --- boards of one's own


def test_a_board_is_made_checked_and_written(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    assert hashi("board", "new", str(file), "--seed", "sea").returncode == 0
    told = json.loads(hashi("board", "new", "--seed", "sea", "--json").stdout)
    assert file.read_text().split() == " ".join(told["rows"]).replace("", " ").split()
    checked = json.loads(hashi("board", "check", str(file), "--json").stdout)
    assert (checked["code"], checked["remarks"]) == (told["code"], [])
    assert hashi("board", "check", told["code"]).stdout == hashi("board", "check", str(file)).stdout
    assert hashi("board", told["code"]).stdout == hashi("board", str(file)).stdout


def test_a_board_on_which_no_game_can_begin_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "small.txt"
    file.write_text("o . r\n. . .\no . o\n")
    done = hashi("board", "check", str(file))
    assert done.returncode == 1
    assert "at least 6 islands" in done.stdout
    assert hashi("board", "measure", str(file)).returncode == 2
    assert hashi("board", "check").returncode == 2
    assert hashi("board", "check", "AQYGyBRMEShEMQRJeI5").returncode == 2


def test_a_board_is_measured_beside_the_sides() -> None:
    done = hashi("board", "measure", "A", "--games", "1", "--deals", "1", "--json")
    told = json.loads(done.stdout)
    assert told["bots"]["greedy"]["games"] == 1
    assert told["parts"][0] == told["parts"][1]
    table = hashi("board", "measure", "A", "--games", "1", "--deals", "1", "--lang", "de").stdout
    assert "Biber" in table
