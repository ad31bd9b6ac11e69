"""The best possible result: as by brute force and by CP-SAT, and always a game of the rules."""

from __future__ import annotations

from random import Random
from time import thread_time

import pytest
from benchmarks.random_play import random_board, random_record, random_start

import hashi
from hashi.arena.match import play_match
from hashi.bots import BOTS
from hashi.coach import Mistaken, best, hindsight, possible, reach
from hashi.coach.board_tables import TooLarge, board_tables
from hashi.record import Record
from hashi.rules import (
    PASS,
    Board,
    Card,
    Goal,
    Setup,
    deal,
    is_reached,
    seeded,
)
from hashi.rules.game.scoring import has
from tests.coach.judge import ALONE, check_replay, is_decided, judge_deck, judge_game
from tests.coach.tiny_games import compare


def blank_record(side: str, seed: str) -> Record:
    """Return a game alone whose cards lie there and in which nothing was played."""
    setup = Setup(hashi.board(side), hashi.standard_deck(), ALONE)
    return Record(setup, (), deal(setup.deck, seeded(seed)).cards)


# --- against judges that know nothing of the search


@pytest.mark.parametrize(("seed", "players"), [(2, 1), (5, 2), (10, 1), (16, 1), (23, 2)])
def test_no_turns_lead_to_more_points_on_tiny_boards(seed: int, players: int) -> None:
    assert compare(seed, players, most_games=1_000)


@pytest.mark.parametrize("seed", [2, 10, 16])
def test_nothing_is_lost_where_pictures_without_six_are_cut_early(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hindsight, "MANY_PICTURES", -1)
    assert compare(seed, 1, most_games=1_000)


@pytest.mark.no_cover  # the solver is no part of hashi
def test_cp_sat_finds_the_same_on_small_boards() -> None:
    from benchmarks.foresight import Foresight  # here, since most tests need no OR-Tools

    compared = 0
    for seed in range(12):
        rng = Random(seed)
        record, _ = random_record(rng, random_board(rng, largest=4), 1, rounds=7)
        found = best(record, seconds=None)
        check_replay(found, 0)
        foresight = Foresight(record.setup, record.cards)
        foresight.begin(found.record)
        _, bound = foresight.solve(10)
        assert found.points <= bound
        compared += found.points == bound
    assert compared > 6


@pytest.mark.no_cover
@pytest.mark.slow
def test_cp_sat_finds_the_same_on_a_side() -> None:
    result = judge_deck(1, seconds=120)
    assert is_decided(result)
    assert result["is_equal"]


# --- what holds for every game


@pytest.mark.parametrize("game", [1, 4, 8])
def test_what_was_possible_never_rises_and_ends_at_the_total(game: int) -> None:
    result = judge_game(game, ["random", "greedy", "friend"])
    assert result["is_falling"]
    assert not result["unproven"]
    for points, curve in zip(result["best"], result["curves"], strict=True):
        assert points >= curve[0] if len(result["bots"]) == 1 else points == curve[0]


def test_a_curve_for_which_time_is_short_falls_and_is_said_not_to_be_proven() -> None:
    """Above 54 of this game lies a scenario whose refutation takes seconds."""
    setup, seed = blank_record("A", "sea").setup, "1/60"
    match = play_match(setup, deal(setup.deck, seeded(seed)), [BOTS["friend"](seed)])
    began = thread_time()
    found = reach(match.record, seconds=0.2)
    assert thread_time() - began < 1.5
    assert not found.is_proven
    assert list(found.points) == sorted(found.points, reverse=True)
    assert found.points[-1] == match.totals[0]


def test_nothing_is_possible_without_cards() -> None:
    record = Record(blank_record("A", "sea").setup, ())
    assert best(record).points == 0
    assert best(record).proven


