"""Reviews: figures that add up, exact ends, any board and deck, free pens."""

from __future__ import annotations

import json
from array import array
from copy import copy
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import hashi
from hashi.arrays.chart import chart, sheet_words
from hashi.bots import BOTS
from hashi.bots.learned.constants import SPLIT
from hashi.bots.learned.values import ALONE, values_for, words_of
from hashi.coach import (
    Label,
    Method,
    TooLarge,
    endgame,
    label_of,
    possible,
    read_review,
    review,
    to_json,
    write_review,
)
from hashi.coach.endgame import Endgame
from hashi.coach.item_weights import ItemWeights
from hashi.coach.learned import LearnedEvaluator
from hashi.coach.position import Position
from hashi.coach.reviews.game_review import resigned_in
from hashi.coach.reviews.labels import SCALE
from hashi.coach.reviews.moments import moments
from hashi.coach.reviews.sentences import resigned_sentence
from hashi.library import DealtGame
from hashi.rules import Board, Card, Pens, Sheet
from hashi.words import Words
from tests.coach import proofs
from tests.support.uncompiled import load_uncompiled

QUICK = ("greedy", "random")


@pytest.mark.parametrize(("number", "seats"), [(0, 1), (1, 2), (2, 3), (3, 4), (7, 1)])
def test_figures_add_up_ends_are_exact_and_facts_hold(number: int, seats: int) -> None:
    """The last one is on another board, where the figures come from games played on."""
    checked = proofs.check(proofs.play(number, QUICK))
    assert checked["last rounds"] == seats


def test_alone_nobody_else_matters_and_the_start_is_judged_beside_the_sum() -> None:
    game = hashi.new_game("A", ["Tim"], seed="sea").play_out([hashi.bot("greedy")])
    (tim,) = review(game, possible=possible).players
    assert all(turn.others == 0 for turn in tim.turns)
    assert tim.start is not None
    assert tim.start.value == pytest.approx(tim.expected.value)
    assert tim.start.cost >= 0
    reachable = [turn.possible or 0 for turn in tim.turns]
    assert reachable == sorted(reachable, reverse=True)
    assert reachable[-1] == tim.total
    assert len(tim.curve) == 18
    assert tim.curve[-1].value == tim.total
    for outlook in tim.curve:
        items = outlook.items
        assert items.islands + items.red + items.blue + items.six == pytest.approx(outlook.value)
    assert [turn.cost for turn in tim.costliest] == sorted(
        (turn.cost for turn in tim.costliest), reverse=True
    )


def test_a_review_is_the_same_every_time_and_can_be_kept() -> None:
    game = hashi.new_game("B", ["Tim", "Eva"], seed="sea").play_out([hashi.bot("greedy")] * 2)
    first, record = review(game), game.record
    assert review(record) == first
    assert review(record, seats=[1]).players == first.players[1:]
    assert read_review(json.loads(json.dumps(write_review(first))), record) == first
    told = to_json(first, Words("en"))
    eva = told["players"][1]
    assert eva["start"] is None
    total = eva["expected"] + eva["luck"] + eva["others"] - eva["cost"]
    assert total == pytest.approx(eva["total"], abs=1e-6)


def test_progress_counts_turns() -> None:
    game = hashi.new_game("A", ["Tim"], seed="sea").play_out([hashi.bot("random")])
    seen: list[tuple[int, int]] = []
    review(game, progress=lambda done, whole: seen.append((done, whole)))
    assert seen == [(round, 17) for round in range(1, 18)]


def test_of_a_stopped_game_the_closed_rounds_are_judged_as_in_the_whole_game() -> None:
    """A turn that is open yet is left out, and so is what was possible."""
    whole = hashi.new_game("A", ["Tim", "Eva"], seed="sea").play_out([hashi.bot("greedy")] * 2)
    game = hashi.new_game("A", ["Tim", "Eva"], seed="sea").start(*map(str, whole.record.starts))
    for turns in whole.record.rounds[:3]:
        for turn in turns:
            game = game.play(turn)
    stopped = review(game, possible=possible)
    assert not stopped.is_over
    assert stopped == review(game.play("pass"), possible=possible)
    for player, other in zip(stopped.players, review(whole).players, strict=True):
        assert [turn.cost for turn in player.turns] == [turn.cost for turn in other.turns[:3]]
        parts = player.expected.value + player.luck + player.others - player.cost
        assert parts == pytest.approx(player.end, abs=1e-6)
        assert {turn.possible for turn in player.turns} == {None}
    text = json.loads(json.dumps(write_review(stopped)))
    assert read_review(text, game.play("pass").record) == stopped


