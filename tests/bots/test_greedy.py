"""The greedy bot: legal turns, better than random. test_ladder.py tests what all bots promise."""

from __future__ import annotations

from random import Random

import pytest
from benchmarks.random_play import random_board, random_start, random_turn

from hashi.boards import board, standard_deck
from hashi.bots.greedy import Greedy
from hashi.rules import (
    Board,
    Game,
    Pens,
    Played,
    Setup,
    Start,
    Turned,
    apply_turn,
    deal,
    play_view,
    seeded,
    start_refusal,
    view,
)

NAMES = ("Tim", "Linus", "Sarah", "Ida")
GAMES = [(board("A"), 1), (board("B"), 2), (board("A"), 4)]
GAMES += [(random_board(Random(f"bot {n}")), 1 + n % 2) for n in range(2)]


def begun(side: Board, players: int, seed: str, pens: Pens = Pens.GUIDED) -> Game:
    """Return a game with random starts, except that the bot writes its own."""
    rng = Random(seed)
    game = Game.begin(Setup(side, standard_deck(), NAMES[:players], pens))
    for seat in range(players):
        start = random_start(rng, side)
        if seat == 0:
            start = Greedy().start(view(game, 0))
            assert start_refusal(start) is None
        game = game.play(Start(seat, start))
    return game


@pytest.mark.no_cover
@pytest.mark.parametrize(("side", "players"), GAMES)
def test_it_plays_whole_games_without_an_illegal_turn(side: Board, players: int) -> None:
    rng, bot = Random(7), Greedy()
    game = begun(side, players, "whole")
    for card in deal(standard_deck(), seeded(f"{players}")).cards:
        game = game.play(Turned(card))
        for seat in range(players):
            seen = play_view(game, seat)
            if seat == 0 or players == 4:
                turn = bot.turn(seen)
                assert seat or bot.turn(seen) == turn
            else:
                turn = random_turn(rng, seen.sheets[seat], card)
            game = game.play(Played(seat, turn))
    assert game.is_over


@pytest.mark.no_cover
def test_it_scores_more_than_the_random_bot() -> None:
    won, games = 0, 5
    for number in range(games):
        rng, bot = Random(number), Greedy()
        game = begun(board("A"), 2, f"{number}")
        for card in deal(standard_deck(), seeded(f"{number}")).cards:
            game = game.play(Turned(card))
            game = game.play(Played(0, bot.turn(play_view(game, 0))))
            game = game.play(Played(1, random_turn(rng, game.sheets[1], card)))
        won += game.winners == (0,)
    assert won == games


def test_it_plays_by_the_rules_with_free_pens_too() -> None:
    bot = Greedy()
    game = begun(board("A"), 1, "free", Pens.FREE)
    for card in deal(standard_deck(), seeded("free")).cards:
        game = game.play(Turned(card))
        turn = bot.turn(play_view(game, 0))
        apply_turn(game.sheets[0], card, turn)
        game = game.play(Played(0, turn))
    assert all(not page.mistakes for page in game.pages)
