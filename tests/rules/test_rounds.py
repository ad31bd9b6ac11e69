"""The course of a game: cards, turns, skips, the end of a round and of the game (R7, R8,
R19, R20)."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from itertools import permutations

import pytest
from tests.support.games import (
    begin_game,
    bridges,
    game_with_sheets,
    pass_rounds,
    play_round,
    refused_entry,
    turn,
)

from hashi.boards import board, standard_deck
from hashi.record import notation_for
from hashi.rules import (
    PASS,
    Card,
    Entry,
    Game,
    Illegal,
    News,
    NewsKind,
    Played,
    Reason,
    Setup,
    Start,
    Turned,
    apply_turn,
    news,
    play,
    play_unchecked,
)

A = board("A")
SHORT = (Card(1, 1), Card(1, 1), Card(2, 2))
"""A deck of three cards: a game of two rounds."""


def test_r7_the_card_is_turned_then_all_play() -> None:
    game = begin_game(A, "c2=4", "d3=3")
    assert (game.card, game.is_round_open) == (None, False)
    opened = game.play(Turned(Card(5, 3)))
    assert (opened.card, opened.is_round_open) == (Card(5, 3), True)
    assert opened.turns == (None, None)


def test_r7_who_plays_first_does_not_matter() -> None:
    opened = begin_game(A, "c2=4", "d3=3", "f1=3").play(Turned(Card(5, 2)))
    turns = [turn(A, text) for text in ("5@d5 d3=d5", "c2-e2 c2-c4", "5@f6 b3=d3")]
    ends = set()
    for order in permutations(range(3)):
        game = opened
        for seat in order:
            game = game.play(Played(seat, turns[seat]))
        ends.add(game)
    assert len(ends) == 1


def test_r7_the_number_comes_before_the_bridges() -> None:
    game = begin_game(A, "c2=4")
    sheet = game.sheets[0]
    apply_turn(sheet, Card(5, 1), turn(A, "5@f1 c2-e2"))
    with pytest.raises(Illegal) as refused:
        apply_turn(sheet, Card(5, 1), turn(A, "c2-e2 5@f1"))
    assert refused.value.refusal.reason is Reason.NUMBER_AFTER_BRIDGES
    assert refused.value.rule == "R7"
    assert refused.value.refusal.island == A.island("f1")


def test_r7_nobody_plays_without_a_card_or_twice_with_one() -> None:
    game = begin_game(A, "c2=4", "d3=3")
    early = refused_entry(game, Played(0, PASS))
    assert (early.refusal.reason, early.rule) == (Reason.NO_CARD, "R7")
    assert (early.round, early.player) == (0, "Tim")
    twice = refused_entry(game, Turned(Card(5, 3)), Played(1, PASS), Played(1, PASS))
    assert (twice.refusal.reason, twice.rule) == (Reason.PLAYED_ALREADY, "R7")
    assert (twice.round, twice.player) == (1, "Linus")


def test_r7_a_refused_turn_names_round_player_rule_and_mark() -> None:
    game = pass_rounds(begin_game(A, "c2=4", "d3=3"), 2).play(Turned(Card(5, 3)))
    refused = refused_entry(game, Played(1, turn(A, "5@a1")))
    assert (refused.round, refused.player, refused.rule) == (3, "Linus", "R11")
    assert refused.refusal.mark == turn(A, "5@a1").marks[0]
    assert str(refused) == (
        "Round 3, Linus, 5@a1: Island a1 has a flag. "
        "It only takes a number once at least one bridge leads there. (rule R11)"
    )
    assert game.play(Played(1, PASS)).turns == (None, PASS)  # the seat can play again


@pytest.mark.parametrize("text", ["pass", "5@f1", "c2-e2 c2-c4", "5@f1 c2-e2 c2-c4"])
def test_r8_either_action_or_both_may_be_skipped(text: str) -> None:
    sheet = begin_game(A, "c2=4").sheets[0]
    after = apply_turn(sheet, Card(5, 2), turn(A, text))
    assert len(after.numbers) == 1 + ("@" in text)
    assert sum(bridges(after).values()) == 2 * ("-" in text)


def test_r8_an_action_is_waived_only_as_a_whole() -> None:
    sheet = begin_game(A, "c2=4").sheets[0]
    with pytest.raises(Illegal):
        apply_turn(sheet, Card(5, 2), turn(A, "5@f1 c2-e2"))


def test_r8_a_waiver_is_announced_when_the_round_ends() -> None:
    game = begin_game(A, "c2=4", "c2=4", "c2=4", "c2=4").play(Turned(Card(5, 1)))
    for seat, text in enumerate(["pass", "c2-e2", "5@f1"]):
        after = game.play(Played(seat, turn(A, text)))
        assert news(game, Played(seat, turn(A, text)), after) == ()
        game = after
    last = Played(3, turn(A, "5@f1 c2-e2"))
    assert news(game, last, game.play(last)) == (
        News(NewsKind.PASSED, 0),
        News(NewsKind.NUMBER_SKIPPED, 1),
        News(NewsKind.BRIDGES_SKIPPED, 2),
    )


def test_r8_a_turn_knows_what_it_waives() -> None:
    told = {
        text: (turn(A, text).skips_number, turn(A, text).skips_bridges)
        for text in ("pass", "5@f1", "c2-e2", "5@f1 c2-e2")
    }
    assert told == {
        "pass": (True, True),
        "5@f1": (False, True),
        "c2-e2": (True, False),
        "5@f1 c2-e2": (False, False),
    }


def test_r19_the_round_ends_when_all_are_done() -> None:
    game = begin_game(A, "c2=4", "d3=3").play(Turned(Card(5, 1)))
    half = game.play(Played(1, turn(A, "c2-e2")))
    assert (half.rounds, half.is_round_open, half.card) == (0, True, Card(5, 1))
    assert half.sheets == game.sheets
    assert half.laid[1] == apply_turn(game.sheets[1], Card(5, 1), turn(A, "c2-e2"))
    closed = half.play(Played(0, PASS))
    assert (closed.rounds, closed.is_round_open, closed.card) == (1, False, None)
    assert closed.sheets == half.laid


def test_r19_the_next_card_waits_for_all() -> None:
    game = begin_game(A, "c2=4", "d3=3").play(Turned(Card(5, 1)))
    refused = refused_entry(game, Played(0, PASS), Turned(Card(1, 1)))
    assert (refused.refusal.reason, refused.rule) == (Reason.ROUND_OPEN, "R19")
    assert (refused.round, refused.player) == (1, "")


def test_r19_the_next_card_goes_on_top_of_the_last() -> None:
    game = play_round(play_round(begin_game(A, "c2=4"), "5/1", "pass"), "2/3", "pass")
    assert game.cards == (Card(5, 1), Card(2, 3))
    opened = game.play(Turned(Card(1, 1)))
    assert (opened.card, opened.turns) == (Card(1, 1), (None,))


def test_r19_played_cards_can_be_ticked_off() -> None:
    game = begin_game(A, "c2=4", deck=(Card(2, 1), Card(1, 1), Card(1, 1)))
    assert game.unseen == (Card(1, 1), Card(1, 1), Card(2, 1))
    assert game.play(Turned(Card(1, 1))).unseen == (Card(1, 1), Card(2, 1))


def test_r20_after_17_cards_the_game_ends() -> None:
    game = begin_game(A, "c2=4", "d3=3", deck=standard_deck())
    for round in range(17):
        assert not game.is_finished
        assert game.winners == ()
        assert game.rounds == round
        game = pass_rounds(game, 1)
    assert game.is_finished
    assert len(game.unseen) == 1
    assert game.winners == (0, 1)


def test_r20_nothing_happens_after_the_end() -> None:
    game = pass_rounds(begin_game(A, "c2=4", deck=SHORT), 2)
    assert game.is_finished
    card = refused_entry(game, Turned(Card(2, 2)))
    assert (card.refusal.reason, card.rule) == (Reason.GAME_OVER, "R20")
    late = refused_entry(game, Played(0, PASS))
    assert (late.refusal.reason, late.rule, late.player) == (Reason.GAME_OVER, "R20", "Tim")
    start = refused_entry(game, Start(0, notation_for(A).start("c2=4")))
    assert start.refusal.reason is Reason.STARTED_ALREADY


def test_r20_the_last_round_is_not_the_end_before_it_closes() -> None:
    game = pass_rounds(begin_game(A, "c2=4", "d3=3", deck=SHORT), 1).play(Turned(Card(2, 2)))
    assert not game.play(Played(0, PASS)).is_finished


def test_a_game_is_frozen_and_play_gives_the_next_one() -> None:
    game = begin_game(A, "c2=4")
    opened = play(game, Turned(Card(5, 1)))
    assert game.cards == ()
    assert opened == game.play(Turned(Card(5, 1)))
    with pytest.raises(FrozenInstanceError):
        game.rounds = 3  # type: ignore[misc]


def test_the_unchecked_door_lays_what_is_known_to_be_allowed() -> None:
    game = begin_game(A, "c2=4", "d3=3")
    played = [Played(seat, turn(A, "5@f1 c1-f1")) for seat in (0, 1)]
    entries: list[Entry] = [Turned(Card(5, 1)), *played]
    fast = checked = game
    for entry in entries:
        fast, checked = play_unchecked(fast, entry), play(checked, entry)
    assert fast == checked


def test_the_unchecked_door_still_asks_whose_turn_it_is() -> None:
    game = game_with_sheets("o4  o   o   o   o   o")
    with pytest.raises(Illegal):
        play_unchecked(game, Played(0, PASS))


def test_a_game_begins_with_blank_sheets() -> None:
    game = Game.begin(Setup(A, standard_deck(), ("Tim", "Linus")))
    assert (game.starts, game.ledgers, game.totals) == ((None, None), ((), ()), (0, 0))
    assert not game.is_started
    assert not any(sheet.marks for sheet in game.sheets)
