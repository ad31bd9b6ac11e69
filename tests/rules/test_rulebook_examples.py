"""The examples that the rulebook prints (R29 and others)."""

from __future__ import annotations

from tests.support.games import (
    apply_text,
    begin_game,
    finished_islands,
    game_with_sheets,
    goals,
    play_round,
    play_to_sheet,
    refusal_reason,
)
from tests.support.sheets import draw_sheet

from hashi.boards import board
from hashi.rules import Card, Goal, Reason

A = board("A")

SARAH = draw_sheet("""
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
    sheet = draw_sheet("o   o   o\n.\no   o   o")
    one = apply_text(sheet, "3/1", "3@b1 b1-c1")
    assert finished_islands(one) == ""
    three = apply_text(one, "2/2", "a1-b1 b1-b2")
    assert finished_islands(three) == "b1"
    for word in ("a1-b1", "b1-c1", "b1-b2"):
        assert refusal_reason(three, word) is Reason.ISLAND_FINISHED


def test_tim_writes_a_five_and_draws_three_bridges() -> None:
    """First round, card 5/3; the 4 on his board was written by the neighbour on his right."""
    game = begin_game(
        A, "f1=3", "c2=3", "c2=4"
    )  # the last seat sits right of the first, who is Tim
    assert game.setup.players[0] == "Tim"
    tim = game.sheets[0]
    assert tim.number(A.island("c2")) == 4
    for island in A.islands:
        if island.flag is not None:
            assert refusal_reason(tim, f"5@{island}") is Reason.FLAG_WITHOUT_BRIDGE
    after = apply_text(tim, "5/3", "5@f1 a2-c2 c1=f1")
    assert after.count(A.island("c2")) == 1
    assert after.count(A.island("f1")) == 2
    assert finished_islands(after) == ""


def test_linus_is_the_first_with_six_joined_islands() -> None:
    sheet = """
        o1--o3--o2
            |   |
        o   o2--o4--o
                .
        o   o   o2  o
    """
    game = play_round(game_with_sheets(sheet, sheet), "2/1", "pass", "c2-c3")
    assert finished_islands(game.sheets[1]) == "a1 b1 c1 b2 c2"
    assert goals(game, 1) == {}
    game = play_round(game, "1/1", "pass", "c3-d3")
    assert finished_islands(game.sheets[1]) == "a1 b1 c1 b2 c2 c3"
    assert goals(game, 1) == {Goal.SIX: 8}
    assert goals(game, 0) == {}


def test_r29_sarah_scores_39() -> None:
    """15 islands are 30; red and six in a later round than another player are 5 and 4."""
    deck = [Card(1, 1)] * 60 + [Card(2, 1), Card(4, 1)] * 14 + [Card(5, 1)] * 4
    game = begin_game(SARAH.board, "f1=4", "f1=4", deck=tuple(deck))
    linus, sarah = 0, 1
    game = play_to_sheet(game, linus, SARAH)
    assert goals(game, linus) == {Goal.RED: 9, Goal.SIX: 8}
    game = play_to_sheet(game, sarah, SARAH)
    assert game.sheets == (SARAH, SARAH)
    assert SARAH.finished.bit_count() == 15
    assert goals(game, sarah) == {Goal.RED: 5, Goal.SIX: 4}
    assert game.totals == (47, 39)


def test_r29_the_drawing_is_side_a() -> None:
    assert SARAH.board.rows == A.rows
