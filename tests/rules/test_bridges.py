"""Action b: where bridges may be drawn (R13–R18, R21)."""

from __future__ import annotations

import pytest
from tests.support.games import bridges, finished_islands, refusal_reason, turn, with_marks
from tests.support.sheets import draw_sheet

from hashi.rules import Card, Illegal, Reason, Sheet, allowed_lines, apply_turn, refusal, refusals

CROSS = draw_sheet("""
        o4------r
        |
    o4  |   o
        |
        o       b
""")
"""a2-c2 crosses b1-b3."""

PLUS = draw_sheet("""
        o4
        "
    o4==o ==o4  o
        .
        o4
""")
"""Six bridges lead to b2, which has no number."""


def refused(sheet: Sheet, card: str, text: str) -> Reason:
    with pytest.raises(Illegal) as illegal:
        apply_turn(sheet, Card.parse(card), turn(sheet.board, text))
    return illegal.value.refusal.reason


def lines(sheet: Sheet) -> str:
    return " ".join(line.name for line in allowed_lines(sheet))


@pytest.mark.parametrize(
    ("card", "text", "why"),
    [
        ("1/2", "b1-d1", Reason.TOO_FEW_BRIDGES),
        ("1/3", "b1-d1 b1-b3", Reason.TOO_FEW_BRIDGES),
        ("1/1", "b1-d1 b1-b3", Reason.TOO_MANY_BRIDGES),
        ("1/2", "b1-d1 b1-b3 b3-d3", Reason.TOO_MANY_BRIDGES),
    ],
)
def test_r13_exactly_as_many_bridges_as_the_card_shows(card: str, text: str, why: Reason) -> None:
    sheet = with_marks(CROSS, "3@b3")
    assert refused(sheet, card, text) is why
    assert why.rule == "R13"


def test_r13_a_refusal_tells_the_card_and_the_count() -> None:
    with pytest.raises(Illegal) as few:
        apply_turn(CROSS, Card(1, 3), turn(CROSS.board, "b1-d1 b1-b3"))
    assert (few.value.refusal.count, few.value.refusal.card) == (2, Card(1, 3))
    with pytest.raises(Illegal) as many:
        apply_turn(CROSS, Card(1, 1), turn(CROSS.board, "b1-d1 b1-b3"))
    assert (many.value.refusal.count, many.value.refusal.card) == (2, Card(1, 1))


@pytest.mark.parametrize("text", ["b1-d1 b1-b3", "b1-b3 b3-d3", "b1-b3 d1-d3", "b1-d1 d1-d3"])
def test_r13_they_are_split_freely_over_the_lines(text: str) -> None:
    sheet = with_marks(CROSS, "5@b3 5@d1")
    after = apply_turn(sheet, Card(1, 2), turn(sheet.board, text))
    assert sum(bridges(after).values()) == 4


def test_r14_a_bridge_starts_at_a_numbered_island() -> None:
    assert refusal_reason(CROSS, "b3-d3") is Reason.NO_NUMBER_AT_ENDS
    assert refusal_reason(CROSS, "d1-d3") is Reason.NO_NUMBER_AT_ENDS
    assert Reason.NO_NUMBER_AT_ENDS.rule == "R14"
    for number in ("3@b3", "3@d3"):  # at either end
        assert refusal_reason(with_marks(CROSS, number), "b3-d3") is None


def test_r14_the_other_end_may_be_without_a_number() -> None:
    assert refusal_reason(CROSS, "b1-d1") is None
    assert refusal_reason(CROSS, "b1-b3") is None


def test_r14_a_number_written_in_this_round_counts() -> None:
    assert refused(CROSS, "3/1", "b3-d3") is Reason.NO_NUMBER_AT_ENDS
    apply_turn(CROSS, Card(3, 1), turn(CROSS.board, "3@b3 b3-d3"))


def test_r14_a_bridge_to_an_island_does_not_make_it_numbered() -> None:
    assert refused(CROSS, "3/2", "b1-d1 d1-d3") is Reason.NO_NUMBER_AT_ENDS


def test_r15_a_line_takes_two_bridges_in_different_rounds() -> None:
    once = apply_turn(CROSS, Card(1, 1), turn(CROSS.board, "b1-d1"))
    assert bridges(once)["b1-d1"] == 2
    assert refusal_reason(once, "b1-d1") is Reason.LINE_FULL
    assert Reason.LINE_FULL.rule == "R15"


def test_r15_a_line_takes_two_bridges_in_one_round_but_no_third() -> None:
    bare = draw_sheet("o5  o   o   o   o   o")
    assert bridges(apply_turn(bare, Card(1, 2), turn(bare.board, "a1=b1"))) == {"a1-b1": 2}
    assert refused(bare, "1/3", "a1=b1 a1-b1") is Reason.LINE_FULL


