"""Dead goals, against every way to go on: none is called impossible that can still be reached."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from tests.rules.dead_goals import BOARDS, judge, position
from tests.support.examples import examples
from tests.support.games import AMPLE, game_with_sheets, turn, with_marks
from tests.support.generate import games, rngs
from tests.support.sheets import draw_sheet

import hashi
from hashi.record import Record
from hashi.rules import (
    PASS,
    Board,
    Card,
    Game,
    Goal,
    Number,
    Pens,
    Played,
    Setup,
    Sheet,
    Start,
    Turned,
    goal_boxes,
    is_reached,
    view,
)
from hashi.rules.dead import (
    ALL_NUMBERS,
    Cause,
    DeadGoal,
    dead_goals,
    newly_dead_goals,
    numbers_to_come,
)
from hashi.rules.turn import apply_unchecked

FLAGS = """
            o1      b
            .
            o   o       r   o   o
"""


def the(goal: Goal, sheet: Sheet, numbers: int = ALL_NUMBERS) -> DeadGoal:
    """Return what is told of a dead goal."""
    return next(dead for dead in dead_goals(sheet, numbers) if dead.goal is goal)


def told(sheet: Sheet, numbers: int = ALL_NUMBERS) -> list[str]:
    return [str(dead.goal) for dead in dead_goals(sheet, numbers)]


@examples(100)
@given(rngs)
def test_a_dead_goal_is_reached_in_no_way(rng: Random) -> None:
    verdict = judge(*position(rng), most=600)
    assert verdict is None or not verdict.wrong


def test_on_a_blank_board_every_goal_it_has_flags_for_is_possible() -> None:
    for side in "AB":
        assert told(Sheet.blank(hashi.board(side))) == []
    assert told(Sheet.blank(BOARDS[5])) == []


def test_a_goal_is_dead_with_the_first_of_its_islands() -> None:
    sheet = draw_sheet(FLAGS)
    assert told(sheet) == []
    after = with_marks(sheet, "a1-a2")
    c1 = sheet.board.island("c1")
    assert DeadGoal(Goal.BLUE, Cause.NO_BRIDGE, (c1,)) in dead_goals(after)
    assert told(after) == ["blue"]
    assert [dead.goal for dead in newly_dead_goals(sheet, after)] == [Goal.BLUE]
    assert newly_dead_goals(after, after) == ()


def test_a_goal_whose_flag_is_struck_is_dead() -> None:
    sheet = draw_sheet(FLAGS)
    d2 = sheet.board.island("d2")
    struck = sheet.with_struck(1 << d2.index)
    assert the(Goal.RED, struck) == DeadGoal(Goal.RED, Cause.STRUCK, (d2,), most=4)


def test_what_is_told_of_a_dead_flag_is_why_its_first_one_cannot_be_finished() -> None:
    sheet = with_marks(draw_sheet(FLAGS), "a1-c1 5@c1")
    dead = the(Goal.BLUE, sheet)
    assert (dead.cause, dead.most) == (Cause.TOO_FEW_BRIDGES, 1)
    sheet = with_marks(draw_sheet(FLAGS), "a1-c1")
    assert "blue" not in told(sheet)
    dead = the(Goal.BLUE, sheet, numbers=1 << 3)
    assert (dead.cause, dead.most) == (Cause.NO_NUMBER, 1)


def test_six_is_dead_when_bridges_and_open_lines_join_fewer() -> None:
    sheet = draw_sheet(FLAGS)
    after = with_marks(sheet, "a1-c1")
    (dead,) = dead_goals(after)
    assert dead == DeadGoal(Goal.SIX, Cause.NO_GROUP)


def test_six_is_dead_when_the_lines_it_needs_cross() -> None:
    crossing = """
                o
                .
            o       o   o2
                .
                o   o
    """
    sheet = draw_sheet(crossing)
    assert told(sheet) == ["red", "blue", "six"]
    assert told(with_marks(sheet, "b1-b3")) == ["red", "blue", "six"]


def test_a_goal_is_dead_on_a_board_without_its_flags() -> None:
    (red, blue) = dead_goals(draw_sheet("o   o   o   o   o   o"))
    assert (red.goal, blue.goal) == (Goal.RED, Goal.BLUE)
    assert red.cause is blue.cause is Cause.NO_ISLAND


@examples(60)
@given(games())
def test_a_goal_that_is_reached_was_never_dead(played: tuple[Record, Game]) -> None:
    record, end = played
    game = Game.begin(record.setup)
    dead: list[set[Goal]] = [set() for _ in end.sheets]
    for entry in record.entries:
        game = game.play(entry)
        numbers = numbers_to_come(game.setup.deck, game.cards)
        for seat, sheet in enumerate(game.sheets if game.is_started else ()):
            now = {one.goal for one in dead_goals(sheet, numbers)}
            assert dead[seat] <= now, "what is dead stays dead"
            assert not any(is_reached(sheet, goal) for goal in now)
            dead[seat] = now


def test_the_numbers_to_come_are_those_of_the_newest_card_and_of_unseen_ones() -> None:
    deck = (Card(1, 1), Card(1, 1), Card(3, 2), Card(5, 3))
    assert numbers_to_come(deck, ()) == 0b101010
    assert numbers_to_come(deck, deck[:2]) == 0b101010
    assert numbers_to_come(deck, deck[:3]) == 0b101000
    assert numbers_to_come(deck, deck) == 0b100000


def test_a_box_says_why_its_goal_is_dead_and_others_learn_it_when_the_round_closes() -> None:
    game = game_with_sheets(FLAGS, FLAGS).play(Turned(Card(1, 1)))
    closing = turn(game.setup.board, "a1-a2")
    half = game.play(Played(0, closing))
    for open_game in (game, half):
        assert [box.goal for box in goal_boxes(open_game, 0) if box.dead] == []
        assert [box.dead for box in view(open_game, 1).boxes[0]] == [None] * 3
    (blue,) = [box for box in goal_boxes(half, 0, half.laid[0]) if box.dead]
    assert blue.dead is not None
    assert (blue.goal, blue.dead.cause) == (Goal.BLUE, Cause.NO_BRIDGE)
    done = half.play(Played(1, PASS))
    assert [box.goal for box in view(done, 1).boxes[0] if box.dead] == [Goal.BLUE]
    assert not any(box.dead for box in view(done, 1).boxes[1])


def test_with_free_pens_no_box_says_that_a_goal_is_out_of_reach() -> None:
    """A mark against the rules may still reach it, and stays if nobody calls it (R33)."""
    game = game_with_sheets(FLAGS, FLAGS).play(Turned(Card(1, 1)))
    free = replace(game, setup=replace(game.setup, pens=Pens.FREE))
    laid = apply_unchecked(game.sheets[0], turn(game.setup.board, "a1-a2"))
    assert any(box.dead for box in goal_boxes(game, 0, laid))
    assert not any(box.dead for box in goal_boxes(free, 0, laid))


def test_a_start_that_is_not_passed_on_yet_is_told_in_no_box() -> None:
    """On a board where a 3 closes everything, others would learn where it was written (R5)."""
    board = Board(("o.o.o.o", "b......", "o......"))
    game = Game.begin(Setup(board, AMPLE, ("Tim", "Linus")))
    started = game.play(Start(0, Number(board.island("g1"), 4)))
    assert dead_goals(started.sheets[0]) != dead_goals(started.sheets[1])
    assert view(started, 1).boxes == view(game, 1).boxes
