"""The engine of planner and friend: turns, evaluation, rollouts, the race for goals at a table."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from benchmarks.random_play import random_board, random_start, random_turn
from tests.arrays.traces import small_board
from tests.support import uncompiled

from hashi.arrays.chart import chart, sheet_words
from hashi.arrays.constants import NEVER
from hashi.boards import SIDES, board, standard_deck
from hashi.bots.heuristic import rollout
from hashi.bots.heuristic.halving import affordable, best_of
from hashi.bots.heuristic.lookahead import Lookahead, can_look_ahead
from hashi.bots.heuristic.odds import odds_table
from hashi.bots.heuristic.rollout import Rollout
from hashi.bots.heuristic.samples import DeckSamples, Outcomes, decks, solo_deadlines
from hashi.bots.planner import Planner
from hashi.bots.starts import ranked
from hashi.record.notation import notation_for
from hashi.rules import (
    Board,
    Card,
    Game,
    Number,
    Played,
    PlayView,
    Setup,
    Sheet,
    Start,
    Turned,
    View,
    apply_turn,
    deal,
    play_view,
    turns,
    view,
)
from hashi.rules.game.setup import START_NUMBERS

NAMES = ("Tim", "Linus", "Sarah", "Ida")


def games(side: Board, players: int, seed: str) -> Iterator[Game]:
    """Yield the open rounds of a random game."""
    rng = Random(seed)
    game = Game.begin(Setup(side, standard_deck(), NAMES[:players]))
    for seat in range(players):
        game = game.play(Start(seat, random_start(rng, side)))
    for card in deal(standard_deck(), rng.randrange).cards:
        game = game.play(Turned(card))
        yield game
        for seat in range(players):
            game = game.play(Played(seat, random_turn(rng, game.sheets[seat], card)))


def views(side: Board, players: int, seed: str) -> Iterator[PlayView]:
    return (play_view(game, 0) for game in games(side, players, seed))


# --- turns


@pytest.mark.parametrize("number", range(6))
def test_a_wide_beam_finds_exactly_the_legal_turns(number: int) -> None:
    side = board("B") if number == 0 else small_board(Random(f"look {number}"))
    for seen in list(views(side, 1, f"{number}"))[number % 3 :: 5]:
        assert seen.card is not None
        sheet = seen.sheets[0]
        every = {apply_turn(sheet, seen.card, turn) for turn in turns(sheet, seen.card)}
        ahead = Lookahead(seen, 2_000)
        found = [ahead.turn(k) for k in ahead.find_turns(array("i", solo_deadlines(seen.round)))]
        assert len(found) == len(every)
        assert {apply_turn(sheet, seen.card, turn) for turn in found} == every


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("side", SIDES)
def test_with_the_last_card_the_best_turn_brings_the_most_points(side: str, players: int) -> None:
    for number in range(4):
        *_, game = games(board(side), players, f"last {number}")
        assert game.card is not None
        best = max(
            (points_after(game, turn), str(turn)) for turn in turns(game.sheets[0], game.card)
        )
        chosen = Planner().turn(play_view(game, 0))
        assert points_after(game, chosen) == best[0]


def points_after(game: Game, turn: Any) -> int:
    """Return the first seat's points after this turn if the others pass."""
    game = game.play(Played(0, turn))
    for seat in range(1, len(game.sheets)):
        game = game.play(Played(seat, next(turns(game.sheets[seat], Card(1, 1)))))
    return game.totals[0]


def test_a_game_played_on_to_its_last_card_is_paid_as_the_rules_pay_it() -> None:
    for number in range(6):
        *_, game = games(board("A"), 1, f"paid {number}")
        ahead = Lookahead(play_view(game, 0), 4)
        samples = ahead.samples(3, "paid")
        for turn in ahead.find_turns(samples.usual_deadlines)[:10]:
            points = points_after(game, ahead.turn(turn))
            assert ahead.leads([turn], samples, 0, 3) == [3 * points]


# --- compiled or not


@pytest.mark.no_cover
def test_compiled_and_plain_python_agree() -> None:
    plain = uncompiled.load_uncompiled("hashi.bots.heuristic.rollout")
    assert not plain.is_compiled
    for number in range(4):
        side = board("A") if number == 0 else small_board(Random(f"plain {number}"))
        for seen in list(views(side, 1, f"plain {number}"))[number::5]:
            assert seen.card is not None
            results = [told(module, seen) for module in (rollout, plain)]
            assert results[0] == results[1]


def told(module: Any, seen: View) -> list[object]:
    """Return all results of a rollout for a view."""
    assert seen.card is not None
    side = seen.setup.board
    cards = bytes(card.number << 2 | card.bridges for card in (seen.card, *seen.unseen))
    piles = array("B", cards * 3)
    module.shuffle(piles, len(cards), 1, 12345)
    engine = module.Rollout(chart(side), odds_table(), 3, 4 * (len(side.islands) + 1))
    deadlines = array("i", solo_deadlines(seen.round))
    found = engine.find_turns(sheet_words(seen.sheets[0]), cards[0], len(cards) - 2, 126, deadlines)
    totals, arrivals = array("i", bytes(4 * 6)), array("i", bytes(4 * 18))
    chosen = array("i", [0, len(found) - 1])
    engine.play_on(chosen, 1, len(cards), piles, deadlines * 3, totals, arrivals)
    return [piles, found, totals, arrivals]


# --- samples


def test_decks_keep_what_is_known_and_hold_every_other_card_once() -> None:
    cards = bytes(range(10, 30))
    made = decks(cards, 2, 50, "seed")
    rows = [bytes(made[at : at + 20]) for at in range(0, len(made), 20)]
    assert {row[:2] for row in rows} == {cards[:2]}
    assert {bytes(sorted(row)) for row in rows} == {cards}
    assert len(set(rows)) == 50
    assert {row[2] for row in rows} > set(cards[2:10])
    assert decks(cards, 2, 50, "seed") == made != decks(cards, 2, 50, "other")


