"""`hashi review`: for people in their language, for programs as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hashi
from hashi.cli.command import main

TURN = ["round", "card", "played", "best", "value", "best_value", "possible", "cost", "luck"]
TURN += ["others", "label", "lines", "why"]
PLAYER = ["name", "expected", "luck", "others", "cost", "total", "end", "cost_per_turn", "like"]
PLAYER += ["start", "turns"]


def written(path: Path, *players: str, bot: str = "greedy") -> str:
    game = hashi.new_game("A", list(players), seed="sea").play_out([hashi.bot(bot)] * len(players))
    text = hashi.write(game.record)
    path.write_text(text, "utf-8")
    return " ".join(text.split())


def test_json_has_exactly_the_fields_that_are_promised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "game.json", "Tim")
    assert main(["review", str(tmp_path / "game.json"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["players", "over"]
    assert told["over"] is True
    (tim,) = told["players"]
    assert list(tim) == PLAYER
    assert list(tim["start"]) == ["played", "best", "cost"]
    assert [list(turn) for turn in tim["turns"]] == [TURN] * 17
    total = tim["expected"] + tim["luck"] + tim["others"] - tim["cost"]
    assert total == pytest.approx(tim["total"], abs=1e-6)
    assert tim["end"] == pytest.approx(tim["total"], abs=1e-6)
    for turn in tim["turns"]:
        assert sum(turn["lines"].values()) == pytest.approx(turn["value"], abs=1e-6)
        assert len(turn["why"]) <= 2
    assert tim["turns"][-1]["possible"] == tim["total"]


def test_a_stream_gives_a_line_for_each_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = written(tmp_path / "one.json", "Tim", "Eva", bot="random")
    (tmp_path / "games.ndjson").write_text(f"{one}\n{one}\n", "utf-8")
    name = str(tmp_path / "games.ndjson")
    assert main(["review", name, "--json", "--player", "eva", "--jobs", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert [player["name"] for player in json.loads(lines[0])["players"]] == ["Eva"]
    assert main(["review", name, "--player", "Tim", "--lang", "de"]) == 0
    assert capsys.readouterr().out.count("Punkte =") == 2


@pytest.mark.parametrize(
    ("language", "said"), [("en", "The costliest turn"), ("cs", "Nejdražší tah")]
)
def test_people_get_a_report_in_their_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    written(tmp_path / "game.json", "Tim", bot="random")
    assert main(["review", str(tmp_path / "game.json"), "--lang", language]) == 0
    told = capsys.readouterr().out
    assert said in told
    assert told.splitlines()[0].startswith("Tim: ")


@pytest.mark.parametrize("players", [("Tim",), ("Tim", "Eva")])
def test_of_a_stopped_game_the_closed_rounds_are_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], players: tuple[str, ...]
) -> None:
    """Up to the last closed round; what can't be said of it is said."""
    game = hashi.new_game("A", list(players), seed="sea").start(*["4@c2"] * len(players))
    for _ in range(4):
        for _ in players:
            game = game.play("pass")
    assert len(game.record.cards) == 5  # the next card lies face up
    path = tmp_path / "stopped.json"
    path.write_text(hashi.write(game.record), "utf-8")
    assert main(["review", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["over"] is False
    for player in told["players"]:
        assert [turn["round"] for turn in player["turns"]] == [1, 2, 3, 4]
        assert player["total"] == 0
        parts = player["expected"] + player["luck"] + player["others"] - player["cost"]
        assert parts == pytest.approx(player["end"], abs=1e-6)
        assert {turn["possible"] for turn in player["turns"]} == {None}
    assert main(["review", str(path), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Tim, 0 points after round 4: ")
    assert "This game isn’t over" in told


def test_what_cannot_be_reviewed_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    path = tmp_path / "open.json"
    path.write_text(hashi.write(game.record), "utf-8")
    assert main(["review", str(path), "--lang", "en"]) == 1
    assert capsys.readouterr().err == "No round of this game is over yet.\n"
    written(path, "Tim", bot="random")
    assert main(["review", str(path), "--player", "Eva"]) == 2
    assert "Tim" in capsys.readouterr().err
    assert main(["review", str(tmp_path / "none.json")]) == 2