def test_who_gave_up_made_no_mistakes_after_that() -> None:
    """The sum still explains the total, but nothing is said of the cards that nobody played."""
    bots = [hashi.bot("greedy"), hashi.bot("random")]
    record = hashi.new_game("A", ["Tim", "Eva"], seed="sea").play_out(bots).record
    rounds = tuple(
        (tim, eva if at < 8 else hashi.PASS) for at, (tim, eva) in enumerate(record.rounds)
    )
    record = replace(record, rounds=rounds, extra={"resigned": [None, 9]})
    found = review(record)
    tim, eva = found.players
    assert (tim.resigned, eva.resigned) == (None, 9)
    assert tim.turns_played == tim.turns
    assert len(eva.turns_played) == 8
    assert all(turn.round < 9 for turn in eva.costliest)
    assert not any(turn.why for turn in eva.turns[8:])
    assert any(turn.cost > 1 for turn in eva.turns[8:])
    parts = eva.expected.value + eva.luck + eva.others - eva.cost
    assert parts == pytest.approx(eva.total, abs=1e-6)
    assert "gave up: every card from round 9 on" in resigned_sentence(Words("en"), eva)
    for told, first in ((9, 9), (8, 9), (17, 17), (18, None)):  # the turn of round 8 was ended
        assert resigned_in(replace(record, extra={"resigned": [None, told]}), 1) == first
    assert resigned_sentence(Words("en"), tim) == ""
    assert read_review(json.loads(json.dumps(write_review(found))), record) == found
    odd = [review(replace(record, extra={"resigned": told})) for told in (None, [], ["x", {}], 3)]
    assert {player.resigned for one in odd for player in one.players} == {None}


def test_a_game_without_a_closed_round_is_refused() -> None:
    game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    with pytest.raises(ValueError, match="closed"):
        review(game)


# --- free pens


def test_mistakes_and_strikes_cost_points() -> None:
    game = hashi.new_game("A", ["Tim"], seed="a quiet sea", pens="free").start("4@c2")
    game = game.play("2@c4 c2=c4 c2-e2")
    game = game.play("3@b3 a1-a2 b3-b5")  # nothing is written at a1 or a2 (R14)
    bot = hashi.bot("greedy")
    while not game.state.is_finished:
        game = game.play(bot.turn(game.play_view()))
    (tim,) = review(game.referee()).players
    total = tim.expected.value + tim.luck - tim.cost
    assert total == pytest.approx(tim.total, abs=1e-6)
    wrong = tim.turns[1]
    assert wrong.cost > 2
    assert [fact.kind for fact in wrong.why] == ["mistake"]
    assert [str(island) for island in wrong.why[0].islands] == ["a1", "a2"]


def test_a_mark_that_is_taken_back_in_time_costs_only_what_is_lost() -> None:
    game = hashi.new_game("A", ["Tim", "Eva"], seed="a quiet sea", pens="free")
    game = game.start("4@c2", "4@c2")
    wrong = game.play("a1-a2 c2-e2 c2-c4").play("pass")
    kept, called = (_finished(each) for each in (wrong, wrong.call("Eva", "Tim", 1, "a1-a2")))
    reviews = [review(each) for each in (kept, called)]
    first, second = (each.players[0].turns[0] for each in reviews)
    assert first.cost > second.cost + 1
    for each in reviews:
        for player in each.players:
            total = player.expected.value + player.luck + player.others - player.cost
            assert total == pytest.approx(player.total, abs=1e-6)


def _finished(game: DealtGame) -> DealtGame:
    while not game.state.is_finished:
        game = game.play("pass")
    return game.referee()


@pytest.mark.parametrize("seed", range(3))
def test_random_marks_of_free_pens_add_up(seed: int) -> None:
    rng = Random(seed)
    game = hashi.new_game("B", ["Tim"], seed=f"{seed}", pens="free").start("3@d1")
    lines = game.setup.board.lines
    while not game.state.is_finished:
        marks = [hashi.Bridge(rng.choice(lines)) for _ in range(rng.randrange(4))]
        game = game.play(hashi.Turn(tuple(marks)))
    (tim,) = review(game.referee()).players
    assert tim.expected.value + tim.luck - tim.cost == pytest.approx(tim.total, abs=1e-6)


# --- other boards and decks


SMALL = Board(("o.r.o", ".....", "o.b.o", ".....", "o.o.o"))


@pytest.mark.parametrize("players", [["Tim"], ["Tim", "Eva"]])
def test_any_other_board_is_judged_by_values_for_any_board(players: list[str]) -> None:
    own = Board(("o.r.o.b", ".o...o.", "o.b.o.o", "..o....", "r.o.o.r"))
    deck = tuple(Card(1 + n % 6, 1 + n % 3) for n in range(15))
    game = hashi.new_game(own, players, seed="sea", deck=deck)
    game = game.play_out([hashi.bot("greedy"), hashi.bot("random")][: len(players)])
    found = review(game)
    assert found.method is Method.LEARNED
    for player in found.players:
        proofs.check_sum(player)
        assert player.turns[-1].before.error == 0


