"""`hashi games`: a list of saved games, and going on with one of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import hashi
from tests.support.typist import Typist

from hashi.host.store.log_file import LogFile, read_table
from hashi.words import LANGUAGES, Words


def test_saved_games_are_listed_and_one_goes_on(tmp_path: Path) -> None:
    hashi("play", "--players", "Tim", lines=["d3=4 done", "pass"], home=tmp_path)
    hashi("play", "--bots", "random", "--new", typist=Typist(tmp_path), home=tmp_path)
    hashi("play", "--players", "Ida", "Ada", "--new", lines=["d3=4 done"], home=tmp_path)
    broken = tmp_path / "hashi" / "games" / "game-0009.hashi"
    broken.write_text("no game\n")
    done = hashi("games", lines=["help", "7", "1", "pass"], home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    listed = done.stdout.splitlines()[:3]
    assert listed[0].startswith("3  Ida 0, Ada 0; round 0 of 17, ")
    assert listed[1].startswith("2  Player ")
    assert "; finished, " in listed[1]
    assert listed[2].startswith("1  Tim 0; round 2 of 17, ")
    assert "There’s no game 7." in done.stdout
    assert "Round 3 of 17" in done.stdout
    first = tmp_path / "hashi" / "games" / "game-0001.hashi"
    assert read_table(first).played.rounds == 2


def test_a_game_whose_rounds_were_replayed_is_marked(tmp_path: Path) -> None:
    lines = ["d3=4 done", "skip", "undo", "yes", *["skip"] * 17]
    hashi("play", "--players", "Tim", "--new", lines=lines, home=tmp_path)
    path = tmp_path / "hashi" / "games" / "game-0001.hashi"
    assert read_table(path).is_practised
    done = hashi("games", lines=[""], home=tmp_path)
    assert done.stdout.splitlines()[0].endswith(" · practice")
    assert "Practice game: rounds were replayed." in hashi("games", "1", home=tmp_path).stdout


def test_a_game_is_chosen_by_its_number(tmp_path: Path) -> None:
    hashi("play", "--players", "Tim", lines=["d3=4 done"], home=tmp_path)
    hashi("play", "--players", "Ida", "--new", lines=["d3=4 done"], home=tmp_path)
    for number in ("1", "0001"):
        assert "Tim> " in hashi("games", number, lines=["quit"], home=tmp_path).stdout
    missing = hashi("games", "5", home=tmp_path)
    assert missing.returncode == 2
    assert hashi("games", lines=[""], home=tmp_path).returncode == 0


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_an_empty_list_says_how_to_begin(tmp_path: Path, language: str) -> None:
    done = hashi("games", "--lang", language, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    sentence = "No games are saved yet. Type “hashi play” to start one."
    assert Words(language).say(sentence) in done.stdout


def test_a_game_is_deleted_after_a_question(tmp_path: Path) -> None:
    for name in ("Tim", "Ida", "Eva"):
        hashi("play", "--players", name, lines=["d3=4 done"], home=tmp_path)
    folder = tmp_path / "hashi" / "games"
    kept = hashi("games", "2", "--delete", lines=["no"], home=tmp_path)
    assert "Delete game 2 for good? (yes/no)>" in kept.stdout
    assert (kept.returncode, len(list(folder.iterdir()))) == (2, 3)
    gone = hashi("games", "2", "--delete", lines=["yes"], home=tmp_path)
    assert (gone.returncode, gone.stderr) == (0, "")
    assert "Game 2 is deleted." in gone.stdout
    lines = ["delete", "delete 9", "delete 3", "y", "delete 1", "yes"]
    done = hashi("games", lines=lines, home=tmp_path)
    assert "There’s no game 9." in done.stdout
    assert list(folder.iterdir()) == []
    assert hashi("games", "--delete", home=tmp_path).returncode == 2


def test_a_game_that_is_being_played_is_not_deleted(tmp_path: Path) -> None:
    hashi("play", "--players", "Tim", lines=["d3=4 done"], home=tmp_path)
    path = tmp_path / "hashi" / "games" / "game-0001.hashi"
    log, _ = LogFile.open(path)
    done = hashi("games", "1", "--delete", lines=["yes"], home=tmp_path)
    log.close()
    assert (done.returncode, path.exists()) == (2, True)


@pytest.mark.parametrize("command", ["replay", "score", "review", "best", "hint", "verify"])
def test_other_commands_take_the_number_of_a_game(tmp_path: Path, command: str) -> None:
    lines = ["d3=4 done", "skip", "skip"]
    hashi("play", "--players", "Tim", "--seed", "s", lines=lines, home=tmp_path)
    path = tmp_path / "hashi" / "games" / "game-0001.hashi"
    by_number = hashi(command, "1", lines=["last"], home=tmp_path)
    by_file = hashi(command, str(path), lines=["last"], home=tmp_path)
    assert (by_number.stdout, by_number.returncode) == (by_file.stdout, by_file.returncode)
    none = hashi(command, "2", home=tmp_path)
    assert none.returncode == 2
    assert "2: This file doesn’t exist." in none.stderr