def test_the_others_set_the_deadlines_at_a_table() -> None:
    """Who is alone in reaching no goal early could have had the higher value until the end."""
    names = ["Ida", "Tim"]
    bots = [hashi.bot("greedy"), hashi.bot("friend")]
    played = hashi.new_game("A", names, seed="sea").play_out(bots)
    found = best(played, 0, seconds=None)
    check_replay(found, 0)
    assert found.record.starts == played.record.starts
    assert [turns[1] for turns in found.record.rounds] == [
        turns[1] for turns in played.record.rounds
    ]
    passed = Record(
        played.setup,
        played.record.starts,
        played.record.cards,
        tuple((turns[0], PASS) for turns in played.record.rounds),
    )
    assert best(passed, 0, seconds=None).points >= found.points


def test_a_goal_of_another_seat_in_the_same_round_still_pays_the_higher_value() -> None:
    """R26: the round in which somebody else reaches a goal is the last one in time."""
    record = blank_record("A", "sea")
    alone = best(record, seconds=None)
    setup = Setup(record.setup.board, record.setup.deck, ("Ida", "Tim"))
    start = alone.record.starts[0]
    copied = Record(
        setup,
        (start, start),
        record.cards,
        tuple((PASS, turn) for (turn,) in alone.record.rounds),
    )
    reached = {item.source for item in copied.replay().ledgers[1]}
    assert {goal for goal in Goal if goal in reached} == set(Goal)
    found = best(copied, 0, seconds=None)
    assert found.points >= alone.points
    assert all(has(found.game.ledgers[0], goal) for goal in Goal)


# --- time, large boards, free pens


def test_without_time_the_answer_is_a_game_with_a_true_bound() -> None:
    record = blank_record("A", "judge 3")
    known = best(record, seconds=None)
    hasty = best(record, seconds=1e-9)
    check_replay(hasty, 0)
    assert hasty.points <= known.points <= hasty.bound
    assert hasty.proven == (hasty.points == hasty.bound)
    assert not hasty.proven


def test_a_board_too_large_for_the_search_has_an_answer_and_a_bound() -> None:
    board = Board(tuple("oroboooo" if row % 2 else "ooorooob" for row in range(7)))
    with pytest.raises(TooLarge):
        board_tables(board)
    setup = Setup(board, hashi.standard_deck(), ALONE)
    cards = deal(setup.deck, seeded("sea")).cards
    found = best(Record(setup, (), cards), seconds=0.5)
    check_replay(found, 0)
    assert 0 < found.points <= found.bound
    assert not found.proven
    record, game = random_record(Random(1), board, 1)
    assert possible(record)[-1] == game.totals[0]


def test_a_goal_without_its_flag_cannot_be_reached() -> None:
    board = Board(("oo", "oo", "oo"))
    setup = Setup(board, (Card(2, 2),) * 8, ALONE)
    found = best(Record(setup, (random_start(Random(1), board),), (Card(2, 2),) * 7), seconds=None)
    check_replay(found, 0)
    assert not is_reached(found.game.sheets[0], Goal.RED)


def test_mistakes_of_others_are_as_they_were_and_own_ones_are_said() -> None:
    game = hashi.new_game("A", ["Ida", "Tim"], seed="sea", pens="free")
    game = game.start("4@c2", "3@d3").play("pass").play("a1-a2").call("Ida", "Tim", 1, "a1-a2")
    while game.seat is not None:
        game = game.play("pass")
    record = game.referee().record
    check_replay(best(record, 0), 0)
    check_replay(best(record, 1), 1)
    assert possible(record, 0, seconds=0.1)[-1] == 0
    with pytest.raises(Mistaken, match="Tim made a mistake in round 1"):
        possible(record, 1)


def test_there_is_no_best_for_a_seat_that_nobody_has() -> None:
    with pytest.raises(ValueError, match="no seat 1"):
        best(blank_record("A", "sea"), 1)


def test_cards_of_an_open_round_are_known_alone_only() -> None:
    game = hashi.new_game("A", ["Ida"], seed="sea").start("4@c2")
    assert len(best(game).record.rounds) == 1
    assert len(possible(game)) == 1
    table = hashi.new_game("A", ["Ida", "Tim"], seed="sea").start("4@c2", "3@d3")
    assert best(table).record.rounds == ()
