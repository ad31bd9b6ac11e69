"""Whole games as files, replayed to exact points. A new file in one of the folders is a new test.

`games/NAME.json` has its result in `games/NAME.result.json`, `illegal/NAME.json` what it breaks in
`illegal/NAME.error.json`, `malformed/NAME.json` its flaw in `malformed/NAME.flaw.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.reference_referee import referee
from tests.support.reference_scorer import score

from hashi.record import error, from_fields, parse, records, result, to_fields, write
from hashi.rules import Called, Flaw, Game, Goal, Illegal, Malformed, play

HERE = Path(__file__).parent
PROMISED = {"kind", "round", "player", "rule", "mark", "message"}


def files(folder: str, ending: str) -> list[Path]:
    """The records of a folder: all files but those with what is expected."""
    found = sorted((HERE / folder).glob("*.json"))
    records = [path for path in found if not path.name.endswith(f".{ending}.json")]
    assert len(found) == 2 * len(records), f"a file in {folder} has no neighbour .{ending}.json"
    return records


def expected(path: Path, ending: str) -> Any:
    return json.loads(path.with_suffix(f".{ending}.json").read_text("utf-8"))


def named(path: Path) -> str:
    return path.stem


GAMES = files("games", "result")
ILLEGAL = files("illegal", "error")
MALFORMED = files("malformed", "flaw")


@pytest.mark.parametrize("path", GAMES, ids=named)
def test_a_game_is_replayed_to_its_exact_result(path: Path) -> None:
    assert result(parse(path.read_bytes()).replay()) == expected(path, "result")


@pytest.mark.parametrize("path", GAMES, ids=named)
def test_a_second_scorer_comes_to_the_same_result(path: Path) -> None:
    record = parse(path.read_bytes())
    rows = [" ".join(row) for row in record.setup.board.rows]
    fields = {**to_fields(record), "board": {"rows": rows}}
    told = (referee if "pens" in fields else score)(fields)
    mine = expected(path, "result")
    assert [player["goals"] for player in mine["players"]] == told["goals"]
    assert [player["total"] for player in mine["players"]] == told["totals"]
    assert [player["islands"] for player in mine["players"]] == [
        len(islands) for islands in told["finished"]
    ]
    assert {player["rank"] for player in mine["players"]} == {told["rank"]}
    assert mine["winners"] == [fields["players"][seat] for seat in told["winners"]]


@pytest.mark.parametrize("path", GAMES, ids=named)
def test_a_file_is_written_as_it_was_read(path: Path) -> None:
    fields = json.loads(path.read_text("utf-8"))
    assert to_fields(parse(path.read_bytes())) == fields
    assert json.loads(write(from_fields(fields))) == fields


@pytest.mark.parametrize("path", ILLEGAL, ids=named)
def test_what_breaks_a_rule_is_told_with_round_player_rule_and_mark(path: Path) -> None:
    record = parse(path.read_bytes())
    with pytest.raises(Illegal) as caught:
        record.replay()
    told = error(caught.value, "a sentence")["error"]
    assert set(told) == PROMISED
    assert told == {**expected(path, "error"), "kind": "illegal", "message": "a sentence"}


@pytest.mark.parametrize("path", MALFORMED, ids=named)
def test_what_cannot_be_read_is_told_with_its_flaw_and_place(path: Path) -> None:
    with path.open("rb") as file:
        (problem,) = records(file, is_lines=False)
    assert isinstance(problem, Malformed)
    assert {"flaw": problem.flaw.value, **problem.details} == expected(path, "flaw")


# --- that the folders hold what they should


def test_every_rule_about_marks_is_broken_by_a_file() -> None:
    rules = {expected(path, "error")["rule"] for path in ILLEGAL}
    assert rules == {
        *("R2", "R5", "R7", "R9", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18")
    }


def test_every_flaw_is_in_a_file() -> None:
    flaws = {expected(path, "flaw")["flaw"] for path in MALFORMED}
    # tests/boards has files that are not there or too long; a pace, a reaction, a new name and a
    # share are asked of a table alone, a whole deck and a place for the start of an arena, a date
    # of a day, a code of a link to a board
    at_a_table = {"pace", "reaction", "name_missing", "name_too_long", "hex", "other_share"}
    elsewhere = {"file", "too_long", "too_few_cards", "no_start", "day", "board_code"} | at_a_table
    assert flaws == {flaw.value for flaw in Flaw} - elsewhere


def test_the_games_are_of_every_kind() -> None:
    results = {path.stem: expected(path, "result") for path in GAMES}
    assert {len(each["players"]) for each in results.values()} == {1, 2, 3, 4}
    assert {each["finished"] for each in results.values()} == {True, False}
    assert any(len(each["winners"]) > 1 for each in results.values())
    assert {each["players"][0]["rank"] for each in results.values()} >= {0, 3, 7, None}
    paid = {
        (goal, points)
        for player in results["four-players-all-goals"]["players"]
        for goal, points in player["goals"].items()
    }
    assert paid == {(goal.value, points) for goal in Goal for points in (goal.high, goal.low)}


def test_r33_r34_the_calls_of_a_game_take_back_strike_and_do_nothing() -> None:
    record = parse((HERE / "games" / "free-pens-with-calls.json").read_bytes())
    game, seen = Game.begin(record.setup), []
    for entry in record.entries:
        after = play(game, entry)
        if isinstance(entry, Called):
            seen.append(consequence(game, after, entry.on))
        game = after
    assert seen == ["taken back", "wrong", "struck, goal lost"]


def consequence(before: Game, after: Game, on: int) -> str:
    if after.pages is before.pages:
        return "wrong"
    if after.sheets[on].struck == before.sheets[on].struck:
        return "taken back"
    lost = set(before.ledgers[on]) - set(after.ledgers[on])
    return "struck, goal lost" if any(isinstance(item.source, Goal) for item in lost) else "struck"


def test_a_notebook_shows_a_record_as_the_game_stands_at_its_end() -> None:
    record = parse(GAMES[0].read_text("utf-8"))
    assert record._repr_svg_() == record.replay()._repr_svg_()
