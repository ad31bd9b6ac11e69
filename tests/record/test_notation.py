"""The written form of turns, starts and calls on side A."""

from __future__ import annotations

import pytest

from hashi.boards import board
from hashi.record import call_text, from_fields, notation_for, start_text
from hashi.rules import PASS, Bridge, Called, Flaw, Illegal, Malformed, Number, Stray, Turn

A = board("A")
WRITTEN = notation_for(A)


def bridge(a: str, b: str) -> Bridge:
    line = A.line(a, b)
    assert line is not None
    return Bridge(line)


def number(island: str, number: int) -> Number:
    return Number(A.island(island), number)


C1_C2, A1_C1 = bridge("c1", "c2"), bridge("a1", "c1")


@pytest.mark.parametrize(
    ("text", "marks", "back"),
    [
        ("pass", (), "pass"),
        ("5@c1", (number("c1", 5),), "5@c1"),
        ("5@c1 c1-c2 a1-c1", (number("c1", 5), C1_C2, A1_C1), "5@c1 c1-c2 a1-c1"),
        ("c2-c1", (C1_C2,), "c1-c2"),
        ("c1=c2", (C1_C2, C1_C2), "c1=c2"),
        ("c2=c1", (C1_C2, C1_C2), "c1=c2"),
        ("c1-c2 c1-c2", (C1_C2, C1_C2), "c1=c2"),
        ("c1=c2 c1-c2", (C1_C2,) * 3, "c1=c2 c1-c2"),
        ("c1-c2 c1=c2", (C1_C2,) * 3, "c1=c2 c1-c2"),
        ("c1=c2 c1=c2", (C1_C2,) * 4, "c1=c2 c1=c2"),
        ("c1-c2 a1-c1 c1-c2", (C1_C2, A1_C1, C1_C2), "c1-c2 a1-c1 c1-c2"),
        ("c1-c2  a1-c1", (C1_C2, A1_C1), "c1-c2 a1-c1"),
        (" 5@c1\tc1-c2 ", (number("c1", 5), C1_C2), "5@c1 c1-c2"),
        ("c1-c2 5@c1", (C1_C2, number("c1", 5)), "c1-c2 5@c1"),
        ("5@c1 5@c1", (number("c1", 5),) * 2, "5@c1 5@c1"),
        ("7@c1", (number("c1", 7),), "7@c1"),
        ("9@c1", (number("c1", 9),), "9@c1"),
        ("a1-a1", (Stray((A.island("a1"), A.island("a1"))),), "a1-a1"),
        ("a1=f6", (Stray((A.island("a1"), A.island("f6"))),) * 2, "a1-f6 a1-f6"),
    ],
)
def test_a_turn(text: str, marks: tuple[Number | Bridge | Stray, ...], back: str) -> None:
    assert WRITTEN.turn(text) == Turn(marks)
    assert str(Turn(marks)) == back
    assert WRITTEN.turn(back) == Turn(marks)


def test_a_turn_that_waives_both_is_pass() -> None:
    assert WRITTEN.turn("pass") is PASS


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("", ""),
        ("  ", "  "),
        ("Pass", "Pass"),
        ("pass 5@c1", "pass"),
        ("5@C1", "5@C1"),
        ("C1-C2", "C1-C2"),
        ("0@c1", "0@c1"),
        ("10@c1", "10@c1"),
        ("-1@c1", "-1@c1"),
        ("5@c", "5@c"),
        ("5@c01", "5@c01"),
        ("5@c0", "5@c0"),
        ("5@1c", "5@1c"),
        ("@c1", "@c1"),
        ("5c1", "5c1"),
        ("5 @c1", "5"),
        ("c1", "c1"),
        ("c1-", "c1-"),
        ("c1--c2", "c1--c2"),
        ("c1≡c2", "c1≡c2"),
        ("c1–c2", "c1–c2"),
        ("c1-c2-c4", "c1-c2-c4"),
        ("c1-c2,a1-c1", "c1-c2,a1-c1"),
        ("5@c1;c1-c2", "5@c1;c1-c2"),
        ("５@c1", "５@c1"),
        ("5@c１", "5@c１"),
        ("5@c1\0", "5@c1\0"),
    ],
)
def test_a_turn_that_cannot_be_read(text: str, given: str) -> None:
    with pytest.raises(Malformed) as caught:
        WRITTEN.turn(text)
    assert (caught.value.flaw, caught.value.details) == (Flaw.MARK, {"given": given})