def test_a_goal_reached_first_costs_an_opponent_its_higher_value() -> None:
    opponent = Outcomes(array("i", [40]), array("i", [5, NEVER, 2]))
    samples = DeckSamples(9, array("B", bytes(9)), array("i", [5, NEVER, 2]), (opponent,))
    assert samples.lead(0, 45, [NEVER, NEVER, NEVER]) == 5
    assert samples.lead(0, 45, [5, 3, 2]) == 5
    assert samples.lead(0, 45, [4, NEVER, NEVER]) == 9
    assert samples.lead(0, 45, [4, NEVER, 1]) == 13
    gone = replace(samples, deadlines=array("i", [-1, NEVER, -1]))
    assert gone.lead(0, 45, [4, NEVER, 1]) == 5
    assert replace(samples, opponents=()).lead(0, 45, [1, 1, 1]) == 45


def test_the_lead_is_over_the_best_of_several_opponents_who_race_each_other() -> None:
    slow = Outcomes(array("i", [41]), array("i", [7, NEVER, NEVER]))
    quick = Outcomes(array("i", [39]), array("i", [3, NEVER, NEVER]))
    samples = DeckSamples(9, array("B", bytes(9)), array("i", [3, NEVER, NEVER]), (slow, quick))
    assert samples.lead(0, 50, [NEVER] * 3) == 50 - max(41 - 4, 39)


def test_at_a_table_the_others_set_the_deadlines() -> None:
    """An opponent with almost all blue islands makes the deadline of blue earlier."""
    side = board("A")
    *_, game = list(games(side, 2, "deadlines"))[:2]
    before = [Lookahead(play_view(game, 0), 2).samples(9, "deadlines").usual_deadlines]
    near = Sheet.of(
        side, notation_for(side).turn("4@a2 4@c2 4@b3 a1-a2 a1-c1 c2-e2 b3-b5 2@a1 1@e2 2@b5").marks
    )
    nearer = replace(game, sheets=(game.sheets[0], near))
    before.append(Lookahead(play_view(nearer, 0), 2).samples(9, "deadlines").usual_deadlines)
    assert before[1][1] < before[0][1]
    boxes = [replace(box, is_high_gone=True) for box in play_view(game, 0).boxes[0]]
    gone = replace(play_view(game, 0), boxes=(tuple(boxes), tuple(boxes)))
    assert list(Lookahead(gone, 2).samples(9, "deadlines").usual_deadlines) == [-1, -1, -1]


def test_in_a_solo_game_the_deadlines_are_those_of_the_rules() -> None:
    seen = next(views(board("B"), 1, "alone"))
    assert list(Lookahead(seen, 2).samples(5, "alone").usual_deadlines) == [11, 6, 11]


# --- starts and choices


@pytest.mark.parametrize("side", SIDES)
def test_starts_are_ranked_by_how_games_end(side: str) -> None:
    starts = ranked(board(side), standard_deck())
    plain = [island for island in board(side).islands if island.flag is None]
    assert len(set(starts)) == len(starts) == len(plain) * len(START_NUMBERS)
    if rollout.is_compiled:  # plain Python plays too few games to tell starts apart
        assert mean_from(starts[0], side) < mean_from(starts[-1], side)
    for players, start in ((1, starts[-1]), (2, starts[0])):
        game = Game.begin(Setup(board(side), standard_deck(), NAMES[:players]))
        assert Planner().start(view(game, 0)) == start


def mean_from(start: Number, side: str) -> float:
    """Return the mean of rollouts from a start, with cards that were not used for the ranking."""
    engine = Rollout(chart(board(side)), odds_table(), 1, 1)
    engine.place(sheet_words(Sheet.blank(board(side)).with_mark(start)), 0)
    cards = bytes(card.number << 2 | card.bridges for card in standard_deck())
    samples = DeckSamples(18, decks(cards, 0, 200, "test"), array("i", solo_deadlines(1) * 200))
    return sum(samples.play_on(engine, [0], 0).totals) / 200


def test_large_boards_and_long_games_get_fewer_rollouts() -> None:
    assert affordable(24, board("A"), 17) == affordable(24, board("A"), 3) == 24
    large = Board(("oooooo",) * 5)
    assert 1 < affordable(24, large, 17) < 12
    assert affordable(24, large, 98) == 1
    assert len(ranked(large, standard_deck() * 5)) > 1


def test_halving_gives_more_samples_to_the_better_turns() -> None:
    asked: list[tuple[list[int], int, int]] = []

    def leads(turns: Any, first: int, last: int) -> list[int]:
        asked.append((list(turns), first, last))
        return [(last - first) * (turn % 7) for turn in turns]

    assert best_of(range(12), ((8, 1), (4, 2), (2, 4)), leads) == 6
    assert asked == [
        (list(range(8)), 0, 1),
        ([6, 5, 4, 3], 1, 3),
        ([6, 5], 3, 7),
    ]


def test_large_boards_and_struck_sheets_have_no_look_ahead() -> None:
    rng = Random("large")
    side = next(b for b in iter(lambda: random_board(rng), None) if len(b.islands) > 32)
    assert not can_look_ahead(next(views(side, 1, "large")))
    seen = next(views(board("A"), 2, "struck"))
    assert can_look_ahead(seen)
    own, other = seen.sheets
    assert not can_look_ahead(replace(seen, sheets=(own.with_struck(1), other)))
    assert can_look_ahead(replace(seen, sheets=(own, other.with_struck(1))))
