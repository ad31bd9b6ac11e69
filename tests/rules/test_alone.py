"""The game alone: three piles, deadlines, ranks (R30–R32)."""

from __future__ import annotations

from itertools import product

import pytest
from tests.support.games import (
    AMPLE,
    begin_game,
    game_with_sheets,
    goals,
    pass_rounds,
    play_round,
    turn,
)
from tests.support.reference_scorer import RANKS

from hashi.boards import board, standard_deck
from hashi.rules import (
    Board,
    Card,
    Flag,
    Game,
    Goal,
    News,
    NewsKind,
    Played,
    Turned,
    goal_boxes,
    news,
    piles,
    points_to_next_rank,
    rank,
    view,
)

RED = "o1--r1  o1--r1\n.\no1--r1  o1--r"
BLUE = "o1--b1  o1--b1\n.\no1--b   o   o"
SIX = "o1--o2--o2--o2--o2--o"


def reached_with(sheet: str, last: str, card: int) -> Game:
    """A game alone in which the goal is reached with that card."""
    return play_round(pass_rounds(game_with_sheets(sheet), card - 1), "1/1", last)


def test_r30_the_17_cards_lie_in_piles_of_7_5_and_5() -> None:
    assert piles(17, 0) == (7, 5, 5)
    left = [piles(17, turned) for turned in range(18)]
    assert left[1] == (6, 5, 5)
    assert left[7] == (0, 5, 5)
    assert left[8] == (0, 4, 5)
    assert left[12] == (0, 0, 5)
    assert left[17] == (0, 0, 0)
    assert [sum(pile) for pile in left] == list(range(17, -1, -1))


@pytest.mark.parametrize(
    ("cards", "lying"), [(1, (1, 0, 0)), (9, (7, 2, 0)), (13, (7, 5, 1)), (30, (7, 5, 18))]
)
def test_r30_decks_of_ones_own_fill_the_piles_in_order(
    cards: int, lying: tuple[int, int, int]
) -> None:
    assert piles(cards, 0) == lying
    assert sum(piles(cards, cards)) == 0


def test_r30_the_piles_are_seen() -> None:
    game = begin_game(board("A"), "c2=4", deck=standard_deck())
    assert view(game, 0).piles == (7, 5, 5)
    assert view(game.play(Turned(Card(5, 3))), 0).piles == (6, 5, 5)
    assert view(pass_rounds(game, 9), 0).piles == (0, 3, 5)


def test_r30_all_other_rules_stand() -> None:
    game = pass_rounds(begin_game(board("A"), "c2=4", deck=standard_deck()), 17)
    assert game.is_finished
    assert game.winners == (0,)
    assert game.rank == 0


@pytest.mark.parametrize(("card", "points"), [(1, 7), (6, 7), (7, 7), (8, 3), (12, 3), (17, 3)])
def test_r31_blue_pays_7_up_to_the_7th_card(card: int, points: int) -> None:
    assert goals(reached_with(BLUE, "1@b2", card), 0) == {Goal.BLUE: points}


@pytest.mark.parametrize(("card", "points"), [(1, 9), (8, 9), (12, 9), (13, 5), (17, 5)])
def test_r31_red_pays_9_up_to_the_12th_card(card: int, points: int) -> None:
    assert goals(reached_with(RED, "1@d2", card), 0) == {Goal.RED: points}


@pytest.mark.parametrize(("card", "points"), [(1, 8), (8, 8), (12, 8), (13, 4), (17, 4)])
def test_r31_six_pays_8_up_to_the_12th_card(card: int, points: int) -> None:
    assert goals(reached_with(SIX, "1@f1", card), 0) == {Goal.SIX: points}


def test_r31_two_players_have_no_deadline() -> None:
    game = play_round(pass_rounds(game_with_sheets(BLUE, BLUE), 14), "1/1", "1@b2", "pass")
    assert goals(game, 0) == {Goal.BLUE: 7}


def test_r31_a_value_that_is_gone_is_crossed_out_and_announced() -> None:
    game = pass_rounds(game_with_sheets(BLUE), 6).play(Turned(Card(6, 1)))
    last = Played(0, turn(game.setup.board, "pass"))
    assert News(NewsKind.HIGH_VALUE_GONE, goal=Goal.BLUE, points=7) in news(
        game, last, game.play(last)
    )
    boxes = {box.goal: box.is_high_gone for box in goal_boxes(game.play(last), 0)}
    assert boxes == {Goal.RED: False, Goal.BLUE: True, Goal.SIX: False}
    boxes = {box.goal: box.is_high_gone for box in goal_boxes(pass_rounds(game.play(last), 5), 0)}
    assert boxes == {Goal.RED: True, Goal.BLUE: True, Goal.SIX: True}


def test_r31_a_value_that_was_won_is_not_crossed_out() -> None:
    game = reached_with(BLUE, "1@b2", 7)
    assert game.gone == {Goal.BLUE}
    assert [box.is_high_gone for box in goal_boxes(game, 0)] == [False] * 3


RANGES = [
    *[(0, 40), (41, 42), (43, 44), (45, 46), (47, 48), (49, 50)],
    *[(51, 51), (52, 52), (54, 54), (56, 56), (58, 58), (60, 60)],
]


@pytest.mark.parametrize(("index", "bounds"), list(enumerate(RANGES)))
def test_r32_the_twelve_ranks(index: int, bounds: tuple[int, int]) -> None:
    assert {rank(points) for points in range(bounds[0], bounds[1] + 1)} == {index}
    assert RANKS[index] == range(bounds[0], bounds[1] + 1)


def totals(side: Board) -> set[int]:
    """Every total that finished islands and goals can add up to on a board side."""
    count = len(side.islands)
    flagged = {flag: sum(i.flag is flag for i in side.islands) for flag in Flag}
    found = set()
    for red, blue, six in product((0, 5, 9), (0, 3, 7), (0, 4, 8)):
        least = flagged[Flag.RED] * bool(red) + flagged[Flag.BLUE] * bool(blue)
        most = count - (not red) - (not blue)  # some island of the colour is not finished
        found |= {
            2 * islands + red + blue + six for islands in range(max(least, 6 * bool(six)), most + 1)
        }
    return found


@pytest.mark.parametrize("side", ["A", "B"])
def test_r32_every_reachable_total_has_a_rank(side: str) -> None:
    reachable = totals(board(side))
    assert (min(reachable), max(reachable)) == (0, 60)
    assert reachable.isdisjoint({53, 55, 57, 59})
    assert {51, 52, 54, 56, 58, 60} <= reachable
    for points in reachable:
        (index,) = [index for index, (low, high) in enumerate(RANGES) if low <= points <= high]
        assert rank(points) == index


def test_r32_how_far_the_next_rank_is() -> None:
    assert points_to_next_rank(0) == 41
    assert points_to_next_rank(40) == 1
    assert points_to_next_rank(41) == 2
    assert points_to_next_rank(52) == 2
    assert points_to_next_rank(58) == 2
    assert points_to_next_rank(60) is None
    for points in range(60):
        ahead = points_to_next_rank(points)
        assert ahead is not None
        assert rank(points + ahead) == rank(points) + 1
        assert rank(points + ahead - 1) == rank(points)


def test_r32_a_rank_is_for_a_finished_game_alone() -> None:
    deck = AMPLE[:3]
    assert game_with_sheets(SIX, deck=deck).rank is None
    assert pass_rounds(game_with_sheets(SIX, deck=deck), 2).rank == 0
    assert pass_rounds(game_with_sheets(SIX, SIX, deck=deck), 2).rank is None
