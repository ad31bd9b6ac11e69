"""The examples that the rulebook prints (R29 and others)."""

from __future__ import annotations

from tests.support.games import (
    begun,
    drawn_out,
    finished,
    goals,
    lay_text,
    reason,
    round_of,
    seated,
)
from tests.support.sheets import drawn

from hashi.boards import board
from hashi.rules import Card, Goal, Reason

A = board("A")

SARAH = drawn("""
    b2======r4==========o4
                        "
    o2------o4======b2  "
    |       |           "
    |   o1  |   o2======r4
    |   |   |
    r2  |   o5======o4
    |   |   "       "
    |   b   "   o   "
    |       "       "
    o2------o4------r4--o
""")
"""Side A with 15 finished islands: all red flags, two of three blue ones, nine joined."""


def test_linus_finishes_an_island_with_a_three() -> None:
    """He writes a 3, draws one bridge to a neighbour; with three bridges it is circled."""
    sheet = drawn("o   o   o\n.\no   o   o")
    one = lay_text(sheet, "3/1", "3@b1 b1-c1")
    assert finished(one) == ""
    three = lay_text(one, "2/2", "a1-b1 b1-b2")
    assert finished(three) == "b1"
    for word in ("a1-b1", "b1-c1", "b1-b2"):
        assert reason(three, word) is Reason.ISLAND_FINISHED


def test_tim_writes_a_five_and_draws_three_bridges() -> None:
    """First round, card 5/3; the 4 on his board was written by the neighbour on his right."""
    game = begun(A, "f1=3", "c2=3", "c2=4")  # the last seat sits right of the first, who is Tim
    assert game.setup.players[0] == "Tim"
    tim = game.sheets[0]
    assert tim.number(A.island("c2")) == 4
    for island in A.islands:
        if island.flag is not None:
            assert reason(tim, f"5@{island}") is Reason.FLAG_WITHOUT_BRIDGE
    after = lay_text(tim, "5/3", "5@f1 a2-c2 c1=f1")
    assert after.count(A.island("c2")) == 1
    assert after.count(A.island("f1")) == 2
    assert finished(after) == ""


def test_linus_is_the_first_with_six_joined_islands() -> None:
    sheet = """
        o1--o3--o2
            |   |
        o   o2--o4--o
                .
        o   o   o2  o
    """
    game = round_of(seated(sheet, sheet), "2/1", "pass", "c2-c3")
    assert finished(game.sheets[1]) == "a1 b1 c1 b2 c2"
    assert goals(game, 1) == {}
    game = round_of(game, "1/1", "pass", "c3-d3")
    assert finished(game.sheets[1]) == "a1 b1 c1 b2 c2 c3"
    assert goals(game, 1) == {Goal.SIX: 8}
    assert goals(game, 0) == {}


def test_r29_sarah_scores_39() -> None:
    """15 islands are 30; red and six in a later round than another player are 5 and 4."""
    deck = [Card(1, 1)] * 60 + [Card(2, 1), Card(4, 1)] * 14 + [Card(5, 1)] * 4
    game = begun(SARAH.board, "f1=4", "f1=4", deck=tuple(deck))
    linus, sarah = 0, 1
    game = drawn_out(game, linus, SARAH)
    assert goals(game, linus) == {Goal.RED: 9, Goal.SIX: 8}
    game = drawn_out(game, sarah, SARAH)
    assert game.sheets == (SARAH, SARAH)
    assert SARAH.finished.bit_count() == 15
    assert goals(game, sarah) == {Goal.RED: 5, Goal.SIX: 4}
    assert game.totals == (47, 39)


def test_r29_the_drawing_is_side_a() -> None:
    assert SARAH.board.rows == A.rows
