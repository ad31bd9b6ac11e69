"""The coach gives goals no chance that are out of reach, and its engines never reach one."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from benchmarks.random_play import random_board, random_start, random_turn

import hashi
from hashi.arrays.chart import card_byte, chart, sheet_words
from hashi.bots.learned.values import ALONE
from hashi.coach.endgame import Endgame
from hashi.coach.position import Position
from hashi.coach.reviews.moments import evaluator_for
from hashi.rules import Goal, Setup, Sheet
from hashi.rules.dead import goals_out_of_reach, numbers_on


@pytest.mark.parametrize("deck", [hashi.standard_deck(), (hashi.Card(2, 2),) * 18])
@pytest.mark.parametrize("round", [3, 16])
def test_a_goal_out_of_reach_has_no_chance_and_no_points(
    deck: tuple[hashi.Card, ...], round: int
) -> None:
    """By the learned values, by games played on, and by the exact values of the last rounds."""
    board = hashi.board("A")
    four = hashi.Number(board.island("c4"), 4)
    lines = [board.line(*ends) for ends in (("c4", "c6"), ("c4", "c6"), ("a4", "c4"))]
    closed = Sheet.of(board, [four, *(hashi.Bridge(line) for line in lines if line is not None)])
    judge = evaluator_for(Setup(board, deck, ("Tim",)))
    here = Position(closed, (), round, 17, deck[round:], frozenset(), (ALONE,))
    assert Goal.BLUE in here.dead
    (outlook,) = judge.outlooks([here])
    for goal in here.dead:
        assert outlook.chances.of(goal) == 0
        assert outlook.items.of(goal) == 0


@pytest.mark.parametrize("seed", range(12))
def test_the_exact_values_of_the_last_round_reach_no_goal_that_is_dead(seed: int) -> None:
    """The kernel's turns are searched whole; nothing here takes the chance away."""
    rng = Random(f"dead goals {seed}")
    board = hashi.board("AB"[seed % 2]) if seed % 3 else random_board(rng, largest=5)
    deck = hashi.standard_deck()
    sheet = Sheet.blank(board).with_mark(random_start(rng, board))
    cards = rng.sample(deck, 18)
    for card in cards[:16]:
        sheet = sheet.with_marks(random_turn(rng, sheet, card).marks)
    kinds = array("i")
    for card in sorted(cards[16:]):
        kinds.extend((card_byte(card), 1))
    split = Endgame(chart(board)).expect(sheet_words(sheet), kinds, array("i", ALONE), 16, 17)
    dead = goals_out_of_reach(sheet, numbers_on(cards[16:]))
    assert dead
    for goal in dead:
        at = 2 + 2 * list(Goal).index(goal)
        assert list(split[at : at + 2]) == [0, 0]