@pytest.mark.parametrize("text", ["5@b1", "b1-c1", "c1-b1", "5@a7", "5@g1", "5@z99", "c1=d1"])
def test_an_island_that_is_not_on_the_board(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        WRITTEN.turn(text)
    assert caught.value.flaw is Flaw.ISLAND
    assert str(caught.value.details["given"]) in text


def test_a_start() -> None:
    assert WRITTEN.start("c2=4") == number("c2", 4)
    assert WRITTEN.start("a1=9") == number("a1", 9)
    assert start_text(number("c2", 4)) == "c2=4"


@pytest.mark.parametrize("text", ["", "4@c2", "c2=0", "c2=10", "C2=4", "c2 = 4", " c2=4", "c2=4\n"])
def test_a_start_that_cannot_be_read(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        WRITTEN.start(text)
    assert (caught.value.flaw, caught.value.details) == (Flaw.START, {"given": text})


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("2>1 r3 c1-c2", Called(1, 0, 3, C1_C2)),
        ("2>1 r3 c2-c1", Called(1, 0, 3, C1_C2)),
        ("4>4 r17 5@c1", Called(3, 3, 17, number("c1", 5))),
        ("1>1 r98 c1=c2", Called(0, 0, 98, C1_C2)),
        ("1>2 r1 a1-f6", Called(0, 1, 1, Stray((A.island("a1"), A.island("f6"))))),
    ],
)
def test_a_call(text: str, call: Called) -> None:
    assert WRITTEN.call(text) == call
    assert WRITTEN.call(call_text(call)) == call


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2>1 r3",
        "2>1 3 c1-c2",
        "2>1 r0 c1-c2",
        "2>1 r100 c1-c2",
        "0>1 r1 c1-c2",
        "5>1 r1 c1-c2",
        "1>5 r1 c1-c2",
        "1 > 2 r1 c1-c2",
        "2>1 r3  c1-c2",
        "2>1 r3 c1-c2 c1-c2",
        "2>1 r３ c1-c2",
        "2<1 r3 c1-c2",
    ],
)
def test_a_call_that_cannot_be_read(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        WRITTEN.call(text)
    assert (caught.value.flaw, caught.value.details) == (Flaw.CALL, {"given": text})


@pytest.mark.parametrize(("mark", "flaw"), [("pass", Flaw.MARK), ("5@b1", Flaw.ISLAND)])
def test_a_call_on_what_is_no_mark(mark: str, flaw: Flaw) -> None:
    with pytest.raises(Malformed) as caught:
        WRITTEN.call(f"2>1 r3 {mark}")
    assert caught.value.flaw is flaw


@pytest.mark.parametrize(
    ("turn", "rule", "mark"),
    [("7@a2", "R9", "7@a2"), ("a1-a1", "R2", "a1-a1"), ("c2-c4 a1-f6", "R13", "a1-f6")],
)
def test_marks_that_can_be_read_and_are_refused(turn: str, rule: str, mark: str) -> None:
    record = from_fields(
        {
            "hashi": 1,
            "board": "A",
            "cards": ["2/1"],
            "players": ["Tim"],
            "starts": ["c2=4"],
            "rounds": [[turn]],
        }
    )
    with pytest.raises(Illegal) as caught:
        record.replay()
    assert (caught.value.rule, str(caught.value.refusal.mark)) == (rule, mark)


@pytest.mark.parametrize("given", ["4@c2", "c2=4", " C2=4 ", number("c2", 4)])
def test_a_start_is_read_from_text_or_an_object(given: Number | str) -> None:
    assert WRITTEN.any_start(given) == number("c2", 4)


@pytest.mark.parametrize("given", ["5@c1 C1-c2", Turn((number("c1", 5), C1_C2))])
def test_a_turn_is_read_from_text_or_an_object(given: Turn | str) -> None:
    assert WRITTEN.any_turn(given) == Turn((number("c1", 5), C1_C2))


def test_two_numbers_are_no_start() -> None:
    with pytest.raises(Malformed):
        WRITTEN.any_start("c1-c2@")