def test_r16_bridges_never_cross() -> None:
    against = refusal(CROSS, turn(CROSS.board, "a2-c2").marks[0])
    assert against is not None
    assert (against.reason, against.rule) == (Reason.CROSSING, "R16")
    assert against.line is not None
    assert against.line.name == "b1-b3"
    line = CROSS.board.line("a2", "c2")
    assert line is not None
    assert CROSS.is_blocked(line)


def test_r16_nor_in_the_other_order_or_in_one_turn() -> None:
    across = draw_sheet("    o4  .   r\n\no4------o\n\n    o       b")
    assert refusal_reason(across, "b1-b3") is Reason.CROSSING
    bare = draw_sheet("    o4  .   r\n\no4      o\n\n    o       b")
    assert refused(bare, "1/2", "a2-c2 b1-b3") is Reason.CROSSING
    assert refusal_reason(bare, "a2-c2") is None


def test_r16_bridges_that_meet_at_an_island_do_not_cross() -> None:
    sheet = draw_sheet("""
        .   o3
            "
        o3==o6--o
            |
        .   o   o
    """)
    assert finished_islands(sheet) == "b2"


def test_r17_no_more_bridges_than_the_number() -> None:
    one = draw_sheet("o1  o   o   o   o   o")
    assert refused(one, "1/2", "a1=b1") in (Reason.ISLAND_FULL, Reason.ISLAND_FINISHED)
    two = draw_sheet("o4==o2  o   o   o   o")
    assert refusal_reason(two, "b1-c1") is not None
    assert refusal_reason(draw_sheet("o4--o2  o   o   o   o"), "b1-c1") is None


def test_r17_an_island_without_a_number_takes_six() -> None:
    full = refusal(PLUS, turn(PLUS.board, "b2-b3").marks[0])
    assert full is not None
    assert (full.reason, full.rule, full.count) == (Reason.ISLAND_FULL, "R17", 6)
    assert full.island == PLUS.board.island("b2")
    five = draw_sheet("""
            o4
            |
        o4==o ==o4  o
            .
            o4
    """)
    assert refusal_reason(five, "b2-b3") is None
    assert PLUS.limit(PLUS.board.island("b2")) == 6
    assert PLUS.limit(PLUS.board.island("a2")) == 4


def test_r18_as_many_bridges_as_the_number_finish_the_island() -> None:
    sheet = draw_sheet("o3==o   o   o   o   o\n.\no   o   o   o   o   o")
    assert finished_islands(sheet) == ""
    assert finished_islands(with_marks(sheet, "a1-a2")) == "a1"


def test_r18_the_number_can_be_what_completes_it() -> None:
    assert finished_islands(PLUS) == ""
    assert finished_islands(with_marks(PLUS, "6@b2")) == "b2"
    sheet = draw_sheet("o3==o   o   o   o   o")
    assert finished_islands(apply_turn(sheet, Card(2, 1), turn(sheet.board, "2@b1"))) == "b1"


def test_r18_no_further_bridge_from_or_to_a_finished_island() -> None:
    sheet = draw_sheet("o2==o3  o4  o   o   o")
    assert finished_islands(sheet) == "a1"
    below = draw_sheet("o2==o3  o4\n.\no4  o   o")
    for word in ("a1-a2", "a2-a1"):
        against = refusal(below, turn(below.board, word).marks[0])
        assert against is not None
        assert (against.reason, against.rule) == (Reason.ISLAND_FINISHED, "R18")
        assert against.island == below.board.island("a1")
    done = draw_sheet("o2==o2  o4  o   o   o")
    assert refusal_reason(done, "b1-c1") is Reason.ISLAND_FINISHED


def test_r18_an_island_is_finished_at_once_within_the_turn() -> None:
    sheet = draw_sheet("o2  o5  o   o   o   o\n.\no   o   o   o   o   o")
    assert refused(sheet, "1/3", "a1=b1 a1-a2") is Reason.ISLAND_FINISHED


def test_r21_finished_islands_need_not_form_one_network() -> None:
    sheet = draw_sheet("""
        o1--o1  o2==o2

        o1--o1  o   r
    """)
    assert finished_islands(sheet) == "a1 b1 c1 d1 a2 b2"
    after = apply_turn(sheet, Card(3, 1), turn(sheet.board, "3@c2 c2-d2"))
    assert finished_islands(after) == finished_islands(sheet)


def test_r21_a_bridge_may_be_drawn_away_from_all_others() -> None:
    sheet = draw_sheet("""
        o1--o1  o   o

        o   o   o4  r
    """)
    assert lines(sheet) == "c1-c2 b2-c2 c2-d2"


def test_every_reason_against_a_bridge_is_given() -> None:
    sheet = with_marks(CROSS, "a2-c2 a2-c2 2@c2")
    found = [r.reason for r in refusals(sheet, turn(sheet.board, "a2-c2").marks[0])]
    assert found == [Reason.LINE_FULL, Reason.CROSSING, Reason.ISLAND_FINISHED]
