"""Action a: which island takes the number (R9–R12)."""

from __future__ import annotations

import pytest
from tests.support.games import refusal_reason, turn, with_marks
from tests.support.sheets import draw_sheet

from hashi.rules import Card, Illegal, Reason, allowed_islands, apply_turn, refusal
from hashi.rules.mark import Number

SHEET = draw_sheet("""
    o4--o --r
    "       |
    b   r   o2
""")
"""a2 has two bridges, b1 two, c1 two; b2 none. Free are b1, c1, a2 and b2."""


def names(number: int) -> str:
    return " ".join(island.name for island in allowed_islands(SHEET, number))


def refused(card: str, text: str) -> Reason:
    with pytest.raises(Illegal) as illegal:
        apply_turn(SHEET, Card.parse(card), turn(SHEET.board, text))
    return illegal.value.refusal.reason


def test_r9_the_number_goes_into_an_island_that_has_none() -> None:
    assert refusal_reason(SHEET, "4@a1") is Reason.HAS_NUMBER
    assert refusal_reason(SHEET, "4@c2") is Reason.HAS_NUMBER
    assert refusal_reason(SHEET, "4@b1") is None
    assert Reason.HAS_NUMBER.rule == "R9"
    after = apply_turn(SHEET, Card(4, 1), turn(SHEET.board, "4@b1"))
    assert after.number(SHEET.board.island("b1")) == 4
    assert SHEET.number(SHEET.board.island("b1")) is None


def test_r9_it_is_the_number_of_the_card() -> None:
    assert refused("4/1", "5@b1") is Reason.OTHER_NUMBER
    assert refused("5/1", "4@b1") is Reason.OTHER_NUMBER
    assert Reason.OTHER_NUMBER.rule == "R9"


def test_r9_it_goes_into_one_island_only() -> None:
    assert refused("4/1", "4@b1 4@c1") is Reason.SECOND_NUMBER
    assert Reason.SECOND_NUMBER.rule == "R9"


def test_r10_an_island_without_a_flag_takes_it_with_or_without_bridges() -> None:
    assert refusal_reason(SHEET, "3@b1") is None
    bare = draw_sheet("o4  o   r\n\nb   r   o")
    assert refusal_reason(bare, "3@b1") is None
    assert allowed_islands(bare, 0) == allowed_islands(bare, 7) == ()
    assert [i.name for i in allowed_islands(bare, 3)] == ["b1", "c2"]


def test_r11_a_flagged_island_takes_it_only_if_a_bridge_leads_there() -> None:
    assert refusal_reason(SHEET, "3@b2") is Reason.FLAG_WITHOUT_BRIDGE  # red, no bridge
    assert refusal_reason(SHEET, "3@a2") is None  # blue, two bridges
    assert refusal_reason(with_marks(SHEET, "b1-b2"), "3@b2") is None
    blue = draw_sheet("o4  b   r   o   o   o")
    assert refusal_reason(blue, "3@b1") is Reason.FLAG_WITHOUT_BRIDGE
    assert refusal_reason(with_marks(blue, "a1-b1"), "3@b1") is None
    assert Reason.FLAG_WITHOUT_BRIDGE.rule == "R11"


def test_r11_the_bridge_must_be_there_before_the_number() -> None:
    assert refused("3/1", "3@b2 b1-b2") is Reason.FLAG_WITHOUT_BRIDGE


def test_r12_no_number_below_the_bridges_that_lead_there() -> None:
    assert refusal_reason(SHEET, "1@a2") is Reason.NUMBER_TOO_LOW
    assert refusal_reason(SHEET, "2@a2") is None
    assert refusal_reason(SHEET, "3@a2") is None
    against = refusal(SHEET, Number(SHEET.board.island("a2"), 1))
    assert against is not None
    assert (against.rule, against.count, against.island) == ("R12", 2, SHEET.board.island("a2"))


def test_r12_three_bridges_want_at_least_a_three() -> None:
    """The rulebook's own example."""
    three = draw_sheet("o4==o --o4  o   o   o")
    assert [refusal_reason(three, f"{number}@b1") for number in range(1, 7)] == [
        Reason.NUMBER_TOO_LOW,
        Reason.NUMBER_TOO_LOW,
        None,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("number", "islands"), [(1, ""), (2, "b1 c1 a2"), (3, "b1 c1 a2"), (6, "b1 c1 a2")]
)
def test_r12_the_islands_that_take_a_number_are_listed(number: int, islands: str) -> None:
    assert names(number) == islands
