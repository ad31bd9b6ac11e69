"""Stepping through a recorded game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from benchmarks.random_play import random_record
from tests.support.command import hashi

from hashi.boards import board
from hashi.record import parse, write
from hashi.rules import Pens
from hashi.words import LANGUAGES, Words, turn_text


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    record, _ = random_record(Random(5), board("B"), 3)
    path.write_text(write(record), encoding="utf-8")
    return path


def rounds_shown(text: str) -> list[int]:
    heads = [line for line in text.splitlines() if line.startswith("Round") and "card" in line]
    return [int(line.split()[1]) for line in heads]


def test_forward_back_jump_and_ends(game: Path) -> None:
    lines = ["", "next", "n", "back", "9", "last", "next", "first", "back", "99", "quit"]
    done = hashi("replay", str(game), lines=lines)
    assert (done.returncode, done.stderr) == (0, "")
    assert rounds_shown(done.stdout) == [1, 2, 3, 2, 9, 17, 17, 17]
    assert done.stdout.count("The boards after setup") == 3
    assert "0/17>" in done.stdout


@pytest.mark.parametrize(
    ("extra", "mark"),
    [
        ({"hints": [2]}, " (with hints)"),
        ({"hints": [0]}, ""),
        ({"hints": "many"}, ""),
        ({"practised": True}, " (practice)"),
        ({"same_cards": True}, " (same cards again)"),
    ],
)
def test_a_game_with_an_aid_has_no_rank(tmp_path: Path, extra: dict[str, Any], mark: str) -> None:
    path, (record, game) = tmp_path / "game.json", random_record(Random(5), board("B"), 1)
    path.write_text(write(replace(record, extra=extra)), encoding="utf-8")
    told = hashi("replay", str(path), lines=["last", "quit"]).stdout
    assert ("your rank is" in told) == (not mark)
    assert f"{game.totals[0]} points{mark}" in told


def test_every_players_board_can_be_seen(game: Path) -> None:
    lines = ["player", "player", "player", "player Tim", "player 2", "p sar"]
    done = hashi("replay", str(game), lines=lines)
    heads = [line for line in done.stdout.splitlines() if line in ("Tim", "Linus", "Sarah")]
    assert heads == ["Tim", "Linus", "Sarah", "Tim", "Tim", "Linus", "Sarah"]


def test_an_unknown_command_is_explained(game: Path) -> None:
    done = hashi("replay", str(game), lines=["fly", "²"])
    assert "“fly” isn’t one of these words." in done.stdout
    assert "“²” isn’t one of these words." in done.stdout


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_words_of_the_language_are_understood(game: Path, language: str) -> None:
    say = Words(language).say
    lines = [say("last"), say("back"), say("quit"), "7"]
    done = hashi("replay", str(game), "--lang", language, lines=lines)
    shown = [
        say("Round {round} of {rounds}, card {card}", round=n, rounds=17, card="").strip()
        for n in (17, 16, 7)
    ]
    assert [head in done.stdout for head in shown] == [True, True, False]


def test_a_replay_can_begin_at_a_round(game: Path) -> None:
    done = hashi("replay", str(game), "--round", "9", "--player", "Linus")
    assert rounds_shown(done.stdout) == [9]


def test_a_position_is_drawn(game: Path, tmp_path: Path) -> None:
    picture = tmp_path / "out.svg"
    options = ["--round", "9", "--player", "Sarah", "--svg", str(picture)]
    done = hashi("replay", str(game), *options, "--theme", "dark")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "<title>Sarah, round 9</title>" in picture.read_text(encoding="utf-8")
    nowhere = hashi("replay", str(game), "--svg", str(tmp_path / "no" / "out.svg"))
    assert nowhere.returncode == 2
    assert f"There’s no folder {tmp_path / 'no'}." in nowhere.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--round", "18"], "This game has rounds 0 to 17, not “18”."),
        (["--round", "x"], "This game has rounds 0 to 17, not “x”."),
        (["--player", "Eve"], "No player has this name. Choose from: Tim, Linus, Sarah"),
    ],
)
def test_a_position_that_does_not_exist_is_explained(
    game: Path, options: list[str], message: str
) -> None:
    done = hashi("replay", str(game), *options)
    assert (done.returncode, done.stderr) == (2, f"{message}\n")


def test_bad_records_are_explained(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text("{}")
    assert hashi("replay", str(path)).returncode == 2
    path.write_text(
        '{"hashi": 1, "board": "A", "cards": ["5/3"], "players": ["Tim"], "starts": ["d3=4"],'
        '"rounds": [["4@c2"]]}'
    )
    done = hashi("replay", str(path))
    assert done.returncode == 1
    assert "Round 1, Tim, 4@c2: The card shows a 5" in done.stderr
    assert hashi("replay", str(tmp_path / "none.json")).returncode == 2


def test_r33_a_game_with_free_pens_is_stepped_through(tmp_path: Path) -> None:
    path = tmp_path / "free.json"
    record, _ = random_record(Random(7), board("A"), 2, pens=Pens.FREE)
    path.write_text(write(record), encoding="utf-8")
    done = hashi("replay", str(path), lines=["last", *["back"] * 17])
    assert rounds_shown(done.stdout) == [*range(17, 0, -1)]


def test_turns_are_shown_in_words_and_in_the_notation(game: Path) -> None:
    done = hashi("replay", str(game), lines=["1", "help", "?", "signs", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    for turn in parse(game.read_bytes()).rounds[0]:
        told = turn_text(Words("en"), turn)
        assert (f"{told} ({turn})" if turn.marks else told) in done.stdout
    assert done.stdout.count("shows the round before") == 2
    assert "an island without a number" in done.stdout


def test_a_game_of_many_in_one_file_is_chosen_by_its_number(tmp_path: Path) -> None:
    many = tmp_path / "games.ndjson"
    arena = ("arena", "random", "greedy", "--games", "3", "--records", str(many))
    assert hashi(*arena).returncode == 0
    records = [parse(line.encode()) for line in many.read_text().splitlines()]
    for options, record in (((), records[0]), (("--game", "3"), records[2])):
        shown = hashi("replay", str(many), *options, lines=["1", "quit"])
        assert (shown.returncode, shown.stderr) == (0, "")
        assert f"card {record.cards[0]}" in shown.stdout
    for number in ("0", "4", "x", "-1"):
        done = hashi("replay", str(many), f"--game={number}")
        assert (done.returncode, done.stdout) == (2, "")
        assert "There’s no game" in done.stderr
