"""`hashi hint`: a whole hint for people in their language, and for programs as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hashi
from hashi.cli.command import main
from hashi.coach import STEP_NAMES, hint, reveal
from hashi.record import Record, to_fields
from hashi.words import LANGUAGES, Words


def write(path: Path, record: Record) -> str:
    path.write_text(json.dumps(to_fields(record)))
    return str(path)


def begun() -> hashi.DealtGame:
    return hashi.new_game("A", ["Tim", "Eva"], seed="sea").start("4@c2", "3@d3")


def test_a_program_gets_an_object_for_each_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = begun()
    name = write(tmp_path / "game.json", game.record)
    assert main(["hint", name, "--json", "--lang", "en"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["player"] for one in told] == ["Tim", "Eva"]
    for seat, one in enumerate(told):
        found = hint(game.view(seat))
        assert one["turn"] == str(found.turn)
        assert one["where"] == [str(island) for island in found.region]
        assert (one["round"], one["good"]) == (1, found.good)
        assert one["gain"] == pytest.approx(found.gain, abs=0.01)
        assert one["aim"].endswith(".")
        assert one["reason"].endswith(".")
    assert main(["hint", name, "--json", "--player", "eva"]) == 0
    assert json.loads(capsys.readouterr().out)["player"] == "Eva"


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_told_every_step(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    found = hint(game.view())
    assert main(["hint", write(tmp_path / "game.json", game.record), "--lang", language]) == 0
    told = " ".join(capsys.readouterr().out.split())
    words = Words(language)
    for step, text in zip(found.steps, reveal(words, found, 4).texts, strict=True):
        assert " ".join(f"{words.say(STEP_NAMES[step])} {text}".split()) in told


def test_there_may_be_no_turn_to_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    over = begun().play_out([hashi.bot("random"), hashi.bot("random")])
    assert main(["hint", write(tmp_path / "over.json", over.record), "--lang", "en"]) == 1
    assert "No turn is open" in capsys.readouterr().err
    assert main(["hint", str(tmp_path / "none.json")]) == 2


def test_a_days_board_has_no_hints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fields = {**to_fields(begun().record), "daily": "2026-11-15"}
    (tmp_path / "day.json").write_text(json.dumps(fields))
    assert main(["hint", str(tmp_path / "day.json"), "--lang", "en"]) == 1
    assert capsys.readouterr().err == "There are no hints on the board of the day.\n"
