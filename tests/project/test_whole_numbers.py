"""What a whole number is, and that strangers' texts are read as one in a single place."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import hashi
from hashi.whole_numbers import whole_number

PACKAGE = Path(hashi.__file__).parent
COMPUTING = ("arrays", "bots", "envs")
"""Packages that read no text of strangers: they make Python's numbers of NumPy's."""
OTHER_NUMBERS = {
    "boards/weekly.py": {"map(int, row[1:])"},  # a file of our own
    "drawing/vector/curve.py": {"int(first)", "int(self.top)"},
    "drawing/characters/paint.py": {"int(colour[at:at + 2], 16)"},  # of the palette
    "host/limits/networks.py": {"int(address)"},  # of an address that was read
    "host/store/postgres/database.py": {"int(rows[0][0])"},
    "host/store/sql.py": {"int(edition)"},  # likewise
    "host/store/sqlite.py": {"int(version)"},  # likewise
    "record/notation.py": {  # digits that a pattern has found
        "int(call[1])",
        "int(call[2])",
        "int(call[3])",
        "int(found[1])",
        "int(start[2])",
    },
    "record/reading.py": {"int(row)"},  # of a flaw that was just raised
    "rules/card.py": {"int(text[0])", "int(text[2])"},  # digits that a pattern has found
    "server/pages/daily/result.py": {"int(services_of(request).now())"},
    "server/responses.py": {"int(problem.details.get('seconds', 0))"},
    "server/view/regions.py": {"int(seat or 0)"},  # of a region that the server names
}
"""Calls of `int` for what no stranger has written."""


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("12345678", 12_345_678)]
)
def test_one_to_eight_digits_are_a_whole_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["", " 7", "7 ", "+7", "-7", "7.0", "7e1", "1_000", "0x7", "seven", "٧", "７", "²", "Ⅶ", "7\n"],
)
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize("digits", [9, 100, 5_000], ids=str)
def test_more_digits_are_none(digits: int) -> None:
    """Python refuses to read more than some thousands of digits, with an error of its own."""
    assert whole_number("1" * digits) is None


def calls_of_int(tree: ast.AST) -> set[str]:
    """Return the calls of `int`, and where it is handed on to be called with a text."""
    found = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if ast.unparse(node.func) == "int" and not isinstance(node.args[0], ast.BinOp):
            found.add(ast.unparse(node))
        handed_on = [*node.args, *(given.value for given in node.keywords)]
        if ast.unparse(node.func) != "isinstance" and "int" in map(ast.unparse, handed_on):
            found.add(ast.unparse(node))
    return found


def test_no_text_of_a_stranger_is_read_elsewhere() -> None:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        if name == "whole_numbers.py" or name.startswith(COMPUTING):
            continue
        source = path.read_text("utf-8")
        for method in ("isdecimal", "isdigit", "isnumeric"):
            assert f".{method}()" not in source, name
        calls = calls_of_int(ast.parse(source))
        if calls:
            found[name] = calls
    assert found == OTHER_NUMBERS


@pytest.mark.parametrize(
    "code", ["int(form['round'])", "map(int, words)", "add('--port', type=int)"]
)
def test_a_new_place_that_reads_one_would_be_found(code: str) -> None:
    assert calls_of_int(ast.parse(code)) == {code}