def test_tiny_boards_and_decks_are_judged_by_playing_on() -> None:
    deck = tuple(Card(1 + n % 4, 1 + n % 2) for n in range(9))
    game = hashi.new_game(SMALL, ["Tim", "Eva"], seed="sea", deck=deck)
    game = game.play_out([hashi.bot("greedy"), hashi.bot("random")])
    found = review(game)
    assert found.method is Method.ROLLOUTS
    for player in found.players:
        proofs.check_sum(player)
        assert player.expected.error > 0
        assert player.turns[-1].before.error == 0  # exact


def test_a_board_that_is_too_large_is_refused() -> None:
    large = Board(("oooooo",) * 6)
    game = hashi.new_game(large, ["Tim"], seed="sea").play_out([hashi.bot("random")])
    with pytest.raises(TooLarge):
        review(game)


# --- labels


def test_labels_and_scale_are_ordered() -> None:
    costs = (0.0, 0.04, 0.06, 0.29, 0.31, 0.99, 1.0, 2.49, 2.5, 9.0)
    order = list(Label)
    places = [order.index(label_of(cost)) for cost in costs]
    assert places == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert list(SCALE) == list(reversed(BOTS))
    for costs_of_bots in zip(*SCALE.values(), strict=True):
        assert list(costs_of_bots) == sorted(costs_of_bots)


# --- compiled and plain Python


def test_ends_are_the_same_without_a_compiler() -> None:
    plain = load_uncompiled("hashi.coach.endgame")
    game = hashi.new_game("A", ["Tim"], seed="sea").play_out([hashi.bot("friend", seed="1")])
    for round in (15, 16):
        state = game.record.until(round).replay()
        words = sheet_words(state.sheets[0], state.ledgers[0])
        kinds = array("i")
        for card in sorted(set(state.unseen)):
            kinds.extend((card.number << 2 | card.bridges, state.unseen.count(card)))
        results = [
            engine.Endgame(chart(game.setup.board)).expect(
                words, kinds, array("i", ALONE), round, 17
            )
            for engine in (endgame, plain)
        ]
        assert results[0] == pytest.approx(results[1])


def test_item_weights_of_another_net_are_refused() -> None:
    values = values_for(hashi.board("A"), hashi.standard_deck())
    assert values is not None
    other = copy(values)
    other.net = (*values.net[:4], values.net[4][:-1])
    with pytest.raises(ValueError, match="weights of items"):
        LearnedEvaluator(other, ItemWeights.of_side("A"))


def test_expectations_are_the_same_without_a_compiler() -> None:
    plain = load_uncompiled("hashi.bots.learned.search")
    board = hashi.board("A")
    values = values_for(board, hashi.standard_deck())
    assert values is not None
    weights = ItemWeights.of_side("A")
    game = hashi.new_game("A", ["Tim"], seed="sea").play_out([hashi.bot("greedy")])
    state = game.record.until(12).replay()
    unseen = state.unseen
    sheets = words_of(state.sheets[0], state.ledgers[0])
    found = []
    for engine in (None, plain):
        splits = array("f", bytes(4 * SPLIT))
        if engine is None:
            search = values.search(unseen, ALONE, 12, nodes=6)
        else:
            kinds = values.kinds(unseen)
            search = engine.Search(values.net, kinds, array("i", ALONE), 12, 17, 6)
        search.expect(sheets, 1, weights.second, weights.last, weights.units, splits)
        found.append(list(splits))
    assert found[0] == pytest.approx(found[1], abs=1e-2)


def test_many_open_lines_in_the_end_take_no_time() -> None:
    """A player who writes everywhere and draws nothing leaves thousands of turns."""
    board = hashi.board("A")
    plain = [island for island in board.islands if island.flag is None]
    sheet = Sheet.of(board, [hashi.Number(island, 1 + n % 3) for n, island in enumerate(plain)])
    kinds = array("i", (5 << 2 | 3, 1, 6 << 2 | 3, 1, 3 << 2 | 3, 1))
    found = Endgame(chart(board)).expect(sheet_words(sheet), kinds, array("i", ALONE), 15, 17)
    assert 4 <= found[0] <= 24


def test_moments_tell_calls_from_rounds() -> None:
    game = hashi.new_game("A", ["Tim", "Eva"], seed="sea", pens="free").start("4@c2", "3@d3")
    game = game.play("a1-a2").play("pass").call("Eva", on="Tim", round=1, mark="a1-a2")
    *_, last = islice(moments(game.record), 2)
    assert game.setup.pens is Pens.FREE
    assert sum(last.closed.sheets[0].planks) == 1
    assert sum(last.settled.sheets[0].planks) == 0
    struck = Position.of(last.closed, 0, (ALONE,)).sheet.struck
    assert struck.bit_count() == 2
    assert replace(Position.of(last.settled, 0, (ALONE,))).sheet.struck == 0


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    weights = ItemWeights.of_side("B")
    weights.save(tmp_path / "b.bin")
    again = ItemWeights.load((tmp_path / "b.bin").read_bytes())
    assert again.second == weights.second
    assert list(again.last) == pytest.approx(list(weights.last), abs=1e-6)
    assert again.units == 64
