"""`hashi best`: what it prints, and its exit statuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import hashi, hashi_process

import hashi as library
from hashi.record import from_fields
from hashi.words import Words
from hashi.words.language import LANGUAGES


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game alone, one at a table, and a file of several games."""
    folder = tmp_path_factory.mktemp("games")
    alone = library.new_game("B", ["Tim"], seed="sea").play_out([library.bot("greedy")])
    bots = [library.bot("greedy"), library.bot("friend")]
    table = library.new_game("B", ["Tim", "Ida"], seed="sea").play_out(bots)
    (folder / "alone.json").write_text(library.write(alone.record))
    (folder / "table.json").write_text(library.write(table.record))
    broken = library.write(alone.record).replace('"starts": ["', '"starts": ["a1=9", "')
    illegal = json.loads(library.write(alone.record)) | {"rounds": [["b1=d1 b1=d1"]]}
    lines = [library.write(alone.record), broken, json.dumps(illegal), library.write(table.record)]
    (folder / "games.ndjson").write_text("".join(f"{line}\n" for line in lines))
    return folder


def printed(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in hashi("best", *arguments, "--json").stdout.splitlines()]


def test_programs_get_the_points_the_bound_and_a_record_that_replays(games: Path) -> None:
    (found,) = printed(str(games / "table.json"))
    assert [player["name"] for player in found["players"]] == ["Tim", "Ida"]
    for seat, player in enumerate(found["players"]):
        assert list(player) == ["name", "best", "bound", "proven", "seconds", "record"]
        game = from_fields(player["record"]).replay()
        assert game.is_over
        assert game.totals[seat] == player["best"] <= player["bound"]
        assert player["proven"] == (player["best"] == player["bound"])


def test_one_player_can_be_chosen(games: Path) -> None:
    (found,) = printed(str(games / "table.json"), "--player", "ida")
    assert [player["name"] for player in found["players"]] == ["Ida"]
    done = hashi("best", str(games / "table.json"), "--player", "Eva")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "No player has this name. Choose from: Tim, Ida\n"


def test_each_game_of_a_file_gets_a_line_and_bad_ones_their_error(games: Path) -> None:
    done = hashi("best", str(games / "games.ndjson"), "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [list(line) for line in lines] == [["players"], ["error"], ["error"], ["players"]]
    assert [line["error"]["kind"] for line in lines[1:3]] == ["malformed", "illegal"]
    assert done.returncode == 2
    told = hashi("best", str(games / "games.ndjson"))
    assert len(told.stdout.splitlines()) == 2
    assert len(told.stderr.splitlines()) == 2
    assert hashi("best", "-", stdin=(games / "alone.json").read_bytes()).returncode == 0


def test_several_processes_find_the_same(games: Path) -> None:
    def points(*arguments: str) -> list[tuple[int, int]]:
        done = hashi_process("best", str(games / "games.ndjson"), "--json", *arguments)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        players = [player for line in found if "players" in line for player in line["players"]]
        return [(player["best"], player["bound"]) for player in players]

    assert points("--jobs", "2") == points()


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_get_a_sentence_the_turns_and_the_board(games: Path, language: str) -> None:
    name = str(games / "alone.json")
    (found,) = printed(name)
    (player,) = found["players"]
    done = hashi("best", name, "--lang", language, "--colour", "ascii")
    assert (done.returncode, done.stderr) == (0, "")
    total = library.read_record(name).replay().totals[0]
    sentence, *rest = done.stdout.splitlines()
    assert sentence == Words(language).say(
        "{player}: {points} points. Possible with any start: {best}.",
        player="Tim",
        points=total,
        best=player["best"],
    )
    text = "\n".join(rest)
    for (turn,) in player["record"]["rounds"]:
        assert turn in text


def test_without_time_the_bound_is_told(games: Path) -> None:
    record = json.loads((games / "alone.json").read_text()) | {"rounds": []}
    done = hashi("best", "-", "--seconds", "0.000001", stdin=json.dumps(record).encode())
    assert done.returncode == 0
    assert ": 0 points. Possible with any start: at least " in done.stdout.splitlines()[0]


@pytest.mark.parametrize("given", ["0", "-1", "nan", "inf", "soon"])
def test_seconds_are_more_than_none(games: Path, given: str) -> None:
    done = hashi("best", str(games / "alone.json"), f"--seconds={given}")
    assert done.returncode == 2
    assert "--seconds" in done.stderr
