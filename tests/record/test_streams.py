"""Records from files: one, or one to a line, read when asked for and in constant memory."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from hashi.record import Record, parse, records
from hashi.record.stream import LARGEST_RECORD
from hashi.rules import Flaw, Malformed

FIELDS: dict[str, Any] = {
    "hashi": 1,
    "board": "A",
    "cards": ["2/1", "5/3"],
    "players": ["Tim"],
    "starts": ["c2=4"],
    "rounds": [["2@a2 a2-c2"]],
}
LINE = json.dumps(FIELDS).encode() + b"\n"
SPREAD = json.dumps(FIELDS, indent=2).encode()
RECORD = parse(LINE)


def told(content: bytes, *, is_lines: bool | None) -> list[str]:
    """What the file holds, each as `record` or as its flaw and line."""
    found = records(io.BytesIO(content), is_lines=is_lines)
    return ["record" if isinstance(each, Record) else flawed(each) for each in found]


def flawed(malformed: Malformed) -> str:
    line = malformed.details.get("line")
    return malformed.flaw.value if line is None else f"{malformed.flaw.value} {line}"


def sized(size: int, end: bytes = b"\n") -> bytes:
    """A record of so many bytes, its end included."""
    body = LINE.rstrip()[:-1] + b', "note": "'
    return body + b"x" * (size - len(body) - 2 - len(end)) + b'"}' + end


class Made(io.RawIOBase):
    """A file that is made while it is read; it counts the lines taken."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines = lines
        self.taken = 0
        self.rest = b""

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> bytes:
        if not self.rest:
            self.rest = next(self.lines, b"")
            self.taken += 1
        end = len(self.rest) if size is None or size < 0 else size
        line, self.rest = self.rest[:end], self.rest[end:]
        return line


# --- lines


def test_one_record_to_a_line() -> None:
    assert list(records(io.BytesIO(LINE * 3), is_lines=True)) == [RECORD] * 3
    assert told(LINE + LINE.rstrip(), is_lines=True) == ["record", "record"]
    assert told(LINE.replace(b"\n", b"\r\n") * 2, is_lines=True) == ["record", "record"]


def test_blank_lines_are_skipped_and_counted() -> None:
    content = b"\n" + LINE + b"  \r\n\t\n{}\n" + LINE + b"\n"
    assert told(content, is_lines=True) == ["record", "missing 5", "record"]


def test_a_bad_line_is_told_with_its_number_and_the_rest_goes_on() -> None:
    content = LINE + b"{\n" + LINE + b"\xff\n[1]\n" + LINE
    expected = ["record", "json 2", "record", "encoding 4", "kind 5", "record"]
    assert told(content, is_lines=True) == expected


def test_the_line_of_a_file_is_not_mixed_up_with_the_row_of_a_board() -> None:
    spoilt = json.dumps({**FIELDS, "board": {"rows": ["o o o", "o o x"]}}).encode()
    _, problem = records(io.BytesIO(LINE + spoilt), is_lines=True)
    assert isinstance(problem, Malformed)
    place = {"field": "board.rows[1]", "column": 5, "given": "x", "line": 2}
    assert (problem.flaw, problem.details) == (Flaw.CELL, place)


def test_a_file_without_lines_holds_no_records() -> None:
    assert told(b"", is_lines=True) == []
    assert told(b"\n \n", is_lines=True) == []


def test_a_record_spread_over_lines_is_none_where_each_line_is_one() -> None:
    assert set(told(SPREAD, is_lines=True)) >= {"json 1", "json 2"}


def test_a_byte_order_mark_before_the_first_line() -> None:
    assert told(b"\xef\xbb\xbf" + LINE * 2, is_lines=True) == ["record", "record"]


# --- one record


def test_one_record_in_all() -> None:
    for content in (LINE, SPREAD, b"\n\n" + SPREAD + b"\n\n", b"\xef\xbb\xbf" + SPREAD):
        assert list(records(io.BytesIO(content), is_lines=False)) == [RECORD]
    assert told(LINE * 2, is_lines=False) == ["json 2"]
    assert told(b"", is_lines=False) == ["json 1"]


