"""`hashi score` as other tools rely on it: its output and its exit statuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import hashi, hashi_process

HERE = Path(__file__).parent
GAME = HERE / "games" / "two-players-good-b.json"
SOLO = HERE / "games" / "solo-a-good.json"
ILLEGAL = HERE / "illegal" / "r17-seven-bridges.json"
MALFORMED = HERE / "malformed" / "card-too-often.json"


def score(*arguments: str | Path, given: bytes = b"") -> tuple[int, list[str], list[str]]:
    """Exit status and the lines on standard output and standard error."""
    done = hashi("score", *map(str, arguments), stdin=given)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


def told(*arguments: str | Path, given: bytes = b"") -> tuple[int, list[Any]]:
    """Exit status and the JSON of each line, with `--json`."""
    status, lines, problems = score("--json", *arguments, given=given)
    assert problems == []
    return status, [json.loads(line) for line in lines]


def expected(path: Path, ending: str) -> Any:
    return json.loads(path.with_suffix(f".{ending}.json").read_text("utf-8"))


def one_line(path: Path) -> bytes:
    return json.dumps(json.loads(path.read_bytes())).encode() + b"\n"


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A file of four records to a line: two are fine, one breaks a rule, one cannot be read."""
    path = tmp_path / "games.ndjson"
    lines = [one_line(GAME), one_line(ILLEGAL), b"\n", b"{\n", one_line(SOLO)]
    path.write_bytes(b"".join(lines))
    return path


@pytest.mark.parametrize(("path", "status"), [(GAME, 0), (ILLEGAL, 1), (MALFORMED, 2)])
def test_a_process_prints_and_ends_as_a_call_does(path: Path, status: int) -> None:
    for options in ([], ["--json"]):
        called, ran = (run("score", str(path), *options) for run in (hashi, hashi_process))
        assert (ran.returncode, ran.stdout, ran.stderr) == (status, called.stdout, called.stderr)


# --- one record


@pytest.mark.parametrize("path", [GAME, SOLO, HERE / "games" / "two-players-unfinished.json"])
def test_a_record_gives_one_object(path: Path) -> None:
    assert told(path) == (0, [expected(path, "result")])


def test_options_may_come_after_the_file() -> None:
    assert score(GAME, "--json") == score("--json", GAME)


def test_what_is_printed_has_the_promised_fields_in_the_promised_order() -> None:
    _, [printed] = told(SOLO)
    assert list(printed) == ["rounds", "finished", "players", "winners"]
    assert list(printed["players"][0]) == ["name", "islands", "goals", "total", "rank"]


def test_people_are_told_the_result() -> None:
    status, lines, problems = score("--lang", "en", SOLO)
    assert (status, problems) == (0, [])
    assert lines[0] == "Tim"
    assert any("52" in line for line in lines)


def test_a_broken_rule_is_status_1() -> None:
    status, [printed] = told(ILLEGAL)
    assert status == 1
    message = printed["error"].pop("message")
    assert "a4-c4" in message
    assert printed == {"error": {"kind": "illegal", **expected(ILLEGAL, "error")}}


def test_an_unreadable_record_is_status_2() -> None:
    status, [printed] = told(MALFORMED)
    assert status == 2
    assert printed["error"].pop("message")
    assert printed == {"error": {"kind": "malformed"}}


@pytest.mark.parametrize(("path", "status"), [(ILLEGAL, 1), (MALFORMED, 2)])
def test_people_are_told_what_is_wrong_in_one_sentence(path: Path, status: int) -> None:
    code, lines, problems = score(path)
    assert (code, lines, len(problems)) == (status, [], 1)


def test_a_file_that_cannot_be_opened_is_status_2(tmp_path: Path) -> None:
    for name in (tmp_path / "none.json", tmp_path / "none.ndjson", tmp_path):
        status, [printed] = told(name)
        assert (status, printed["error"]["kind"]) == (2, "malformed")
        assert str(name) in printed["error"]["message"]
        assert score(name)[0] == 2


def test_an_empty_file_holds_no_record(tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    path.write_bytes(b"")
    assert told(path)[0] == 2
    assert told("-", given=b"")[0] == 2


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b"\xff\xfe\0",
        b'{"hashi": 1, "board": "\\ud800"}',
        b'{"hashi": 1, "hashi": 1}',
        b'{"hashi": ' + b"9" * 5000 + b"}",
        b'{"hashi": 1, "note": "' + b"x" * (1 << 20) + b'"}',
        b'{"\\ud800": 1, "\\ud800": 2}',
    ],
)
@pytest.mark.parametrize("json_or_not", [["--json"], []])
def test_whatever_is_read_the_answer_is_one_line(content: bytes, json_or_not: list[str]) -> None:
    status, lines, problems = score("-", *json_or_not, given=content)
    assert status == 2
    assert len(lines) == len(json_or_not)
    assert len(lines + problems) == 1
    assert len((lines + problems)[0]) < 1000


def test_a_game_that_is_illegal_early_and_unreadable_late_is_malformed() -> None:
    fields = json.loads(ILLEGAL.read_bytes())
    fields["rounds"][-1] = ["5@A1"]
    fields["starts"] = ["a1=6"]
    assert told("-", given=json.dumps(fields).encode())[0] == 2


# --- standard input


@pytest.mark.parametrize("content", [GAME.read_bytes(), one_line(GAME), one_line(GAME).rstrip()])
def test_a_record_from_standard_input(content: bytes) -> None:
    assert told("-", given=content) == (0, [expected(GAME, "result")])


def test_records_one_to_a_line_from_standard_input(mixed: Path) -> None:
    assert told("-", given=mixed.read_bytes()) == told(mixed)


# --- one record to a line


def test_each_record_gives_one_line_and_the_status_is_the_highest(mixed: Path) -> None:
    status, printed = told(mixed)
    assert status == 2
    assert [each.get("error", {}).get("kind", "fine") for each in printed] == [
        "fine",
        "illegal",
        "malformed",
        "fine",
    ]
    assert printed[0] == expected(GAME, "result")
    assert printed[3] == expected(SOLO, "result")
    assert "4" in printed[2]["error"]["message"]


def test_the_status_is_1_where_rules_are_broken_and_all_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes(one_line(ILLEGAL) + one_line(GAME))
    assert told(path)[0] == 1
    path.write_bytes(one_line(GAME) * 2)
    assert told(path) == (0, [expected(GAME, "result")] * 2)


def test_a_file_of_no_records_gives_no_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes(b"\n \n")
    assert told(path) == (0, [])


def test_a_line_that_is_too_long_is_malformed_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.ndjson"
    path.write_bytes(b"{" + b" " * (1 << 20) + b"}\n" + one_line(GAME))
    status, printed = told(path)
    assert (status, len(printed)) == (2, 2)
    assert printed[1] == expected(GAME, "result")


def test_people_get_one_line_for_each_record_too(mixed: Path) -> None:
    status, lines, problems = score(mixed)
    assert status == 2
    assert len(lines) == 2
    assert len(problems) == 2


def test_names_of_all_scripts_are_printed(tmp_path: Path) -> None:
    path = HERE / "games" / "own-board-and-deck.json"
    assert told(path) == (0, [expected(path, "result")])
    assert score(path)[1][0] == "Åsa"
