"""The description of requests and options: they are read and refused as it says."""

from __future__ import annotations

from typing import Any

import pytest

from hashi.rules import Flaw, Malformed
from hashi.table import Objected, Objection, Options, Request
from hashi.table.fields import JsonField, Text, Texts, Truth, Whole
from hashi.table.options import FIELDS as OPTIONS
from hashi.table.requests.dispatch import _HANDLERS
from hashi.table.requests.request import FIELDS, fields_of


@pytest.mark.parametrize(
    ("field", "value", "flaw"),
    [
        (Text("x"), None, Flaw.KIND),
        (Text("x"), 5, Flaw.KIND),
        (Text("x"), "\ud800", Flaw.KIND),
        (Text("x", longest=2), "abc", Flaw.TOO_LONG),
        (Text("x", choices=("a", "b")), "c", Flaw.KIND),
        (Whole("x"), "5", Flaw.KIND),
        (Whole("x"), True, Flaw.KIND),
        (Whole("x"), 5.0, Flaw.KIND),
        (Whole("x"), 10**7, Flaw.KIND),
        (Whole("x", least=2, most=4, besides=0), 1, Flaw.KIND),
        (Truth("x"), 1, Flaw.KIND),
        (Texts("x"), "abc", Flaw.KIND),
        (Texts("x"), ["a", 5], Flaw.KIND),
    ],
)
def test_a_wrong_value_is_refused(field: JsonField, value: Any, flaw: Flaw) -> None:
    with pytest.raises(Malformed) as caught:
        field.read({"x": value})
    assert caught.value.flaw is flaw
    assert str(caught.value.details["field"]).startswith("x")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Text("x", longest=3), "abc"),
        (Text("x", longest=1), "\N{DESERT ISLAND}"),
        (Text("x", choices=("a", "b")), "b"),
        (Whole("x", least=2, most=4, besides=0), 0),
        (Whole("x", least=2, most=4, besides=0), 4),
        (Truth("x"), False),
        (Texts("x"), ["a", "b"]),
    ],
)
def test_a_right_value_is_read(field: JsonField, value: Any) -> None:
    assert field.read({"x": value}) == value


def test_a_field_that_is_left_out_has_its_default_or_is_refused() -> None:
    assert Text("x", default="a").read({}) == "a"
    with pytest.raises(Malformed):
        Text("x").read({})


def test_every_request_has_a_handler() -> None:
    assert set(_HANDLERS) | {"begin", "rematch"} == set(FIELDS)


def test_an_unknown_request_has_no_fields() -> None:
    with pytest.raises(Objected) as caught:
        fields_of("fly")
    assert caught.value.objection is Objection.UNKNOWN_REQUEST


def test_only_fields_that_are_described_can_be_read() -> None:
    with pytest.raises(LookupError):
        Request("", "undo", {"marks": "5@c1"}).text("marks")


def test_options_have_the_defaults_of_their_description() -> None:
    assert Options.from_json({}) == Options()
    described = {field.name: field.default for field in OPTIONS}
    assert {**Options().to_json(), "hints": False} == described  # not written while it is off
