"""Games on tiny boards, and the most points in them by trying every turn that the rules allow."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from random import Random
from unittest.mock import patch

from benchmarks.random_play import random_start, random_turn

from hashi.coach import best, possible
from hashi.record import Record
from hashi.rules import (
    Board,
    Card,
    Entry,
    Game,
    Goal,
    Number,
    Played,
    Setup,
    Start,
    Turned,
    turns,
)
from hashi.rules.game.setup import START_NUMBERS

SIZES = [(3, 3), (2, 3), (3, 2), (4, 3), (2, 4), (3, 4)]
MOST_GAMES = 3_000
"""Positions with more games than that after some round are not compared."""


class TooMany(Exception):
    """There are more games than can be tried."""


def compare(seed: int, players: int, most_games: int = MOST_GAMES) -> int:
    """Compare `best` and `possible` in a game by chance with brute force; return how often."""
    rng = Random(seed)
    with ExitStack() as patched:
        for goal in Goal:
            patched.enter_context(patch.object(goal, "deadline", rng.randint(1, 6)))
        return _compare(rng, players, most_games)


def _compare(rng: Random, players: int, most_games: int) -> int:
    record = tiny_record(rng, players)
    compared = 0
    for seat in range(players):
        curve, found = possible(record, seat), best(record, seat)
        assert found.proven
        assert found.points == found.game.totals[seat]
        try:
            for round in range(len(record.rounds), -1, -1):
                game = record.until(round).replay()
                most = most_points([game], record, round, seat, most_games)
                assert most == curve[round], (record, seat, round, most, curve)
                compared += 1
            if players == 1:
                assert most_points(starts_of(record), record, 0, 0, most_games) == found.points
                compared += 1
            else:
                assert found.points == curve[0]
        except TooMany:
            continue
    return compared


def tiny_record(rng: Random, players: int) -> Record:
    """Return a game by chance with few islands, few cards and low numbers."""
    board = tiny_board(rng)
    rounds = rng.randint(2, 6)
    numbers, bridges = [1, 1, 2, 2, 3, 3, 4, 5], [1, 1, 2, 3]
    deck = tuple(Card(rng.choice(numbers), rng.choice(bridges)) for _ in range(rounds + 1))
    setup = Setup(board, deck, ("Ida", "Tim", "Eva", "Jan")[:players])
    game, entries = Game.begin(setup), list[Entry]()
    entries += [Start(seat, random_start(rng, board)) for seat in range(players)]
    for entry in entries:
        game = game.play(entry)
    for card in deck[:rounds]:
        turns = [random_turn(rng, game.sheets[seat], card) for seat in range(players)]
        fresh: list[Entry] = [Turned(card), *(Played(*each) for each in enumerate(turns))]
        for entry in fresh:
            game = game.play(entry)
            entries.append(entry)
    return Record.of(setup, entries)


def tiny_board(rng: Random) -> Board:
    while True:
        width, height = rng.choice(SIZES)
        cells = rng.choice(["..ooorb", "ooorb", "...oooorb"])
        rows = tuple("".join(rng.choice(cells) for _ in range(width)) for _ in range(height))
        islands = "".join(rows).replace(".", "")
        if 6 <= len(islands) <= 8 and "o" in islands:
            return Board(rows)


def starts_of(record: Record) -> list[Game]:
    """Return the game alone after each start (R5)."""
    islands = [island for island in record.setup.board.islands if island.flag is None]
    starts = [Start(0, Number(island, number)) for island in islands for number in START_NUMBERS]
    return [Game.begin(record.setup).play(start) for start in starts]


def most_points(
    games: Iterable[Game], record: Record, first: int, seat: int, most_games: int
) -> int:
    """Return the most points of a seat after all turns from this round on, the others as played."""
    for card, played in zip(record.cards[first:], record.rounds[first:], strict=True):
        after = {}
        for game in games:
            turned = game.play(Turned(card))
            for other, turn in enumerate(played):
                if other != seat:
                    turned = turned.play(Played(other, turn))
            for turn in turns(game.sheets[seat], card):
                then = turned.play(Played(seat, turn))
                after[then.sheets[seat], then.ledgers[seat]] = then
            if len(after) > most_games:
                raise TooMany
        games = after.values()
    return max(game.totals[seat] for game in games)
