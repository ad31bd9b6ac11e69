"""What cannot be read is malformed, before any rule is asked, and never a crash."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

import pytest

from hashi.record import error, from_fields, parse, write
from hashi.record.reading import DEEPEST
from hashi.rules import Flaw, Illegal, Malformed, Reason, Refusal

RECORD: dict[str, Any] = {
    "hashi": 1,
    "board": "A",
    "cards": ["2/1", "5/3"],
    "box": "3/1",
    "players": ["Tim"],
    "starts": ["c2=4"],
    "rounds": [["2@a2 a2-c2"]],
}
TEXT = json.dumps(RECORD)


def flaw(text: str | bytes) -> StrEnum:
    with pytest.raises(Malformed) as caught:
        parse(text)
    told = error(caught.value, str(caught.value))
    assert json.loads(json.dumps(told)) == told
    assert told == {"error": {"kind": "malformed", "message": str(caught.value)}}
    return caught.value.flaw


def with_field(name: str, text: str) -> str:
    """The record with one field more (or another), given as JSON text."""
    fields = {key: json.dumps(value) for key, value in RECORD.items()} | {name: text}
    return "{" + ", ".join(f"{json.dumps(key)}: {value}" for key, value in fields.items()) + "}"


def test_the_record_that_is_spoilt_here_is_fine() -> None:
    assert parse(TEXT).replay().rounds == 1
    assert parse(with_field("note", '"fine"')).extra == {"note": "fine"}


# --- malformed before illegal


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rounds", [["3@a1 a1-f6"], ["c1-c3"]]),
        ("rounds", [["3@a1 a1-f6"], ["5@c1 "], ["pass"]]),
        ("rounds", [["3@a1"], ["pass", "pass"]]),
        ("rounds", [["3@a1"], [None]]),
        ("starts", ["a1=9", "c2=4"]),
        ("pens", "fountain"),
        ("calls", [[]]),
        ("box", "5/3"),
    ],
)
def test_what_cannot_be_read_anywhere_is_malformed_whatever_was_illegal_before(
    field: str, value: Any
) -> None:
    spoilt = {**RECORD, "starts": ["a1=9"], "rounds": [["3@a1"]], field: value}
    with pytest.raises(Malformed):
        from_fields(spoilt)


def test_the_same_record_without_the_flaw_is_illegal() -> None:
    with pytest.raises(Illegal):
        from_fields({**RECORD, "starts": ["a1=9"], "rounds": [["3@a1"]]}).replay()


# --- kinds


@pytest.mark.parametrize("value", [True, False, 1.0, "1", 0, 2, -1, 10**400, None, [1], {"x": 1}])
def test_another_version(value: Any) -> None:
    assert flaw(json.dumps({**RECORD, "hashi": value})) is Flaw.VERSION


VALUES: list[Any] = [None, True, 1, 1.5, "text", [], {}, [[]], [None], [1], [{}]]
OTHER_KINDS: list[tuple[str, Any]] = [
    (field, value)
    for field in [*RECORD, "deck", "pens", "calls"]
    for value in VALUES
    if (field, value) not in [("hashi", 1), ("rounds", [])]
]


@pytest.mark.parametrize(("field", "value"), OTHER_KINDS)
def test_fields_of_another_kind(field: str, value: Any) -> None:
    with pytest.raises(Malformed) as caught:
        from_fields({**RECORD, field: value})
    # a list that is empty is found by what it does not fit
    assert str(caught.value.details["field"]).startswith(field) or value == []


@pytest.mark.parametrize("text", ["null", "true", "1", "1.5", '"text"', "[]", f"[{TEXT}]"])
def test_json_that_is_no_object(text: str) -> None:
    assert flaw(text) is Flaw.KIND


def test_other_values_than_those_of_json_are_malformed_too() -> None:
    with pytest.raises(Malformed) as caught:
        from_fields({**RECORD, "cards": ("2/1",)})
    assert caught.value.flaw is Flaw.KIND


# --- JSON


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "}",
        "\0",
        TEXT[:-1],
        TEXT + "}",
        TEXT + TEXT,
        TEXT.replace('"', "'"),
        "\ufeff\ufeff" + TEXT,
        with_field("note", "NaN"),
        with_field("note", "[-Infinity]"),
        with_field("note", "Infinity"),
        with_field("note", "1e999"),
        with_field("hashi", "NaN"),
        with_field("note", "9" * 5000),
        with_field("hashi", "9" * 5000),
        with_field("note", "01"),
        with_field("note", '"\n"'),
        with_field("note", "[1,]"),
        with_field("note", "// none"),
    ],
)
def test_not_json(text: str) -> None:
    assert flaw(text) is Flaw.JSON
    assert flaw(text.encode()) is Flaw.JSON


def test_where_it_is_not_json_is_told() -> None:
    with pytest.raises(Malformed) as caught:
        parse('{\n  "hashi": 1,\n  "board": A\n}')
    assert caught.value.details == {"line": 3, "column": 12}


@pytest.mark.parametrize("opened", ["[", '{"x":', '{"hashi":', '[{"x":['])
@pytest.mark.parametrize("times", [100_000, 2_000])
def test_deep_nesting_is_malformed(opened: str, times: int) -> None:
    assert flaw(opened * times) is Flaw.JSON


@pytest.mark.parametrize("field", [*RECORD, "deck", "pens", "calls", "note"])
def test_any_depth_is_malformed_or_read_and_written(field: str) -> None:
    for depth in range(900, 1100):
        flaw(with_field(field, "[" * depth + "]" * depth))


def test_fields_beyond_the_format_may_be_nested_so_deep_and_no_deeper() -> None:
    deepest = with_field("note", "[" * (DEEPEST - 1) + "1" + "]" * (DEEPEST - 1))
    assert parse(write(parse(deepest))) == parse(deepest)
    assert flaw(with_field("note", "[" * DEEPEST + "1" + "]" * DEEPEST)) is Flaw.JSON
    objects = '{"x": ' * DEEPEST + "1" + "}" * DEEPEST
    assert flaw(with_field("note", objects)) is Flaw.JSON


def test_large_integers_beyond_the_format_are_kept() -> None:
    kept = parse(with_field("note", "9" * 4000))
    assert kept.extra == {"note": int("9" * 4000)}
    assert parse(write(kept)) == kept


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (TEXT[:-1] + ', "hashi": 1}', "hashi"),
        (TEXT[:-1] + ', "rounds": []}', "rounds"),
        (with_field("note", '{"a": 1, "b": 2, "a": 1}'), "a"),
        (with_field("board", '{"rows": [], "rows": []}'), "rows"),
        ('{"\\ud800": 1, "\\ud800": 2}', "\ud800"),
    ],
)
def test_a_field_given_twice(text: str, field: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse(text)
    assert (caught.value.flaw, caught.value.details) == (Flaw.REPEATED_FIELD, {"field": field})


# --- bytes and characters


def test_a_byte_order_mark_is_no_flaw_in_a_file() -> None:
    assert parse(b"\xef\xbb\xbf" + TEXT.encode()) == parse(TEXT)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xc0\x80",
        TEXT.encode("utf-16"),
        TEXT.replace("Tim", "Zo\u00eb").encode("latin-1"),
    ],
)
def test_bytes_that_are_not_utf_8(content: bytes) -> None:
    assert flaw(content) is Flaw.ENCODING


@pytest.mark.parametrize("name", ["\\ud800", "\\udfff", "x\\ud83cx", "\\udf09\\ud83c"])
def test_half_a_character_in_a_name(name: str) -> None:
    assert flaw(with_field("players", f'["{name}"]')) is Flaw.NAME


def test_both_halves_are_a_character() -> None:
    record = parse(with_field("players", '["\\ud83c\\udf09"]'))
    assert record.setup.players == ("\N{BRIDGE AT NIGHT}",)


@pytest.mark.parametrize("field", ["board", "box", "pens"])
def test_half_a_character_elsewhere_is_another_flaw(field: str) -> None:
    flaw(with_field(field, '"\\ud800"'))


@pytest.mark.parametrize("field", ["cards", "starts", "deck"])
def test_half_a_character_in_a_list(field: str) -> None:
    flaw(with_field(field, '["\\ud800", "\\ud800"]'))
    flaw(with_field("board", '{"rows": ["o \\ud800"]}'))


def test_names_may_be_anything_else() -> None:
    names = ["", "Tim", "Tim", "\n\0 {} <b>"]
    fields = {**RECORD, "players": names, "starts": ["c2=4"] * 4, "rounds": []}
    assert parse(json.dumps(fields)).setup.players == tuple(names)


# --- what is told


def test_a_version_is_shown_in_short() -> None:
    with pytest.raises(Malformed) as caught:
        from_fields({"hashi": "x" * 1000})
    assert len(str(caught.value.details["given"])) == 40


def test_a_refusal_without_a_mark_has_null_for_it() -> None:
    illegal = Illegal(Refusal(Reason.ROUND_OPEN), round=3, player="")
    assert error(illegal, "m")["error"] == {
        "kind": "illegal",
        "round": 3,
        "player": "",
        "rule": "R19",
        "mark": None,
        "message": "m",
    }


def test_a_board_of_ones_own_is_told_by_row_and_column() -> None:
    rows = ["# mine", "o o o", "", "o o x"]
    with pytest.raises(Malformed) as caught:
        from_fields({**RECORD, "board": {"rows": rows}})
    place = {"field": "board.rows[3]", "column": 5, "given": "x"}
    assert (caught.value.flaw, caught.value.details) == (Flaw.CELL, place)
