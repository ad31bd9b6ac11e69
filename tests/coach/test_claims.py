"""Everything that the coach could say of a turn is true, in every part of the sentence."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import hashi
from hashi.coach import FactKind
from hashi.coach.reviews.facts import FINDERS
from tests.coach.claims import (
    CLAIMS,
    TABLES,
    Plain,
    check,
    check_mistakes,
    holds,
    play,
    situations,
)

OTHERS = ("random", "random", "greedy")


def test_what_could_be_said_of_bots_of_every_board_is_true() -> None:
    """`python -m tests.coach.claims` does it for many more, with bots of every level."""
    checked: Counter[str] = Counter()
    for number in range(0, 2 * len(TABLES), 2):
        found, wrong = check(number, ("greedy", "random"), OTHERS)
        assert wrong == []
        checked += found
    assert checked.total() > 300


def test_what_is_said_of_mistakes_of_free_pens_is_true() -> None:
    checked: Counter[str] = Counter()
    for number in range(len(TABLES)):
        found, wrong = check_mistakes(number)
        assert wrong == []
        checked += found
    assert checked[FactKind.MISTAKE] > 50
    assert checked["turns without a mistake"] > 20


@pytest.mark.parametrize("kind", [FactKind.DEAD_FLAG, FactKind.DEAD_ISLAND, FactKind.UNFINISHED])
def test_a_claim_about_another_island_is_refused(kind: FactKind) -> None:
    """What is checked is the whole claim: with another island or goal it is not true."""
    for compared, at in situations(play(1, ("greedy", "random")), ("random", "greedy")):
        for fact in (fact for finder in FINDERS for fact, _ in finder(compared)):
            if fact.kind is kind:
                names = set(fact.islands)
                others = [each for each in compared.before.board.islands if each not in names]
                assert any(not holds(replace(fact, islands=(each,)), at) for each in others)
                return
    raise AssertionError(f"no fact {kind} in this game")


def test_every_fact_of_the_rules_has_a_claim() -> None:
    figures = {FactKind.CHANCE, FactKind.POINTS, FactKind.MISTAKE}
    assert set(CLAIMS) == set(FactKind) - figures


def test_lines_cross_as_the_board_says() -> None:
    for board, _ in TABLES:
        board = hashi.board(board) if isinstance(board, str) else board
        plain = Plain.of(hashi.Sheet.blank(board))
        for line in board.lines:
            crossed = {other.name for other in board.crossings[line.index]}
            assert plain.crossed[line.name] == crossed