# --- not known which


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", ["json 1"]),
        (LINE, ["record"]),
        (LINE.rstrip(), ["record"]),
        (SPREAD, ["record"]),
        (b"\n" + SPREAD, ["record"]),
        (b"\n" + LINE, ["record"]),
        (LINE * 3, ["record"] * 3),
        (b"{\n" + LINE, ["json 1", "record"]),
        (b"\xff\n" + LINE, ["encoding 1", "record"]),
        (b"{}\n" + LINE, ["missing 1", "record"]),
        (b'{"hashi": 2}\n' + LINE, ["version 1", "record"]),
        (LINE.replace(b'"hashi": 1', b'"hashi":\n1\n'), ["record"]),
        (LINE.replace(b'["Tim"]', b'\n["Tim"]\n'), ["record"]),
        (b"[\n1\n]\n", ["kind"]),
        (sized(LARGEST_RECORD + 1) + LINE, ["too_long 1", "record"]),
    ],
)
def test_the_first_two_lines_tell(content: bytes, expected: list[str]) -> None:
    assert told(content, is_lines=None) == expected


# --- length


def test_a_record_of_the_largest_size_is_read() -> None:
    largest = sized(LARGEST_RECORD)
    assert told(largest, is_lines=False) == ["record"]
    assert told(largest * 2, is_lines=True) == ["record", "record"]
    assert told(sized(LARGEST_RECORD, b""), is_lines=True) == ["record"]


@pytest.mark.parametrize("more", [1, 2, 1000, LARGEST_RECORD, LARGEST_RECORD + 1])
def test_a_longer_line_is_malformed_and_the_next_lines_are_read(more: int) -> None:
    longer = sized(LARGEST_RECORD + more)
    expected = ["record", "too_long 2", "record"]
    assert told(LINE + longer + LINE, is_lines=True) == expected
    assert told(LINE + longer.rstrip() + b"x", is_lines=True) == expected[:2]


def test_a_longer_file_is_malformed() -> None:
    assert told(sized(LARGEST_RECORD + 1), is_lines=False) == ["too_long"]
    assert told(SPREAD + b"\n" * LARGEST_RECORD, is_lines=False) == ["too_long"]
    (problem,) = records(io.BytesIO(sized(LARGEST_RECORD + 1)), is_lines=False)
    assert isinstance(problem, Malformed)
    assert problem.details == {"expected": LARGEST_RECORD}


# --- laziness and memory


@pytest.mark.parametrize(("is_lines", "ahead"), [(True, 0), (None, 2)])
def test_a_line_is_read_when_it_is_asked_for(is_lines: bool | None, ahead: int) -> None:
    file = Made(LINE for _ in range(100))
    found = records(file, is_lines=is_lines)  # type: ignore[arg-type]
    assert file.taken == ahead
    assert list(islice(found, 5)) == [RECORD] * 5
    assert file.taken == 5


@pytest.mark.no_cover  # tracing would be measured too
def test_memory_stays_the_same_however_long_the_file_is() -> None:
    def lines() -> Iterator[bytes]:
        for number in range(5_000):
            yield LINE.replace(b"Tim", b"Tim %d" % number) if number % 5 else b"{\n"

    counts = {Record: 0, Malformed: 0}
    tracemalloc.start()
    try:
        for each in records(Made(lines()), is_lines=True):  # type: ignore[arg-type]
            counts[type(each)] += 1
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert counts == {Record: 4_000, Malformed: 1_000}
    assert peak < 1_000_000


def test_memory_is_bounded_for_a_line_without_end() -> None:
    file = io.BytesIO(b"x" * 20 * LARGEST_RECORD)
    tracemalloc.start()
    try:
        (problem,) = records(file, is_lines=True)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(problem, Malformed)
    assert peak < 4 * LARGEST_RECORD
