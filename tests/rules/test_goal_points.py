"""Points: the three goals and the finished islands (R22–R28)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from tests.support.games import (
    blank_sheet,
    finished_islands,
    game_with_sheets,
    goals,
    pass_rounds,
    play_round,
    turn,
)
from tests.support.generate import sheets
from tests.support.sheets import draw_sheet

from hashi.rules import (
    Card,
    Game,
    Goal,
    GoalBox,
    Island,
    News,
    NewsKind,
    Played,
    Points,
    Sheet,
    Turned,
    goal_boxes,
    is_reached,
    news,
    progress,
    total,
)
from hashi.rules.dead import Cause, DeadGoal
from hashi.rules.game.scoring import largest_group

RED = "o1--r1  o1--r1\n.\no1--r1  o1--r"
"""One number is missing for all four red flags: 1@d2."""
BLUE = "o1--b1  o1--b1\n.\no1--b   o   o"
"""One number is missing for all three blue flags: 1@b2."""
SIX = "o1--o2--o2--o2--o2--o"
"""One number is missing for six joined islands: 1@f1."""
NEAR = [(Goal.RED, RED, "1@d2"), (Goal.BLUE, BLUE, "1@b2"), (Goal.SIX, SIX, "1@f1")]
VALUES = {Goal.RED: (9, 5), Goal.BLUE: (7, 3), Goal.SIX: (8, 4)}


def first_and_later(goal: Goal, sheet: str, last: str) -> tuple[Game, Game]:
    """Three players: one reaches the goal in round 1, one in round 2, one in round 5."""
    game = play_round(game_with_sheets(sheet, sheet, sheet), "1/1", last, "pass", "pass")
    later = play_round(game, "1/1", "pass", last, "pass")
    return game, play_round(pass_rounds(later, 2), "1/1", "pass", "pass", last)


def test_r22_only_finished_islands_earn_points() -> None:
    sheet = "o3--o5==o   o   o   o\n.\no   o   o   o   o   o"
    game = play_round(game_with_sheets(sheet), "2/1", "2@c1")  # c1 is finished, a1 and b1 are not
    assert game.totals == (2,)
    assert game.ledgers[0] == (Points(game.setup.board.island("c1"), 2, 1),)
    assert play_round(game, "1/1", "a1-a2").totals == (2,)


def test_r22_goals_look_at_finished_islands_alone() -> None:
    numbered = draw_sheet("o1--r2  o1--r1\n.\no1--r1  o1--r1")
    assert not is_reached(numbered, Goal.RED)
    assert progress(numbered, Goal.RED) == (3, 4)


def test_r23_red_pays_9_first_and_5_later() -> None:
    first, end = first_and_later(Goal.RED, RED, "1@d2")
    assert [goals(first, seat) for seat in range(3)] == [{Goal.RED: 9}, {}, {}]
    assert [goals(end, seat) for seat in range(3)] == [{Goal.RED: 9}, {Goal.RED: 5}, {Goal.RED: 5}]


def test_r23_red_wants_every_red_flag() -> None:
    assert not is_reached(draw_sheet(RED), Goal.RED)
    assert progress(draw_sheet(RED), Goal.RED) == (3, 4)
    assert is_reached(draw_sheet(RED + "1"), Goal.RED)


def test_r24_blue_pays_7_first_and_3_later() -> None:
    first, end = first_and_later(Goal.BLUE, BLUE, "1@b2")
    assert [goals(first, seat) for seat in range(3)] == [{Goal.BLUE: 7}, {}, {}]
    assert [goals(end, s) for s in range(3)] == [{Goal.BLUE: 7}, {Goal.BLUE: 3}, {Goal.BLUE: 3}]


def test_r24_blue_wants_every_blue_flag() -> None:
    assert not is_reached(draw_sheet(BLUE), Goal.BLUE)
    assert progress(draw_sheet(BLUE), Goal.BLUE) == (2, 3)
    assert not is_reached(draw_sheet(BLUE), Goal.RED)


def test_r25_six_pays_8_first_and_4_later() -> None:
    first, end = first_and_later(Goal.SIX, SIX, "1@f1")
    assert [goals(first, seat) for seat in range(3)] == [{Goal.SIX: 8}, {}, {}]
    assert [goals(end, seat) for seat in range(3)] == [{Goal.SIX: 8}, {Goal.SIX: 4}, {Goal.SIX: 4}]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("o1--o2--o2--o2--o2--o1", 6),
        ("o2==o3--o3==o3--o3==o3--o1", 7),
        ("o1--o2--o2--o2--o2--o --o1", 5),  # an unfinished island between
        ("o1--o2--o2--o --o2--o2--o1", 3),
        ("o1--o2--o2--o3--o2--o2--o1", 3),  # it has a number, but a bridge is missing
        ("o2==o2  o2==o2  o2==o2  o2==o2", 2),  # eight finished, neighbours but not joined
    ],
)
def test_r25_six_islands_are_joined_over_finished_ones_only(text: str, joined: int) -> None:
    sheet = draw_sheet(text)
    assert largest_group(sheet) == joined
    assert is_reached(sheet, Goal.SIX) == (joined >= 6)
    assert progress(sheet, Goal.SIX) == (min(joined, 6), 6)


def test_r25_they_may_be_joined_any_way_round() -> None:
    ring = draw_sheet("""
        o2--o2--o2
        |       |
        o2--o2--o2
    """)
    star = draw_sheet("""
        .   o1
            |
        o1--o5==o2
            |
        o   o2--o1
    """)
    assert largest_group(ring) == 6
    assert largest_group(star) == 6
    assert is_reached(ring, Goal.SIX)


def test_r26_all_who_reach_a_goal_in_one_round_get_the_higher_value() -> None:
    for goal, sheet, last in NEAR:
        game = play_round(game_with_sheets(sheet, sheet, sheet), "1/1", last, "pass", last)
        high, low = VALUES[goal]
        assert [goals(game, seat) for seat in range(3)] == [{goal: high}, {}, {goal: high}]
        later = play_round(game, "1/1", "pass", last, "pass")
        assert goals(later, 1) == {goal: low}


def test_r26_the_order_inside_a_round_does_not_matter() -> None:
    opened = game_with_sheets(RED, RED, RED).play(Turned(Card(1, 1)))
    for order in permutations(range(3)):
        game = opened
        for seat in order:
            assert not any(game.ledgers)  # judged only when the round ends
            game = game.play(Played(seat, turn(game.setup.board, "1@d2")))
        assert [goals(game, seat) for seat in range(3)] == [{Goal.RED: 9}] * 3


def test_r26_each_player_scores_each_goal_once() -> None:
    double = "o1--o2--o2--o2--o2--o\n.\no1--o2--o2--o2--o2--o"
    game = play_round(game_with_sheets(double, double), "1/1", "1@f1", "pass")
    game = play_round(game, "1/1", "1@f2", "pass")
    assert goals(game, 0) == {Goal.SIX: 8}
    assert [item.source for item in game.ledgers[0]].count(Goal.SIX) == 1


def test_r26_flagged_islands_need_not_be_joined() -> None:
    sheet = draw_sheet(RED + "1")
    assert largest_group(sheet) == 2
    assert is_reached(sheet, Goal.RED)


def test_r26_one_turn_can_reach_every_goal() -> None:
    sheet = "o1--o2--o2--b2  r2  o1"
    game = play_round(game_with_sheets(sheet, sheet), "1/2", "d1-e1 e1-f1", "pass")
    assert goals(game, 0) == {Goal.RED: 9, Goal.BLUE: 7, Goal.SIX: 8}


def test_r27_points_are_entered_at_once_with_their_round() -> None:
    game = pass_rounds(game_with_sheets(SIX, SIX), 3).play(Turned(Card(1, 1)))
    half = game.play(Played(0, turn(game.setup.board, "1@f1")))
    assert half.totals == (0, 0)
    after = half.play(Played(1, turn(game.setup.board, "pass")))
    assert after.ledgers[0] == (
        Points(after.setup.board.island("f1"), 2, 4),
        Points(Goal.SIX, 8, 4),
    )


@pytest.mark.parametrize(("goal", "sheet", "last"), NEAR)
def test_r27_goals_are_announced_and_the_higher_value_crossed_out(
    goal: Goal, sheet: str, last: str
) -> None:
    high, low = VALUES[goal]
    game = play_round(game_with_sheets(sheet, sheet), "2/1", "pass", "pass").play(
        Turned(Card(1, 1))
    )
    half = game.play(Played(1, turn(game.setup.board, last)))
    done = Played(0, turn(game.setup.board, "pass"))
    told = news(half, done, half.play(done))
    assert told == (
        News(NewsKind.PASSED, 0),
        News(NewsKind.BRIDGES_SKIPPED, 1),
        News(NewsKind.GOAL_REACHED, 1, goal=goal, points=high),
        News(NewsKind.HIGH_VALUE_GONE, goal=goal, points=high),
    )
    after = half.play(done)
    assert after.gone == {goal}
    mine, theirs = (
        next(box for box in goal_boxes(after, seat) if box.goal is goal) for seat in (0, 1)
    )
    need = progress(after.sheets[0], goal)[1]
    assert mine == GoalBox(goal, high, low, True, None, need - 1, need)
    assert theirs == GoalBox(goal, high, low, False, high, need, need)
    end = play_round(after, "1/1", last, "pass")
    box = next(box for box in goal_boxes(end, 0) if box.goal is goal)
    assert box == GoalBox(goal, high, low, True, low, need, need)


def test_r27_nothing_is_crossed_out_when_all_reach_it_together() -> None:
    game = game_with_sheets(SIX, SIX).play(Turned(Card(1, 1)))
    half = game.play(Played(0, turn(game.setup.board, "1@f1")))
    done = Played(1, turn(game.setup.board, "1@f1"))
    events = [item.kind for item in news(half, done, half.play(done))]
    assert events.count(NewsKind.GOAL_REACHED) == 2
    assert NewsKind.HIGH_VALUE_GONE not in events


def test_r27_boxes_of_goals_nobody_has_stand_open() -> None:
    game = game_with_sheets(RED, RED)
    assert goal_boxes(game, 0) == (
        GoalBox(Goal.RED, 9, 5, False, None, 3, 4),
        GoalBox(Goal.BLUE, 7, 3, False, None, 0, 0, DeadGoal(Goal.BLUE, Cause.NO_ISLAND)),
        GoalBox(Goal.SIX, 8, 4, False, None, 2, 6, DeadGoal(Goal.SIX, Cause.NO_GROUP)),
    )


def test_r28_each_finished_island_earns_two_more() -> None:
    sheet = "o1  o2  o2  o2  o2  o1\n.\no   o   o   o   o   o"
    game = game_with_sheets(sheet, sheet)
    for line in ("a1-b1", "b1-c1", "c1-d1", "d1-e1", "e1-f1"):
        game = play_round(game, "1/1", line, "pass")
    assert finished_islands(game.sheets[0]) == "a1 b1 c1 d1 e1 f1"
    assert goals(game, 0) == {Goal.SIX: 8}
    assert game.totals == (20, 0)
    islands = [item for item in game.ledgers[0] if isinstance(item.source, Island)]
    assert [(item.source, item.points, item.round) for item in islands] == [
        *[(game.setup.board.island(n), 2, r) for n, r in [("a1", 1), ("b1", 2), ("c1", 3)]],
        *[(game.setup.board.island(n), 2, r) for n, r in [("d1", 4), ("e1", 5), ("f1", 5)]],
    ]


def test_r28_most_points_win_and_a_tie_has_several_winners() -> None:
    deck = (Card(1, 1),) * 3
    game = game_with_sheets(SIX, SIX, SIX, deck=deck)
    one = pass_rounds(play_round(game, "1/1", "pass", "1@f1", "pass"), 1)
    assert (one.totals, one.winners) == ((0, 10, 0), (1,))
    tie = pass_rounds(play_round(game, "1/1", "1@f1", "pass", "1@f1"), 1)
    assert (tie.totals, tie.winners) == ((10, 0, 10), (0, 2))
    late = play_round(
        play_round(game, "1/1", "pass", "1@f1", "pass"), "1/1", "1@f1", "pass", "pass"
    )
    assert (late.totals, late.winners) == ((6, 10, 0), (1,))


def test_r28_there_is_no_winner_before_the_end() -> None:
    game = play_round(game_with_sheets(SIX, SIX, deck=(Card(1, 1),) * 3), "1/1", "1@f1", "pass")
    assert game.winners == ()


def test_a_goal_whose_flag_is_on_no_island_cannot_be_reached() -> None:
    sheet = blank_sheet("oooooo")
    assert not is_reached(sheet, Goal.RED)
    assert not is_reached(sheet, Goal.BLUE)
    assert progress(sheet, Goal.RED) == (0, 0)


@given(sheets())
def test_progress_is_complete_exactly_when_the_goal_is_reached(sheet: Sheet) -> None:
    for goal in Goal:
        have, need = progress(sheet, goal)
        assert have <= need
        assert is_reached(sheet, goal) == (0 < need == have)


def test_a_total_is_a_sum_of_lines() -> None:
    assert total(()) == 0
    assert total((Points(Goal.RED, 5, 3), Points(Goal.SIX, 4, 4))) == 9
