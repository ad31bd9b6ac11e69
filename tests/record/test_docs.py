"""The examples in docs/record.md are records, and come to what the page says."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hashi.record import from_fields, parse, result, to_fields, write
from hashi.record.reading import FIELDS
from hashi.record.stream import LARGEST_RECORD

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text("utf-8")
BLOCKS = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
RECORDS = [block for block in BLOCKS if '"hashi": 1' in block]
AFTER = dict(pairwise(BLOCKS))


@pytest.mark.parametrize("text", RECORDS)
def test_an_example_comes_to_the_result_below_it(text: str) -> None:
    assert result(parse(text).replay()) == json.loads(AFTER[text])


@pytest.mark.parametrize("text", RECORDS)
def test_an_example_is_written_as_it_is_read(text: str) -> None:
    fields: dict[str, Any] = json.loads(text)
    assert to_fields(from_fields(fields)) == fields
    assert parse(write(parse(text))) == parse(text)


def test_the_examples_show_every_field_and_every_field_is_explained() -> None:
    assert len(RECORDS) == 2
    assert set(FIELDS) == {name for text in RECORDS for name in json.loads(text)} & set(FIELDS)
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == set(FIELDS)


def test_the_limits_are_those_of_the_program() -> None:
    assert f"{LARGEST_RECORD:,} bytes" in PAGE


def test_the_lines_of_python_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.json").write_text(RECORDS[0], "utf-8")
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(code, {})
